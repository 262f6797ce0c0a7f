import { unlessAborted } from '../base/abort.ts';
import { TenonError } from '../base/errors.ts';
import { assertForms } from '../base/option-forms.ts';
import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import { RequestContext } from '../base/request-context.ts';
import {
  assertForcedTool,
  type ObjectPlanSource,
  type RunConfig,
  toObjectPlan,
} from '../loop/index.ts';
import { type MessageInput, makeWhole } from '../messages/index.ts';
import {
  canSearchWeb,
  defaultWorld,
  type LanguageModel,
  loadModel,
  type ModelCandidate,
  type ModelOption,
  type ModelReference,
  resolveModels,
  webSearchOf,
} from '../models/index.ts';
import { toSchema, toValidationError } from '../schema/index.ts';
import { assertTransformPolicy, ToolSet, type ToolSource } from '../tools/index.ts';
import { activeContext, assertTracing, assertTracingOptions } from '../trace/index.ts';
import { warnOfUnknownTools } from './budget-option.ts';
import { messagesOf, promptOf } from './first-prompt.ts';
import type { AgentHost } from './host.ts';
import { mergeOptions } from './merge-options.ts';
import { runForms } from './option-forms.ts';
import type { AgentConfig, DynamicContext, RunOptions } from './options.ts';
import { optionsToCome, refuseOptionsToCome } from './options-to-come.ts';
import { hasProcessors, processorsOf } from './processors-option.ts';
import { type AgentCall, type LookedUp, toRunConfig } from './to-run-config.ts';

/** What an agent keeps between its calls. */
export interface AgentCache {
  /** The tools of a `tools` record that is not a function: made once. */
  toolSet: ToolSet | undefined;
  /** The models that were given by name. */
  readonly models: Map<string, Promise<LanguageModel>>;
}

/**
 * Looks everything up that a run needs and checks it. What is wrong with agent or options makes this reject, before
 * any model is asked. When the signal is aborted first, nothing more is waited for: the run, which is stopped at once,
 * needs no more.
 */
export async function configureRun(
  agent: AgentConfig,
  host: AgentHost,
  cache: AgentCache,
  mode: RunConfig['mode'],
  input: MessageInput,
  callOptions?: RunOptions,
): Promise<RunConfig> {
  const active = activeContext();
  const given = callOptions ?? {};
  const owner = `Agent "${agent.id}"`;
  assertForms(given, runForms, { place: owner, error: 'AGENT_OPTION_INVALID' });
  const early = contextOf(host, given.requestContext);
  const asked = optionsOf(agent, early, given);
  const options = isPromiseLike(asked) ? await asked : asked;
  if (options === undefined) {
    return stoppedConfig({ agent, host, mode, options: given, context: early, active }, input);
  }
  const isEarly = options.requestContext === given.requestContext;
  const context = isEarly ? early : contextOf(host, options.requestContext);
  if (options !== given) {
    assertForms(options, runForms, { place: owner, error: 'AGENT_OPTION_INVALID' });
  }
  refuseOptionsToCome(options, optionsToCome.run, owner);
  if (options.modelSettings !== undefined) {
    refuseOptionsToCome(options.modelSettings, optionsToCome.modelSettings, 'modelSettings');
  }
  if (options.transform !== undefined) assertTransformPolicy(options.transform, owner);
  if (options.tracing !== undefined) assertTracing(options.tracing, owner);
  if (options.tracingOptions !== undefined) assertTracingOptions(options.tracingOptions, owner);
  const call: AgentCall = { agent, host, mode, options, context, active };
  const found = await unlessAborted(options.abortSignal, () => lookUp(call, cache, input));
  if (found === undefined) return stoppedConfig(call, input);
  const config = toRunConfig(call, found);
  const { budget, prepareStep } = options;
  if (budget !== undefined && prepareStep === undefined && config.processors === undefined) {
    warnOfUnknownTools(budget, found.allTools, owner, host.logger);
  }
  return config;
}

/** The options of the call over the defaults of the agent; `undefined` when the call is stopped before they are there. */
function optionsOf(
  { defaultOptions }: AgentConfig,
  context: DynamicContext,
  given: RunOptions,
): MaybePromise<RunOptions | undefined> {
  if (defaultOptions === undefined) return given;
  if (typeof defaultOptions !== 'function') return mergeOptions(defaultOptions, given);
  return unlessAborted(given.abortSignal, async () =>
    mergeOptions(await defaultOptions(context), given),
  );
}

