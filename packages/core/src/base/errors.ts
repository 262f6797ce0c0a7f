/** Where in Tenon an error arose. */
export type ErrorDomain = 'AGENT' | 'TOOL' | 'MODEL' | 'SCHEMA' | 'MASTRA' | 'RUN' | 'STORAGE';
/** Who can mend it: the caller, Tenon itself, or a third party such as a model provider. */
export type ErrorCategory = 'USER' | 'SYSTEM' | 'THIRD_PARTY';

interface ErrorRow {
  /** HTTP status that a server answers with. */
  readonly status: number;
  readonly retryable: boolean;
  readonly domain: ErrorDomain;
  readonly category: ErrorCategory;
}

const user = (domain: ErrorDomain, status = 400): ErrorRow => ({
  status,
  retryable: false,
  domain,
  category: 'USER',
});

/** Every code a caller may switch on. A new code is a minor change, a renamed one is breaking. */
export const errorCodes = {
  AGENT_ACTIVE_TOOL_UNKNOWN: user('AGENT'),
  AGENT_CONSTRUCTOR_ID_REQUIRED: user('AGENT'),
  AGENT_CONSTRUCTOR_MODEL_REQUIRED: user('AGENT'),
  AGENT_FORCED_TOOL_NOT_ACTIVE: user('AGENT'),
  AGENT_GET_TOOLS_FUNCTION_EMPTY_RETURN: user('AGENT'),
  AGENT_INSTRUCTIONS_INVALID: user('AGENT'),
  AGENT_MESSAGES_INVALID: user('AGENT'),
  AGENT_OPTION_INVALID: user('AGENT'),
  AGENT_OPTION_NOT_SUPPORTED: user('AGENT'),
  AGENT_REQUEST_CONTEXT_VALIDATION_FAILED: user('AGENT'),
  AGENT_TOOL_NAME_COLLISION: user('AGENT'),
  MASTRA_ADD_AGENT_UNDEFINED: user('MASTRA'),
  MASTRA_ADD_TOOL_UNDEFINED: user('MASTRA'),
  MASTRA_ADD_KEY_TAKEN: user('MASTRA', 409),
  MASTRA_GET_AGENT_BY_AGENT_ID_NOT_FOUND: user('MASTRA', 404),
  MASTRA_GET_AGENT_BY_NAME_NOT_FOUND: user('MASTRA', 404),
  MASTRA_GET_TOOL_BY_ID_NOT_FOUND: user('MASTRA', 404),
  MASTRA_GET_TOOL_BY_NAME_NOT_FOUND: user('MASTRA', 404),
  MASTRA_ID_GENERATOR_RETURNED_EMPTY_STRING: user('MASTRA'),
  MASTRA_OPTION_NOT_SUPPORTED: user('MASTRA'),
  MASTRA_STORAGE_INVALID: user('MASTRA'),
  MODEL_ENDED_WITH_ERROR: {
    status: 502,
    retryable: true,
    domain: 'MODEL',
    category: 'THIRD_PARTY',
  },
  MODEL_INVALID: user('MODEL'),
  MODEL_KEY_MISSING: user('MODEL', 401),
  MODEL_LIST_EMPTY: user('MODEL'),
  MODEL_NAME_INVALID: user('MODEL'),
  MODEL_PACKAGE_BROKEN: user('MODEL', 500),
  MODEL_PACKAGE_MISSING: user('MODEL', 501),
  MODEL_PROVIDER_UNKNOWN: user('MODEL'),
  MODEL_STREAM_ENDED_EARLY: {
    status: 502,
    retryable: true,
    domain: 'MODEL',
    category: 'THIRD_PARTY',
  },
  PROCESSOR_FAILED: user('AGENT', 500),
  PROCESSOR_HOOK_NOT_SUPPORTED: user('AGENT', 501),
  PROCESSOR_ID_DUPLICATE: user('AGENT'),
  PROCESSOR_INVALID: user('AGENT'),
  PROCESSOR_RESULT_INVALID: user('AGENT', 500),
  SCHEMA_JSON_SIDE_MISSING: user('SCHEMA'),
  SCHEMA_ROOT_NOT_OBJECT: user('SCHEMA'),
  SCHEMA_UNSUPPORTED: user('SCHEMA'),
  STORE_CLOSED: user('STORAGE', 500),
  STORE_DAMAGED: user('STORAGE', 500),
  STORE_DOMAIN_UNKNOWN: user('STORAGE'),
  STORE_FAILED: { status: 500, retryable: false, domain: 'STORAGE', category: 'THIRD_PARTY' },
  STORE_FULL: user('STORAGE', 507),
  STORE_ID_INVALID: user('STORAGE'),
  STORE_LOCKED: { status: 503, retryable: true, domain: 'STORAGE', category: 'USER' },
  STORE_OPTION_INVALID: user('STORAGE'),
  STORE_READ_ONLY: user('STORAGE', 500),
  STORE_RECORDS_INVALID: user('STORAGE'),
  STORE_STREAM_ENDED: user('STORAGE', 409),
  STORE_THREAD_EXISTS: user('STORAGE', 409),
  STORE_THREAD_NOT_FOUND: user('STORAGE', 404),
  STORE_UNAVAILABLE: user('STORAGE', 500),
  STORE_VERSION_NEWER: user('STORAGE', 500),
  STRUCTURED_OUTPUT_OBJECT_UNDEFINED: {
    status: 502,
    retryable: true,
    domain: 'AGENT',
    category: 'THIRD_PARTY',
  },
  STRUCTURED_OUTPUT_SCHEMA_VALIDATION_FAILED: {
    status: 502,
    retryable: true,
    domain: 'AGENT',
    category: 'THIRD_PARTY',
  },
  STRUCTURED_OUTPUT_TRUNCATED: {
    status: 502,
    retryable: true,
    domain: 'AGENT',
    category: 'THIRD_PARTY',
  },
  TOOL_APPROVAL_NOT_SUPPORTED: user('TOOL', 501),
  TOOL_BUDGET_SPENT: user('TOOL', 429),
  TOOL_CALL_ABORTED: { status: 499, retryable: false, domain: 'TOOL', category: 'USER' },
  TOOL_CALL_NOT_RUN: { status: 409, retryable: true, domain: 'TOOL', category: 'THIRD_PARTY' },
  TOOL_EXECUTION_FAILED: { status: 500, retryable: false, domain: 'TOOL', category: 'USER' },
  TOOL_ID_REQUIRED: user('TOOL'),
  TOOL_INPUT_INVALID: user('TOOL'),
  TOOL_INPUT_NOT_JSON: user('TOOL'),
  TOOL_NOT_FOUND: user('TOOL', 404),
  TOOL_OPTION_INVALID: user('TOOL'),
  TOOL_OUTPUT_INVALID: { status: 500, retryable: false, domain: 'TOOL', category: 'USER' },
  TOOL_RATE_LIMITED: { status: 429, retryable: true, domain: 'TOOL', category: 'USER' },
  TOOL_REQUEST_CONTEXT_INVALID: user('TOOL'),
  TOOL_TIMED_OUT: { status: 504, retryable: true, domain: 'TOOL', category: 'THIRD_PARTY' },
  WEB_SEARCH_UNSUPPORTED_PROVIDER: user('AGENT'),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorCodes;

export interface TenonErrorOptions {
  /** Facts about the thing that failed; never the values a user or a model supplied. */
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

const brand = Symbol.for('tenon.error');

/** Every error Tenon itself raises. The id says what happened, `details` to which thing, `cause` why. */
export class TenonError extends Error {
  readonly id: ErrorCode;
  readonly domain: ErrorDomain;
  readonly category: ErrorCategory;
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(id: ErrorCode, message: string, options: TenonErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    const row: ErrorRow = errorCodes[id];
    this.name = 'TenonError';
    this.id = id;
    this.domain = row.domain;
    this.category = row.category;
    this.retryable = row.retryable;
    this.details = { status: row.status, ...options.details };
    Object.defineProperty(this, brand, { value: true });
  }

  /** The same value as `id`. */
  get code(): ErrorCode {
    return this.id;
  }

  toJSON(): Record<string, unknown> {
    const { message, domain, category, id, details, cause } = this;
    return {
      message,
      domain,
      category,
      code: id,
      details,
      ...(isReadableError(cause) && { cause: { name: cause.name, message: cause.message } }),
    };
  }

  /** So that `error instanceof TenonError` holds across two copies of this package; subclasses stay what they are. */
  static override [Symbol.hasInstance](this: unknown, value: unknown): boolean {
    // biome-ignore-start lint/complexity/noThisInStatic: it is the class on the right of `instanceof`
    if (this === TenonError) return TenonError.is(value);
    return Function.prototype[Symbol.hasInstance].call(this as never, value);
    // biome-ignore-end lint/complexity/noThisInStatic: as above
  }

  /** Holds across two copies of the package, and for one id alone when that is given. */
  static is(value: unknown, id?: ErrorCode): value is TenonError {
    if (typeof value !== 'object' || value === null) return false;
    try {
      return brand in value && (id === undefined || (value as unknown as TenonError).id === id);
    } catch {
      return false; // a proxy that throws, or a revoked one
    }
  }
}

/**
 * Turns whatever was thrown into an `Error` with a message that can be read:
 * errors stay what they are, `undefined`, symbols, null-prototype objects and proxies that throw get a text.
 */
export function toError(thrown: unknown): Error {
  if (isReadableError(thrown)) return thrown;
  const error = new Error(describeThrown(thrown), { cause: thrown });
  error.name = 'ThrownValue';
  return error;
}

function isReadableError(value: unknown): value is Error {
  try {
    if (!(value instanceof Error)) return false;
    return typeof value.message === 'string' && typeof value.name === 'string';
  } catch {
    return false;
  }
}

function describeThrown(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown === '' ? 'An empty text was thrown.' : thrown;
  if (typeof thrown === 'function') return 'A function was thrown.';
  if (typeof thrown !== 'object' || thrown === null) return `${String(thrown)} was thrown.`;
  try {
    const { message } = thrown as { message?: unknown };
    if (typeof message === 'string' && message !== '') return message;
    const text = JSON.stringify(thrown);
    if (text !== undefined) return `An object was thrown: ${text.slice(0, 500)}`;
  } catch {
    // a cycle, a BigInt or a hostile getter: the type is all that can be said
  }
  return 'An object was thrown.';
}
