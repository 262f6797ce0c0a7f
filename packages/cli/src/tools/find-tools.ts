import { basename } from 'node:path';
import { toTool } from '@tenon/core/internal';
import { type AnyTool, type DirectContext, isTool } from '@tenon/core/tools';
import { toSentence } from '../errors.ts';
import type { ModuleExports } from '../load-module.ts';

/** A tool and how it is reached. */
export interface FoundTool {
  /** Within its file: `weather`, `tools.weather`, `default`. */
  readonly exportPath: string;
  /** The name that a model most likely knows it by: its key in a record, else its id, else the name of its export. */
  readonly key: string;
  /** Its id, or what stands in for one. */
  readonly name: string;
  readonly tool: AnyTool;
  /** The registry that it was found in. */
  readonly host: DirectContext['tenon'];
}

/** Something that is meant as a tool and cannot be used as one. */
export interface UnusableTool {
  readonly exportPath: string;
  readonly reason: string;
}

export interface FoundTools {
  readonly tools: readonly FoundTool[];
  readonly unusable: readonly UnusableTool[];
}

/**
 * The tools that a module exports, each once: by themselves, in a record, and those of an agent or a registry. Told by
 * structure, since they may come from another copy of the packages.
 */
export async function findTools(exports: ModuleExports, file: string): Promise<FoundTools> {
  const search = new Search(stemOf(file));
  const names = Object.keys(exports).sort((a, b) => Number(isLess(a)) - Number(isLess(b)));
  for (const name of names) search.look(exports[name], [name]);
  for (const name of names) search.lookInRecord(exports[name], [name]);
  for (const name of names) await search.lookInOwner(exports[name], [name]);
  return search;
}

/** The name of a file without what follows the first dot: `weather` of `src/weather.tool.ts`. */
function stemOf(file: string): string {
  return basename(file).replace(/(?<=.)\..*$/, '');
}

/** `default` and the other names of one tool: a name of its own says more. */
const isLess = (name: string): boolean => name === 'default' || name === 'module.exports';

class Search implements FoundTools {
  readonly tools: FoundTool[] = [];
  readonly unusable: UnusableTool[] = [];
  readonly #nameOfFile: string;
  readonly #seen = new Set<unknown>();

  constructor(nameOfFile: string) {
    this.#nameOfFile = nameOfFile;
  }

  look(value: unknown, path: readonly string[], host?: DirectContext['tenon']): void {
    if (!isTool(value) && !isForeignTool(value)) return;
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    const exportPath = path.join('.');
    const last = path.at(-1) ?? '';
    const key = isLess(last) ? this.#nameOfFile : last;
    try {
      const tool = toTool(value, key);
      const name = tool.id ?? key;
      this.tools.push({
        exportPath,
        key: path.length > 1 ? key : name,
        name,
        tool,
        host,
      });
    } catch (error) {
      this.unusable.push({ exportPath, reason: toSentence(error) });
    }
  }

  lookInRecord(value: unknown, path: readonly string[], host?: DirectContext['tenon']): void {
    if (!isPlainRecord(value) || isForeignTool(value)) return;
    for (const key of Object.keys(value)) this.look(value[key], [...path, key], host);
  }

  /** An agent or a registry. */
  async lookInOwner(value: unknown, path: readonly string[]): Promise<void> {
    if (!isOwner(value) || this.#seen.has(value)) return;
    this.#seen.add(value);
    try {
      const host = typeof value.getTool === 'function' ? value : undefined;
      this.lookInRecord(await value.listTools(), path, host as DirectContext['tenon']);
    } catch (error) {
      this.unusable.push({ exportPath: path.join('.'), reason: toSentence(error) });
    }
  }
}

interface Owner {
  listTools(): unknown;
  readonly getTool?: unknown;
}

function isOwner(value: unknown): value is Owner {
  return isObject(value) && typeof value.listTools === 'function';
}

/** A function tool as the AI SDK makes it. */
function isForeignTool(value: unknown): boolean {
  if (!isObject(value) || value.type === 'provider' || value.type === 'provider-defined')
    return false;
  const hasSchema = value.inputSchema !== undefined || value.parameters !== undefined;
  return (
    hasSchema && (typeof value.execute === 'function' || typeof value.description === 'string')
  );
}

function isPlainRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
