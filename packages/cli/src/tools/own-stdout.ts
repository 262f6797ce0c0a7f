/** Writes to stdout while nobody else can. */
export type Print = (text: string) => void;

/**
 * Keeps stdout for what was asked for: what other code writes to it while `work` goes on, a `console.log` for instance,
 * goes to stderr.
 */
export async function withOwnStdout<Result>(
  work: (print: Print) => Promise<Result>,
): Promise<Result> {
  const { stdout, stderr } = process;
  const { write } = stdout;
  stdout.write = stderr.write.bind(stderr) as typeof write;
  try {
    return await work((text) => {
      write.call(stdout, text);
    });
  } finally {
    stdout.write = write;
  }
}
