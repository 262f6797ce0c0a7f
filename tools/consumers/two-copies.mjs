// npm aliases put several copies of one package into one process; what one makes the others must take.

import { Tenon } from '@tenon/core';
import { call, scriptedModel } from '@tenon/testing';
import { RequestContext } from 'copy-a/request-context';
import { createTool, isTool as isToolOfA } from 'copy-a/tools';
import { Agent } from 'copy-b/agent';
import { isTool as isToolOfB, isValidationError } from 'copy-b/tools';
import { z } from 'zod';

function expect(isSo, what) {
  if (!isSo) throw new Error(what);
}

const seen = [];
const greet = createTool({
  id: 'greet',
  description: 'Greets',
  inputSchema: z.object({ name: z.string() }),
  execute: async ({ name }, { requestContext, agent }) => {
    seen.push([name, requestContext.get('tenant'), agent.agentId]);
    return `Hello ${name}`;
  },
});
expect(isToolOfA !== isToolOfB, 'There is one copy only.');
expect(isToolOfB(greet), 'A tool of one copy is no tool to the other.');
expect(isValidationError(await greet.execute({})), 'A refusal of one copy is none to the other.');

const agent = new Agent({
  id: 'host',
  name: 'Host',
  instructions: 'Greet.',
  model: scriptedModel([[call('greet', { name: 'Ada' })], 'Done.']),
  tools: { greet },
});
const requestContext = new RequestContext([['tenant', 'acme']]);
const tenon = new Tenon({ agents: { host: agent }, tools: { greet } });
const { text, toolResults } = await tenon.getAgent('host').generate('Go.', { requestContext });
expect(text === 'Done.', `The agent said ${text}`);
expect(JSON.stringify(seen) === '[["Ada","acme","host"]]', `The tool saw ${JSON.stringify(seen)}`);
expect(toolResults[0]?.payload.result === 'Hello Ada', 'The result is not there.');
expect(tenon.getTool('greet') === greet, 'The registry gives another tool.');
