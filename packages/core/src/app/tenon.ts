import { type Agent, isAgent, joinRegistry } from '../agent/index.ts';
import { TenonError } from '../base/errors.ts';
import { type IdGenerator, randomId } from '../base/id.ts';
import { consoleLogger, type Logger, silentLogger } from '../base/logger.ts';
import { nearest } from '../base/nearest.ts';
import type { ModelResolver } from '../models/index.ts';
import { isStore, type StoreOfAnyCopy } from '../storage/index.ts';
import {
  type AnyTool,
  assertTransformPolicy,
  type HostAgent,
  isTool,
  type ToolHost,
  type ToolOfAnyCopy,
  type TransformPolicy,
} from '../tools/index.ts';
import { assertTracing, type TracingOption } from '../trace/index.ts';

/** What a registry holds and shares. */
export interface TenonConfig {
  readonly agents?: Readonly<Record<string, HostAgent | undefined | null>>;
  readonly tools?: Readonly<Record<string, ToolOfAnyCopy | undefined | null>>;
  /** Where warnings and errors go; `false` for nowhere. Default: the console. */
  readonly logger?: Logger | false;
  /**
   * Providers of your own for models that are given by name, by what stands before the `/`; they come before those
   * built in. `{ mine: (modelId) => createMine(modelId) }` serves `"mine/large"`.
   */
  readonly modelResolvers?: Readonly<Record<string, ModelResolver>>;
  /** What people are shown of the payloads of every tool, where neither agent nor call says. */
  readonly transform?: TransformPolicy;
  /**
   * Whether and how runs are traced by OpenTelemetry, where neither agent nor call says. Default: they are when a
   * tracer provider is registered in the process.
   */
  readonly tracing?: TracingOption;
  /** Where agents and tools keep what has to outlive a request. Default: there is none. */
  readonly storage?: StoreOfAnyCopy;
  /** Makes the ids of runs and messages. Default: random UUIDs. */
  readonly idGenerator?: IdGenerator;
}

const optionsToCome = [
  'backgroundTasks',
  'mcpServers',
  'memory',
  'observability',
  'processors',
  'scorers',
  'server',
  'vectors',
  'workflows',
  'workspace',
] as const;

/**
 * The registry: agents and tools under keys, with the logger and the ids that they share.
 *
 * @example
 * const tenon = new Tenon({ agents: { assistant }, tools: { weather } });
 * await tenon.getAgent('assistant').generate('Hello');
 */
export class Tenon implements ToolHost {
  readonly #agents = new Map<string, Agent>();
  readonly #tools = new Map<string, AnyTool>();
  readonly #logger: Logger;
  readonly #idGenerator: IdGenerator | undefined;
  readonly #modelResolvers: TenonConfig['modelResolvers'];
  readonly #transform: TransformPolicy | undefined;
  readonly #tracing: TracingOption | undefined;
  #storage: StoreOfAnyCopy | undefined;

  /** @throws TenonError `MASTRA_OPTION_NOT_SUPPORTED` for options that do not work yet. */
  constructor(config: TenonConfig = {}) {
    for (const name of optionsToCome) {
      if ((config as Record<string, unknown>)[name] === undefined) continue;
      throw new TenonError(
        'MASTRA_OPTION_NOT_SUPPORTED',
        `new Tenon: the option "${name}" does not work in this version of Tenon.`,
        { details: { option: name } },
      );
    }
    this.#logger = config.logger === false ? silentLogger : (config.logger ?? consoleLogger);
    this.#idGenerator = config.idGenerator;
    this.#modelResolvers = config.modelResolvers;
    assertTransformPolicy(config.transform, 'new Tenon');
    this.#transform = config.transform;
    assertTracing(config.tracing, 'new Tenon');
    this.#tracing = config.tracing;
    if (config.storage !== undefined) this.setStorage(config.storage);
    for (const [key, tool] of Object.entries(config.tools ?? {})) {
      if (tool !== undefined && tool !== null) this.addTool(tool, key);
    }
    for (const [key, agent] of Object.entries(config.agents ?? {})) {
      if (agent !== undefined && agent !== null) this.addAgent(agent, key);
    }
  }

