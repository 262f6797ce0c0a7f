import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { toAllowEntry } from '../allow-entry.ts';
import { type FetchSettings, fetchPage } from '../fetch-page.ts';
import type { FetchedPage } from '../fetched-page.ts';

/** A server on this machine that answers by path, and knows what it was asked for. */
export interface LocalSite {
  readonly port: number;
  /** What was asked for, as `host/path`. */
  readonly asked: readonly string[];
  readonly server: Server;
  /** Waits until the connection of an answer is closed. */
  closed(path: string): Promise<void>;
}

export async function startSite(
  pages: Readonly<Record<string, RequestListener>>,
): Promise<LocalSite> {
  const asked: string[] = [];
  const ends = new Map<string, { promise: Promise<void>; resolve: () => void }>();
  const endOf = (path: string) => {
    let resolve = (): void => {};
    const end = ends.get(path) ?? {
      promise: new Promise<void>((done) => {
        resolve = done;
      }),
      resolve,
    };
    ends.set(path, end);
    return end;
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site');
    asked.push(`${request.headers.host}${request.url}`);
    const end = endOf(pathname);
    response.on('close', () => end.resolve());
    const page = pages[pathname];
    if (page !== undefined) page(request, response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, asked, server, closed: (path) => endOf(path).promise };
}

/** The addresses that sockets are connected to until the test ends; others than those of this machine are refused. */
export function watchSockets(): string[] {
  const addresses: string[] = [];
  const { connect } = Socket.prototype;
  onTestFinished(() => {
    Socket.prototype.connect = connect;
  });
  Socket.prototype.connect = function (this: Socket, ...words: unknown[]) {
    const [first] = words.flat() as { host?: string; lookup?: LookupFunction }[];
    const goTo = (address: string): void => {
      addresses.push(address);
      if (address === '127.0.0.1') return;
      const error = Object.assign(new Error('unreachable'), { code: 'ECONNREFUSED' });
      // who asked listens by then
      setImmediate(() => this.destroy(error));
    };
    if (first?.lookup === undefined) goTo(String(first?.host));
    else if (/^[\d.]+$|:/.test(first.host ?? '')) goTo(first.host ?? '');
    else first.lookup(first.host ?? '', { all: true }, (_, found) => goTo(found[0]?.address ?? ''));
    return addresses.at(-1) === '127.0.0.1' ? connect.apply(this, words as never) : this;
  } as typeof connect;
  return addresses;
}

type LookupFunction = (
  host: string,
  options: { all: true },
  found: (error: null, addresses: readonly { address: string }[]) => void,
) => void;

/** Fetches where these names have these addresses, and what is allowed beside the public internet. */
export function fetchWith(
  url: string,
  {
    names = {},
    allow = [],
    signal = new AbortController().signal,
    ...settings
  }: Partial<Omit<FetchSettings, 'lookup'>> & {
    readonly names?: Readonly<Record<string, readonly string[]>>;
    readonly signal?: AbortSignal;
  },
): Promise<FetchedPage> {
  return fetchPage(
    url,
    {
      format: 'raw',
      maxChars: 100_000,
      timeoutMs: 15_000,
      headers: {},
      ...settings,
      allow: allow.map(toAllowEntry),
      lookup: async (host) =>
        (names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    },
    signal,
  );
}
