import type { SchemaFamily, Strict } from '../family.ts';
import { rewriteFor } from '../rewrite-for.ts';
import { type RefusalRules, refusedIn } from './refused.ts';

/** One construct: the author's schema of a property, what is sent, and what some answers come back as. */
export interface Row {
  readonly title: string;
  readonly authored: object;
  /** Not given: as it was. */
  readonly sent?: object;
  /** Pairs of what the model answers and what the author gets. */
  readonly answers?: readonly (readonly [unknown, unknown])[];
}

/** How a family treats a construct that stands as the one required property `p` of a tool's input. */
export interface Treatment {
  readonly sent: unknown;
  /** The author's own object was sent. */
  readonly isUnchanged: boolean;
  readonly refused: readonly string[];
  readonly came: readonly unknown[];
}

export function treat(
  family: SchemaFamily,
  strict: Strict,
  rules: RefusalRules,
  { authored: part, answers = [] }: Row,
): Treatment {
  const authored = freeze(objectWith(part));
  const { schema: sent, restore } = rewriteFor(family, authored, strict);
  const came = answers.map(([answer]) => {
    const args = freeze({ p: answer });
    return restore === undefined ? args : restore(args);
  });
  return { sent, isUnchanged: sent === authored, refused: refusedIn(sent, rules), came };
}

export function wanted({ authored, sent, answers = [] }: Row): Treatment {
  return {
    sent: objectWith(sent ?? authored),
    isUnchanged: sent === undefined,
    refused: [],
    came: answers.map(([, came]) => ({ p: came })),
  };
}

export const objectWith = (p: object): Record<string, unknown> => ({
  type: 'object',
  properties: { p },
  required: ['p'],
  additionalProperties: false,
});

export function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) freeze(part);
  }
  return Object.freeze(value);
}
