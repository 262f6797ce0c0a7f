import { isPromiseLike } from '../base/promise.ts';
import { cleanIssues } from './clean-issues.ts';
import { finishJson, toObjectRoot } from './finish-json.ts';
import { repair, withoutNulls, withRootInPlace } from './repair.ts';
import type { SchemaSource, SourceIssue, SourceResult } from './source.ts';
import type { JsonSchema, ParseResult, SchemaSide } from './types.ts';

/** A repaired text may hold texts to repair. */
const maxRounds = 8;

/** What all places that use one schema object share: its conversions and its checks. */
export class SchemaCore {
  readonly source: SchemaSource;
  #input: JsonSchema | undefined;
  #output: JsonSchema | undefined;
  #object: JsonSchema | undefined;

  constructor(source: SchemaSource) {
    this.source = source;
  }

  parse(value: unknown): ParseResult | Promise<ParseResult> {
    const result = this.#attempt(value);
    if (result instanceof Promise) return result.then((settled) => this.#told(settled, value));
    return result.ok ? result : this.#told(result, value);
  }

  parseLeniently(value: unknown): ParseResult | Promise<ParseResult> {
    const given = value ?? withRootInPlace(value, this.#inputOrNothing());
    const plain = withoutNulls(given, () => this.#inputOrNothing());
    if (plain === given) return this.#parseOrMend(given);
    const result = this.#attempt(plain);
    if (result instanceof Promise) {
      return result.then((settled) => (settled.ok ? settled : this.#parseOrMend(given)));
    }
    return result.ok ? result : this.#parseOrMend(given);
  }

  #parseOrMend(given: unknown): ParseResult | Promise<ParseResult> {
    const result = this.#attempt(given);
    if (result instanceof Promise) {
      return result.then(async (settled) =>
        this.#told(settled.ok ? settled : await this.#mend(given, settled), given),
      );
    }
    if (result.ok) return result;
    const mended = this.#mend(given, result);
    return mended instanceof Promise
      ? mended.then((settled) => this.#told(settled, given))
      : this.#told(mended, given);
  }

  /** Throws what the library's converter throws. */
  json(side: SchemaSide): JsonSchema {
    if (side === 'output') {
      this.#output ??= this.#convert(side);
      return this.#output;
    }
    this.#input ??= this.#convert(side);
    return this.#input;
  }

  /** The input side as a tool must have it; `undefined` where the root is no object. */
  objectJson(): JsonSchema | undefined {
    this.#object ??= toObjectRoot(this.json('input'));
    return this.#object;
  }

  #convert(side: SchemaSide): JsonSchema {
    const { json, done } = this.source.toJson(side);
    return done ? json : finishJson(json);
  }

  #inputOrNothing(): JsonSchema {
    try {
      return this.json('input');
    } catch {
      return {};
    }
  }

  /** A value or an author's code that throws is told like any other fault of the value. */
  #attempt(value: unknown): SourceResult | Promise<SourceResult> {
    try {
      const result = this.source.validate(value);
      return isPromiseLike(result) ? Promise.resolve(result).catch(fromThrown) : result;
    } catch (error) {
      return fromThrown(error);
    }
  }

  /**
   * Repairs and tries again while there is something to repair. When that leads nowhere the first issues stand, unless
   * texts had to become dates before anything could be said of them.
   */
  #mend(
    value: unknown,
    first: SourceResult,
    failure: SourceResult = first,
    round = 0,
  ): SourceResult | Promise<SourceResult> {
    if (failure.ok) return failure;
    const mended =
      round < maxRounds ? repair(value, failure.issues, this.#inputOrNothing()) : value;
    if (mended === value) return hasDates(first) ? inWordsOfTexts(failure) : first;
    const result = this.#attempt(mended);
    return result instanceof Promise
      ? result.then((settled) => this.#mend(mended, first, settled, round + 1))
      : this.#mend(mended, first, result, round + 1);
  }

  #told(result: SourceResult, value: unknown): ParseResult {
    if (result.ok) return result;
    let text: string | undefined;
    const schemaText = () => {
      text ??= JSON.stringify(this.#inputOrNothing());
      return text;
    };
    return { ok: false, issues: cleanIssues(result.issues, value, schemaText) };
  }
}

const hasDates = (result: SourceResult): boolean =>
  !result.ok && result.issues.some(({ wants }) => wants === 'date');

/** Who sends JSON cannot send a `Date`, so that is not what is asked for. */
function inWordsOfTexts({ issues }: Extract<SourceResult, { ok: false }>): SourceResult {
  const told = issues.map((issue) =>
    issue.wants === 'date' && !issue.union
      ? { ...issue, message: dateWanted, clean: true as const }
      : issue,
  );
  return { ok: false, issues: told };
}

const dateWanted =
  'must be a date and time in ISO 8601 with its offset, for instance "2030-01-31T09:00:00Z"';

function fromThrown(error: unknown): { ok: false; issues: SourceIssue[] } {
  const reason = error instanceof Error && error.message !== '' ? `: ${error.message}` : '';
  return { ok: false, issues: [{ message: `could not be checked${reason}`, path: [] }] };
}