  getLogger(): Logger {
    return this.#logger;
  }

  /** The store that it was given; tools get at it as `context.tenon.getStorage()`. */
  getStorage(): StoreOfAnyCopy | undefined {
    return this.#storage;
  }

  /** From now on this is the store. @throws TenonError `MASTRA_STORAGE_INVALID` */
  setStorage(storage: StoreOfAnyCopy): void {
    if (!isStore(storage)) {
      throw new TenonError(
        'MASTRA_STORAGE_INVALID',
        'The "storage" of a registry must be a store, such as `new InMemoryStore()` of @tenon/core/storage.',
      );
    }
    this.#storage = storage;
  }

  /** A new id. @throws TenonError `MASTRA_ID_GENERATOR_RETURNED_EMPTY_STRING` */
  generateId(context: Parameters<IdGenerator>[0] = { idType: 'run' }): string {
    const id = (this.#idGenerator ?? randomId)(context);
    if (typeof id === 'string' && id !== '') return id;
    throw new TenonError(
      'MASTRA_ID_GENERATOR_RETURNED_EMPTY_STRING',
      'The idGenerator of the registry returned no text. It must return a new, non-empty text each time.',
    );
  }

  /**
   * The tool under this key.
   * @throws TenonError `MASTRA_GET_TOOL_BY_NAME_NOT_FOUND`
   */
  getTool(key: string): AnyTool {
    const tool = this.#tools.get(key);
    if (tool !== undefined) return tool;
    throw notFound(
      'MASTRA_GET_TOOL_BY_NAME_NOT_FOUND',
      `Tool with name ${key} not found`,
      { toolName: key },
      'tools',
      key,
      this.#tools,
    );
  }

  /**
   * The first tool with this id, else the one under this key.
   * @throws TenonError `MASTRA_GET_TOOL_BY_ID_NOT_FOUND`
   */
  getToolById(id: string): AnyTool {
    for (const tool of this.#tools.values()) if (tool.id === id) return tool;
    const tool = this.#tools.get(id);
    if (tool !== undefined) return tool;
    throw notFound(
      'MASTRA_GET_TOOL_BY_ID_NOT_FOUND',
      `Tool with id ${id} not found`,
      { toolId: id },
      'tools',
      id,
      this.#tools,
    );
  }

  /** All tools by key: a copy, so that changing it changes nothing here. */
  listTools(): Record<string, AnyTool> {
    return Object.fromEntries(this.#tools);
  }

  /**
   * Adds a tool under `key`, or under its id. A key that is taken keeps its tool, unless `override` says otherwise.
   * @throws TenonError `MASTRA_ADD_TOOL_UNDEFINED`, `MASTRA_ADD_KEY_TAKEN`
   */
  addTool(tool: ToolOfAnyCopy, key?: string, options: { readonly override?: boolean } = {}): void {
    if (!isTool(tool)) {
      throw new TenonError(
        'MASTRA_ADD_TOOL_UNDEFINED',
        `Cannot add tool${key === undefined ? '' : ` "${key}"`}: it is ${tool === undefined || tool === null ? String(tool) : 'no tool'}. Check that it is imported and made by createTool.`,
        { details: { status: 400, ...(key !== undefined && { key }) } },
      );
    }
    const name = key ?? tool.id;
    if (name === undefined) {
      throw new TenonError(
        'TOOL_ID_REQUIRED',
        'Cannot add a tool that has neither a key nor an id.',
      );
    }
    this.#put(this.#tools, name, tool, 'tool', options);
    this.#warnOfSameId(tool, `"${name}"`);
  }

  /** Whether there was such a tool. */
  removeTool(key: string): boolean {
    return this.#tools.delete(key);
  }

  /**
   * The agent under this key.
   * @throws TenonError `MASTRA_GET_AGENT_BY_NAME_NOT_FOUND`
   */
  getAgent(key: string): Agent {
    const agent = this.#agents.get(key);
    if (agent !== undefined) return agent;
    throw notFound(
      'MASTRA_GET_AGENT_BY_NAME_NOT_FOUND',
      `Agent with name ${key} not found`,
      { agentName: key },
      'agents',
      key,
      this.#agents,
    );
  }

  /**
   * The first agent with this id, else the one under this key.
   * @throws TenonError `MASTRA_GET_AGENT_BY_AGENT_ID_NOT_FOUND`
   */
  getAgentById(id: string): Agent {
    for (const agent of this.#agents.values()) if (agent.id === id) return agent;
    const agent = this.#agents.get(id);
    if (agent !== undefined) return agent;
    throw notFound(
      'MASTRA_GET_AGENT_BY_AGENT_ID_NOT_FOUND',
      `Agent with id ${id} not found`,
      { agentId: id },
      'agents',
      id,
      this.#agents,
    );
  }

  listAgents(): Record<string, Agent> {
    return Object.fromEntries(this.#agents);
  }

  /**
   * Adds an agent under `key`, or under its id, with the tools of its own that are not a function (under their ids).
   * @throws TenonError `MASTRA_ADD_AGENT_UNDEFINED`, `MASTRA_ADD_KEY_TAKEN`
   */
  addAgent(agent: HostAgent, key?: string, options: { readonly override?: boolean } = {}): void {
    if (!isAgent(agent)) {
      throw new TenonError(
        'MASTRA_ADD_AGENT_UNDEFINED',
        `Cannot add agent${key === undefined ? '' : ` "${key}"`}: it is ${agent === undefined || agent === null ? String(agent) : 'no agent'}.`,
        { details: { status: 400, ...(key !== undefined && { key }) } },
      );
    }
    this.#put(this.#agents, key ?? agent.id, agent, 'agent', options);
    const own = agent[joinRegistry]({
      logger: this.#logger,
      tenon: this,
      generateId: (context) => this.generateId(context),
      ...(this.#transform !== undefined && { transform: this.#transform }),
      ...(this.#tracing !== undefined && { tracing: this.#tracing }),
      ...(this.#modelResolvers !== undefined && { modelResolvers: this.#modelResolvers }),
    });
    for (const [toolKey, tool] of Object.entries(own)) {
      if (!isTool(tool)) continue;
      const id = tool.id ?? toolKey;
      if (!this.#tools.has(id)) this.#tools.set(id, tool);
      else this.#warnOfSameId(tool, `"${toolKey}" of agent "${agent.id}"`);
    }
  }

  /** By key or id; whether there was such an agent. */
  removeAgent(keyOrId: string): boolean {
    if (this.#agents.delete(keyOrId)) return true;
    for (const [key, agent] of this.#agents)
      if (agent.id === keyOrId) return this.#agents.delete(key);
    return false;
  }

  #warnOfSameId(tool: AnyTool, place: string): void {
    if (tool.id === undefined) return;
    for (const [other, known] of this.#tools) {
      if (known === tool || known.id !== tool.id) continue;
      this.#logger.warn(
        `Two tools have the id "${tool.id}" (keys "${other}" and ${place}); getToolById finds the first.`,
      );
      return;
    }
  }

  #put<Item>(
    items: Map<string, Item>,
    key: string,
    item: Item,
    kind: string,
    { override = false }: { readonly override?: boolean },
  ): void {
    const known = items.get(key);
    if (known !== undefined && known !== item && !override) {
      throw new TenonError(
        'MASTRA_ADD_KEY_TAKEN',
        `Another ${kind} is registered under "${key}". Give it another key, or pass { override: true }.`,
        { details: { key } },
      );
    }
    items.set(key, item);
  }
}

function notFound(
  id: ConstructorParameters<typeof TenonError>[0],
  message: string,
  details: Record<string, string>,
  kind: string,
  word: string,
  items: ReadonlyMap<string, unknown>,
): TenonError {
  const near = nearest(word, items.keys());
  const known = [...items.keys()].join(', ');
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : `Known: ${known || 'none'}.`;
  return new TenonError(id, `${message}. ${hint}`, { details: { ...details, [kind]: known } });
}
