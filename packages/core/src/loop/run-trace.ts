import { CallSpans } from '../calls/index.ts';
import type { ModelReply } from '../journal/index.ts';
import type { ModelNames, ModelRequest } from '../models/index.ts';
import { type Attributes, failSpan, type Span, type Tracing } from '../trace/index.ts';
import type { Interrupted } from './ask-model.ts';
import type { RunTracing } from './options.ts';
import { toProviderName } from './provider-name.ts';
import type { Run } from './run.ts';
import { TraceMessages } from './trace-messages.ts';

/** The trace of one run: a span for the run, below it one for each time a model is asked and one for each call. */
export class RunTrace {
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly calls: CallSpans;
  readonly #run: Run;
  readonly #tracing: Tracing;
  readonly #span: Span;
  readonly #messages: TraceMessages;

  /** Opens the span of the run. */
  constructor(run: Run, { tracing, parent, name, attributes }: RunTracing) {
    const { agentName, candidates, runId } = run.config;
    const model = candidates[0]?.session.names;
    this.#run = run;
    this.#tracing = tracing;
    this.#span = tracing.start({
      name: name ?? `invoke_agent ${agentName}`,
      parent,
      attributes: {
        ...attributes,
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.id': run.agentId,
        'gen_ai.agent.name': agentName,
        ...(model !== undefined && namesOf(model)),
        'tenon.run.id': runId,
      },
    });
    const isTraced = /[^0]/.test(this.#span.traceId);
    this.traceId = isTraced ? this.#span.traceId : undefined;
    this.spanId = isTraced ? this.#span.spanId : undefined;
    this.calls = new CallSpans(tracing, this.#span, run);
    this.#messages = new TraceMessages(run, tracing);
  }

  /** For a run within this one, whose payloads nobody has made ready for a trace: none is recorded. */
  within(name: string): RunTracing {
    const tracing = this.#tracing.recording({ inputs: false, outputs: false });
    return { tracing, parent: this.#span.context, name, attributes: {} };
  }

  /** Calls `work` with the span of the run active. */
  around<Result>(work: (run: Run) => Result): Result {
    return this.#span.around(work, this.#run);
  }

  /** Asks a model within a span of its own. */
  async askWithin(
    request: ModelRequest,
    names: ModelNames,
    isStreamed: boolean,
    ask: () => Promise<ModelReply | Interrupted>,
  ): Promise<ModelReply | Interrupted> {
    const span = this.#span.child({
      name: `chat ${names.modelId}`,
      kind: 'client',
      attributes: {
        'gen_ai.operation.name': 'chat',
        ...namesOf(names),
        ...requestAttributes(request),
        ...(isStreamed && { 'gen_ai.request.stream': true }),
      },
    });
    try {
      if (this.#tracing.recordInputs) {
        span.record(() => this.#messages.ofPrompt(request.prompt));
      }
      const answer = await span.around(ask);
      this.#tellAnswer(span, answer);
      return answer;
    } finally {
      span.end();
    }
  }

  #tellAnswer(span: Span, answer: ModelReply | Interrupted): void {
    const isAnswer = !('interrupted' in answer);
    const reply = isAnswer ? answer : answer.partial;
    if (reply !== undefined) span.set(replyAttributes(reply));
    if (!isAnswer && answer.interrupted === 'failed') {
      failSpan(span, answer.error ?? unknownFailure, this.#tracing);
    }
    if (!isAnswer && answer.interrupted === 'aborted') span.set(finishedBy('aborted'));
    if (reply !== undefined && this.#tracing.recordOutputs) {
      span.record(() => this.#messages.ofReply(reply));
    }
  }

  /** Ends what is still open, the span of the run last. */
  end(): void {
    if (this.#span.isEnded) return;
    this.calls.closeAll();
    const { ended, usage, prompt, inputLength, steps } = this.#run.state;
    this.#span.set(usageAttributes(usage));
    if (ended !== undefined) {
      this.#span.set({ ...finishedBy(ended.finishReason), 'tenon.stopped_by': ended.stoppedBy });
    }
    if (ended === undefined || ended.finishReason === 'error') {
      failSpan(this.#span, ended?.error ?? unknownFailure, this.#tracing);
    }
    const { recordInputs, recordOutputs } = this.#tracing;
    if (recordInputs) {
      const given = inputLength === 0 ? this.#run.config.prompt : prompt.slice(0, inputLength);
      this.#span.record(() => this.#messages.ofPrompt(given));
    }
    const last = steps.at(-1);
    // an answer that a processor has taken back is none
    if (recordOutputs && last !== undefined && last.tripwire === undefined) {
      this.#span.record(() => this.#messages.ofReply(last.reply));
    }
    this.#span.end();
  }
}

/** A run that broke without an error of its own: a logger that throws, for instance. */
const unknownFailure = new Error('The run ended without saying why.');

const namesOf = ({ provider, modelId }: ModelNames): Attributes => ({
  'gen_ai.provider.name': toProviderName(provider),
  'gen_ai.request.model': modelId,
});

type GivenAttributes = Parameters<Span['set']>[0];

const finishedBy = (reason: string): GivenAttributes => ({
  'gen_ai.response.finish_reasons': [reason],
});

function requestAttributes(request: ModelRequest): Attributes {
  const attributes: Attributes = {};
  for (const [field, name] of settingNames) {
    const value = request[field];
    if (value !== undefined) attributes[name] = value;
  }
  if (request.responseFormat !== undefined) attributes['gen_ai.output.type'] = 'json';
  return attributes;
}

const settingNames = [
  ['temperature', 'gen_ai.request.temperature'],
  ['maxOutputTokens', 'gen_ai.request.max_tokens'],
  ['topP', 'gen_ai.request.top_p'],
  ['topK', 'gen_ai.request.top_k'],
  ['presencePenalty', 'gen_ai.request.presence_penalty'],
  ['frequencyPenalty', 'gen_ai.request.frequency_penalty'],
  ['stopSequences', 'gen_ai.request.stop_sequences'],
  ['seed', 'gen_ai.request.seed'],
] as const satisfies readonly (readonly [keyof ModelRequest, string])[];

function replyAttributes({ response, finishReason, usage }: ModelReply): GivenAttributes {
  return {
    'gen_ai.response.id': response.id,
    'gen_ai.response.model': response.modelId,
    ...finishedBy(finishReason),
    ...usageAttributes(usage),
  };
}

function usageAttributes(usage: ModelReply['usage']): GivenAttributes {
  return {
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cachedInputTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheCreationInputTokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
  };
}
