import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** Reads the variables of `.env.local` and `.env` in this folder. What is set already stays. */
export function loadKeys(): void {
  for (const file of ['.env.local', '.env']) {
    if (!existsSync(file)) continue;
    try {
      loadEnvFile(file);
    } catch (error) {
      throw new Error(`"${file}" cannot be read: ${(error as Error).message}`, { cause: error });
    }
  }
}
