import { toSentence } from '../errors.ts';

/**
 * Keeps the process going while files of the user's are loaded of which one may end it: a call of `process.exit` throws,
 * and what fails beside the loading is handed to `tell`.
 */
export async function holdProcess<Result>(
  tell: (problem: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const { exit } = process;
  const onError = (error: unknown) =>
    tell(`A file failed after it was loaded: ${toSentence(error)}`);
  process.exit = (() => {
    throw new Error('it ends the process. Keep what runs apart from what is exported.');
  }) as typeof process.exit;
  // promises that nobody handles come here too
  process.on('uncaughtException', onError);
  try {
    return await work();
  } finally {
    process.exit = exit;
    process.off('uncaughtException', onError);
  }
}
