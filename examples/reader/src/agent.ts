import { Agent, type AgentConfig } from '@tenon/core/agent';
import { createWebFetchTool } from '@tenon/core/tools';

/** Reads pages of the public internet and of the machine it runs on, and of no other network. */
export function createReader(model: AgentConfig['model'] = 'demo/planner') {
  return new Agent({
    id: 'reader',
    name: 'Reader',
    instructions:
      'Fetch the page that is asked about, and what it links to where that is needed. Answer from it.',
    model,
    tools: { fetchPage: createWebFetchTool({ format: 'markdown', allow: ['127.0.0.1'] }) },
  });
}
