import type { IdGenerator } from '../base/id.ts';
import type { Logger } from '../base/logger.ts';
import type { ModelResolver } from '../models/index.ts';
import type { ToolHost, TransformPolicy } from '../tools/index.ts';
import type { TracingOption } from '../trace/index.ts';

/** What a registry gives an agent that is on it. */
export interface AgentHost {
  readonly logger: Logger;
  readonly tenon: ToolHost | undefined;
  readonly generateId: IdGenerator | undefined;
  /** What people are shown of the payloads of every tool, where neither agent nor call says. */
  readonly transform?: TransformPolicy;
  /** How runs are traced, where neither agent nor call says. */
  readonly tracing?: TracingOption;
  /** Providers of models that the registry knows beside those built in, by the name before the `/`. */
  readonly modelResolvers?: Readonly<Record<string, ModelResolver>>;
}

/** The method by which a registry introduces itself to an agent; the agent may be of another copy of this package. */
export const joinRegistry = Symbol.for('tenon.agent.join');
