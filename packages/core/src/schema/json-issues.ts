import { list, messages } from './json-messages.ts';
import { pointerKeys, resolveRef } from './json-tree.ts';
import { isObject, type SourceIssue } from './source.ts';
import type { JsonSchema } from './types.ts';

/** What the JSON Schema validator reports. Its own text quotes values and is not used. */
export interface ValidatorError {
  readonly keyword: string;
  readonly keywordLocation: string;
  readonly instanceLocation: string;
  readonly error: string;
}

/** Writes issues from the keyword that failed and the schema at its place. */
export function toJsonIssues(
  errors: readonly ValidatorError[],
  schema: JsonSchema,
  value: unknown,
): SourceIssue[] {
  const issues = collect(errors, { schema, value, missing: new Set() });
  if (issues.length === 0) issues.push({ message: 'does not match its schema', path: [] });
  return issues.map((issue) => ({ ...issue, clean: true }));
}

interface Context {
  readonly schema: JsonSchema;
  readonly value: unknown;
  /** Lists of required names that were looked at already: the validator reports one error per name. */
  readonly missing: Set<string>;
}

function collect(errors: readonly ValidatorError[], context: Context): SourceIssue[] {
  const issues: SourceIssue[] = [];
  for (let index = 0; index < errors.length; index++) {
    const error = errors[index] as ValidatorError;
    if (!isUnion(error)) {
      issues.push(...issuesOf(error, context));
      continue;
    }
    const inside = below(errors, index);
    issues.push(...fromUnion(error, inside, context));
    index += inside.length;
  }
  return issues;
}

function isUnion({ keyword }: ValidatorError): boolean {
  return (
    keyword === 'anyOf' ||
    keyword === 'oneOf' ||
    keyword === 'contains' ||
    keyword === 'propertyNames'
  );
}

/** The errors of the branches follow the one of the union. A `false` schema tells no place; its wrapper goes before it. */
function below(errors: readonly ValidatorError[], index: number): ValidatorError[] {
  const prefix = `${errors[index]?.keywordLocation}/`;
  const end = errors.findIndex(
    ({ keyword, keywordLocation }, at) =>
      at > index && keyword !== 'false' && !keywordLocation.startsWith(prefix),
  );
  return errors.slice(index + 1, end === -1 ? errors.length : end);
}

/** Where the value fits the kind of one branch alone, that branch's issues; else what was expected. */
function fromUnion(
  error: ValidatorError,
  inside: readonly ValidatorError[],
  context: Context,
): SourceIssue[] {
  const path = toPath(error.instanceLocation, context.value);
  if (error.keyword === 'propertyNames')
    return [{ message: 'has a property with a name that is not allowed', path }];
  if (error.keyword === 'contains')
    return [{ message: 'lacks an item that it must contain', path }];
  const near = [...branchesOf(inside, error).values()].filter((branch) =>
    branch.every((one) => !isMismatch(one, error)),
  );
  const [only] = near;
  if (only !== undefined && near.length === 1) return collect(only, context);
  const node = parentNode(context.schema, error);
  return [{ message: expectation(node?.[error.keyword], context.schema), path, union: true }];
}

function branchesOf(
  inside: readonly ValidatorError[],
  union: ValidatorError,
): Map<string, ValidatorError[]> {
  const branches = new Map<string, ValidatorError[]>();
  let name = '';
  for (const error of inside) {
    if (error.keyword !== 'false') {
      name = error.keywordLocation.slice(union.keywordLocation.length + 1).split('/', 1)[0] ?? '';
    }
    const branch = branches.get(name);
    if (branch === undefined) branches.set(name, [error]);
    else branch.push(error);
  }
  return branches;
}

function isMismatch(error: ValidatorError, union: ValidatorError): boolean {
  return (
    error.instanceLocation === union.instanceLocation &&
    (error.keyword === 'type' || error.keyword === 'const' || error.keyword === 'enum')
  );
}

function expectation(branches: unknown, schema: JsonSchema): string {
  const kinds = (Array.isArray(branches) ? branches : []).map((branch) => describe(branch, schema));
  const known = [...new Set(kinds)];
  return known.length === 0 || known.length > 8 || known.includes(undefined)
    ? 'must match one of the allowed forms'
    : `must be ${known.join(' or ')}`;
}

function describe(branch: unknown, schema: JsonSchema): string | undefined {
  if (!isObject(branch)) return undefined;
  const { $ref: ref, type } = branch;
  if (typeof ref === 'string') {
    const target = resolveRef(schema, ref);
    return target === branch || typeof target?.$ref === 'string'
      ? undefined
      : describe(target, schema);
  }
  if ('const' in branch) return JSON.stringify(branch.const);
  if (Array.isArray(branch.enum)) return list(branch.enum);
  if (typeof type === 'string') return type;
  return Array.isArray(type) ? type.join(' or ') : undefined;
}

function issuesOf(error: ValidatorError, context: Context): SourceIssue[] {
  const path = toPath(error.instanceLocation, context.value);
  const node = parentNode(context.schema, error) ?? {};
  const limit = node[error.keyword];
  switch (error.keyword) {
    case 'required':
      return missingNames(error, node, path, context);
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'properties':
    case 'patternProperties':
    case 'items':
    case 'prefixItems':
    case 'additionalItems':
    case 'unevaluatedItems':
    case 'allOf':
    case 'if':
    case '$ref':
    case '$recursiveRef':
    case 'dependentSchemas':
      return []; // what failed below is reported on its own
    case 'dependencies':
    case 'dependentRequired':
      return /does not have/.test(error.error)
        ? [{ message: 'lacks a property that another one asks for', path }]
        : [];
    default:
      return [{ message: messages[error.keyword]?.(limit) ?? 'does not match its schema', path }];
  }
}

function missingNames(
  error: ValidatorError,
  node: JsonSchema,
  path: (string | number)[],
  { value, missing }: Context,
): SourceIssue[] {
  const place = `${error.instanceLocation} ${error.keywordLocation}`;
  if (missing.has(place)) return [];
  missing.add(place);
  const object = valueAt(value, path);
  const names = (Array.isArray(node.required) ? node.required : []).map(String);
  const absent = names.filter((name) => !isObject(object) || !Object.hasOwn(object, name));
  return absent.map((name) => ({ message: 'is required', path: [...path, name] }));
}

/** The schema node that holds the keyword. */
function parentNode(
  schema: JsonSchema,
  { keyword, keywordLocation }: ValidatorError,
): JsonSchema | undefined {
  if (keyword === 'false') return undefined;
  let node: unknown = schema;
  for (const key of pointerKeys(keywordLocation).slice(0, -1)) {
    if (!isObject(node)) return undefined;
    node =
      key === '$ref' && typeof node.$ref === 'string' ? resolveRef(schema, node.$ref) : node[key];
  }
  return isObject(node) ? node : undefined;
}

/** The validator's pointer as a path; an index where the value has a list. */
function toPath(pointer: string, value: unknown): (string | number)[] {
  let place: unknown = value;
  return pointerKeys(pointer).map((key) => {
    const step = Array.isArray(place) ? Number(key) : key;
    place = isObject(place) && Object.hasOwn(place, key) ? place[key] : undefined;
    return step;
  });
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let place = value;
  for (const key of path)
    place = isObject(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  return place;
}
