import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { toPlainText } from '../plain-text.ts';
import type { Screen } from './screen.ts';

/** Lets what tools and loggers print stand on stderr, a line at a time, so that it spoils no answer. */
export function routeConsole(screen: Screen): void {
  let open = '';
  const lines = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      const parts = `${open}${text}`.split('\n');
      open = parts.pop() ?? '';
      for (const line of parts) screen.tell(screen.colors.dim(toPlainText(line)));
      done();
    },
  });
  const routed = new Console({ stdout: lines, stderr: lines, colorMode: false });
  const error = routed.error.bind(routed);
  routed.error = (...said) => {
    if (!isOfFailedRun(said[1])) error(...said);
  };
  globalThis.console = routed;
}

/** What core's logger writes when a run fails, which the chat itself tells. */
function isOfFailedRun(data: unknown): boolean {
  const { runId, error } = (data ?? {}) as { runId?: unknown; error?: unknown };
  return typeof runId === 'string' && error === undefined;
}
