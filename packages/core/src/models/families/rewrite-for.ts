import type { JsonSchema } from '../../schema/index.ts';
import type { RewrittenSchema, SchemaFamily, Strict } from './family.ts';

interface Kept {
  unset: RewrittenSchema | undefined;
  strict: RewrittenSchema | undefined;
  notStrict: RewrittenSchema | undefined;
}

const byFamily = new WeakMap<SchemaFamily, WeakMap<JsonSchema, Kept>>();

/**
 * The schema as a family takes it: made at first use, then always the same frozen result for the same schema object,
 * which must not change.
 */
export function rewriteFor(
  family: SchemaFamily,
  schema: JsonSchema,
  strict: Strict,
): RewrittenSchema {
  let bySchema = byFamily.get(family);
  if (bySchema === undefined) {
    bySchema = new WeakMap();
    byFamily.set(family, bySchema);
  }
  let kept = bySchema.get(schema);
  if (kept === undefined) {
    kept = { unset: undefined, strict: undefined, notStrict: undefined };
    bySchema.set(schema, kept);
  }
  const slot = strict === undefined ? 'unset' : strict ? 'strict' : 'notStrict';
  kept[slot] ??= Object.freeze(family.rewrite(schema, { strict }));
  return kept[slot];
}
