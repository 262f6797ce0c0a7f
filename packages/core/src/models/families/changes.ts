import { annotations, type Json } from './json.ts';
import { saysNothing, toWords } from './words.ts';

/**
 * - `words`: a rule is told in the description, and nothing holds the model to it
 * - `lost`: a rule that there are no words for; the model never hears of it
 * - `text`: a value is written as JSON text in a string
 * - `entries`: a record is a list of keys and values
 * - `places`: a list with a schema for each place is an object, or any of them and words
 * - `labels`: listed values are sent as texts
 * - `renamed`: a property has another name
 * - `wrapped`: the alternatives of the root are a property of an object
 * - `cut`: a schema that holds itself is cut off at a depth
 */
export type ChangeKind =
  | 'words'
  | 'lost'
  | 'text'
  | 'entries'
  | 'places'
  | 'labels'
  | 'renamed'
  | 'wrapped'
  | 'cut';

/** What became of one part of a schema, where the model is told less or something else than its author wrote. */
export interface SchemaChange {
  readonly kind: ChangeKind;
  /** Names of properties; `[]` for the items of a list, `[0]` for its first place, `*` for the values of a record. */
  readonly path: readonly string[];
  /** The rule, or the name that is sent. */
  readonly detail?: string | undefined;
}

/** Is told of each change. */
export type Watch = (change: SchemaChange) => void;

/** Whether a rule that was taken out is told in words, lost, or had nothing to say. */
export function fateOf(keyword: string, node: Json): 'words' | 'lost' | undefined {
  if (annotations.has(keyword) || keyword.startsWith('x-')) return undefined;
  if (toWords(keyword, node[keyword], node) !== undefined) return 'words';
  return saysNothing(keyword, node) ? undefined : 'lost';
}
