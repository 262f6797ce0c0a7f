import { startWireServer, type WireServer, type WireStep } from '@tenon/testing';
import { afterEach } from 'vitest';

const servers: WireServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A wire server that is closed after the test. */
export async function serveWire(steps: readonly WireStep[]): Promise<WireServer> {
  const server = await startWireServer(steps);
  servers.push(server);
  return server;
}
