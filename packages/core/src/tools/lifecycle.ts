import type { DeepPartial } from '../base/deep-partial.ts';
import type { PromptMessage } from '../messages/index.ts';

interface CallbackOfInput {
  readonly toolCallId: string;
  /** The messages at the time of the call, as the model was sent them. */
  readonly messages: readonly PromptMessage[];
  readonly abortSignal: AbortSignal;
}

/**
 * Callbacks of a tool around one call. They are awaited, what they give is not looked at; one that throws is logged and
 * changes nothing.
 */
export interface ToolCallbacks<Input = unknown, Output = unknown, Written = unknown> {
  /** The model begins to write the arguments. */
  onInputStart?(args: CallbackOfInput): unknown;
  /** Another piece of the argument text. */
  onInputDelta?(
    args: CallbackOfInput & {
      readonly inputTextDelta: string;
      /**
       * What the arguments say so far, before the schema has looked at them. It is one object that grows with each
       * piece: copy what you keep (`structuredClone`). Empty until something can be read; text that stops being JSON
       * leaves it as it was.
       */
      readonly partialInput: DeepPartial<Written>;
    },
  ): unknown;
  /** The arguments are complete, parsed and valid: `input` is what `execute` will get. */
  onInputAvailable?(args: CallbackOfInput & { readonly input: Input }): unknown;
  /** The tool has given a result. Not called for failures. */
  onOutput?(args: {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly output: Output;
    readonly abortSignal: AbortSignal;
  }): unknown;
}
