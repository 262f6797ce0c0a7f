import { withNull } from './accepts-null.ts';
import type { Draft } from './draft.ts';
import { isJson, isNullOnly, type Json, typesOf, unionOf } from './json.ts';
import { type Branch, restoreUnion } from './restore/restore-union.ts';
import type { Walker } from './walker.ts';
import { describe } from './words.ts';

/** The alternatives of a node. */
export function rewriteUnion(draft: Draft, walker: Walker): void {
  const union = unionOf(draft.node);
  if (union === undefined) return;
  const { dialect } = walker;
  const branches = union.branches.map((authored): Branch => {
    const { schema, plan } = walker.rewrite(authored);
    return { sent: schema, authored, plan };
  });
  planUnion(draft, walker, branches);
  const sent = branches.map((branch) => branch.sent);
  const schemas = dialect.isExact ? sent.flatMap(flatten) : sent;
  const keyword = dialect.oneOf ? union.keyword : 'anyOf';
  const isSame =
    schemas.length === union.branches.length &&
    schemas.every((schema, index) => schema === union.branches[index]);
  if (!isSame || keyword !== union.keyword) {
    draft.delete(union.keyword);
    draft.set(keyword, Object.freeze(schemas));
  }
  if (dialect.unionsAlone) standAlone(draft, schemas);
}

function planUnion(draft: Draft, walker: Walker, branches: readonly Branch[]): void {
  if (branches.every(({ plan }) => plan === undefined)) return;
  const others = branches.filter(({ sent }) => !isNullOnly(sent));
  draft.restoreBy(others.length === 1 ? others[0]?.plan : restoreUnion(branches, walker.scopes));
}

/** A union within a union is part of it. */
function flatten(schema: unknown): readonly unknown[] {
  const isBare = isJson(schema) && Array.isArray(schema.anyOf) && Object.keys(schema).length === 1;
  return isBare ? (schema.anyOf as unknown[]) : [schema];
}

/** What is said of the whole is said of each branch, `null` is a value of the first that can take it. */
function standAlone(draft: Draft, schemas: readonly unknown[]): void {
  const others = schemas.filter((schema) => !isNullOnly(schema));
  if (others.length < 2) return;
  const { description } = draft.node;
  const hasNull = others.length < schemas.length;
  draft.delete('description');
  draft.set(
    'anyOf',
    Object.freeze(
      others.map((schema, index) => {
        const said = description === undefined ? schema : withDescription(schema, description);
        return hasNull && index === 0 ? withNullType(said) : said;
      }),
    ),
  );
}

function withDescription(schema: unknown, description: unknown): unknown {
  if (!isJson(schema)) return schema;
  const own = typeof schema.description === 'string' ? [schema.description.replace(/\.$/, '')] : [];
  return Object.freeze({ ...schema, description: describe(description, own) });
}

function withNullType(schema: unknown): unknown {
  if (!isJson(schema) || schema.type === undefined) return withNull(schema);
  const type = [...new Set([...typesOf(schema), 'null'])];
  const nullable: Json = { ...schema, type };
  if (Array.isArray(schema.enum)) nullable.enum = [...new Set([...schema.enum, null])];
  return Object.freeze(nullable);
}
