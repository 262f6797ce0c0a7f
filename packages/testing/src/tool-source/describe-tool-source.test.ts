import { Agent } from '@tenon/core/agent';
import type { Processor } from '@tenon/core/processors';
import { describe, it } from 'vitest';
import { describeToolSource, type OfferedTools, type ToolSource } from '../index.ts';

const agentWith = ({ model, hooks }: OfferedTools, more: object = {}): Agent =>
  new Agent({ id: 'a', name: 'A', instructions: 'Work.', model, hooks, ...more });

const sources: Record<string, ToolSource> = {
  'the tools of an agent': {
    offer: (offered) => ({ agent: agentWith(offered, { tools: offered.tools }) }),
  },
  'a function of the request': {
    offer: (offered) => ({ agent: agentWith(offered, { tools: async () => offered.tools }) }),
  },
  toolsets: {
    offer: (offered) => ({
      agent: agentWith(offered),
      options: { toolsets: { set: offered.tools } },
    }),
  },
  prepareStep: {
    offer: (offered) => ({
      agent: agentWith(offered),
      options: { prepareStep: () => ({ tools: offered.tools }) },
    }),
  },
  processInputStep: {
    offer: (offered) => ({
      agent: agentWith(offered, {
        inputProcessors: [
          { id: 'more', processInputStep: () => ({ tools: offered.tools }) },
          { id: 'on', processInputStep: ({ tools }) => ({ tools: { ...tools } }) },
        ] satisfies Processor[],
      }),
    }),
  },
  'default options': {
    offer: (offered) => ({
      agent: agentWith(offered, { defaultOptions: { toolsets: { set: offered.tools } } }),
    }),
  },
  'keys that no provider takes': {
    offer: (offered) => ({
      agent: agentWith(offered, {
        tools: Object.fromEntries(
          Object.entries(offered.tools).map(([key, tool]) => [`our.${key}`, tool]),
        ),
      }),
    }),
    toolName: (key) => `our.${key}`,
  },
};

for (const [name, source] of Object.entries(sources)) {
  describeToolSource({ describe, it }, name, source);
}
