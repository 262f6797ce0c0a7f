import { silentLogger } from '../../base/logger.ts';

import { joinRegistry } from '../host.ts';
import { Agent, type AgentConfig } from '../index.ts';

/** An agent on a model of the test's, and what it logged as it would tell a console. */
export function quietAgent<const Model extends AgentConfig['model']>(
  model: Model,
  config: Partial<AgentConfig> = {},
) {
  const warnings: string[] = [];
  const errors: string[] = [];
  const logged: string[] = [];
  const keep = (list: string[]) => (message: string) => {
    list.push(message);
    logged.push(message);
  };
  const agent = new Agent({
    id: 'helper',
    name: 'Helper',
    instructions: 'Help.',
    model,
    ...config,
  });
  agent[joinRegistry]({
    logger: { ...silentLogger, warn: keep(warnings), error: keep(errors) },
    tenon: undefined,
    generateId: undefined,
  });
  return { agent, model, warnings, errors, logged };
}
