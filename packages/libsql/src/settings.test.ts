import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toLocation } from './location.ts';
import { openConnection, type Synchronous } from './open-connection.ts';
import { childFile, nodeFlags } from './testing/children.ts';
import { temporaryFolder } from './testing/stores.ts';

const newPath = () => join(temporaryFolder({ onEnd: onTestFinished }), 'tenon.db');

async function settingOf(synchronous: Synchronous, setting: string): Promise<unknown> {
  const location = toLocation(`file:${newPath()}`);
  const connection = await openConnection({ location, busyTimeoutMs: 0 }, synchronous);
  onTestFinished(() => connection.close());
  const { rows } = await connection.executeQuery(CompiledQuery.raw(`pragma ${setting}`));
  return Object.values(rows[0] as object)[0];
}

describe('the settings of connections', () => {
  it('are read back from SQLite as they were set', async () => {
    expect(await settingOf('full', 'synchronous')).toBe(2);
    expect(await settingOf('normal', 'synchronous')).toBe(1);
    expect(await settingOf('full', 'journal_mode')).toBe('wal');
    expect(await settingOf('normal', 'journal_mode')).toBe('wal');
    // waiting is done outside, where it does not block the event loop
    expect(await settingOf('full', 'busy_timeout')).toBe(0);
  });
});

const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;

/** How often a process asks the system to bring what it wrote to the disk. */
function countSyncs(...args: readonly string[]): number {
  const log = join(temporaryFolder({ onEnd: onTestFinished }), 'calls.txt');
  const strace = ['-f', '-qq', '-e', 'trace=fdatasync,fsync', '-o', log];
  const node = [process.execPath, ...nodeFlags, childFile, 'write', newPath(), ...args];
  const { status, stderr } = spawnSync('strace', [...strace, ...node], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return readFileSync(log, 'utf8').match(/\b(?:fdatasync|fsync)\(/g)?.length ?? 0;
}

describe.skipIf(!canTrace)('the calls of the system (where strace can be used)', () => {
  it('bring each append to the disk, and not each state of a thread', () => {
    const nothing = countSyncs('0', '0');
    expect(countSyncs('20', '0') - nothing).toBeGreaterThanOrEqual(20);
    expect(countSyncs('0', '20') - nothing).toBeLessThan(10);
  });
});
