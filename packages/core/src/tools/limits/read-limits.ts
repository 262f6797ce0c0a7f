import { TenonError } from '../../base/errors.ts';
import {
  aCount,
  aFunction,
  aRecord,
  assertFields,
  assertForms,
  type OptionForm,
  type OptionForms,
} from '../../base/option-forms.ts';
import { longestTimerMs } from '../../base/wait.ts';
import type { ToolLimits } from './limited-call.ts';
import { Limits } from './limits.ts';
import type { ToolLimitOptions } from './options.ts';

const aTime = (least: 0 | 1): OptionForm => ({
  is: `a number of milliseconds from ${least} to ${longestTimerMs}`,
  fits: (value) => typeof value === 'number' && value >= least && value <= longestTimerMs,
});

const orFields = (form: OptionForm, is: string): OptionForm => ({
  is: `${form.is}, or ${is}`,
  fits: (value) => form.fits(value) || aRecord.fits(value),
});

const limitForms: OptionForms = {
  timeoutMs: aTime(1),
  retry: orFields(aCount(0), '{ attempts }'),
  concurrency: orFields(aCount(1), '{ limit, key }'),
  rateLimit: { is: '{ limit, intervalMs }', fits: aRecord.fits },
  cache: { is: '{ ttlMs }', fits: aRecord.fits },
  maxResultChars: aCount(1),
};

/** The fields of those options that may be objects, and which of them have to be there. */
const fieldsOf: Readonly<Record<string, { forms: OptionForms; required: readonly string[] }>> = {
  retry: {
    forms: {
      attempts: aCount(0),
      delayMs: aTime(0),
      maxDelayMs: aTime(0),
      retryIf: aFunction,
    },
    required: ['attempts'],
  },
  concurrency: { forms: { limit: aCount(1), key: aFunction }, required: ['limit'] },
  rateLimit: {
    forms: { limit: aCount(1), intervalMs: aTime(1), key: aFunction, maxWaitMs: aTime(0) },
    required: ['limit', 'intervalMs'],
  },
  cache: {
    forms: { ttlMs: aTime(1), key: aFunction, maxEntries: aCount(1) },
    required: ['ttlMs'],
  },
};

const names = Object.keys(limitForms) as readonly (keyof ToolLimitOptions)[];

/** What is known of the tool that has the limits. */
interface Limited {
  readonly owner: string;
  readonly isOurs: boolean;
  readonly isReadOnly: boolean;
}

/**
 * The limits that a tool declares; `undefined` for one that has none.
 * @throws TenonError `TOOL_OPTION_INVALID`
 */
export function readLimits(
  options: ToolLimitOptions,
  { owner, isOurs, isReadOnly }: Limited,
): ToolLimits | undefined {
  const given = names.filter((name) => options[name] !== undefined);
  if (given.length === 0) return undefined;
  const error = 'TOOL_OPTION_INVALID';
  assertForms(options, limitForms, { place: owner, error });
  for (const name of given) {
    const fields = fieldsOf[name];
    const value = options[name];
    if (fields === undefined || typeof value !== 'object') continue;
    const place = `${owner}: the option "${name}"`;
    assertFields(value, fields.forms, fields.required, { place, error });
  }
  const ofExecute = given.find((name) => name !== 'maxResultChars');
  if (!isOurs && ofExecute !== undefined) {
    throw new TenonError(
      error,
      `${owner}: the option "${ofExecute}" limits \`execute\`, which the tool does not have: the client runs it.`,
      { details: { option: ofExecute } },
    );
  }
  if (options.cache !== undefined && !isReadOnly) {
    throw new TenonError(
      error,
      `${owner}: the option "cache" is for tools that change nothing. If this is one, say so: mcp: { annotations: { readOnlyHint: true } }.`,
      { details: { option: 'cache' } },
    );
  }
  return new Limits(options);
}
