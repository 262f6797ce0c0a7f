import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalRegistry {
  /** The environment in which npm asks this registry, and keeps nothing of what it says. */
  readonly env: Readonly<Record<string, string>>;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export type RegistryAnswer = (response: ServerResponse, path: string) => void;

/** A registry of packages on this machine that answers every request as `answer` does. */
export async function startRegistry(answer: RegistryAnswer, cache: string): Promise<LocalRegistry> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(decodeURIComponent(url));
    answer(response, decodeURIComponent(url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const settings = { registry: url, cache, fetch_retries: '0' };
  const names = Object.entries(settings).flatMap(([name, value]) => [
    [`npm_config_${name}`, value],
    [`NPM_CONFIG_${name.toUpperCase()}`, value],
  ]);
  return {
    env: Object.fromEntries(names),
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers that there is no such package. */
export function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
}

/** Answers that there is one version of the package. */
export function hasOnly(version: string, response: ServerResponse, path: string): void {
  const name = path.slice(1);
  const versions = { [version]: { name, version } };
  response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
}
