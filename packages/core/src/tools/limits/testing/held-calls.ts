/** An `execute` whose calls go on until the test ends them. */
export function heldCalls() {
  const started: string[] = [];
  const ends = new Map<string, (result: string) => void>();
  return {
    /** The names of the calls that run or ran, in the order in which they began. */
    started,
    execute: ({ name }: { name: string }): Promise<string> =>
      new Promise((resolve) => {
        started.push(name);
        ends.set(name, resolve);
      }),
    end: (name: string): void => ends.get(name)?.(`${name} done`),
  };
}

/** Lets all go on that waits for nothing but promises. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}
