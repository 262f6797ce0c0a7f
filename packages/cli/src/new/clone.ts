import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspaceName = 'tenon-workspace';

/** The root of the clone of Tenon's repository that this program runs from, if it does. */
export async function findClone(): Promise<string | undefined> {
  let folder = fileURLToPath(new URL('.', import.meta.url));
  for (;;) {
    if ((await nameIn(folder)) === workspaceName) return folder;
    const above = dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
}

async function nameIn(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  return (JSON.parse(text) as { name?: string }).name;
}
