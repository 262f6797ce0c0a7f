import { TenonError } from '../base/errors.ts';
import { randomId } from '../base/id.ts';
import type { ToolHooks } from '../calls/index.ts';
import type { RunConfig, StopCondition } from '../loop/index.ts';
import type { ModelSettings } from '../models/index.ts';
import type { OtelContext } from '../trace/index.ts';
import { assertBudget } from './budget-option.ts';
import type { AgentHost } from './host.ts';
import { mergeHooks } from './merge-hooks.ts';
import type { AgentConfig, DynamicContext, RunOptions } from './options.ts';
import { runTracing } from './run-tracing.ts';

const defaultMaxSteps = 5;
const defaultSafetyLimit = 100;
const defaultConcurrency = 10;

/** The part of a run's configuration that has to be asked for, since users may give it as functions. */
export type LookedUp = Pick<
  RunConfig,
  | 'prompt'
  | 'candidates'
  | 'toolSet'
  | 'allTools'
  | 'activeTools'
  | 'toolChoice'
  | 'resolveModel'
  | 'structured'
  | 'processors'
  | 'answerRetries'
>;

/** A call of an agent. */
export interface AgentCall {
  readonly agent: AgentConfig;
  readonly host: AgentHost;
  readonly mode: RunConfig['mode'];
  readonly options: RunOptions;
  readonly context: DynamicContext;
  /** What OpenTelemetry knows as active where the agent is called. */
  readonly active: OtelContext | undefined;
}

/**
 * The whole configuration; the rest of it is there at once. One literal, since V8 joins large objects slowly.
 * @throws TenonError `AGENT_OPTION_INVALID`
 */
export function toRunConfig(call: AgentCall, found: LookedUp): RunConfig {
  const { agent, host, mode, options, context } = call;
  if (options.budget !== undefined) assertBudget(options.budget, `Agent "${agent.id}"`);
  const generateId = host.generateId ?? randomId;
  const runId = options.runId ?? generateId({ idType: 'run' });
  const { maxSteps, stopWhen, safetyLimit } = limitsOf(options);
  return {
    prompt: found.prompt,
    candidates: found.candidates,
    toolSet: found.toolSet,
    allTools: found.allTools,
    activeTools: found.activeTools,
    toolChoice: found.toolChoice,
    resolveModel: found.resolveModel,
    structured: found.structured,
    processors: found.processors,
    answerRetries: found.answerRetries,
    mode,
    runId,
    messageId: host.generateId?.({ idType: 'message' }) ?? `${runId}:m`,
    agentId: agent.id,
    agentName: agent.name,
    toolChoiceScope: options.toolChoiceScope ?? 'first',
    hooks: mergeHooks(agent.hooks, options.hooks) ?? noHooks,
    transform: options.transform ?? agent.transform ?? host.transform,
    requestContext: context.requestContext,
    abortSignal: options.abortSignal,
    logger: host.logger,
    host: host.tenon,
    tracing: runTracing(call),
    budget: options.budget,
    maxSteps,
    stopWhen,
    safetyLimit,
    finalAnswerStep: options.finalAnswerStep === true,
    toolCallConcurrency: concurrencyOf(options),
    eagerToolExecution: options.eagerToolExecution === true && mode === 'stream',
    modelSettings: settingsOf(agent, options),
    providerOptions: options.providerOptions,
    includeRawChunks: options.includeRawChunks === true,
    prepareStep: options.prepareStep as RunConfig['prepareStep'],
    callbacks: options,
  };
}

const noHooks: ToolHooks = {};

function limitsOf({
  maxSteps,
  stopWhen,
  safetyLimit,
}: RunOptions): Pick<RunConfig, 'maxSteps' | 'stopWhen' | 'safetyLimit'> {
  assertCount('maxSteps', maxSteps);
  assertCount('safetyLimit', safetyLimit);
  const conditions: readonly StopCondition[] =
    stopWhen === undefined ? [] : typeof stopWhen === 'function' ? [stopWhen] : stopWhen;
  return {
    maxSteps: maxSteps ?? (conditions.length === 0 ? defaultMaxSteps : undefined),
    stopWhen: conditions,
    safetyLimit: safetyLimit ?? defaultSafetyLimit,
  };
}

function concurrencyOf({ toolCallConcurrency: given }: RunOptions): number {
  const limit = typeof given === 'object' ? given.limit : given;
  assertCount('toolCallConcurrency', limit);
  return limit ?? defaultConcurrency;
}

function assertCount(option: string, value: number | undefined): void {
  if (value === undefined || value === Number.POSITIVE_INFINITY) return;
  if (Number.isInteger(value) && value >= 1) return;
  throw new TenonError(
    'AGENT_OPTION_INVALID',
    `The option ${option} must be a whole number from 1, but is ${String(value)}.`,
    { details: { option } },
  );
}

function settingsOf({ maxRetries }: AgentConfig, { modelSettings }: RunOptions): ModelSettings {
  if (maxRetries === undefined) return modelSettings ?? noSettings;
  return { maxRetries, ...modelSettings };
}

const noSettings: ModelSettings = {};
