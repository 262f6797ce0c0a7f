import { isJson, type Json, put, resolveRef } from '../json.ts';

type Accepts = (root: Json, node: unknown, value: unknown) => boolean;

/** Writes a value in the form in which a schema was sent, as a model does that keeps to it. */
export function obey(
  documents: { readonly authored: Json; readonly sent: Json },
  value: unknown,
  accepts: Accepts,
): unknown {
  return new Obedience(documents.authored, documents.sent, accepts).encodeRoot(value);
}

class Obedience {
  readonly #authored: Json;
  readonly #sent: Json;
  readonly #accepts: Accepts;
  /** Where something that stands within itself was sent first. */
  readonly #first = new Map<unknown, unknown>();

  constructor(authored: Json, sent: Json, accepts: Accepts) {
    this.#authored = authored;
    this.#sent = sent;
    this.#accepts = accepts;
    this.#first.set(authored, sent);
  }

  encodeRoot(value: unknown): unknown {
    const isWrapped = 'anyOf' in this.#authored && !('anyOf' in this.#sent);
    const { properties } = this.#sent as { properties: Json };
    const [name] = Object.keys(properties);
    if (!isWrapped || name === undefined) return this.#encode(this.#authored, this.#sent, value);
    return { [name]: this.#encode(this.#authored, properties[name], value) };
  }

  #encode(given: unknown, wanted: unknown, value: unknown): unknown {
    const authored = this.#follow(given, this.#authored);
    const sent = this.#follow(wanted, this.#sent);
    if (isText(sent) && !isPlainText(authored)) return this.#asText(authored, value);
    const isFirst = isJson(given) && isReference(given) && !this.#first.has(authored);
    if (isFirst && !alternativesOf(sent).some(isText)) this.#first.set(authored, sent);
    if (!isJson(authored) || !isJson(sent)) return value;
    const branches = authored.anyOf ?? authored.oneOf;
    if (Array.isArray(branches)) {
      const fitting = branches.filter((one) => this.#accepts(this.#authored, one, value));
      return this.#firstTaken(fitting, sent, value);
    }
    if (Array.isArray(sent.anyOf)) return this.#firstTaken([authored], sent, value);
    if (isJson(value)) return this.#encodeObject(authored, sent, value);
    if (Array.isArray(value)) return this.#encodeList(authored, sent, value);
    return Array.isArray(sent.enum) ? toLabel(sent.enum, value) : value;
  }

  #firstTaken(branches: readonly unknown[], sent: Json, value: unknown): unknown {
    const alternatives = alternativesOf(sent);
    for (const branch of branches) {
      for (const alternative of alternatives) {
        if (isText(alternative) && (isScalar(branch) || !isMeant(alternative, value))) continue;
        const encoded = this.#encode(branch, alternative, value);
        if (this.#accepts(this.#sent, alternative, encoded)) return encoded;
      }
    }
    return value;
  }

  #encodeObject(authored: Json, sent: Json, value: Json): Json {
    const known = isJson(authored.properties) ? authored.properties : {};
    const wanted = isJson(sent.properties) ? sent.properties : {};
    const encoded: Json = {};
    const entries: Json[] = [];
    for (const key of Object.keys(value)) {
      const isNamed = Object.hasOwn(known, key) || isJson(authored.propertyNames);
      const name = Object.keys(wanted).find(
        (one) => isNamed && standsFor(wanted[one], one, key) && !isHolder(wanted[one], known, one),
      );
      const part = Object.hasOwn(known, key) ? known[key] : authored.additionalProperties;
      const holder = name === undefined ? entriesIn(wanted, known) : undefined;
      if (name !== undefined) put(encoded, name, this.#encode(part, wanted[name], value[key]));
      else if (holder !== undefined) {
        entries.push({ key, value: this.#encode(part, holder, value[key]) });
      } else put(encoded, key, this.#encode(part, sent.additionalProperties, value[key]));
    }
    for (const name of (sent.required ?? []) as string[]) {
      if (Object.hasOwn(encoded, name)) continue;
      put(encoded, name, isHolder(wanted[name], known, name) ? entries : null);
    }
    return encoded;
  }

  #encodeList(authored: Json, sent: Json, value: readonly unknown[]): unknown {
    const isByPlace = isJson(sent.properties) && 'item1' in sent.properties;
    const fields = isByPlace ? (sent.properties as Json) : undefined;
    const items = value.map((item, index) => {
      const part = Array.isArray(authored.items)
        ? (authored.items[index] ?? authored.additionalItems)
        : authored.items;
      const places = sent.prefixItems;
      const field = fields?.[`item${index + 1}`] ?? (fields?.others as Json | undefined)?.items;
      const wanted = Array.isArray(places) ? (places[index] ?? sent.items) : (field ?? sent.items);
      return this.#encode(part, wanted, item);
    });
    if (fields === undefined) return items;
    const named = Object.keys(fields)
      .filter((name) => name !== 'others')
      .slice(0, items.length);
    const encoded: Json = Object.fromEntries(named.map((name, index) => [name, items[index]]));
    return 'others' in fields ? { ...encoded, others: items.slice(named.length) } : encoded;
  }

  #asText(authored: unknown, value: unknown): unknown {
    const first = this.#first.get(authored);
    return JSON.stringify(first === undefined ? value : this.#encode(authored, first, value));
  }

  #follow(node: unknown, root: Json): unknown {
    let found = node;
    for (let step = 0; step < 20 && isJson(found) && isReference(found); step++) {
      const [only] = Array.isArray(found.allOf) ? found.allOf : [found];
      found = typeof only.$ref === 'string' ? resolveRef(root, only.$ref) : only;
    }
    return found;
  }
}

const alternativesOf = (node: unknown): readonly unknown[] =>
  isJson(node) && Array.isArray(node.anyOf) ? node.anyOf : [node];
const isReference = (node: Json): boolean =>
  typeof node.$ref === 'string' || (Array.isArray(node.allOf) && node.allOf.length === 1);
const isText = (node: unknown): boolean =>
  isJson(node) &&
  (node.type === 'string' || (Array.isArray(node.type) && node.type.includes('string'))) &&
  String(node.description).includes('written as JSON text');
/** A text that is to hold an object is not for anything else. */
const isMeant = (text: unknown, value: unknown): boolean =>
  isJson(value) || !/JSON object/.test(String((text as Json).description));
const isScalar = (node: unknown): boolean =>
  isJson(node) && ['string', 'number', 'integer', 'boolean', 'null'].includes(String(node.type));
const isPlainText = (node: unknown): boolean => isJson(node) && node.type === 'string';

function standsFor(schema: unknown, name: string, key: string): boolean {
  if (name === key) return !(isJson(schema) && /tands for "/.test(String(schema.description)));
  const description = isJson(schema) ? String(schema.description) : '';
  return description.toLowerCase().includes(`stands for ${JSON.stringify(key)}.`.toLowerCase());
}

function isHolder(schema: unknown, known: Json, name: string): boolean {
  const isOurs = isJson(schema) && schema.description === 'The keys and their values.';
  return isOurs && !Object.hasOwn(known, name);
}

function entriesIn(properties: Json, known: Json): unknown {
  const name = Object.keys(properties).find((one) => isHolder(properties[one], known, one));
  if (name === undefined) return undefined;
  const { items } = properties[name] as { items: { properties: Json } };
  return items.properties.value;
}

function toLabel(labels: readonly unknown[], value: unknown): unknown {
  if (labels.includes(value)) return value;
  const text = value === '' ? '(empty)' : JSON.stringify(value);
  const marked = `${text} (${typeof value})`;
  return labels.includes(marked) ? marked : text;
}
