// Reads the JSON report of vitest. Prints the closing line of a run; with `--no-skips` it prints nothing and
// fails when a test was skipped, because a run that left something out has not shown it.

import { readFileSync } from 'node:fs';

const path = process.argv.at(-1);
const report = JSON.parse(readFileSync(path, 'utf8'));

if (process.argv.includes('--no-skips')) {
  const skipped = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => !['passed', 'failed'].includes(status)),
  );
  for (const { fullName, status } of skipped) console.log(`${status}: ${fullName}`);
  if (skipped.length > 0 || report.numPendingTests > 0) {
    console.log(`${Math.max(skipped.length, report.numPendingTests)} tests were left out.`);
    process.exitCode = 1;
  }
} else {
  console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed`);
}
