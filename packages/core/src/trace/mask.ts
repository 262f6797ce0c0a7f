/** What stands in place of a value that must not be recorded. */
export const masked = '[MASKED]';

/** Words of keys, in any case style, whose values are secrets: `apiKey`, `X-Api-Key` and `OPENAI_API_KEY` are `apikey`. */
const secretWords = [
  ...[
    'password',
    'passwd',
    'pwd',
    'passphrase',
    'passcode',
    'secret',
    'clientsecret',
    'credential',
  ],
  ...['token', 'accesstoken', 'refreshtoken', 'idtoken', 'authtoken', 'bearertoken', 'apitoken'],
  ...['sessiontoken', 'csrftoken', 'apikey', 'accesskey', 'secretkey', 'privatekey', 'signingkey'],
  ...['encryptionkey', 'auth', 'oauth', 'authorization', 'bearer', 'jwt', 'cookie', 'sessionid'],
  ...['ssn', 'otp', 'cvv', 'cvc'],
];
/** Secret only where they are all of the key: as a part of one they mean too much else. */
const secretKeys = new Set(['key', 'refresh']);

/**
 * Puts a mark in place of the values of keys that name secrets, however deep they stand, in JSON within texts too.
 * A key is read by its whole words: `auth` hides `userAuth` and not `author`.
 */
export class Masker {
  readonly #secret: ReadonlySet<string>;
  readonly #longest: number;

  /** `more`: further keys whose values are hidden. */
  constructor(more: readonly string[] = []) {
    const own = more.map((key) => wordsOf(key).join('')).filter((word) => word !== '');
    this.#secret = new Set([...secretWords, ...own]);
    this.#longest = Math.max(...[...this.#secret].map((word) => word.length)) + 1;
  }

  /** Whether what stands under this key is hidden. A number under a plural is a count: `maxTokens`. */
  hides(key: string, value?: unknown): boolean {
    const words = wordsOf(key);
    if (words.length === 1 && secretKeys.has(words[0] as string)) return true;
    // no word is longer than the longest one, so that a key of any length is soon read
    return words.some((_, start) => {
      let joined = '';
      for (let index = start; index < words.length; index++) {
        joined += words[index];
        if (joined.length > this.#longest) return false;
        if (this.#secret.has(joined)) return true;
        if (typeof value === 'number' || !joined.endsWith('s')) continue;
        if (this.#secret.has(joined.slice(0, -1))) return true;
      }
      return false;
    });
  }

  /** A value that stands under a name. */
  maskField(name: string, value: unknown): unknown {
    return this.hides(name, value) ? masked : this.mask(value);
  }

  /** A copy of a JSON value without its secrets. */
  mask(value: unknown): unknown {
    if (typeof value === 'string') return this.#maskText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return this.#maskList(value);
    const record = value as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(record).map(([key, item]) => [key, this.#maskOf(record, key, item)]),
    );
  }

  /** `{ name: 'authorization', value: 'Bearer …' }` is a field too, as headers are often written. */
  #maskOf(record: Record<string, unknown>, key: string, value: unknown): unknown {
    if (key === 'value') {
      const names = [record.name, record.key];
      const isSecret = names.some((name) => typeof name === 'string' && this.hides(name, value));
      if (isSecret) return masked;
    } else if (key === 'key' && Object.hasOwn(record, 'value')) {
      return this.mask(value);
    }
    return this.maskField(key, value);
  }

  /** The masked value as JSON; a text is JSON only where it stands within something. */
  toText(value: unknown): string {
    try {
      const safe = this.mask(value);
      return typeof safe === 'string' ? safe : (JSON.stringify(safe) ?? 'null');
    } catch {
      return masked; // nested too deep to look through
    }
  }

  /** `['authorization', 'Bearer …']`, as headers are often written. */
  #maskList(list: readonly unknown[]): unknown[] {
    const [key, item] = list;
    const isPair = list.length === 2 && typeof key === 'string' && typeof item === 'string';
    return isPair && this.hides(key) ? [key, masked] : list.map((part) => this.mask(part));
  }

  #maskText(text: string): string {
    if (!text.includes('"')) return text;
    const whole = parseWhole(text);
    if (whole === undefined) return this.#maskFragment(text);
    const safe = JSON.stringify(this.mask(whole));
    return safe === JSON.stringify(whole) ? text : safe;
  }

  /** JSON among other words, or cut off: a secret that is no single value may go on to the end of the text. */
  #maskFragment(text: string): string {
    let safe = '';
    let from = 0;
    for (const found of text.matchAll(keyInText)) {
      if (found.index < from) continue;
      const start = found.index + found[0].length;
      singleValue.lastIndex = start;
      const value = singleValue.exec(text)?.[0];
      const count = value === undefined ? Number.NaN : Number(value);
      if (!this.hides(found[2] as string, Number.isNaN(count) ? value : count)) continue;
      safe += `${text.slice(from, start)}"${masked}"`;
      if (value === undefined) return safe;
      from = start + value.length;
    }
    return safe + text.slice(from);
  }
}

/** `"key":`, also with escaped quotes. */
const keyInText = /(\\{0,8})"([^"\\]{1,200})\1"\s*:\s*/g;
const singleValue = /"(?:[^"\\]|\\[\s\S])*"|[^"\s,}\]\\[{]+/y;

function parseWhole(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

function wordsOf(key: string): string[] {
  return key
    .replace(/[\p{Ll}\d](?=\p{Lu})|\p{L}(?=\d)|\p{Lu}(?=\p{Lu}\p{Ll})/gu, '$& ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}
