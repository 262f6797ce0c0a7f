import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process that is ready to do its task. */
export interface Child {
  /** Has it do its task; gives what came of it. */
  go(): Promise<unknown>;
  /** Kills it where it stands. */
  end(): Promise<void>;
}

export const childFile = fileURLToPath(new URL('child.ts', import.meta.url));
export const nodeFlags = ['--conditions=@tenon/source', '--import', 'tsx'];

/** The superuser may write whatever the mode of a file says; one who has given this right up may not. */
const withoutRights = ['--bounding-set', '-dac_override,-dac_read_search', process.execPath];

/** Starts a process with a task of child.ts, which the modes of files hold for where that is asked for. */
export async function startChild(
  args: readonly string[],
  { keepsModes = false }: { readonly keepsModes?: boolean } = {},
): Promise<Child> {
  const isSuperuser = keepsModes && process.getuid?.() === 0;
  const child = isSuperuser
    ? fork(childFile, args, { execPath: 'setpriv', execArgv: [...withoutRights, ...nodeFlags] })
    : fork(childFile, args, { execArgv: nodeFlags });
  await told(child);
  return {
    go: async () => {
      const answer = told(child);
      child.send({});
      return answer;
    },
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

async function told(child: ChildProcess): Promise<unknown> {
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`The child ended with ${code} before it said anything.`);
  });
  const [message] = await Promise.race([once(child, 'message'), exit]);
  exit.catch(() => undefined);
  return message;
}
