import { TenonError } from '../../base/errors.ts';

/**
 * A model by its name: `provider/model` such as `openai/gpt-5`, `ollama/…` for a model of Ollama on this machine,
 * `http(s)://host/v1#model` for any server that speaks OpenAI's chat completions, or `demo/planner`.
 */
export type ModelName = `${string}/${string}` | (string & {});

/** A model by its name, with what its provider is to be told. */
export interface ModelReference {
  readonly id: ModelName;
  /** Default: the environment variable of the provider. */
  readonly apiKey?: string;
  /** Base URL of the provider's API, in place of its own. */
  readonly url?: string;
  /** HTTP headers of every request. */
  readonly headers?: Record<string, string>;
}

/** A name taken apart. */
export interface ParsedName {
  /** What stands before the first `/`; `http` for a URL. */
  readonly provider: string;
  readonly modelId: string;
  /** Of a URL: where the API is. */
  readonly baseUrl: string | undefined;
}

/** @throws TenonError `MODEL_NAME_INVALID` */
export function parseModelName(name: string): ParsedName {
  if (/^https?:\/\//i.test(name)) return parseUrl(name);
  const slash = name.indexOf('/');
  const provider = name.slice(0, slash).trim().toLowerCase();
  const modelId = name.slice(slash + 1).trim();
  if (slash < 1 || provider === '' || modelId === '') {
    throw invalid(name, 'Write it as "provider/model", for instance "openai/gpt-5".');
  }
  return { provider, modelId, baseUrl: undefined };
}

function parseUrl(name: string): ParsedName {
  if (!URL.canParse(name)) throw invalid(name, 'It is not a URL.');
  const url = new URL(name);
  const modelId = decodeURIComponent(url.hash.slice(1));
  if (modelId === '') {
    throw invalid(
      name,
      'Name the model after a "#", for instance "http://localhost:8080/v1#qwen3".',
    );
  }
  url.hash = '';
  return { provider: 'http', modelId, baseUrl: url.href.replace(/\/$/, '') };
}

function invalid(name: string, wayOut: string): TenonError {
  return new TenonError('MODEL_NAME_INVALID', `"${name}" names no model. ${wayOut}`, {
    details: { model: name },
  });
}
