import { TenonError } from '../base/errors.ts';
import type { Usage } from '../base/usage.ts';
import type { CallBudget } from '../calls/index.ts';
import type { ToolCall } from '../journal/index.ts';
import type { RunState } from './state.ts';

/** What a run may use up. It is looked at before each model call and each tool call. */
export interface RunBudget {
  /** Once so many tokens are used, no model is asked and no tool is run any more: the run ends. */
  readonly maxTokens?: number;
  /** A call beyond is not run, and the run ends after its step. Calls that were refused count too. */
  readonly maxToolCalls?: number;
  /** Most calls of each tool, by its key. A call beyond is an error to the model, and the run goes on. */
  readonly perTool?: Readonly<Record<string, number>>;
}

/**
 * Keeps the budget of one run. Calls count in the order in which the model makes them, whatever becomes of them: so a
 * model that goes on sending bad arguments meets it too, and it is the same calls that are refused each time.
 */
export class Budget implements CallBudget {
  readonly #limits: RunBudget;
  readonly #state: RunState;
  readonly #ofTool = new Map<string, number>();
  readonly #refused = new Map<ToolCall, TenonError>();
  #calls = 0;

  constructor(limits: RunBudget, state: RunState) {
    this.#limits = limits;
    this.#state = state;
  }

  /** Takes note of a call that the model makes; one that its provider runs cannot be kept from running. */
  count(call: ToolCall): void {
    if (call.providerExecuted) return;
    const { toolName } = call;
    const { maxToolCalls, perTool } = this.#limits;
    const ofAll = ++this.#calls;
    const ofTool = (this.#ofTool.get(toolName) ?? 0) + 1;
    this.#ofTool.set(toolName, ofTool);
    const most: unknown = perTool?.[toolName];
    if (maxToolCalls !== undefined && ofAll > maxToolCalls) {
      const why = `this run may make ${times(maxToolCalls, 'tool call')} (maxToolCalls). Answer with what there is`;
      this.#refused.set(call, spent(call, why));
    } else if (typeof most === 'number' && ofTool > most) {
      const why = `it may be called ${times(most, 'time')} in this run (perTool). Go on without it`;
      this.#refused.set(call, spent(call, why));
    }
  }

  refusalOf(call: ToolCall): Error | undefined {
    if (!this.hasTokens) return spent(call, `the run has used up its tokens (${this.tokens})`);
    return this.#refused.get(call);
  }

  /** Whether the run goes no further. */
  get isSpent(): boolean {
    const { maxToolCalls } = this.#limits;
    return !this.hasTokens || (maxToolCalls !== undefined && this.#calls > maxToolCalls);
  }

  /** Whether a model may be asked. */
  get hasTokens(): boolean {
    const { maxTokens } = this.#limits;
    return maxTokens === undefined || tokensOf(this.#state.usage) < maxTokens;
  }

  /** `1204 of 1000` */
  get tokens(): string {
    return `${tokensOf(this.#state.usage)} of ${this.#limits.maxTokens}`;
  }

  /** `4 of 3` */
  get calls(): string {
    return `${this.#calls} of ${this.#limits.maxToolCalls}`;
  }
}

/** A provider that does not count tokens uses none. */
const tokensOf = ({ totalTokens = 0 }: Usage): number => totalTokens;

const times = (count: number, what: string): string =>
  `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;

function spent({ toolName, id: toolCallId }: ToolCall, why: string): TenonError {
  return new TenonError('TOOL_BUDGET_SPENT', `Tool "${toolName}" was not run: ${why}.`, {
    details: { toolName, toolCallId },
  });
}