async function lookUp(
  { agent, host, options, context }: AgentCall,
  cache: AgentCache,
  input: MessageInput,
): Promise<LookedUp> {
  const owner = `Agent "${agent.id}"`;
  if (agent.requestContextSchema !== undefined) {
    await checkRequestValues(agent, context.requestContext);
  }
  const lookup = {
    owner,
    load: (reference: ModelReference) => loadNamed(reference, host, cache),
  };
  const resolveModel = (model: ModelOption<DynamicContext>) =>
    resolveModels(model, context, lookup);
  const resolving = resolveModel(options.model ?? agent.model);
  const candidates = Array.isArray(resolving) ? resolving : await resolving;
  const allTools = usesOwnTools(options, cache)
    ? cache.toolSet
    : await toolsOf(agent, host, cache, context, options);
  const { activeTools, toolChoice } = options;
  const toolSet = activeTools === undefined ? allTools : allTools.only(activeTools);
  assertForcedTool(toolChoice, toolSet);
  const processors = hasProcessors(agent, options)
    ? await processorsOf(agent, options, context)
    : undefined;
  const isSettled = options.prepareStep === undefined && processors === undefined;
  if (isSettled && toolSet.needsWebSearch) assertCanSearch(candidates);
  const answerRetries = options.maxProcessorRetries ?? agent.maxProcessorRetries ?? 0;
  const structured = objectPlanOf(options, {
    owner,
    retries: answerRetries,
    resolveModel: resolveModel as ObjectPlanSource['resolveModel'],
  });
  return {
    prompt: await promptOf(agent, context, options, input, allTools, processors?.origins),
    candidates,
    toolSet,
    allTools,
    activeTools,
    toolChoice,
    resolveModel: resolveModel as (model: unknown) => ReturnType<typeof resolveModel>,
    structured: isPromiseLike(structured) ? await structured : structured,
    answerRetries,
    processors,
  };
}

/** A model of the list that cannot search is passed over when it is its turn; one of them has to be able to. */
function assertCanSearch(candidates: readonly ModelCandidate[]): void {
  const names = candidates.map(({ session }) => session.names);
  if (names[0] !== undefined && !names.some(canSearchWeb)) webSearchOf(names[0]);
}

const noTools = new ToolSet(new Map());

/** For a run that is stopped before it asks a model: what it was asked, and nothing to ask with. */
function stoppedConfig(call: AgentCall, input: MessageInput): RunConfig {
  return toRunConfig(call, {
    prompt: makeWhole(messagesOf(call.options, input, noTools)),
    candidates: [],
    toolSet: noTools,
    allTools: noTools,
    activeTools: undefined,
    toolChoice: undefined,
    resolveModel: () => [],
    structured: undefined,
    processors: undefined,
    answerRetries: 0,
  });
}

function contextOf({ tenon }: AgentHost, given: RunOptions['requestContext']): DynamicContext {
  const requestContext = (given ?? new RequestContext()) as RequestContext;
  return { requestContext, tenon, mastra: tenon };
}

/** A bare name gives the same model each time; with a key or headers of its own it is made anew. */
function loadNamed(
  reference: ModelReference,
  host: AgentHost,
  { models }: AgentCache,
): Promise<LanguageModel> {
  const { id } = reference;
  const isBare = Object.keys(reference).length === 1;
  const known = isBare ? models.get(id) : undefined;
  if (known !== undefined) return known;
  const loading = loadModel(reference, defaultWorld(host.modelResolvers));
  if (!isBare) return loading;
  models.set(id, loading);
  // what failed may be mended: the next call tries again
  loading.catch(() => models.delete(id));
  return loading;
}

async function checkRequestValues(
  agent: AgentConfig,
  requestContext: RequestContext,
): Promise<void> {
  const owner = `Agent "${agent.id}"`;
  const schema = toSchema(agent.requestContextSchema, { owner, option: 'requestContextSchema' });
  const parsed = await schema.parse(Object.fromEntries(requestContext.entries()));
  if (parsed.ok) return;
  const { message } = toValidationError(
    `Request context validation failed for ${owner}:`,
    parsed.issues,
  );
  throw new TenonError('AGENT_REQUEST_CONTEXT_VALIDATION_FAILED', message, {
    details: { agentId: agent.id, issues: parsed.issues },
  });
}

function usesOwnTools(
  { toolsets, clientTools }: RunOptions,
  cache: AgentCache,
): cache is AgentCache & { toolSet: ToolSet } {
  return cache.toolSet !== undefined && toolsets === undefined && clientTools === undefined;
}

async function toolsOf(
  agent: AgentConfig,
  host: AgentHost,
  cache: AgentCache,
  context: DynamicContext,
  { toolsets, clientTools }: RunOptions,
): Promise<ToolSet> {
  const own = cache.toolSet ?? (await agentTools(agent, cache, context));
  if (toolsets === undefined && clientTools === undefined) return own;
  const sources: ToolSource[] = Object.entries(toolsets ?? {}).map(([name, tools]) => ({
    name: `toolset "${name}"`,
    tools: tools ?? {},
  }));
  if (clientTools !== undefined) {
    sources.push({ name: 'clientTools', tools: clientTools, onClient: true });
  }
  return own.with(sources, host.logger);
}

async function agentTools(
  { id, tools }: AgentConfig,
  cache: AgentCache,
  context: DynamicContext,
): Promise<ToolSet> {
  if (typeof tools !== 'function') {
    cache.toolSet = ToolSet.ofAgent([{ name: 'tools', tools: tools ?? {} }]);
    return cache.toolSet;
  }
  const given = await tools(context);
  if (typeof given !== 'object' || given === null) {
    throw new TenonError(
      'AGENT_GET_TOOLS_FUNCTION_EMPTY_RETURN',
      `Agent "${id}": the function given as \`tools\` returned ${given === null ? 'null' : typeof given}. It must return a record of tools; return {} for none.`,
      { details: { agentId: id } },
    );
  }
  return ToolSet.ofAgent([{ name: 'tools', tools: given }]);
}

function objectPlanOf(
  { structuredOutput }: RunOptions,
  source: ObjectPlanSource,
): MaybePromise<RunConfig['structured']> {
  return structuredOutput === undefined ? undefined : toObjectPlan(structuredOutput, source);
}
