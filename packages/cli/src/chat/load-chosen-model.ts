import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LanguageModel } from '@tenon/core/agent';
import { defaultWorld, loadModel } from '@tenon/core/internal';

/**
 * Makes the model that a name means. Its provider's package may be installed beside this one, or in the folder that the
 * command runs in.
 *
 * @throws TenonError that says the one command or variable that mends it.
 */
export function loadChosenModel(name: string): Promise<LanguageModel> {
  return loadModel({ id: name }, { ...defaultWorld(), importPackage });
}

async function importPackage(name: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const file = createRequire(resolve('package.json')).resolve(name);
    return import(pathToFileURL(file).href);
  }
}
