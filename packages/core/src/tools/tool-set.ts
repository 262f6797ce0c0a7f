import { TenonError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { nearest } from '../base/nearest.ts';
import type { ProviderOptions } from '../messages/index.ts';
import type { JsonSchema } from '../schema/index.ts';
import { functionsReplaced, joinDeclared } from './declared-tool.ts';
import { toTool } from './foreign-tool.ts';
import { safeName, toModelNames } from './names.ts';
import { type AnyTool, isTool, partsOf, type ToolParts } from './tool.ts';
import { webSearchParts } from './web-search.ts';

/** A tool as a model is told of it, in the form of the AI SDK provider specification, version 3. */
export interface ModelTool {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly strict?: boolean;
  readonly inputExamples?: readonly { readonly input: Record<string, unknown> }[];
  readonly providerOptions?: ProviderOptions;
}

/** A tool that its provider knows, as the provider is told of it. */
export interface ModelProviderTool {
  readonly type: 'provider';
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Where tools come from: a name for errors and warnings, and the record that the user gave. */
export interface ToolSource {
  readonly name: string;
  readonly tools: Readonly<Record<string, unknown>>;
  /** The agent offers them but does not run them. */
  readonly onClient?: boolean;
}

/** One tool under its key. */
export class ToolEntry {
  readonly key: string;
  readonly modelName: string;
  readonly tool: AnyTool;
  readonly parts: ToolParts;
  readonly source: string;
  readonly onClient: boolean;
  #definition: ModelTool | ModelProviderTool | undefined;

  constructor(key: string, modelName: string, claim: Claim) {
    this.key = key;
    this.modelName = modelName;
    this.tool = claim.tool;
    this.parts = partsOf(claim.tool);
    this.source = claim.source;
    this.onClient = claim.onClient || this.parts.run === undefined;
  }

  /** Made at first use, then always the same frozen object. */
  get definition(): ModelTool | ModelProviderTool {
    this.#definition ??= toDefinition(this);
    return this.#definition;
  }
}

interface Claim {
  readonly tool: AnyTool;
  readonly source: string;
  readonly onClient: boolean;
}

/** The tools of one run or one step, by key, by the model's name and by id. It never changes. */
export class ToolSet {
  readonly #byKey: ReadonlyMap<string, ToolEntry>;
  #byModelName: Map<string, ToolEntry> | undefined;
  #record: Readonly<Record<string, AnyTool>> | undefined;
  #definitions: readonly (ModelTool | ModelProviderTool)[] | undefined;
  #needsWebSearch: boolean | undefined;
  #hasClientTools: boolean | undefined;

  constructor(byKey: ReadonlyMap<string, ToolEntry>) {
    this.#byKey = byKey;
  }

  /**
   * Tools of the agent itself: two sources that claim one key are an error, unless it is the same tool.
   * @throws TenonError `AGENT_TOOL_NAME_COLLISION`
   */
  static ofAgent(sources: readonly ToolSource[]): ToolSet {
    const claims = new Map<string, Claim>();
    for (const source of sources) {
      for (const [key, value] of valuesOf(source)) {
        const taken = claims.get(key);
        const claim = toClaim(source, key, value);
        if (taken !== undefined && taken.tool !== claim.tool) throw collision(key, taken, claim);
        claims.set(key, claim);
      }
    }
    return fromClaims(claims);
  }

  /**
   * The same with tools of one call on top: those win, and one warning names what they replace. A client that offers to
   * run a tool that is declared without `execute` replaces nothing but functions.
   */
  with(sources: readonly ToolSource[], logger: Logger): ToolSet {
    const claims = new Map<string, Claim>(this.#byKey);
    const replaced: string[] = [];
    for (const source of sources) {
      for (const [key, value] of valuesOf(source)) {
        const { claim, replaces } = claimOver(claims.get(key), source, key, value);
        claims.set(key, claim);
        replaced.push(...replaces);
      }
    }
    if (replaced.length > 0) logger.warn(`Tools replaced for this call: ${replaced.join(', ')}.`);
    return fromClaims(claims);
  }

  /**
   * The tools that a step has in place of these. One that a client runs stays with the client under whatever key. Tells
   * the keys under which there is another tool now.
   */
  replacedBy(source: ToolSource): { readonly toolSet: ToolSet; readonly replaced: string[] } {
    const onClient = new Set<AnyTool>();
    for (const entry of this.#byKey.values()) if (entry.onClient) onClient.add(entry.tool);
    const claims = new Map<string, Claim>();
    const replaced: string[] = [];
    for (const [key, value] of valuesOf(source)) {
      const claim = toClaim(source, key, value);
      const own = this.#byKey.get(key)?.tool;
      if (own !== undefined && own !== claim.tool) replaced.push(key);
      claims.set(key, onClient.has(claim.tool) ? { ...claim, onClient: true } : claim);
    }
    return { toolSet: fromClaims(claims), replaced };
  }

  /** The tools under their keys; one frozen record, made at first use. */
  get record(): Readonly<Record<string, AnyTool>> {
    this.#record ??= Object.freeze(
      Object.fromEntries(Array.from(this.#byKey.values(), ({ key, tool }) => [key, tool])),
    );
    return this.#record;
  }

  get size(): number {
    return this.#byKey.size;
  }

  keys(): IterableIterator<string> {
    return this.#byKey.keys();
  }

  get(key: string): ToolEntry | undefined {
    return this.#byKey.get(key);
  }

  /** What the model means: a name it was given, a key, or a tool's id. Only own entries, so `constructor` is unknown. */
  resolve(word: string): ToolEntry | undefined {
    this.#byModelName ??= new Map(
      [...this.#byKey.values()].map((entry) => [entry.modelName, entry]),
    );
    const entry = this.#byModelName.get(word) ?? this.#byKey.get(word);
    if (entry !== undefined) return entry;
    for (const candidate of this.#byKey.values()) if (isCalled(candidate, word)) return candidate;
    return undefined;
  }

  /** Whether the client runs any of them. */
  get hasClientTools(): boolean {
    this.#hasClientTools ??= [...this.#byKey.values()].some((entry) => entry.onClient);
    return this.#hasClientTools;
  }

  /** Whether the provider of the model is to search the web, whoever it is. */
  get needsWebSearch(): boolean {
    this.#needsWebSearch ??= [...this.#byKey.values()].some(
      ({ parts }) => parts.provider === webSearchParts,
    );
    return this.#needsWebSearch;
  }

  /** What the model is told a tool is called; also for one that is no longer there, but in the history. */
  modelNameOf(toolName: string): string {
    return this.#byKey.get(toolName)?.modelName ?? safeName(toolName);
  }

  /**
   * Only the tools with these keys.
   * @throws TenonError `AGENT_ACTIVE_TOOL_UNKNOWN`
   */
  only(keys: readonly string[]): ToolSet {
    const chosen = new Map<string, ToolEntry>();
    for (const key of keys) {
      const entry = this.#byKey.get(key);
      if (entry === undefined) throw unknownActiveTool(key, this);
      chosen.set(key, entry);
    }
    return new ToolSet(chosen);
  }

  /** What the model is sent; one frozen array, made at first use. */
  get definitions(): readonly (ModelTool | ModelProviderTool)[] {
    this.#definitions ??= Object.freeze(
      Array.from(this.#byKey.values(), (entry) => entry.definition),
    );
    return this.#definitions;
  }
}

/** By its id, or by the name that its provider has for it. */
function isCalled({ tool, parts }: ToolEntry, word: string): boolean {
  return tool.id === word || (parts.provider?.names.includes(word) ?? false);
}

function* valuesOf(source: ToolSource): Generator<[string, unknown]> {
  assertRecord(source);
  for (const key of Object.keys(source.tools)) {
    const value = source.tools[key];
    if (value !== undefined && value !== null) yield [key, value];
  }
}

function toClaim({ name, onClient = false }: ToolSource, key: string, value: unknown): Claim {
  return { tool: toTool(value, key), source: name, onClient };
}

/** The claim of a call's source to a key that may be taken, and in words what it replaces. */
function claimOver(
  taken: Claim | undefined,
  source: ToolSource,
  key: string,
  value: unknown,
): { readonly claim: Claim; readonly replaces: readonly string[] } {
  const by = `of ${taken?.source} by that of ${source.name}`;
  if (taken !== undefined && source.onClient && partsOf(taken.tool).run === undefined) {
    const claim = {
      ...toClaim(source, key, joinDeclared(taken.tool, value, key)),
      source: taken.source,
    };
    const functions = functionsReplaced(taken.tool, value);
    return { claim, replaces: functions.map((name) => `${name} of "${key}" ${by}`) };
  }
  const claim = toClaim(source, key, value);
  const isNew = taken === undefined || taken.tool === claim.tool;
  return { claim, replaces: isNew ? [] : [`"${key}" ${by}`] };
}

/** Without keys there are no names to tell the model. */
function assertRecord({ name, tools }: ToolSource): void {
  const isOne = isTool(tools);
  if (typeof tools === 'object' && tools !== null && !isOne && !Array.isArray(tools)) return;
  const what = isOne
    ? 'one tool'
    : Array.isArray(tools)
      ? 'a list'
      : `a ${tools === null ? 'null' : typeof tools}`;
  throw new TenonError(
    'AGENT_OPTION_INVALID',
    `${name} must be a record of tools under the names that the model is to call them by, such as { weather: weatherTool }, but is ${what}.`,
    { details: { source: name } },
  );
}

function fromClaims(claims: ReadonlyMap<string, Claim>): ToolSet {
  const names = toModelNames(claims.keys());
  const entries = new Map<string, ToolEntry>();
  for (const [key, claim] of claims) {
    entries.set(key, new ToolEntry(key, names.get(key) ?? key, claim));
  }
  return new ToolSet(entries);
}

const noFields: JsonSchema = Object.freeze({
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: Object.freeze({}),
  additionalProperties: false,
});

function toDefinition(entry: ToolEntry): ModelTool | ModelProviderTool {
  const { tool, parts, modelName } = entry;
  const { provider } = parts;
  if (provider !== undefined) {
    const { id, args } = provider;
    return Object.freeze({ type: 'provider', id, name: modelName, args });
  }
  return Object.freeze({
    type: 'function',
    name: modelName,
    ...(tool.description !== undefined && { description: tool.description }),
    inputSchema: parts.input?.jsonSchema() ?? noFields,
    ...(tool.strict !== undefined && { strict: tool.strict }),
    ...(tool.inputExamples !== undefined && { inputExamples: tool.inputExamples }),
    ...(tool.providerOptions !== undefined && { providerOptions: tool.providerOptions }),
  });
}

function collision(key: string, taken: Claim, claim: Claim): TenonError {
  return new TenonError(
    'AGENT_TOOL_NAME_COLLISION',
    `Two tools of this agent are named "${key}": one from ${taken.source}, one from ${claim.source}. Give one of them another key.`,
    { details: { key, sources: [taken.source, claim.source] } },
  );
}

function unknownActiveTool(key: string, set: ToolSet): TenonError {
  const near = nearest(key, set.keys());
  const hint =
    near.length > 0
      ? `Did you mean ${near.join(', ')}?`
      : `Known tools: ${[...set.keys()].slice(0, 20).join(', ') || 'none'}.`;
  return new TenonError(
    'AGENT_ACTIVE_TOOL_UNKNOWN',
    `activeTools names "${key}", which no source has. ${hint}`,
    {
      details: { toolName: key },
    },
  );
}
