import type { Issue } from './types.ts';

/** The issues of one place in a value: its own, and those of what lies below it by key. */
export interface FieldErrors {
  errors: string[];
  fields: Record<string, FieldErrors>;
}

/** What a direct `tool.execute(...)` gives back for data that does not match a schema. Told by `isValidationError`. */
export interface ValidationError<T = unknown> {
  error: true;
  /** A headline and one line per issue. It is what a model is shown. */
  message: string;
  validationErrors: {
    errors: string[];
    fields: Record<string, FieldErrors> & { [Key in Extract<keyof T, string>]?: FieldErrors };
  };
}

/** Looks at the shape alone, so that it holds across two copies of the package and after a trip through JSON. */
export function isValidationError(value: unknown): value is ValidationError {
  if (typeof value !== 'object' || value === null) return false;
  const { error, message, validationErrors } = value as Partial<ValidationError>;
  return (
    error === true &&
    typeof message === 'string' &&
    typeof validationErrors === 'object' &&
    validationErrors !== null
  );
}

/** @param headline for instance `Tool "weather" was called with input that does not match its schema` */
export function toValidationError(headline: string, issues: readonly Issue[]): ValidationError {
  const root: FieldErrors = { errors: [], fields: {} };
  const lines = [headline];
  for (const { message, path } of issues) {
    lines.push(`- ${path.length === 0 ? 'root' : path.join('.')}: ${message}`);
    let place = root;
    for (const key of path) place = fieldAt(place, String(key));
    place.errors.push(message);
  }
  return { error: true, message: lines.join('\n'), validationErrors: root };
}

/** Defined rather than assigned: a key such as `__proto__` becomes a plain property. */
function fieldAt(place: FieldErrors, key: string): FieldErrors {
  if (!Object.hasOwn(place.fields, key)) {
    Object.defineProperty(place.fields, key, {
      value: { errors: [], fields: {} } satisfies FieldErrors,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return place.fields[key] as FieldErrors;
}
