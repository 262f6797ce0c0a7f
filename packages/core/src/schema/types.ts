/** A JSON Schema document or a part of one. */
export type JsonSchema = { readonly [key: string]: unknown };

/** One thing that is wrong with a value. The message tells what was expected and never holds an input value. */
export interface Issue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

export type ParseResult<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Which form of a value a JSON Schema describes: before or after parsing. */
export type SchemaSide = 'input' | 'output';

/** Any accepted schema, normalised. */
export interface Schema {
  /** `zod`, `zod3`, `valibot`, `arktype`, `ai-sdk`, `json-schema`, or the name another Standard Schema library gives. */
  readonly vendor: string;
  /** A promise only where the schema is asynchronous or its validator is still being loaded. Never throws for a bad value. */
  parse(value: unknown): ParseResult | Promise<ParseResult>;
  /** For tool input: like `parse`, and when that fails, mends what has only one reading. The value given is never changed. */
  parseLeniently(value: unknown): ParseResult | Promise<ParseResult>;
  /**
   * Draft-07, made at first use and kept: the same frozen object each time. `input` is what a model is sent.
   * @throws TenonError SCHEMA_JSON_SIDE_MISSING | SCHEMA_ROOT_NOT_OBJECT
   */
  jsonSchema(side?: SchemaSide): JsonSchema;
}

/** Where a schema stands, for error messages. */
export interface SchemaPlace {
  /** For instance `Tool "weather"`. */
  readonly owner: string;
  /** For instance `inputSchema`. */
  readonly option: string;
  /** What the root must be; `object` for what a model is sent as a tool's input. */
  readonly root?: 'object' | 'any';
}
