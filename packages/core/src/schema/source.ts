import type { MaybePromise } from '../base/promise.ts';
import type { Issue, JsonSchema, SchemaSide } from './types.ts';

/** What a library said about a value, before its messages are cleaned. */
export interface SourceIssue extends Issue {
  /** Set where the library wanted a `Date`, which JSON cannot carry. */
  readonly wants?: 'date';
  /** Set where the message is known to hold no value: we wrote it, or it only names types. */
  readonly clean?: true;
  /** Set where no branch of a union matched. */
  readonly union?: true;
}

export type SourceResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly SourceIssue[] };

/** What can be told about a root without converting: `unknown` is looked at again in the JSON Schema. */
export type RootKind = 'object' | 'other' | 'unknown';

/** One kind of schema. Each library has its own file that makes these. */
export interface SchemaSource {
  readonly vendor: string;
  /** May throw what the author's own code throws. */
  validate(value: unknown): MaybePromise<SourceResult>;
  /** A fresh draft-07 document; throws where there is none. `done` when it needs no finishing. */
  toJson(side: SchemaSide): { readonly json: JsonSchema; readonly done?: true };
  rootKind(): RootKind;
}

/** A place inside a value as libraries give it: keys, or objects that hold a key. */
export type LibraryPath = readonly (PropertyKey | { readonly key: PropertyKey })[];

export function toPath(path: LibraryPath | undefined): (string | number)[] {
  if (path === undefined) return [];
  return Array.from(path, (segment) => {
    const key = typeof segment === 'object' && segment !== null ? segment.key : segment;
    return typeof key === 'symbol' ? String(key) : key;
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export const draft07 = 'http://json-schema.org/draft-07/schema#';
