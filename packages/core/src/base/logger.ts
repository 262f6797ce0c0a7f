/** What Tenon writes warnings and errors to. `console` fits. */
export interface Logger {
  debug(message: string, data?: unknown): void;
  info(message: string, data?: unknown): void;
  warn(message: string, data?: unknown): void;
  error(message: string, data?: unknown): void;
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
