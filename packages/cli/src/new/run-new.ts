import { colorsFor } from '../colors.ts';
import { createProject } from './create-project.ts';

export interface NewFlags {
  readonly install: boolean;
  readonly packages?: string;
}

/** `tenon new`: says on stderr what it does, and on stdout what to do next. Ctrl-C stops it. */
export async function runNew(folder: string, flags: NewFlags): Promise<void> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop);
  try {
    const say = (line: string) => process.stderr.write(`${line}\n`);
    const next = await createProject({ folder, ...flags, say, signal: controller.signal });
    const { bold } = colorsFor(process.stdout);
    const commands = next.map((command) => `  ${bold(command)}\n`).join('');
    process.stdout.write(`The project in ${folder} is made. Next:\n\n${commands}`);
  } finally {
    process.removeListener('SIGINT', stop);
  }
}
