export { Agent, isAgent } from './agent.ts';
export { type AgentHost, joinRegistry } from './host.ts';
export type {
  AgentConfig,
  DynamicContext,
  Instructions,
  RunOptions,
  ToolsInput,
} from './options.ts';
export { optionsToCome } from './options-to-come.ts';
