import type { Talker } from './talker.ts';

/** The assistant of the quickstart example, which the build puts beside this package's own files. */
export async function createAssistant(): Promise<Talker> {
  const file = new URL('../assistant.js', import.meta.url);
  const module = (await import(file.href)) as { createAssistant: () => Talker };
  return module.createAssistant();
}
