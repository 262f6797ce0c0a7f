import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { call, scriptedModel } from '@tenon/testing';
import { expect, it } from 'vitest';
import { silentLogger } from '../base/logger.ts';
import { createTool } from '../tools/index.ts';
import { joinRegistry } from './host.ts';
import { Agent } from './index.ts';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

const tick = createTool({ id: 'tick', description: '', execute: async () => 'tock' });
const { signal } = new AbortController();

/** Makes an agent with tools that it shares and tools of its own, runs it both ways, and lets go of it. */
async function runOne(): Promise<WeakRef<Agent>> {
  const own = createTool({ id: 'own', description: '', execute: async () => 'mine' });
  const agent = new Agent({
    id: 'short-lived',
    name: 'Short-lived',
    instructions: 'Help.',
    model: scriptedModel([[call('tick'), call('own')], 'Done.', [call('tick')], 'Done.']),
    tools: { tick, own },
  });
  agent[joinRegistry]({ logger: silentLogger, tenon: undefined, generateId: undefined });
  await agent.generate('?', { abortSignal: signal });
  const stream = await agent.stream('?', { abortSignal: signal });
  await stream.text;
  return new WeakRef(agent);
}

it('lets go of agents that have run', async () => {
  const agents: WeakRef<Agent>[] = [];
  for (let count = 0; count < 300; count++) agents.push(await runOne());
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  expect(agents.filter((agent) => agent.deref() !== undefined).length).toBeLessThan(30);
});
