import type {
  StandardJSONSchemaV1,
  StandardSchemaV1,
  StandardTypedV1,
} from '@standard-schema/spec';

/** Zod 3 or 4, told by the types it carries. */
export interface ZodLike<Output = unknown, Input = unknown> {
  readonly _output: Output;
  readonly _input: Input;
  safeParse(value: unknown): { readonly success: boolean };
}

/** What `jsonSchema()`, `zodSchema()` and the like of the AI SDK make. */
export interface AiSdkSchema<Output = unknown> {
  readonly _type: Output;
  readonly jsonSchema: unknown;
  readonly validate?: ((value: unknown) => unknown) | undefined;
}

/** A JSON Schema written as an object, draft-07 or 2020-12. */
export interface RawJsonSchema {
  readonly $schema?: string | undefined;
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly properties?: object | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly unknown[] | undefined;
  readonly oneOf?: readonly unknown[] | undefined;
  readonly allOf?: readonly unknown[] | undefined;
  readonly $defs?: object | undefined;
  readonly definitions?: object | undefined;
  readonly description?: string | undefined;
  readonly '~standard'?: never;
}

/**
 * What users may pass as a schema: Zod 4, Zod 3, a Standard Schema that also has its JSON Schema side (ArkType as it is,
 * Valibot through `toStandardJsonSchema`), a schema object of the AI SDK, or a JSON Schema.
 */
export type PublicSchema<Output = unknown, Input = unknown> =
  | ZodLike<Output, Input>
  | (StandardSchemaV1<Input, Output> & StandardJSONSchemaV1<Input, Output>)
  | AiSdkSchema<Output>
  | RawJsonSchema;

/** The type of a value after parsing; `unknown` for a JSON Schema and where there is no schema. */
export type InferSchema<S> = S extends { readonly _output: infer Output }
  ? Output
  : S extends { readonly _type: infer Output; readonly jsonSchema: unknown }
    ? Output
    : S extends StandardTypedV1
      ? Known<StandardTypedV1.InferOutput<S>>
      : unknown;

/** The type of a value before parsing; `unknown` for a JSON Schema and where there is no schema. */
export type InferSchemaInput<S> = S extends { readonly _input: infer Input }
  ? Input
  : S extends { readonly _type: infer Input; readonly jsonSchema: unknown }
    ? Input
    : S extends StandardTypedV1
      ? Known<StandardTypedV1.InferInput<S>>
      : unknown;

/** A library that states no types infers as `never` or `undefined`; both mean "not known". */
type Known<T> = [T] extends [never] ? unknown : T;
