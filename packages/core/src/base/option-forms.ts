import { type ErrorCode, TenonError } from './errors.ts';

/** What an option must be, in words, and whether a value is that. */
export interface OptionForm {
  readonly is: string;
  fits(value: unknown): boolean;
}

export type OptionForms = Readonly<Record<string, OptionForm>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isFunction = (value: unknown): boolean => typeof value === 'function';
const isRecord = (value: unknown): boolean => isObject(value) && !Array.isArray(value);
const isListOf = (fits: (item: unknown) => boolean, value: unknown): boolean =>
  Array.isArray(value) && value.every(fits);
const isText = (value: unknown): boolean => typeof value === 'string';

export const aFunction: OptionForm = { is: 'a function', fits: isFunction };
export const aRecord: OptionForm = { is: 'an object', fits: isRecord };
export const aList: OptionForm = { is: 'a list', fits: Array.isArray };
export const aText: OptionForm = {
  is: 'a text that is not empty',
  fits: (value) => isText(value) && value !== '',
};
export const listOfTexts: OptionForm = {
  is: 'a list of texts',
  fits: (value) => isListOf(isText, value),
};
export const recordOrFunction: OptionForm = {
  is: 'an object or a function that gives one',
  fits: (value) => isFunction(value) || isRecord(value),
};
export const anAbortSignal: OptionForm = {
  is: 'an AbortSignal, such as the `signal` of an AbortController',
  fits: (value) =>
    isObject(value) && typeof value.aborted === 'boolean' && isFunction(value.addEventListener),
};

/** A whole number from `least` on; `Infinity` counts where it means that there is no limit. */
export const aCount = (least: number, most: 'finite' | 'infinite' = 'finite'): OptionForm => ({
  is: `a whole number from ${least}`,
  fits: (value) =>
    (Number.isInteger(value) && (value as number) >= least) ||
    (most === 'infinite' && value === Number.POSITIVE_INFINITY),
});

/**
 * An object with these fields and no others: one that does nothing would be a limit that nobody keeps.
 * @throws TenonError with `error`, which names the field
 */
export function assertFields(
  value: object,
  forms: OptionForms,
  required: readonly string[],
  where: { readonly place: string; readonly error: ErrorCode },
): void {
  const unknown = Object.keys(value).find((field) => !Object.hasOwn(forms, field));
  const missing = required.find((field) => (value as Record<string, unknown>)[field] === undefined);
  if (unknown !== undefined || missing !== undefined) {
    const what = unknown === undefined ? `needs "${missing}"` : `has no field "${unknown}"`;
    throw new TenonError(
      where.error,
      `${where.place} ${what}. Its fields are: ${Object.keys(forms).join(', ')}.`,
      { details: { option: unknown ?? missing } },
    );
  }
  assertForms(value, forms, where);
}

/** Says which option has the wrong form, before it breaks where nobody would look for it. */
export function assertForms(
  options: object,
  forms: OptionForms,
  { place, error }: { readonly place: string; readonly error: ErrorCode },
): void {
  for (const option of Object.keys(options)) {
    if (!Object.hasOwn(forms, option)) continue;
    const form = forms[option] as OptionForm;
    const value = (options as Record<string, unknown>)[option];
    if (value === undefined || form.fits(value)) continue;
    throw new TenonError(
      error,
      `${place}: the option "${option}" must be ${form.is}, but is ${said(value)}.`,
      { details: { option } },
    );
  }
}

/** The kind alone: a value could be private. */
function said(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `of type ${typeof value}`;
}
