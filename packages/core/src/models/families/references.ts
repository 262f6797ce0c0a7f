import type { Draft, Part } from './draft.ts';
import { annotations, isJson, type Json, put, resolveRef, without } from './json.ts';
import { mergeAll, mergesReferences } from './merge.ts';
import { firstFree } from './property-names.ts';
import { follow, type Link, type Plan } from './restore/plan.ts';
import type { Walker } from './walker.ts';

/** What references mean, rewritten once, and where it stands in the document that is sent. */
interface Definition {
  readonly pointer: string;
  /** `undefined` for the root. */
  readonly place: { readonly container: string; readonly name: string } | undefined;
  readonly authored: unknown;
  readonly link: Link;
  schema: unknown;
  isDone: boolean;
}

/** How often a schema may stand within itself where references are put in place. */
const maxRepeats = 3;
/** More copies than that would be more than a model reads. */
const maxCopies = 60;

/** The references of one document. */
export class References {
  readonly #walker: Walker;
  readonly #definitions = new Map<unknown, Definition>();
  readonly #stack: unknown[] = [];
  readonly #links = new Map<unknown, Link>();
  #copies = 0;
  #repeating = 0;
  /** What `#` means, once the root has been brought into order. */
  #rootContent: unknown;

  constructor(walker: Walker) {
    this.#walker = walker;
  }

  /** What is being rewritten stands within itself. */
  get isRepeating(): boolean {
    return this.#repeating > 0;
  }

  /** The content of the root becomes a part of it, which references to the root then mean. */
  moveRoot(content: Json): void {
    this.#rootContent = content;
  }

