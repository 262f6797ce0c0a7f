import { isPromiseLike } from '../base/promise.ts';
import {
  type LibraryPath,
  type SchemaSource,
  type SourceIssue,
  type SourceResult,
  toPath,
} from './source.ts';
import type { JsonSchema, SchemaSide } from './types.ts';

/** What is used of a Standard Schema with its JSON Schema side. */
export interface StandardSource {
  readonly '~standard': {
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult | PromiseLike<StandardResult>;
    readonly jsonSchema?: Record<SchemaSide, (options: object) => JsonSchema>;
  };
}
type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly LibraryIssue[] };
/** Beyond the standard, what Valibot and ArkType tell of the value they refused. */
interface LibraryIssue {
  readonly message: string;
  readonly path?: LibraryPath;
  readonly expected?: unknown;
  readonly received?: unknown;
  readonly actual?: unknown;
  readonly propString?: unknown;
  readonly errors?: readonly LibraryIssue[];
}

export function standardSource(schema: StandardSource): SchemaSource {
  const { '~standard': standard } = schema;
  return {
    vendor: standard.vendor,
    validate: (value) => {
      const result = standard.validate(value);
      return isPromiseLike(result) ? result.then(fromStandard) : fromStandard(result);
    },
    toJson: (side) => {
      const options = { target: 'draft-07', ...optionsFor(standard.vendor) };
      const json = standard.jsonSchema?.[side](options);
      return { json: JSON.parse(JSON.stringify(json)) };
    },
    rootKind: () => 'unknown',
  };
}

function fromStandard(result: StandardResult): SourceResult {
  return result.issues === undefined
    ? { ok: true, value: result.value }
    : { ok: false, issues: result.issues.map(fromLibraryIssue) };
}

function fromLibraryIssue(issue: LibraryIssue): SourceIssue {
  const path = toPath(issue.path);
  const message = withoutActual(withoutReceived(issue.message, issue), issue);
  const wantsDate = issue.expected === 'Date' || issue.expected === 'a Date';
  return wantsDate ? { message, path, wants: 'date' } : { message, path };
}

/** Valibot ends with `but received "…"`. */
function withoutReceived(message: string, { received }: LibraryIssue): string {
  if (typeof received !== 'string') return message;
  return message
    .replaceAll(` but received ${received}`, '')
    .replaceAll(`: Received ${received}`, '');
}

/** ArkType begins with the path and ends with `(was "…")`. */
function withoutActual(message: string, issue: LibraryIssue): string {
  const { propString, actual, errors } = issue;
  if (typeof propString !== 'string') return message;
  let text = typeof actual === 'string' ? message.replaceAll(` (was ${actual})`, '') : message;
  for (const inner of errors ?? []) text = withoutActual(text, { ...pick(inner), message: text });
  return propString !== '' && text.startsWith(`${propString} `)
    ? text.slice(propString.length + 1)
    : text;
}

/** ArkType computes these on access. */
function pick({ propString, actual, message }: LibraryIssue): LibraryIssue {
  return { propString, actual, message };
}

/** Libraries refuse by default what JSON Schema cannot tell; a schema with such a part is still of use. */
function optionsFor(vendor: string): { libraryOptions?: object } {
  if (vendor === 'valibot')
    return { libraryOptions: { errorMode: 'ignore', overrideSchema: valibotDate } };
  if (vendor === 'arktype')
    return { libraryOptions: { fallback: { proto: arkDate, date: arkDate } } };
  return {};
}

const dateTime = { type: 'string', format: 'date-time' };

function valibotDate({
  valibotSchema,
}: {
  valibotSchema?: { type?: unknown };
}): object | undefined {
  return valibotSchema?.type === 'date' ? { ...dateTime } : undefined;
}

function arkDate({ base, code, proto }: { base: object; code: string; proto?: unknown }): object {
  return code === 'date' || proto === Date ? { ...base, ...dateTime } : base;
}
