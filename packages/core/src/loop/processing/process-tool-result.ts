import type { ReplyPart, ToolCall } from '../../journal/index.ts';
import { copyData, isSameData, toOwnJson } from '../../messages/index.ts';
import type { Processor } from '../../processors/index.ts';
import { toResultMessage } from '../result-message.ts';
import type { Run } from '../run.ts';
import { toAssistantMessage } from '../state.ts';
import { resultInvalid } from './failures.ts';
import { OpenStep } from './open-step.ts';
import type { RunProcessors } from './run-processors.ts';
import { takeMessages, withConversation } from './take-messages.ts';

const hook = 'processToolResult';
const defaultReason = 'Tool result blocked by processor';

/**
 * Shows processors the result of a call before anybody else sees it, and gives what they make of it; nothing where one
 * stops the run, which the loop then hears of. Calls take turns, as the conversation can be changed. `said`: the answer
 * so far, of a result that the provider gave in it. Never rejects.
 */
export async function processToolResult(
  run: Run,
  processors: RunProcessors,
  call: ToolCall,
  value: unknown,
  said?: readonly ReplyPart[],
): Promise<{ readonly value: unknown } | undefined> {
  const { rejected } = run.state;
  const isLate = (): boolean => run.isOver || run.isAborted || run.state.rejected !== rejected;
  return processors.inTurn(async () => {
    let current = value;
    try {
      for (const processor of processors.having(hook) ?? []) {
        if (isLate()) return undefined;
        const shown = new ShownResult(run, processors, call, said);
        current = await shown.ask(processor, current, isLate);
      }
    } catch (thrown) {
      if (!isLate()) processors.stop.set(thrown);
      return undefined;
    }
    return isLate() ? undefined : { value: current };
  });
}

/** A result while one processor looks at it, in the conversation as it is then. */
class ShownResult {
  readonly #run: Run;
  readonly #processors: RunProcessors;
  readonly #call: ToolCall;
  readonly #said: readonly ReplyPart[] | undefined;

  constructor(
    run: Run,
    processors: RunProcessors,
    call: ToolCall,
    said: readonly ReplyPart[] | undefined,
  ) {
    this.#run = run;
    this.#processors = processors;
    this.#call = call;
    this.#said = said;
  }

  async ask(processor: Processor, value: unknown, isLate: () => boolean): Promise<unknown> {
    const { id, toolName, args, providerExecuted } = this.#call;
    const messageList = this.#messageList();
    const { entries } = messageList.state;
    const open = new OpenStep(messageList, this.#run.config.messageId, this.#words());
    open.showResult(id, value);
    try {
      const own = withConversation(
        {
          toolName,
          toolCallId: id,
          args: copyData(args),
          result: copyData(value),
          ...(providerExecuted && { providerExecuted }),
        },
        this.#processors,
        messageList,
      );
      const given = await this.#processors.call(processor, hook, own, defaultReason);
      if (isLate()) return undefined;
      takeMessages(messageList, given, processor, hook);
      const left = messageList.findToolInvocation(id)?.toolInvocation;
      if (left?.state !== 'result') {
        throw resultInvalid(processor, hook, 'must leave the call in the state "result".');
      }
      this.#close(open, entries);
      return isSameData(left.result, value) ? value : toOwnJson(left.result);
    } catch (thrown) {
      if (!isLate()) open.discard();
      throw thrown;
    }
  }

  /** The step of the call, unless its answer is still being said, or a client brought the result. */
  get #step() {
    const step = this.#run.state.steps[this.#call.step];
    return this.#said === undefined && step?.reply.calls.includes(this.#call) ? step : undefined;
  }

  #messageList() {
    if (this.#said !== undefined || this.#step !== undefined) return this.#processors.messageList;
    return this.#processors.listOf(this.#run.config.prompt);
  }

  #words() {
    const step = this.#step;
    if (step !== undefined) {
      const { assistant, reply } = step;
      return { assistant, results: toResultMessage(reply), reply };
    }
    const content = this.#said ?? [];
    return { assistant: toAssistantMessage({ content }), results: undefined, reply: { calls: [] } };
  }

  /** Of the conversation before a call of ours, changes last. */
  #close(open: OpenStep, before: readonly object[]): void {
    const step = this.#step;
    if (step === undefined) {
      open.discard();
      return;
    }
    const processors = this.#processors;
    open.close();
    if (processors.messageList.state.entries === before) return;
    processors.keepMessages(processors.system, step.assistant);
  }
}
