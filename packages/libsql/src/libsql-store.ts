import {
  assertCount,
  assertId,
  domainOf,
  optionInvalid,
  type Store,
  type StoreDomains,
  type StoreName,
  storeBrand,
} from '@tenon/core/storage';
import { closed } from './libsql-connection.ts';
import { type Location, toLocation } from './location.ts';
import { type OpenStore, openStore } from './open-store.ts';

export interface LibSQLStoreOptions {
  /** What the store is called. */
  readonly id: string;
  /** `file:` with a path, whose folder has to be there, or `:memory:`. */
  readonly url: string;
  /** How long a store waits for the lock of another process. Default: 5000. */
  readonly busyTimeoutMs?: number | undefined;
}

const optionNames: readonly string[] = ['id', 'url', 'busyTimeoutMs'];

/**
 * Keeps everything in a file of this machine. It is opened, made and brought up to date by the first `getStore()`; any
 * number of stores and processes of this machine may use one file.
 *
 * @example
 * const storage = new LibSQLStore({ id: 'storage', url: 'file:tenon.db' });
 * const runs = await storage.getStore('runs');
 */
export class LibSQLStore implements Store {
  readonly [storeBrand] = true as const;
  readonly id: string;
  readonly #location: Location;
  readonly #busyTimeoutMs: number;
  #opening: Promise<OpenStore> | undefined;
  #isClosed = false;

  /** @throws TenonError `STORE_OPTION_INVALID`, `STORE_ID_INVALID` */
  constructor(options: LibSQLStoreOptions) {
    const { id, url, busyTimeoutMs = 5000 } = options;
    for (const name of Object.keys(options)) {
      if (!optionNames.includes(name)) {
        throw optionInvalid(name, `is not known; a LibSQLStore takes ${optionNames.join(', ')}`);
      }
    }
    assertId(id, 'id');
    assertCount(busyTimeoutMs, 'busyTimeoutMs', 0);
    this.id = id;
    this.#location = toLocation(url);
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  async getStore<Name extends StoreName>(name: Name): Promise<StoreDomains[Name]> {
    const { domains } = await this.#open();
    return domainOf(domains, name);
  }

  /** Waits for what is under way, and closes the file. What is asked of its domains afterwards is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.close();
  }

  #open(): Promise<OpenStore> {
    if (this.#isClosed) return Promise.reject(closed(this.#location));
    this.#opening ??= this.#openAnew();
    return this.#opening;
  }

  /** What failed may be mended meanwhile: the next that asks tries again. */
  async #openAnew(): Promise<OpenStore> {
    try {
      return await openStore({ location: this.#location, busyTimeoutMs: this.#busyTimeoutMs });
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }
}
