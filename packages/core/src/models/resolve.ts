import { TenonError } from '../base/errors.ts';
import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import type { AnyRequestContext } from '../base/request-context.ts';
import type { ProviderOptions } from '../messages/index.ts';
import type { LanguageModel, ModelSettings } from './model.ts';
import { type Rewriting, rewritingOf } from './rewriting.ts';
import type { ModelName, ModelReference } from './router/index.ts';
import { ModelSession } from './session.ts';

/** A value, or a function of the request that gives it. */
export type Dynamic<T, Context> = T | ((context: Context) => MaybePromise<T>);

/** One model: its object, its name, or its name with a key, URL or headers. */
export type ModelGiven = LanguageModel | ModelName | ModelReference;

/** One of several models, tried in order. */
export interface ModelEntry<Context = unknown> {
  readonly id?: string;
  readonly model: Dynamic<ModelGiven, Context>;
  /** Tries after the first, for this model. */
  readonly maxRetries?: number;
  /** `false` leaves it out. */
  readonly enabled?: boolean;
  readonly modelSettings?: ModelSettings;
  readonly providerOptions?: ProviderOptions;
  readonly headers?: Record<string, string>;
}

/** What an agent may be given as its model: one, a list to fall back through, or a function of the request. */
export type ModelOption<Context = unknown> = Dynamic<
  ModelGiven | readonly ModelEntry<Context>[],
  Context
>;

/** A model that is ready to be asked, with what the list says of it. */
export interface ModelCandidate {
  readonly session: ModelSession;
  /** Tries after the first; `undefined` when nobody said. */
  readonly maxRetries: number | undefined;
  readonly settings: ModelSettings | undefined;
  readonly providerOptions: ProviderOptions | undefined;
}

/** What resolving needs of the agent. */
export interface ModelLookup {
  /** For errors: `Agent "x"`. */
  readonly owner: string;
  /** Makes the model that a name means. */
  readonly load: (reference: ModelReference) => MaybePromise<LanguageModel>;
}

/**
 * The models of one run, in the order in which they are tried.
 * @throws TenonError `MODEL_*`
 */
export function resolveModels<Context extends { readonly requestContext: AnyRequestContext }>(
  option: ModelOption<Context>,
  context: Context,
  lookup: ModelLookup,
): MaybePromise<readonly ModelCandidate[]> {
  if (typeof option === 'function') {
    if ('languageModel' in option) throw givenProvider(lookup);
    return Promise.resolve(option(context)).then((given) => resolveModels(given, context, lookup));
  }
  if (Array.isArray(option)) return resolveList(option, context, lookup);
  const model = toModel(option as ModelGiven, lookup);
  const candidate = isPromiseLike(model)
    ? model.then((loaded) => toCandidate(loaded, {}, lookup))
    : toCandidate(model, {}, lookup);
  return isPromiseLike(candidate) ? candidate.then((ready) => [ready]) : [candidate];
}

async function resolveList<Context>(
  entries: readonly ModelEntry<Context>[],
  context: Context,
  lookup: ModelLookup,
): Promise<readonly ModelCandidate[]> {
  const candidates: ModelCandidate[] = [];
  for (const entry of entries) {
    assertEntry(entry, lookup);
    if (entry.enabled === false) continue;
    const given = entry.model;
    const model = typeof given === 'function' ? await given(context) : given;
    candidates.push(await toCandidate(await toModel(model, lookup), entry, lookup));
  }
  if (candidates.length === 0) {
    throw new TenonError(
      'MODEL_LIST_EMPTY',
      `${lookup.owner} has a list of models, but none of them is enabled.`,
    );
  }
  return candidates;
}

/** Models have a `specificationVersion`; what has an `id` or ids instead is a reference to one. */
function toModel(given: ModelGiven, { load }: ModelLookup): MaybePromise<LanguageModel> {
  if (typeof given === 'string') return load({ id: given });
  if (typeof given !== 'object' || given === null || 'specificationVersion' in given) return given;
  const { id, providerId, modelId } = given as Partial<ModelReference> & DocumentedReference;
  if (typeof id === 'string') return load(given as ModelReference);
  if (typeof providerId !== 'string' || typeof modelId !== 'string') return given as never;
  return load({ ...(given as object), id: `${providerId}/${modelId}` });
}

/** The second documented form of a reference. */
interface DocumentedReference {
  readonly providerId?: string;
  readonly modelId?: string;
}

function toCandidate(
  model: LanguageModel,
  entry: Omit<Partial<ModelEntry>, 'model'>,
  { owner }: ModelLookup,
): MaybePromise<ModelCandidate> {
  assertModel(model, owner);
  const { headers, modelSettings } = entry;
  const settings =
    headers === undefined
      ? modelSettings
      : { ...modelSettings, headers: { ...modelSettings?.headers, ...headers } };
  const create = (rewriting: Rewriting | undefined): ModelCandidate => ({
    session: new ModelSession(model, rewriting),
    maxRetries: entry.maxRetries ?? modelSettings?.maxRetries,
    settings,
    providerOptions: entry.providerOptions,
  });
  const rewriting = rewritingOf(String(model.provider), String(model.modelId));
  return isPromiseLike(rewriting) ? rewriting.then(create) : create(rewriting);
}

function assertEntry(entry: unknown, { owner }: ModelLookup): void {
  if (typeof entry === 'object' && entry !== null && 'model' in entry) return;
  throw new TenonError(
    'MODEL_INVALID',
    `${owner} has a list of models with an entry that has no model. Write each as { model, maxRetries }, for instance [{ model: "openai/gpt-5" }].`,
  );
}

/** The providers of the AI SDK are functions too, which would be asked for a model with a context in place of a name. */
function givenProvider({ owner }: ModelLookup): TenonError {
  return new TenonError(
    'MODEL_INVALID',
    `${owner} was given a provider in place of a model. Call it with the name of a model, for instance openai("gpt-5").`,
  );
}

function assertModel(model: unknown, owner: string): asserts model is LanguageModel {
  const version = (model as Partial<LanguageModel> | null | undefined)?.specificationVersion;
  if (version === 'v2' || version === 'v3' || version === 'v4') return;
  throw new TenonError(
    'MODEL_INVALID',
    version === undefined
      ? `${owner} was given a model that is no model object and no name. Use one of an AI SDK provider package, for instance openai("gpt-5") from @ai-sdk/openai, or a name such as "openai/gpt-5".`
      : `${owner} was given a model of specification "${String(version)}". Tenon speaks versions v2, v3 and v4: update the provider package.`,
    { details: { specificationVersion: version } },
  );
}
