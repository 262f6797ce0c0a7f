import type { JsonSchema } from '../../schema/index.ts';
import { unchanged } from './create-family.ts';
import type { SchemaFamily } from './family.ts';

/** An API of which nothing is known gets what the author wrote. */
export const none: SchemaFamily = Object.freeze({
  name: 'none',
  rewrite: (schema: JsonSchema) => unchanged(schema),
  changes: () => [],
});
