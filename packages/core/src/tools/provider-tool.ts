import { TenonError } from '../base/errors.ts';

/**
 * A tool that a provider of models knows itself, as its package makes it: `openai.tools.webSearch({ … })`. What has an
 * `execute` runs here; what has none is run by the provider or, for some, by the client.
 */
export interface ProviderTool {
  readonly type: 'provider' | 'provider-defined';
  /** The provider and its name of the tool, such as `openai.web_search`. */
  readonly id: `${string}.${string}`;
  /** Settings of the tool that its provider knows. */
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  readonly name?: string | undefined;
  readonly inputSchema?: unknown;
  readonly execute?: unknown;
}

/** What the executor and the models need of it. */
export interface ProviderParts {
  readonly id: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What its provider may call it, whatever the key. */
  readonly names: readonly string[];
}

export function isProviderTool(value: object): value is ProviderTool {
  const { type } = value as { readonly type?: unknown };
  return type === 'provider' || type === 'provider-defined';
}

/** @throws TenonError `AGENT_OPTION_INVALID` */
export function toProviderParts({ id, args, name }: ProviderTool, key: string): ProviderParts {
  if (typeof id !== 'string' || !/^[^.]+\../.test(id)) {
    throw new TenonError(
      'AGENT_OPTION_INVALID',
      `The tool of a provider under "${key}" needs an \`id\` of provider and tool, such as "openai.web_search". Make it by the tools of a provider package, such as openai.tools.webSearch().`,
      { details: { key } },
    );
  }
  return { id, args: args ?? {}, names: [name ?? nameIn(id)] };
}

/** Packages put the version into the id and leave it out of the name. */
const nameIn = (id: string): string => id.slice(id.indexOf('.') + 1).replace(/_\d{6,8}$/, '');
