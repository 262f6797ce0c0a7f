import type { JsonSchema } from '../../schema/index.ts';
import type { SchemaChange, Watch } from './changes.ts';
import type { Dialect } from './dialect.ts';
import type { FamilyName, RewrittenSchema, SchemaFamily } from './family.ts';
import { isJson, type Json } from './json.ts';
import { needsNothing } from './needs-nothing.ts';
import { formOf, type Plan } from './restore/plan.ts';
import { Rewriter } from './rewriter.ts';
import { rewriteRoot } from './root.ts';

export interface FamilyParts {
  readonly name: FamilyName;
  /** What is taken in strict mode, and what without it. */
  readonly dialects: { readonly strict: Dialect; readonly loose: Dialect };
  readonly toCallId?: (id: string) => string;
}

/** A family whose schemas are brought into a dialect. */
export function createFamily({ name, dialects, toCallId }: FamilyParts): SchemaFamily {
  return Object.freeze({
    name,
    rewrite: (schema: JsonSchema, { strict }: { readonly strict: boolean | undefined }) =>
      strict === false
        ? unchanged(schema)
        : rewriteAs(schema, strict ? dialects.strict : dialects.loose),
    changes(schema: JsonSchema, { strict }: { readonly strict: boolean | undefined }) {
      const changes: SchemaChange[] = [];
      const watch: Watch = (change) => changes.push(change);
      if (strict !== false) rewriteAs(schema, strict ? dialects.strict : dialects.loose, watch);
      return changes;
    },
    ...(toCallId !== undefined && { toCallId }),
  });
}

export function unchanged(schema: JsonSchema): RewrittenSchema {
  return Object.freeze({ schema, form: undefined, restore: undefined });
}

function rewriteAs(schema: JsonSchema, dialect: Dialect, watch?: Watch): RewrittenSchema {
  if (!isJson(schema) || isFineRoot(schema, dialect)) return unchanged(schema);
  const rewriter = new Rewriter(schema, dialect, watch);
  const part = rewriteRoot(rewriter);
  const sent = rewriter.references.complete(part.schema as Json);
  rewriter.scopes.sent.root = sent;
  const plan: Plan | undefined = rewriter.isRestoring ? part.plan : undefined;
  const form = formOf(plan);
  return Object.freeze({ schema: sent, form, restore: form?.restore });
}

const isFineRoot = (schema: Json, dialect: Dialect): boolean =>
  schema.type === 'object' && isJson(schema.properties) && needsNothing(schema, dialect);
