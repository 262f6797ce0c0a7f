import { fateOf } from './changes.ts';
import { Draft, type Part } from './draft.ts';
import {
  annotations,
  isJson,
  isNullOnly,
  type Json,
  resolveRef,
  unionOf,
  without,
} from './json.ts';
import { merge, mergeAll } from './merge.ts';
import { firstFree } from './property-names.ts';
import { formOf, type Plan } from './restore/plan.ts';
import type { Rewriter } from './rewriter.ts';
import { spread } from './simplify.ts';
import { toWords } from './words.ts';

/** Every API wants a root that is one object and nothing else. */
export function rewriteRoot(rewriter: Rewriter): Part {
  const content = plainRoot(rewriter.root);
  const union = unionOf(content);
  if (union === undefined) return rewriteObjectRoot(rewriter, content, []);
  const { keyword, branches } = union;
  const demands = branches.map(demandOf);
  if (demands.every((demand) => demand !== undefined)) {
    rewriter.tell('words', keyword);
    const words = [`with at least one of: ${demands.join('; ')}`];
    return rewriteObjectRoot(rewriter, without(content, keyword), words);
  }
  const [only, ...others] = branches.filter((branch) => !isNullOnly(branch)).filter(isJson);
  if (only !== undefined && others.length === 0) {
    const merged = merge(without(content, keyword), mergeAll(only, rewriter.root), rewriter.root);
    return rewriteObjectRoot(rewriter, plainRoot(merged, rewriter.root), []);
  }
  return wrap(rewriter, content);
}

/** The root without references and members of its own. */
function plainRoot(node: Json, root = node, depth = 0): Json {
  const merged = mergeAll(node, root);
  const { $ref: ref, ...rest } = merged;
  if (typeof ref !== 'string' || depth > 8) return merged;
  const target = resolveRef(root, ref);
  if (!isJson(target) || target === root) return rest;
  return plainRoot(merge(rest, without(target, '$schema', '$id'), root), root, depth + 1);
}

/** The keys that a branch demands, where it says nothing else. */
function demandOf(branch: unknown): string | undefined {
  if (!isJson(branch) || !Array.isArray(branch.required)) return undefined;
  const says = Object.keys(branch).filter((key) => !annotations.has(key));
  const isBare = says.every(
    (key) =>
      key === 'required' ||
      key === 'type' ||
      (key === 'properties' && isJson(branch.properties) && isUnspecific(branch.properties)),
  );
  return isBare ? branch.required.join(' and ') : undefined;
}

const isUnspecific = (properties: Json): boolean =>
  Object.values(properties).every((part) => isJson(part) && Object.keys(part).length === 0);

const refused = ['not', 'if', 'then', 'else', 'enum', 'const'];

function rewriteObjectRoot(rewriter: Rewriter, content: Json, words: readonly string[]): Part {
  const link = rewriter.references.keepRoot();
  const draft = new Draft(content);
  for (const key of refused) {
    if (!(key in content)) continue;
    const said = toWords(key, content[key], content);
    if (said !== undefined) draft.say(said);
    const fate = fateOf(key, content);
    if (fate !== undefined) rewriter.tell(fate, key);
    draft.delete(key);
  }
  for (const said of words) draft.say(said);
  draft.set('type', 'object');
  if (!isJson(content.properties)) draft.set('properties', Object.freeze({}));
  const part = rewriter.rewriteNode(draft);
  link.plan = part.plan;
  return part;
}

/** A union becomes the one property of an object. */
function wrap(rewriter: Rewriter, content: Json): Part {
  const inner = spread(without(content, '$schema', '$id', '$defs', 'definitions'), rewriter.root);
  rewriter.references.moveRoot(inner);
  rewriter.tell('wrapped');
  const { schema, plan } = rewriter.rewrite(inner);
  const name = firstFree('input', namesIn(inner, rewriter.root, 0));
  rewriter.noteRestoring();
  const { $schema } = rewriter.root;
  const sent: Json = {
    ...($schema !== undefined && rewriter.dialect.keeps('$schema', $schema) && { $schema }),
    type: 'object',
    properties: Object.freeze({ [name]: schema }),
    required: Object.freeze([name]),
    additionalProperties: false,
  };
  return { schema: Object.freeze(sent), plan: unwrap(name, plan) };
}

/** A model that gives the content without its wrapping is understood too. */
function unwrap(name: string, plan: Plan | undefined): Plan {
  const restore: Plan = (value, walk) => {
    const isWrapped = isJson(value) && Object.hasOwn(value, name) && isJson(value[name]);
    const content = isWrapped ? value[name] : value;
    return plan === undefined ? content : plan(content, walk);
  };
  return Object.assign(restore, {
    growing: () => ({ type: 'content', name, form: formOf(plan) }) as const,
  });
}

/** The properties that the branches of a union have. */
function namesIn(node: unknown, root: Json, depth: number): Set<string> {
  if (!isJson(node) || depth > 8) return new Set();
  const names = new Set(isJson(node.properties) ? Object.keys(node.properties) : []);
  const parts = [...(unionOf(node)?.branches ?? [])];
  if (Array.isArray(node.allOf)) parts.push(...node.allOf);
  if (typeof node.$ref === 'string') parts.push(resolveRef(root, node.$ref));
  for (const part of parts) for (const name of namesIn(part, root, depth + 1)) names.add(name);
  return names;
}
