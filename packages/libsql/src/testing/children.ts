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

/** Starts a process with a task of child.ts; as another user where that is asked for. */
export async function startChild(
  args: readonly string[],
  { user }: { readonly user?: number | undefined } = {},
): Promise<Child> {
  const env = user === undefined ? process.env : { ...process.env, TENON_TEST_USER: String(user) };
  const child = fork(childFile, args, { execArgv: nodeFlags, env });
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
