import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Where a chat keeps what it is to remember about this folder. */
export const settingsPath = '.tenon/settings.json';

export interface Settings {
  /** The model that the built-in assistant answers by. */
  readonly model?: string;
}

/**
 * What is remembered about this folder.
 *
 * @throws Error when the file is damaged or cannot be read; the message says what to do.
 */
export async function readSettings(): Promise<Settings> {
  const text = await readFile(settingsPath, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new Error(`"${settingsPath}" cannot be read: ${error.message}`, { cause: error });
  });
  try {
    const settings: unknown = JSON.parse(text);
    if (isSettings(settings)) return settings;
  } catch {
    // told below
  }
  throw new Error(`"${settingsPath}" is damaged. It is left as it is: mend it, or remove it.`);
}

/**
 * Remembers these settings beside those that are there. The file is replaced as a whole.
 *
 * @throws Error when it cannot be written, or is damaged and therefore left.
 */
export async function remember(settings: Settings): Promise<void> {
  const all = { ...(await readSettings()), ...settings };
  await mkdir(dirname(settingsPath), { recursive: true });
  const draft = `${settingsPath}.${process.pid}.tmp`;
  try {
    await writeFile(draft, `${JSON.stringify(all, undefined, 2)}\n`);
    await rename(draft, settingsPath);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function isSettings(value: unknown): value is Settings {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { model } = value as { model?: unknown };
  return model === undefined || (typeof model === 'string' && model !== '');
}
