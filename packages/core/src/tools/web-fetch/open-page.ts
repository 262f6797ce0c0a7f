import type { IncomingMessage } from 'node:http';
import type { AllowedHosts } from './allowed-hosts.ts';
import { hostOf } from './read-url.ts';

const notPublic = 'URL resolves to a private or reserved address.';

/** What a server answers, its body unread. */
export type Page = IncomingMessage;

/** Gives all addresses of a host. */
export type Lookup = (host: string) => Promise<readonly Resolved[]>;

export interface PageRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly allowed: AllowedHosts;
  readonly signal: AbortSignal;
  /** In place of the resolver of the machine. */
  readonly lookup?: Lookup;
}

interface Resolved {
  readonly address: string;
  readonly family: number;
}

/**
 * Asks for one page. The addresses of the host are looked up once and
 * checked, and the connection goes to one of these: a name that means something else a moment later changes nothing.
 *
 * @throws Error when one of the addresses is not allowed, and whatever the connection fails with
 */
export async function openPage(
  url: URL,
  { headers, allowed, signal, lookup = lookUp }: PageRequest,
): Promise<Page> {
  const host = hostOf(url);
  if (!allowed.mayAsk(host)) throw new Error(notPublic);
  const { isIP } = await import('node:net');
  const family = isIP(host);
  const addresses = family === 0 ? await until(signal, lookup(host)) : [{ address: host, family }];
  const isAllowed =
    addresses.length > 0 && addresses.every(({ address }) => allowed.permits(host, address));
  if (!isAllowed) throw new Error(notPublic);
  const { default: http } = await import('node:http');
  const { default: https } = await import('node:https');
  signal.throwIfAborted();
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((answer, reject) => {
    const asking = request(url, {
      headers,
      signal,
      // no connection of somebody else's is used again
      agent: false,
      lookup: (_host, options, found) =>
        options.all
          ? found(null, [...addresses])
          : found(null, addresses[0]?.address ?? '', addresses[0]?.family),
    });
    asking.on('response', (page) => {
      // told to whoever reads it
      page.on('error', () => {});
      answer(page);
    });
    asking.on('error', reject);
    asking.on('close', () => reject(new Error('The connection was closed.')));
    asking.end();
  });
}

async function lookUp(host: string): Promise<readonly Resolved[]> {
  const { default: dns } = await import('node:dns');
  return new Promise((found, reject) => {
    dns.lookup(host, { all: true }, (error, addresses) => {
      if (error) reject(error);
      else found(addresses);
    });
  });
}

/** Nothing can end a look-up; what it gives after the end is dropped. */
function until<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    work.then(resolve, reject);
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
