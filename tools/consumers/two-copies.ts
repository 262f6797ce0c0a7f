// npm aliases put several copies of one package into one process; what one makes the others must take, in types too.

import { Tenon } from '@tenon/core';
import { call, scriptedModel } from '@tenon/testing';
import { RequestContext } from 'copy-a/request-context';
import { InMemoryStore } from 'copy-a/storage';
import { createTool, isTool as isToolOfA } from 'copy-a/tools';
import { Agent } from 'copy-b/agent';
import { createTool as createToolOfB, isTool as isToolOfB, isValidationError } from 'copy-b/tools';
import { z } from 'zod';

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
}

const seen: unknown[] = [];
const greet = createTool({
  id: 'greet',
  description: 'Greets',
  inputSchema: z.object({ name: z.string() }),
  execute: async ({ name }, { requestContext, agent, writer }) => {
    await writer.write(name);
    seen.push([name, requestContext.get('tenant'), agent?.agentId]);
    return `Hello ${name}`;
  },
});
const greetByOther = createToolOfB({
  id: 'greet-by-other',
  description: 'Has somebody greeted',
  inputSchema: z.object({ name: z.string() }),
  execute: (input, context) => greet.execute(input, context),
});
expect(!Object.is(isToolOfA, isToolOfB), 'There is one copy only.');
expect(isToolOfB(greet), 'A tool of one copy is no tool to the other.');
const refused = await greet.execute({} as never);
expect(isValidationError(refused), 'A refusal of one copy is none to the other.');

const agent = new Agent({
  id: 'host',
  name: 'Host',
  instructions: 'Greet.',
  model: scriptedModel([
    [call('greet', { name: 'Ada' }), call('greetByOther', { name: 'Grace' })],
    'Done.',
  ]),
  tools: { greet, greetByOther },
});
const requestContext = new RequestContext([['tenant', 'acme']]);
const storage = new InMemoryStore();
const tenon = new Tenon({ agents: { host: agent }, tools: { greet, greetByOther }, storage });
expect(Object.is(tenon.getStorage(), storage), 'The registry gives another store.');
tenon.addAgent(agent, 'again');
tenon.addTool(greet, 'again');
const { text, toolResults } = await tenon.getAgent('host').generate('Go.', { requestContext });
expect(text === 'Done.', `The agent said ${text}`);
const wanted = '[["Ada","acme","host"],["Grace","acme","host"]]';
expect(JSON.stringify(seen) === wanted, `The tools saw ${JSON.stringify(seen)}`);
const results = toolResults.map(({ payload }) => payload.result).join();
expect(results === 'Hello Ada,Hello Grace', `The results are ${results}`);
expect(Object.is(tenon.getTool('greet'), greet), 'The registry gives another tool.');
