import { TenonError } from '../base/errors.ts';
import type { MaybePromise } from '../base/promise.ts';
import type { AnyRequestContext } from '../base/request-context.ts';
import type { ProviderOptions } from '../messages/index.ts';
import type { LanguageModel, ModelSettings } from './model.ts';
import { ModelSession } from './session.ts';

/** A value, or a function of the request that gives it. */
export type Dynamic<T, Context> = T | ((context: Context) => MaybePromise<T>);

/** One of several models, tried in order. */
export interface ModelEntry<Context = unknown> {
  readonly id?: string;
  readonly model: Dynamic<LanguageModel, Context>;
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
  LanguageModel | readonly ModelEntry<Context>[],
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

/**
 * The models of one run, in the order in which they are tried.
 * @throws TenonError `MODEL_UNRESOLVED`, `MODEL_INVALID`, `MODEL_LIST_EMPTY`
 */
export function resolveModels<Context extends { readonly requestContext: AnyRequestContext }>(
  option: ModelOption<Context>,
  context: Context,
  owner: string,
): MaybePromise<readonly ModelCandidate[]> {
  if (typeof option === 'function') {
    return Promise.resolve(option(context)).then((given) => resolveModels(given, context, owner));
  }
  if (!Array.isArray(option)) return [toCandidate(option, {}, owner)];
  return resolveList(option, context, owner);
}

async function resolveList<Context>(
  entries: readonly ModelEntry<Context>[],
  context: Context,
  owner: string,
): Promise<readonly ModelCandidate[]> {
  const candidates: ModelCandidate[] = [];
  for (const entry of entries) {
    if (entry.enabled === false) continue;
    const given = entry.model;
    const model = typeof given === 'function' ? await given(context) : given;
    candidates.push(toCandidate(model, entry, owner));
  }
  if (candidates.length === 0) {
    throw new TenonError(
      'MODEL_LIST_EMPTY',
      `${owner} has a list of models, but none of them is enabled.`,
    );
  }
  return candidates;
}

function toCandidate(
  model: unknown,
  entry: Omit<Partial<ModelEntry>, 'model'>,
  owner: string,
): ModelCandidate {
  assertModel(model, owner);
  const { headers, modelSettings } = entry;
  const settings = headers === undefined ? modelSettings : { ...modelSettings, headers };
  return {
    session: new ModelSession(model),
    maxRetries: entry.maxRetries ?? modelSettings?.maxRetries,
    settings,
    providerOptions: entry.providerOptions,
  };
}

function assertModel(model: unknown, owner: string): asserts model is LanguageModel {
  if (typeof model === 'string') {
    throw new TenonError(
      'MODEL_UNRESOLVED',
      `${owner} names its model by the text "${model}", which this version of Tenon does not look up. Give it the model object of a provider package, for instance openai("gpt-5") from @ai-sdk/openai.`,
      { details: { model } },
    );
  }
  const version = (model as Partial<LanguageModel> | null | undefined)?.specificationVersion;
  if (version === 'v2' || version === 'v3' || version === 'v4') return;
  throw new TenonError(
    'MODEL_INVALID',
    version === undefined
      ? `${owner} was given a model that is no model object. Use one of an AI SDK provider package, for instance openai("gpt-5") from @ai-sdk/openai.`
      : `${owner} was given a model of specification "${String(version)}". Tenon speaks versions v2, v3 and v4: update the provider package.`,
    { details: { specificationVersion: version } },
  );
}
