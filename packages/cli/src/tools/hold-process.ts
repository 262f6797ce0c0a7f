/**
 * Keeps the process going while code of the user's runs that may end it: a call of `process.exit` throws, and what fails
 * where nobody waits for it is handed to `onError`.
 */
export async function holdProcess<Result>(
  onError: (error: unknown) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const { exit } = process;
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
