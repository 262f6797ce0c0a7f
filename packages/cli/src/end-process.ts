import type { ExitStatus } from './errors.ts';

const exit = process.exit.bind(process);

/** Ends the process at once, also while code of the user's is kept from doing so. */
export function endProcess(status: ExitStatus): never {
  return exit(status);
}
