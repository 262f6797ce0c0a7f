export type { ChangeKind, SchemaChange } from './changes.ts';
export type { FamilyName, RewrittenSchema, SchemaFamily, Strict } from './family.ts';
export { familyOf } from './family-of.ts';
export { rewriteFor } from './rewrite-for.ts';
