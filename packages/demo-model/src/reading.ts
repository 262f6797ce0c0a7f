/** A wish, and what helps to read it. */
export interface Reading {
  /** What of the wish no parameter has taken yet. */
  text: string;
  /** The stems of the words by which the tool is known. */
  readonly toolTerms: ReadonlySet<string>;
  readonly now: Date;
  /** What the call before this one gave, for "save it". */
  readonly previous: string | undefined;
}
