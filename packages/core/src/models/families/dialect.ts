/** What one API takes of JSON Schema; the rewriter brings a schema into it. */
export interface Dialect {
  /**
   * The API wants each node to say one thing: no `allOf`, no union with siblings, no list of several types, no schema
   * without a type, every object closed. What cannot be said that way is sent as entries or as JSON text.
   */
  readonly isExact: boolean;
  /**
   * Whether a keyword may be sent as it is; else it is told in the description. With `items` and no value: whether a
   * list may say nothing of its items.
   */
  keeps(keyword: string, value: unknown): boolean;
  /** How a property that may be absent is sent: as it is, or required and nullable. */
  readonly optional: 'absent' | 'null';
  /** References stay references, or what they mean is put in their place, recursion cut at a depth. */
  readonly references: 'keep' | 'inline';
  /**
   * Lists with a schema for each place: a list of any of them and words, `prefixItems`, or an object with a property
   * for each place.
   */
  readonly tuples: 'words' | 'prefix' | 'fields';
  /** Every enumeration is sent as one of texts. */
  readonly labels: boolean;
  /** Objects without properties are taken. */
  readonly emptyObjects: boolean;
  /** Nothing may stand beside `anyOf`, not even a description. */
  readonly unionsAlone: boolean;
  /** `oneOf` is taken below the root. */
  readonly oneOf: boolean;
  /** What a property may be called; not given: anything. */
  readonly propertyName: RegExp | undefined;
}
