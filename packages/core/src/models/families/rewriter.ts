import { type ChangeKind, fateOf, type Watch } from './changes.ts';
import type { Dialect } from './dialect.ts';
import { Draft, type Part } from './draft.ts';
import { annotations, isJson, type Json } from './json.ts';
import { rewriteList } from './list-part.ts';
import { mergesReferences } from './merge.ts';
import { needsNothing } from './needs-nothing.ts';
import { rewriteObject } from './object-part.ts';
import { References } from './references.ts';
import type { Plan } from './restore/plan.ts';
import { restoreText } from './restore/restore-text.ts';
import type { Scopes } from './restore/restore-union.ts';
import { asOneList, rewriteValues } from './scalar-part.ts';
import { simplify } from './simplify.ts';
import { rewriteUnion } from './union-part.ts';
import type { Walker } from './walker.ts';
import { describe, toWords } from './words.ts';

/** More than any tool's input has; what lies beyond is sent as it is, or as text. */
const maxDepth = 160;
const maxNodes = 20_000;

/** Brings one document into a dialect, node by node. */
export class Rewriter implements Walker {
  readonly dialect: Dialect;
  readonly root: Json;
  readonly scopes: Scopes;
  readonly references: References;
  /** Values of the document have to be turned back. */
  isRestoring = false;
  readonly #watch: Watch | undefined;
  readonly #path: string[] = [];
  #depth = 0;
  #nodes = 0;

  constructor(root: Json, dialect: Dialect, watch?: Watch) {
    this.root = root;
    this.dialect = dialect;
    this.scopes = { sent: { root }, authored: { root } };
    this.#watch = watch;
    this.references = new References(this);
  }

  rewrite(given: unknown, step?: string): Part {
    if (step === undefined) return this.#rewrite(given);
    this.#path.push(step);
    const part = this.#rewrite(given);
    this.#path.pop();
    return part;
  }

  #rewrite(given: unknown): Part {
    if (this.#depth > maxDepth || this.#nodes++ > maxNodes) {
      return this.dialect.isExact ? this.asText(given) : { schema: given, plan: undefined };
    }
    if (needsNothing(given, this.dialect)) return { schema: given, plan: undefined };
    this.#depth++;
    const part = this.dialect.isExact ? this.#rewriteExact(given) : this.#rewriteLoose(given);
    this.#depth--;
    return part;
  }

  #rewriteLoose(given: unknown): Part {
    if (!isJson(given)) return { schema: given, plan: undefined };
    const draft = new Draft(given);
    if (typeof given.$ref === 'string') draft.restoreBy(this.references.keep(draft, given.$ref));
    if (Array.isArray(given.allOf)) this.#rewriteMembers(draft, given.allOf);
    return this.rewriteNode(draft);
  }

  #rewriteMembers(draft: Draft, members: readonly unknown[]): void {
    const parts = members.map((member) => this.rewrite(member));
    for (const { plan } of parts) draft.restoreBy(plan);
    if (parts.some(({ schema }, index) => schema !== members[index])) {
      draft.set('allOf', Object.freeze(parts.map(({ schema }) => schema)));
    }
  }

  #rewriteExact(given: unknown): Part {
    if (isJson(given) && mergesReferences(given)) return this.references.merge(given);
    const list = this.dialect.labels ? asOneList(given) : undefined;
    if (list !== undefined) return this.rewriteNode(new Draft(list));
    const node = simplify(given, this.root);
    if (node === 'never') return { schema: nothing, plan: undefined };
    if (node === 'any') return this.asText(given);
    if (typeof node.$ref === 'string') return this.references.rewrite(node, node.$ref);
    if (isFreeForm(node, this.dialect.emptyObjects)) return this.asText(node);
    return this.rewriteNode(new Draft(hasValues(node) ? onlyValues(node) : node));
  }

  /** The node itself, once it is clear that it is neither a reference nor text. */
  rewriteNode(draft: Draft): Part {
    rewriteUnion(draft, this);
    rewriteObject(draft, this);
    rewriteList(draft, this);
    rewriteValues(draft, this);
    this.#sayWhatIsRefused(draft);
    return draft.finish();
  }

  #sayWhatIsRefused(draft: Draft): void {
    const { current } = draft;
    for (const key of Object.keys(current)) {
      if (this.dialect.keeps(key, current[key])) continue;
      const words = toWords(key, current[key], current);
      const fate = fateOf(key, current);
      if (fate !== undefined) this.tell(fate, key);
      if (words !== undefined) draft.say(words);
      draft.delete(key);
    }
  }

  asText(node: unknown, inner?: Plan): Part {
    this.tell('text');
    const given = isJson(node) ? node : {};
    const words = [`${textOf(given)}, written as JSON text`];
    const description = describe(given.description, words);
    const holds = given.type === 'object' ? 'object' : 'any';
    this.noteRestoring();
    return {
      schema: Object.freeze({ type: 'string', description }),
      plan: restoreText(holds, inner),
    };
  }

  noteRestoring(): void {
    this.isRestoring = true;
  }

  /** What is said of a schema within itself has been said already. */
  tell(kind: ChangeKind, detail?: string, step?: string): void {
    if (this.#watch === undefined || this.references.isRepeating) return;
    const path = step === undefined ? [...this.#path] : [...this.#path, step];
    this.#watch({ kind, path, detail });
  }
}

const nothing = Object.freeze({ type: 'null' });

/** What the text holds. */
function textOf({ type, additionalProperties }: Json): string {
  if (type !== 'object') return 'any JSON value';
  return additionalProperties === false ? 'an empty JSON object' : 'a JSON object';
}

const hasValues = (node: Json): boolean => 'enum' in node || 'const' in node;

/** Where the values are listed, rules for the parts of objects and lists say nothing more. */
function onlyValues(node: Json): Json {
  if (node.type !== 'object' && node.type !== 'array') return node;
  const kept = Object.entries(node).filter(
    ([key]) => annotations.has(key) || ['type', 'enum', 'const'].includes(key),
  );
  return { ...Object.fromEntries(kept), type: 'string' };
}

/** An object of which nothing is known cannot be sent as one. */
function isFreeForm(node: Json, emptyObjects: boolean): boolean {
  if (node.type !== 'object' || isJson(node.patternProperties)) return false;
  if (hasValues(node)) return false;
  if (isJson(node.properties) && Object.keys(node.properties).length > 0) return false;
  const { additionalProperties: rest, propertyNames: names } = node;
  if (rest === false) return !emptyObjects;
  if (isJson(names) && ('enum' in names || 'const' in names)) return false;
  return !isJson(rest) || Object.keys(rest).every((key) => annotations.has(key));
}
