import { endProcess } from './end-process.ts';
import { exitStatus } from './errors.ts';

/** The first Ctrl-C calls `stop`; the second ends the process, whatever is still going on. */
export function onInterrupt(stop: () => void): void {
  process.once('SIGINT', () => {
    process.once('SIGINT', () => endProcess(exitStatus.aborted));
    stop();
  });
}
