import { TenonError } from '../base/errors.ts';
import { noop } from '../base/promise.ts';
import type { Tripwire } from '../base/tripwire.ts';
import type { AgentChunk } from '../chunks/index.ts';
import type { PromptMessage } from '../messages/index.ts';
import type { ModelCandidate } from '../models/index.ts';
import { TripWire } from '../processors/index.ts';
import { ToolSet } from '../tools/index.ts';
import { digestOf } from './digest.ts';
import type { FullOutput } from './full-output.ts';
import type { ObjectPlan } from './object-plan.ts';
import type { RunConfig } from './options.ts';
import { streamHooksOf } from './processing/stream-hooks-of.ts';
import { noTokens, type ReadObject } from './read-object.ts';
import { Run } from './run.ts';

const noTools = new ToolSet(new Map());

/** What a second model does with the answer of the first. */
export interface Structuring {
  readonly plan: ObjectPlan;
  readonly candidates: readonly ModelCandidate[];
  /** The loop itself, which runs the second model in a run of its own. */
  readonly runLoop: (run: Run) => Promise<FullOutput>;
}

/**
 * Has a second model make the value out of what the run did. Where that does not match it is asked again, with what was
 * wrong, as often as the plan allows. `undefined`: the run was stopped; `tripwire`: by a processor.
 */
export async function structureAnswer(
  run: Run,
  { plan, candidates, runLoop }: Structuring,
): Promise<ReadObject | { readonly tripwire: TripWire } | undefined> {
  let prompt: readonly PromptMessage[] = [
    { role: 'system', content: plan.instructions ?? defaultInstructions },
    userMessage(digestOf(run.state)),
  ];
  for (let tries = 0; ; tries++) {
    if (run.budget?.hasTokens === false) return noTokens(run.budget.tokens);
    const output = await runLoop(new Run(configOf(run, plan, candidates, prompt)));
    run.record({ type: 'answer-structured', usage: output.usage });
    if (run.isAborted) return undefined;
    const { error, tripwire } = output;
    if (tripwire !== undefined) return { tripwire: toTripWire(tripwire) };
    if (error === undefined) return { object: output.object };
    if (plan.errorStrategy !== 'strict' || tries >= plan.retries || !isFault(error))
      return { error };
    prompt = [...prompt, ...faultMessages(output.text, error)];
  }
}

const toTripWire = ({ reason, processorId, retry, metadata }: Tripwire): TripWire =>
  new TripWire(reason, { retry, metadata }, processorId);

const defaultInstructions =
  'You are given what an assistant thought, did and answered. Turn its answer into one value of the form that is asked for. Take all of it from there, and add nothing of your own.';

const userMessage = (text: string): PromptMessage => ({
  role: 'user',
  content: [{ type: 'text', text }],
});

/** The answer was no value of the schema, which another try may mend. */
const isFault = (error: Error): boolean =>
  TenonError.is(error, 'STRUCTURED_OUTPUT_SCHEMA_VALIDATION_FAILED') ||
  TenonError.is(error, 'STRUCTURED_OUTPUT_OBJECT_UNDEFINED');

function faultMessages(text: string, { message }: Error): readonly PromptMessage[] {
  const said: PromptMessage = { role: 'assistant', content: [{ type: 'text', text }] };
  const asked = userMessage(`That cannot be used. ${message}\nGive the whole value again, mended.`);
  return text.trim() === '' ? [asked] : [said, asked];
}

/** A run with the second model alone. Of what it says, the stream of the first has the objects. */
function configOf(
  run: Run,
  plan: ObjectPlan,
  candidates: readonly ModelCandidate[],
  prompt: readonly PromptMessage[],
): RunConfig {
  const { config } = run;
  const { maxRetries } = config.modelSettings;
  return {
    mode: config.mode,
    runId: `${config.runId}:object`,
    messageId: config.messageId,
    agentId: config.agentId,
    agentName: config.agentName,
    prompt,
    candidates,
    toolSet: noTools,
    allTools: noTools,
    activeTools: undefined,
    toolChoice: undefined,
    toolChoiceScope: 'first',
    hooks: {},
    transform: undefined,
    requestContext: config.requestContext,
    abortSignal: config.abortSignal,
    logger: config.logger,
    host: config.host,
    budget: undefined,
    maxSteps: 1,
    stopWhen: [],
    safetyLimit: 1,
    finalAnswerStep: false,
    toolCallConcurrency: 1,
    eagerToolExecution: false,
    modelSettings: maxRetries === undefined ? {} : { maxRetries },
    providerOptions: undefined,
    includeRawChunks: false,
    prepareStep: undefined,
    resolveModel: () => [],
    structured: { ...plan, when: 'every-step', candidates: undefined, errorStrategy: 'strict' },
    answerRetries: 0,
    processors: streamHooksOf(config.processors),
    tracing: run.trace?.within(`structure_answer ${config.agentName}`),
    callbacks: {
      onError: noop,
      ...(run.emit !== undefined && { onChunk: (chunk) => handOn(run, chunk) }),
    },
  };
}

function handOn(run: Run, chunk: AgentChunk): void {
  if (chunk.type !== 'object') return;
  const { runId } = run;
  const metadata = { from: 'structured-output' };
  run.emitCustom({ type: 'object', runId, from: 'AGENT', object: chunk.object, metadata });
}
