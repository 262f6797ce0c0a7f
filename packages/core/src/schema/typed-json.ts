import type { AiSdkSchema, RawJsonSchema } from './public-schema.ts';

/** A JSON Schema whose values have a type that its author vouches for. */
export function typedJson<Value>(jsonSchema: RawJsonSchema): AiSdkSchema<Value> {
  return { [Symbol.for('vercel.ai.schema')]: true, jsonSchema } as unknown as AiSdkSchema<Value>;
}
