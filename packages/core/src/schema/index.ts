export { annotations, resolveRef } from './json-tree.ts';
export type { InferSchema, InferSchemaInput, PublicSchema } from './public-schema.ts';
export { toSchema } from './to-schema.ts';
export { typedJson } from './typed-json.ts';
export type { Issue, JsonSchema, ParseResult, Schema, SchemaPlace, SchemaSide } from './types.ts';
export {
  type FieldErrors,
  isValidationError,
  toValidationError,
  type ValidationError,
} from './validation-error.ts';
