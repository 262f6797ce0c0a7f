import type { StepResult } from '../processors/index.ts';
import type { FullOutput } from './full-output.ts';
import type { Run } from './run.ts';
import { acceptedSteps, type RunState, textOf } from './state.ts';
import type { Step } from './step.ts';
import { toUIMessages } from './ui-message.ts';

/** What the run gave, as data of its own: it can be spread, serialised and compared. */
export function toFullOutput(run: Run): FullOutput {
  return new Output(run);
}

const source = Symbol('state of the run');

/**
 * Most callers only want the text, so fields that take the steps apart are made when they are looked at. All outputs
 * share the getters: ones of their own would give each a hidden class in V8, which outlives it.
 */
class Output {
  readonly runId: string;
  readonly messageId: string;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly text: string;
  readonly finishReason: FullOutput['finishReason'];
  readonly stoppedBy: FullOutput['stoppedBy'];
  readonly usage: FullOutput['usage'];
  readonly totalUsage: FullOutput['totalUsage'];
  readonly error: FullOutput['error'];
  readonly object: unknown;
  readonly usedFallbackValue: boolean | undefined;
  readonly tripwire: FullOutput['tripwire'];
  declare readonly steps: FullOutput['steps'];
  declare readonly toolCalls: FullOutput['toolCalls'];
  declare readonly toolResults: FullOutput['toolResults'];
  declare readonly content: FullOutput['content'];
  declare readonly reasoning: FullOutput['reasoning'];
  declare readonly reasoningText: FullOutput['reasoningText'];
  declare readonly sources: FullOutput['sources'];
  declare readonly files: FullOutput['files'];
  declare readonly warnings: FullOutput['warnings'];
  declare readonly request: FullOutput['request'];
  declare readonly response: FullOutput['response'];
  declare readonly providerMetadata: FullOutput['providerMetadata'];

  constructor({ state, runId, trace }: Run) {
    const { ended, usage, messageId } = state;
    this.runId = runId;
    this.messageId = messageId;
    this.traceId = trace?.traceId;
    this.spanId = trace?.spanId;
    this.text = textOf(state);
    this.finishReason = ended?.finishReason ?? 'other';
    this.stoppedBy = ended?.stoppedBy;
    this.usage = usage;
    this.totalUsage = usage;
    this.error = ended?.error;
    this.object = ended?.object;
    this.usedFallbackValue = ended?.usedFallbackValue;
    this.tripwire = ended?.tripwire;
    Object.defineProperty(this, source, { value: state });
    for (const [field, getter] of lazyFields) Object.defineProperty(this, field, getter);
  }

  /** What `console.log` shows in Node: the values, not that they are made late. */
  [Symbol.for('nodejs.util.inspect.custom')](): object {
    return { ...this };
  }
}

const noResponse = { id: undefined, modelId: undefined, timestamp: undefined, headers: undefined };

const makers: { readonly [Field in keyof FullOutput]?: (state: RunState) => FullOutput[Field] } = {
  steps: (state) => viewsOf(state, state.steps),
  toolCalls: (state) => gathered(state, 'toolCalls'),
  toolResults: (state) => gathered(state, 'toolResults'),
  content: (state) => gathered(state, 'content'),
  reasoning: (state) => gathered(state, 'reasoning'),
  reasoningText: (state) => viewsOf(state).reduce((text, step) => text + step.reasoningText, ''),
  sources: (state) => gathered(state, 'sources'),
  files: (state) => gathered(state, 'files'),
  warnings: (state) => gathered(state, 'warnings'),
  request: (state) => state.steps.at(-1)?.reply.request ?? {},
  response: (state) => ({
    ...(state.steps.at(-1)?.reply.response ?? noResponse),
    messages: viewsOf(state).flatMap((step) => step.response.messages),
    uiMessages: toUIMessages(state),
  }),
  providerMetadata: (state) => state.steps.at(-1)?.reply.providerMetadata,
};

const lazyFields: readonly (readonly [string, PropertyDescriptor])[] = Object.entries(makers).map(
  ([field, make]) => [
    field,
    {
      get(this: { readonly [source]: RunState }) {
        const value: unknown = make(this[source]);
        Object.defineProperty(this, field, { value, enumerable: true });
        return value;
      },
      enumerable: true,
      configurable: true,
    },
  ],
);

function viewsOf(
  state: RunState,
  steps: readonly Step[] = acceptedSteps(state),
): readonly StepResult[] {
  return steps.map((step) => step.view(state.runId));
}

type ListField = {
  [Field in keyof StepResult]: StepResult[Field] extends readonly unknown[] ? Field : never;
}[keyof StepResult];

function gathered<Field extends ListField>(state: RunState, field: Field): StepResult[Field] {
  const list: unknown[] = [];
  for (const step of viewsOf(state)) for (const item of step[field]) list.push(item);
  return list as unknown as StepResult[Field];
}
