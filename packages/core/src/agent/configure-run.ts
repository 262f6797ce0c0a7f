import { TenonError } from '../base/errors.ts';
import { randomId } from '../base/id.ts';
import { assertForms } from '../base/option-forms.ts';
import { RequestContext } from '../base/request-context.ts';
import type { ToolHooks } from '../calls/index.ts';
import {
  assertForcedTool,
  type RunConfig,
  type StopCondition,
  toObjectPlan,
} from '../loop/index.ts';
import { type MessageInput, makeWhole, type PromptMessage, toPrompt } from '../messages/index.ts';
import {
  defaultWorld,
  type LanguageModel,
  loadModel,
  type ModelOption,
  type ModelReference,
  type ModelSettings,
  resolveModels,
} from '../models/index.ts';
import { toSchema, toValidationError } from '../schema/index.ts';
import { assertOfferable, ToolSet, type ToolSource } from '../tools/index.ts';
import type { AgentHost } from './host.ts';
import { mergeOptions } from './merge-options.ts';
import { runForms } from './option-forms.ts';
import type { AgentConfig, DynamicContext, Instructions, RunOptions } from './options.ts';
import { optionsToCome, refuseOptionsToCome } from './options-to-come.ts';

const defaultMaxSteps = 5;
const defaultSafetyLimit = 100;
const defaultConcurrency = 10;

/** What an agent keeps between its calls. */
export interface AgentCache {
  /** The tools of a `tools` record that is not a function: made once. */
  toolSet: ToolSet | undefined;
  /** The models that were given by name. */
  readonly models: Map<string, Promise<LanguageModel>>;
}

/**
 * Looks everything up that a run needs and checks it. What is wrong with agent or options makes this reject, before
 * any model is asked.
 */
export async function configureRun(
  agent: AgentConfig,
  host: AgentHost,
  cache: AgentCache,
  mode: RunConfig['mode'],
  input: MessageInput,
  callOptions?: RunOptions,
): Promise<RunConfig> {
  const given = callOptions ?? {};
  const owner = `Agent "${agent.id}"`;
  assertForms(given, runForms, { place: owner, error: 'AGENT_OPTION_INVALID' });
  const early = contextOf(host, given.requestContext);
  const options =
    agent.defaultOptions === undefined
      ? given
      : await withDefaults(agent.defaultOptions, early, given);
  const isEarly = options.requestContext === given.requestContext;
  const context = isEarly ? early : contextOf(host, options.requestContext);
  const { requestContext } = context;
  if (options !== given) {
    assertForms(options, runForms, { place: owner, error: 'AGENT_OPTION_INVALID' });
  }
  refuseOptionsToCome(options, optionsToCome.run, owner);
  if (options.modelSettings !== undefined) {
    refuseOptionsToCome(options.modelSettings, optionsToCome.modelSettings, 'modelSettings');
  }
  if (agent.requestContextSchema !== undefined) await checkRequestValues(agent, requestContext);

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
  assertOfferable(toolSet, owner);
  assertForcedTool(toolChoice, toolSet);

  const structured = objectPlanOf(agent, options);
  const generateId = host.generateId ?? randomId;
  const runId = options.runId ?? generateId({ idType: 'run' });
  return {
    mode,
    runId,
    messageId: host.generateId?.({ idType: 'message' }) ?? `${runId}:m`,
    agentId: agent.id,
    agentName: agent.name,
    prompt: await promptOf(agent, context, withInjected(options, structured), input, allTools),
    candidates,
    toolSet,
    allTools,
    activeTools,
    toolChoice,
    toolChoiceScope: options.toolChoiceScope ?? 'first',
    hooks: mergeHooks(agent.hooks, options.hooks),
    requestContext,
    abortSignal: options.abortSignal,
    logger: host.logger,
    host: host.tenon,
    ...limitsOf(options),
    finalAnswerStep: options.finalAnswerStep === true,
    toolCallConcurrency: concurrencyOf(options),
    eagerToolExecution: options.eagerToolExecution === true && mode === 'stream',
    modelSettings: settingsOf(agent, options),
    providerOptions: options.providerOptions,
    includeRawChunks: options.includeRawChunks === true,
    prepareStep: options.prepareStep as RunConfig['prepareStep'],
    resolveModel: resolveModel as (model: unknown) => ReturnType<typeof resolveModel>,
    structured,
    callbacks: options,
  };
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

async function withDefaults(
  defaultOptions: NonNullable<AgentConfig['defaultOptions']>,
  context: DynamicContext,
  given: RunOptions,
): Promise<RunOptions> {
  const defaults =
    typeof defaultOptions === 'function' ? await defaultOptions(context) : defaultOptions;
  return mergeOptions(defaults, given);
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
  { id }: AgentConfig,
  { structuredOutput }: RunOptions,
): RunConfig['structured'] {
  if (structuredOutput === undefined) return undefined;
  const place = { owner: `Agent "${id}"`, option: 'structuredOutput.schema' };
  refuseOptionsToCome(structuredOutput, optionsToCome.structuredOutput, place.owner);
  return toObjectPlan(structuredOutput, toSchema(structuredOutput.schema, place));
}

/** A schema that is told in words stands after the other system messages. */
function withInjected(options: RunOptions, structured: RunConfig['structured']): RunOptions {
  if (structured?.injected === undefined) return options;
  const { system } = options;
  const given = system === undefined ? [] : Array.isArray(system) ? system : [system];
  return { ...options, system: [...given, structured.injected] };
}

async function promptOf(
  agent: AgentConfig,
  context: DynamicContext,
  options: RunOptions,
  input: MessageInput,
  toolSet: ToolSet,
): Promise<PromptMessage[]> {
  const toModelName = (toolName: string): string => toolSet.modelNameOf(toolName);
  const { instructions: own } = agent;
  const instructions =
    options.instructions ?? (typeof own === 'function' ? await own(context) : own);
  const prompt = toSystemMessages(instructions, agent.id);
  if (options.system !== undefined) prompt.push(...toSystemMessages(options.system, agent.id));
  const before = options.context === undefined ? [] : toPrompt(options.context, { toModelName });
  const messages = [...before, ...toPrompt(input, { toModelName })];
  return [...prompt, ...makeWhole(messages)];
}

function toSystemMessages(
  instructions: Instructions | undefined,
  agentId: string,
): PromptMessage[] {
  if (instructions === undefined || instructions === null) return [];
  const list: readonly unknown[] = Array.isArray(instructions) ? instructions : [instructions];
  return list.flatMap((item): PromptMessage[] => {
    if (typeof item === 'string') return item === '' ? [] : [{ role: 'system', content: item }];
    const { role, content } = (item ?? {}) as { role?: unknown; content?: unknown };
    if (role === 'system' && typeof content === 'string') return toPrompt([item as never]);
    throw new TenonError(
      'AGENT_INSTRUCTIONS_INVALID',
      `Agent "${agentId}": instructions must be a text, a message { role: 'system', content }, or a list of these.`,
      { details: { agentId } },
    );
  });
}

function mergeHooks(own: ToolHooks | undefined, given: ToolHooks | undefined): ToolHooks {
  if (given === undefined) return own ?? noHooks;
  const merged: ToolHooks = { ...own };
  for (const [name, hook] of Object.entries(given)) {
    if (hook !== undefined) Object.assign(merged, { [name]: hook });
  }
  return merged;
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
