import { isJson, type Json } from '../json.ts';

/** What an API would refuse of a schema, or lose, by what its documentation and its provider package say. */
export interface RefusalRules {
  /** What is wrong with a node, apart from what is below it. */
  readonly ofNode: (node: Json, isRoot: boolean) => readonly string[];
}

/** Everything that is refused, with where it stands. */
export function refusedIn(schema: unknown, rules: RefusalRules): string[] {
  const found: string[] = [];
  walk(schema, '#', (node, path) => {
    for (const fault of rules.ofNode(node, path === '#')) found.push(`${path}: ${fault}`);
  });
  return found;
}

const maps = ['properties', 'patternProperties', '$defs', 'definitions'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const singles = ['items', 'additionalProperties', 'additionalItems', 'propertyNames', 'not', 'if'];

function walk(node: unknown, path: string, visit: (node: Json, path: string) => void): void {
  if (!isJson(node)) return;
  visit(node, path);
  for (const key of maps) {
    const map = node[key];
    if (isJson(map))
      for (const name of Object.keys(map)) walk(map[name], `${path}/${key}/${name}`, visit);
  }
  for (const key of [...lists, ...singles]) {
    const list = Array.isArray(node[key]) ? (node[key] as unknown[]) : [node[key]];
    for (const [index, part] of list.entries()) walk(part, `${path}/${key}/${index}`, visit);
  }
}

const has = (node: Json, ...keys: readonly string[]): string[] => keys.filter((key) => key in node);
const isMarker = (key: string): boolean => key.startsWith('x-');
const typesOf = ({ type }: Json): unknown[] => (Array.isArray(type) ? type : [type]);
const namesOf = ({ properties }: Json): string[] =>
  isJson(properties) ? Object.keys(properties) : [];
const rootUnions = ['anyOf', 'oneOf', 'allOf', 'enum', 'not'];

function faultsOfRoot(node: Json): string[] {
  return [...(node.type === 'object' ? [] : ['no object']), ...has(node, ...rootUnions)];
}

/** Function tools without strict mode: validated as draft 2020-12, with an object at the root. */
export const openaiLoose: RefusalRules = {
  ofNode: (node, isRoot) => [
    ...(isRoot ? faultsOfRoot(node) : []),
    ...Object.keys(node).filter(isMarker),
    ...has(node, 'oneOf', 'propertyNames', 'additionalItems', 'prefixItems'),
    ...(typesOf(node).includes('array') && !('items' in node) ? ['array without items'] : []),
    ...(Array.isArray(node.items) ? ['items is a list'] : []),
    ...namesOf(node)
      .filter((name) => !(node.required as string[] | undefined)?.includes(name))
      .map((name) => `${name} is not required`),
  ],
};

const strictKeys: ReadonlySet<string> = new Set(
  'type properties required additionalProperties items anyOf $ref enum const title description'.split(
    ' ',
  ),
);
const strictBounds: ReadonlySet<string> = new Set(
  'pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems'.split(
    ' ',
  ),
);

function faultsOfStrict(node: Json, isRoot: boolean): string[] {
  const faults = Object.keys(node).filter((key) => {
    if (isRoot && ['$schema', '$defs', 'definitions'].includes(key)) return false;
    return !strictKeys.has(key) && !strictBounds.has(key);
  });
  const says = ['type', 'anyOf', '$ref'].filter((key) => key in node);
  if (says.length !== 1) faults.push(`says ${says.join(' and ') || 'no type'}`);
  if ('$ref' in node && Object.keys(node).length > 1) faults.push('something beside $ref');
  if (!typesOf(node).includes('object')) return faults;
  if (node.additionalProperties !== false) faults.push('open object');
  if (!isJson(node.properties)) faults.push('no properties');
  const required = new Set(Array.isArray(node.required) ? node.required : []);
  for (const name of namesOf(node)) if (!required.delete(name)) faults.push(`${name} not required`);
  if (required.size > 0) faults.push('requires what it does not have');
  return faults;
}

/** Structured outputs. */
export const openaiStrict: RefusalRules = {
  ofNode: (node, isRoot) => [
    ...(isRoot ? faultsOfRoot(node) : []),
    ...faultsOfStrict(node, isRoot),
    ...(typeof node.pattern === 'string' && /\(\?<?[=!]/.test(node.pattern) ? ['lookaround'] : []),
  ],
};

export const azureStrict: RefusalRules = {
  ofNode: (node, isRoot) => [
    ...openaiStrict.ofNode(node, isRoot),
    ...Object.keys(node).filter((key) => strictBounds.has(key)),
  ],
};

/** Tools of the Messages API: draft 2020-12, no union at the root, plain property names. */
export const anthropicLoose: RefusalRules = {
  ofNode: (node, isRoot) => [
    ...(isRoot && node.type !== 'object' ? ['no object'] : []),
    ...(isRoot ? has(node, 'anyOf', 'oneOf', 'allOf') : []),
    ...Object.keys(node).filter(isMarker),
    ...(Array.isArray(node.items) ? ['items is a list'] : []),
    ...namesOf(node).filter((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)),
  ],
};

const anthropicStrictKeys: ReadonlySet<string> = new Set(
  'type properties required additionalProperties items anyOf enum const title description default format pattern minItems'.split(
    ' ',
  ),
);

export const anthropicStrict: RefusalRules = {
  ofNode: (node, isRoot) => [
    ...anthropicLoose.ofNode(node, isRoot),
    ...Object.keys(node).filter(
      (key) => !anthropicStrictKeys.has(key) && !(isRoot && key === '$schema'),
    ),
    ...(typesOf(node).includes('object') && node.additionalProperties !== false ? ['open'] : []),
    ...('minItems' in node && Number(node.minItems) > 1 ? ['minItems'] : []),
    ...(Array.isArray(node.enum) && node.enum.some((one) => isJson(one))
      ? ['enum of objects']
      : []),
  ],
};

const googleKeys: ReadonlySet<string> = new Set(
  'type properties required items anyOf enum description format minLength'.split(' '),
);
/** Lost on the way without harm: nothing was meant by them that `type` does not say. */
const harmless: ReadonlySet<string> = new Set(['$schema', 'additionalProperties']);

/** What the provider package hands on, and what Gemini takes of it. */
export const google: RefusalRules = {
  ofNode(node, isRoot) {
    const faults = Object.keys(node).filter(
      (key) =>
        !googleKeys.has(key) && !harmless.has(key) && Math.abs(Number(node[key])) !== 2 ** 53 - 1,
    );
    if (isRoot) faults.push(...faultsOfRoot(node));
    if (isJson(node.additionalProperties)) faults.push('record');
    const others = typesOf(node).filter((type) => type !== 'null' && type !== undefined);
    if (others.length > 1) faults.push('list of types');
    if (typesOf(node).every((type) => type === undefined) && !('anyOf' in node))
      faults.push('no type');
    if (others[0] === 'object' && !isRoot && namesOf(node).length === 0)
      faults.push('empty object');
    if (others[0] === 'array' && !isJson(node.items)) faults.push('no items');
    if ('format' in node && node.format !== 'date-time') faults.push('format');
    const required: readonly string[] = Array.isArray(node.required) ? node.required : [];
    if (required.some((name) => !namesOf(node).includes(name))) faults.push('requires too much');
    faults.push(...faultsOfValues(node), ...faultsOfUnion(node));
    return faults;
  },
};

function faultsOfValues(node: Json): string[] {
  if (!Array.isArray(node.enum)) return [];
  const values = node.enum.filter((value) => value !== null);
  const isFine = values.length > 0 && values.every((one) => typeof one === 'string' && one !== '');
  return isFine && typesOf(node).includes('string') ? [] : ['enum'];
}

function faultsOfUnion(node: Json): string[] {
  if (!Array.isArray(node.anyOf)) return [];
  const branches = node.anyOf.filter((branch) => branch.type !== 'null');
  const isNullable = branches.length === 1 && node.anyOf.length === 2;
  if (isNullable) return [];
  const beside = Object.keys(node).filter((key) => key !== 'anyOf');
  if (branches.length < node.anyOf.length) beside.push('null among the branches');
  return beside.map((key) => `${key} beside anyOf`);
}
