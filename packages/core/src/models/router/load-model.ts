import { TenonError, toError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import type { LanguageModel } from '../model.ts';
import { type ModelReference, type ParsedName, parseModelName } from './model-name.ts';
import { type ProviderRow, providers } from './providers.ts';

/** Makes the models of a provider that the host knows, by what stands after `provider/` in the name. */
export type ModelResolver = (
  modelId: string,
  reference: ModelReference,
) => LanguageModel | PromiseLike<LanguageModel>;

/** What looking a name up needs of the world. */
export interface RouterWorld {
  /** Providers of the host's own, before those built in. */
  readonly resolvers: Readonly<Record<string, ModelResolver>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Major version of Node, for the package that is recommended; `undefined` elsewhere. */
  readonly nodeMajor: number | undefined;
  readonly importPackage: (name: string) => Promise<Readonly<Record<string, unknown>>>;
}

type Maker = (options: object) => (modelId: string) => LanguageModel;

/**
 * Makes the model that a name means. The package of its provider is imported when it is first needed.
 *
 * @throws TenonError `MODEL_NAME_INVALID`, `MODEL_PROVIDER_UNKNOWN`, `MODEL_PACKAGE_MISSING`, `MODEL_PACKAGE_BROKEN`,
 * `MODEL_KEY_MISSING`; each says the one command or variable that mends it.
 */
export async function loadModel(
  reference: ModelReference,
  world: RouterWorld,
): Promise<LanguageModel> {
  const name = parseModelName(reference.id);
  const { provider, modelId } = name;
  if (Object.hasOwn(world.resolvers, provider)) {
    return (world.resolvers[provider] as ModelResolver)(modelId, reference);
  }
  if (provider === 'demo') return loadDemo(name, world);
  const row = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (row === undefined) throw unknownProvider(reference.id, provider, world);
  const module = await importProvider(row, reference.id, world);
  const make = module[row.maker];
  if (typeof make !== 'function') {
    throw broken(row, new Error(`it exports no ${row.maker}`));
  }
  const apiKey = reference.apiKey ?? keyOf(row, world);
  if (apiKey === undefined && row.keys.length > 0) throw keyMissing(row, reference.id);
  const baseURL = reference.url ?? name.baseUrl ?? row.url;
  return (make as Maker)({
    name: provider === 'http' ? hostOf(name) : provider,
    // servers that speak chat completions count a stream's tokens only when asked to
    includeUsage: true,
    ...(apiKey !== undefined && { apiKey }),
    ...(baseURL !== undefined && { baseURL }),
    ...(reference.headers !== undefined && { headers: reference.headers }),
  })(modelId);
}

async function loadDemo({ modelId }: ParsedName, world: RouterWorld): Promise<LanguageModel> {
  if (modelId !== 'planner') {
    throw new TenonError(
      'MODEL_NAME_INVALID',
      `There is no "demo/${modelId}", only "demo/planner".`,
    );
  }
  const name = '@tenon/demo-model';
  try {
    const { demoPlanner } = (await world.importPackage(name)) as {
      demoPlanner: () => LanguageModel;
    };
    return demoPlanner();
  } catch (thrown) {
    throw packageMissing('demo/planner', name, name, toError(thrown));
  }
}

async function importProvider(
  row: ProviderRow,
  model: string,
  world: RouterWorld,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await world.importPackage(row.package);
  } catch (thrown) {
    const error = toError(thrown);
    const { code } = error as { code?: unknown };
    const isMissing =
      (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') &&
      error.message.includes(row.package);
    if (!isMissing) throw broken(row, error);
    const node = world.nodeMajor ?? Number.POSITIVE_INFINITY;
    const major = row.majors.find((line) => node >= line.node)?.major;
    throw packageMissing(model, row.package, `${row.package}@${major ?? 'latest'}`, error);
  }
}

function keyOf({ keys }: ProviderRow, { env }: RouterWorld): string | undefined {
  return keys.map((key) => env[key]).find((value) => value !== undefined && value !== '');
}

const hostOf = ({ baseUrl }: ParsedName): string => new URL(String(baseUrl)).host;

function packageMissing(model: string, name: string, spec: string, cause: Error): TenonError {
  return new TenonError(
    'MODEL_PACKAGE_MISSING',
    `The model "${model}" needs the package ${name}, which is not installed. Run: npm install ${spec}`,
    { details: { model, package: name, command: `npm install ${spec}` }, cause },
  );
}

function broken(row: ProviderRow, cause: Error): TenonError {
  return new TenonError(
    'MODEL_PACKAGE_BROKEN',
    `The package ${row.package} could not be used: ${cause.message}`,
    { details: { package: row.package }, cause },
  );
}

function keyMissing({ keys }: ProviderRow, model: string): TenonError {
  return new TenonError(
    'MODEL_KEY_MISSING',
    `The model "${model}" needs an API key: set the environment variable ${keys.join(' or ')}, or give the model as { id: "${model}", apiKey }.`,
    { details: { model, variables: keys } },
  );
}

function unknownProvider(model: string, provider: string, world: RouterWorld): TenonError {
  const known = [...Object.keys(world.resolvers), ...Object.keys(providers), 'demo'].filter(
    (name) => name !== 'http',
  );
  const near = nearest(provider, known);
  const hint = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : '';
  return new TenonError(
    'MODEL_PROVIDER_UNKNOWN',
    `"${model}" names a provider that is not known: "${provider}".${hint} Known: ${known.join(', ')}, or a URL. For any other, give the model object of its AI SDK package, or a resolver on the registry (modelResolvers).`,
    { details: { model, provider } },
  );
}
