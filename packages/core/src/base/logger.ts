/** What Tenon writes warnings and errors to. `console` fits. */
export interface Logger {
  /** From which level on it writes. Only where it is `'debug'` or below are debug lines of calls made. */
  readonly level?: string | undefined;
  debug(message: string, data?: unknown): void;
  info(message: string, data?: unknown): void;
  warn(message: string, data?: unknown): void;
  error(message: string, data?: unknown): void;
}

const debugLevels: ReadonlySet<unknown> = new Set(['debug', 'trace', 'silly', 'all']);

/** Whether a logger says that it writes debug lines: by its `level`, or by `isLevelEnabled` as many have it. */
export function writesDebug(logger: Logger): boolean {
  const { isLevelEnabled } = logger as { isLevelEnabled?: (level: string) => unknown };
  if (typeof isLevelEnabled === 'function') return isLevelEnabled.call(logger, 'debug') === true;
  return debugLevels.has(logger.level);
}

const write =
  (method: 'info' | 'warn' | 'error') =>
  (message: string, data?: unknown): void => {
    if (data === undefined) console[method](message);
    else console[method](message, data);
  };

/** The default: the console, without debug lines. */
export const consoleLogger: Logger = {
  debug: () => {},
  info: write('info'),
  warn: write('warn'),
  error: write('error'),
};

/** For `logger: false`. */
export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
