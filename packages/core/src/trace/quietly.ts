/** What somebody's tracing throws is kept here, since to be watched must not change a run. */
export function quietly<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