  /** The root stays the root. Its plan is linked when it is known. */
  keepRoot(): Link {
    const { root } = this.#walker;
    const link: Link = this.#linkOf(root);
    this.#stack.push(root);
    this.#definitions.set(root, {
      pointer: '#',
      place: undefined,
      authored: root,
      link,
      schema: undefined,
      isDone: false,
    });
    return link;
  }

  /** For a node that stays as it is, but for the place to which its reference leads. */
  keep(draft: Draft, ref: string): Plan | undefined {
    const target = resolveRef(this.#walker.root, ref);
    if (target === undefined) return undefined;
    const definition = this.#define(target, this.#bodyOf(target), ref);
    draft.set('$ref', definition.pointer);
    return planOf(definition);
  }

  /** A reference and what stands beside it, in a dialect where nothing may. */
  rewrite(node: Json, ref: string): Part {
    const target = resolveRef(this.#walker.root, ref);
    if (target === undefined) return this.#walker.asText(node);
    return this.#reach(target, this.#bodyOf(target), node, ref);
  }

  /** A node whose members are references among others: what they ask for together is a definition of its own. */
  merge(node: Json): Part {
    const { allOf: _, ...beside } = node;
    return this.#reach(node, mergeAll(node, this.#walker.root), { $ref: '', ...beside }, '');
  }

  #reach(target: unknown, body: unknown, node: Json, ref: string): Part {
    if (this.#walker.dialect.references === 'inline') return this.#inline(target, body, node);
    const beside = Object.keys(node).filter((key) => annotations.has(key));
    const definition = this.#define(target, body, ref);
    const isSame = definition.pointer === ref && Object.keys(node).length === 1;
    const schema = isSame ? node : Object.freeze({ $ref: definition.pointer });
    if (beside.length === 0 || ref === '') return { schema, plan: planOf(definition) };
    const said = Object.fromEntries(beside.map((key) => [key, node[key]]));
    return this.#walker.rewrite({ ...said, anyOf: [{ $ref: ref }] });
  }

  #inline(target: unknown, body: unknown, node: Json): Part {
    const link = this.#linkOf(target);
    const repeats = this.#stack.filter((one) => one === target).length;
    const isCut = repeats >= maxRepeats || this.#copies++ >= maxCopies;
    if (repeats === 1) this.#walker.tell('cut');
    const beside = without(node, '$ref');
    if (isCut) {
      const type = isJson(body) ? body.type : undefined;
      const description = beside.description ?? 'The same again, further down';
      return this.#walker.asText({ type, description }, follow(link));
    }
    this.#stack.push(target);
    if (repeats > 0) this.#repeating++;
    const part = this.#walker.rewrite(isJson(body) ? { ...body, ...beside } : body);
    if (repeats > 0) this.#repeating--;
    this.#stack.pop();
    link.plan = part.plan;
    return part;
  }

  #linkOf(target: unknown): Link {
    let link = this.#links.get(target);
    if (link === undefined) {
      link = { plan: undefined };
      this.#links.set(target, link);
    }
    return link;
  }

  #bodyOf(target: unknown): unknown {
    const { root, dialect } = this.#walker;
    if (target !== root) {
      const isMerged = dialect.isExact && isJson(target) && mergesReferences(target);
      return isMerged ? mergeAll(target, root) : target;
    }
    return this.#rootContent ?? without(root, '$schema', '$id', '$defs', 'definitions');
  }

  #define(target: unknown, body: unknown, ref: string): Definition {
    const known = this.#definitions.get(target);
    if (known !== undefined) return known;
    const place = this.#placeOf(ref);
    const definition: Definition = {
      pointer: `#/${place.container}/${toPointer(place.name)}`,
      place,
      authored: target,
      link: { plan: undefined },
      schema: undefined,
      isDone: false,
    };
    this.#definitions.set(target, definition);
    const part = this.#walker.rewrite(body);
    definition.schema = part.schema;
    definition.link.plan = part.plan;
    definition.isDone = true;
    return definition;
  }

  /** Definitions stay where they are; anything else that is referred to becomes one. */
  #placeOf(ref: string): { readonly container: string; readonly name: string } {
    const { root } = this.#walker;
    for (const container of ['$defs', 'definitions']) {
      const given = root[container];
      if (!isJson(given)) continue;
      const target = resolveRef(root, ref);
      const name = Object.keys(given).find((key) => ref !== '' && given[key] === target);
      if (name !== undefined) return { container, name };
    }
    const container = isJson(root.definitions) && !isJson(root.$defs) ? 'definitions' : '$defs';
    const taken = new Set(isJson(root[container]) ? Object.keys(root[container]) : []);
    for (const { place } of this.#definitions.values()) if (place) taken.add(place.name);
    return { container, name: firstFree(ref === '#' ? 'root' : 'part', taken) };
  }

  /** The root with the definitions that are needed; the same object where they are as they were. */
  complete(sent: Json): Json {
    const { root } = this.#walker;
    if (!('$defs' in root || 'definitions' in root) && !this.#hasPlaces()) return sent;
    let complete = sent;
    for (const container of ['$defs', 'definitions']) {
      const given = isJson(root[container]) ? root[container] : undefined;
      const wanted = this.#fill(container, given);
      if (wanted === sent[container]) continue;
      const { [container]: _, ...rest } = complete;
      complete = wanted === undefined ? rest : { ...rest, [container]: wanted };
    }
    return complete === sent ? sent : Object.freeze(complete);
  }

  #hasPlaces(): boolean {
    for (const { place } of this.#definitions.values()) if (place !== undefined) return true;
    return false;
  }

  #fill(container: string, given: Json | undefined): Json | undefined {
    const filled: Json = {};
    if (given !== undefined && !this.#walker.dialect.isExact) {
      for (const key of Object.keys(given)) put(filled, key, given[key]);
    }
    for (const { place, schema } of this.#definitions.values()) {
      if (place?.container === container) put(filled, place.name, schema);
    }
    const keys = Object.keys(filled);
    if (keys.length === 0) return undefined;
    const isSame =
      given !== undefined &&
      keys.length === Object.keys(given).length &&
      keys.every((key) => filled[key] === given[key]);
    return isSame ? given : Object.freeze(filled);
  }
}

function planOf({ isDone, link }: Definition): Plan | undefined {
  return isDone ? link.plan : follow(link);
}

const toPointer = (name: string): string =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
