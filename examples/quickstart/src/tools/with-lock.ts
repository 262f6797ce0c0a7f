import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const pauseMs = 20;
/** Nobody holds a lock for so long: whoever took it is gone, even if another process has its number now. */
const longestMs = 10_000;

/** Does work while no other process does work on the same path. One that was killed over it holds nobody up. */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${path}.lock`;
  while (!(await take(lock))) {
    if (await isLeft(lock)) await removeLeft(lock);
    else await delay(pauseMs);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx', 0o600);
    await file.writeFile(String(process.pid)).finally(() => file.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the process that took a lock is gone. A lock without its number is being taken. */
async function isLeft(lock: string): Promise<boolean> {
  try {
    const [{ mtimeMs }, holder] = await Promise.all([stat(lock), readFile(lock, 'utf8')]);
    return Date.now() - mtimeMs > longestMs || (holder !== '' && !isRunning(Number(holder)));
  } catch {
    return false; // given back meanwhile
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Moves the lock aside first: only one of those who wait can, and sees whether it is still the one that was left. */
async function removeLeft(lock: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
  } catch {
    return; // another one was faster
  }
  if (await isLeft(aside)) await rm(aside, { force: true });
  else await rename(aside, lock);
}
