// Node 20 has them; the ES2023 library types do not.
interface UnicodeChecks {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

/** The text with U+FFFD for every lone surrogate, which JSON and HTTP bodies cannot carry; else the text itself. */
export function toWellFormed(text: string): string {
  const checks = text as unknown as UnicodeChecks;
  return checks.isWellFormed() ? text : checks.toWellFormed();
}
