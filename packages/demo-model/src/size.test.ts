import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('is a stand-in of at most 400 lines', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const lines = files.map((name) => {
    return readFileSync(`${import.meta.dirname}/${name}`, 'utf8')
      .trimEnd()
      .split('\n').length;
  });
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(400);
});
