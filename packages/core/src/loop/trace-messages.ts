import type { TransformPhase } from '../base/payload-transform.ts';
import { transcriptOf } from '../calls/index.ts';
import type { ModelReply, ToolCall } from '../journal/index.ts';
import { type PromptMessage, type PromptToolResultPart, toOwnJson } from '../messages/index.ts';
import type { Attributes, Tracing } from '../trace/index.ts';
import type { Run } from './run.ts';

/** What stands in place of a payload that its tool does not show to those who read it later. */
const hidden = '[hidden by the transform of the tool]';

/**
 * Messages in the form that the conventions of OpenTelemetry give them, for who asked to have them recorded. Payloads
 * of calls are what transcript transforms made of them; files are named, not held.
 */
export class TraceMessages {
  readonly #run: Run;
  readonly #tracing: Tracing;
  readonly #texts = new WeakMap<PromptMessage, string>();

  constructor(run: Run, tracing: Tracing) {
    this.#run = run;
    this.#tracing = tracing;
  }

  ofPrompt(prompt: readonly PromptMessage[]): Attributes {
    const system = prompt.filter((message) => message.role === 'system');
    const rest = prompt.filter((message) => message.role !== 'system');
    return {
      ...(system.length > 0 && {
        'gen_ai.system_instructions': this.#text(
          system.map(({ content }) => ({ type: 'text', content })),
        ),
      }),
      'gen_ai.input.messages': `[${rest.map((message) => this.#textOf(message)).join(',')}]`,
    };
  }

  /** Each message is written once: every model call is recorded with all that were sent before. */
  #textOf(message: Exclude<PromptMessage, { role: 'system' }>): string {
    const known = this.#texts.get(message);
    if (known !== undefined) return known;
    const { role, content } = message;
    const written = this.#text({ role, parts: content.map((part) => this.#toPart(part)) });
    // what is nested too deep to look through is one word in place of all
    const text = written.startsWith('{') ? written : JSON.stringify({ role, parts: [], written });
    this.#texts.set(message, text);
    return text;
  }

  ofReply({ content, finishReason }: ModelReply): Attributes {
    const parts = content.map((part): object => {
      switch (part.type) {
        case 'text':
        case 'reasoning':
          return { type: part.type, content: part.text };
        case 'tool-call':
          return this.#toCall(part.call.id, part.call.toolName, part.call.args);
        case 'provider-result': {
          const { id, toolName, outcome } = part.call;
          const phase = outcome?.type === 'error' ? 'error' : 'output-available';
          return this.#toResponse(id, toolName, phase, part.value);
        }
        case 'file':
        case 'reasoning-file':
          return { type: 'file', mime_type: part.mediaType };
        default:
          return { type: part.type };
      }
    });
    const message = { role: 'assistant', parts, finish_reason: finishReason };
    return { 'gen_ai.output.messages': this.#text([message]) };
  }

  #toPart(part: Exclude<PromptMessage, { role: 'system' }>['content'][number]): object {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        return { type: part.type, content: part.text };
      case 'tool-call':
        return this.#toCall(part.toolCallId, part.toolName, part.input);
      case 'tool-result': {
        const isError = part.output.type.startsWith('error');
        const phase = isError ? 'error' : 'output-available';
        return this.#toResponse(part.toolCallId, part.toolName, phase, responseOf(part.output));
      }
      case 'file':
        return { type: 'file', mime_type: part.mediaType };
      default:
        return { type: (part as { type: string }).type };
    }
  }

  #toCall(id: string, name: string, args: unknown): object {
    const shown = this.#shown(id, name, 'input-available', args);
    return { type: 'tool_call', id, name: this.#keyOf(id, name), arguments: shown };
  }

  #toResponse(id: string, name: string, phase: TransformPhase, value: unknown): object {
    return { type: 'tool_call_response', id, response: this.#shown(id, name, phase, value) };
  }

  /** A call of the history was made ready for nobody: where its tool has something to hide, all of it is. */
  #shown(id: string, name: string, phase: TransformPhase, raw: unknown): unknown {
    const { state } = this.#run;
    const call: ToolCall | undefined = state.calls.get(id);
    const tool = this.#run.knownTool(call?.toolName ?? name);
    const shown = transcriptOf(call, phase, raw, tool, this.#run);
    return shown === undefined ? hidden : shown.value;
  }

  #keyOf(id: string, name: string): string {
    return this.#run.state.calls.get(id)?.toolName ?? name;
  }

  #text(value: unknown): string {
    return this.#tracing.toText(toOwnJson(value));
  }
}

function responseOf(output: PromptToolResultPart['output']): unknown {
  if (output.type !== 'content') return 'value' in output ? output.value : undefined;
  return output.value.map((part) => (part.type === 'text' ? part : { type: part.type }));
}
