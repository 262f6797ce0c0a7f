import type { ModuleExports } from '../load-module.ts';
import { isTalker, type Talker } from './talker.ts';

/** Every agent of a module once, by the names that it can be asked for; the first is the one to list. */
export interface NamedTalker {
  readonly talker: Talker;
  readonly names: readonly string[];
}

interface Registry {
  listAgents(): Readonly<Record<string, unknown>>;
}

/** The agents that a module exports, and those of the registries that it exports. */
export function talkersIn(exports: ModuleExports): NamedTalker[] {
  const found = new Map<Talker, Set<string>>();
  const add = (talker: unknown, name: string) => {
    if (!isTalker(talker)) return;
    const names = found.get(talker) ?? new Set();
    found.set(talker, names.add(talker.id).add(name));
  };
  for (const [name, value] of Object.entries(exports)) {
    if (isRegistry(value)) {
      for (const [key, agent] of Object.entries(value.listAgents())) add(agent, key);
    } else add(value, name);
  }
  return [...found].map(([talker, names]) => ({ talker, names: [...names] }));
}

function isRegistry(value: unknown): value is Registry {
  return typeof (value as Partial<Registry> | undefined)?.listAgents === 'function';
}
