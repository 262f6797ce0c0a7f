import type { RouterWorld } from './load-model.ts';

interface Host {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly versions?: { readonly node?: string };
  };
}

/** The process that Tenon runs in; where there is none, no variables and no version. */
export function defaultWorld(resolvers: RouterWorld['resolvers'] = {}): RouterWorld {
  const { process } = globalThis as Host;
  const version = process?.versions?.node;
  return {
    resolvers,
    env: process?.env ?? {},
    nodeMajor: version === undefined ? undefined : Number.parseInt(version, 10),
    // a name that bundlers do not follow: none of these packages has to be there
    importPackage: (name) => import(/* @vite-ignore */ /* webpackIgnore: true */ name),
  };
}
