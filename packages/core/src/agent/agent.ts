import { TenonError } from '../base/errors.ts';
import { consoleLogger } from '../base/logger.ts';
import { assertForms } from '../base/option-forms.ts';
import { type AnyRequestContext, RequestContext } from '../base/request-context.ts';
import { type FullOutput, Run, RunOutput, runLoop } from '../loop/index.ts';
import type { MessageInput } from '../messages/index.ts';
import type { InferSchema, InferSchemaInput, PublicSchema } from '../schema/index.ts';
import { assertTransformPolicy } from '../tools/index.ts';
import { assertTracing } from '../trace/index.ts';
import { type AgentCache, configureRun } from './configure-run.ts';
import { type AgentHost, joinRegistry } from './host.ts';
import { agentForms } from './option-forms.ts';
import type {
  AgentConfig,
  Instructions,
  ObjectRunOptions,
  RunOptions,
  ToolsInput,
} from './options.ts';
import { optionsToCome, refuseOptionsToCome } from './options-to-come.ts';

const brand = Symbol.for('tenon.agent');

/**
 * A model with instructions and tools that it may call.
 *
 * @example
 * const assistant = new Agent({
 *   id: 'assistant',
 *   name: 'Assistant',
 *   instructions: 'Answer with the help of your tools.',
 *   model: 'openai/gpt-5',
 *   tools: { weather },
 * });
 * const { text } = await assistant.generate('What is the weather in Oslo?');
 */
export class Agent {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly #config: AgentConfig;
  readonly #cache: AgentCache = { toolSet: undefined, models: new Map() };
  #host: AgentHost = { logger: consoleLogger, tenon: undefined, generateId: undefined };

  /** @throws TenonError `AGENT_CONSTRUCTOR_*` for what is missing, `AGENT_OPTION_INVALID`, `AGENT_OPTION_NOT_SUPPORTED` */
  constructor(config: AgentConfig) {
    const id = config?.id ?? config?.name;
    if (typeof id !== 'string' || id === '') {
      throw new TenonError(
        'AGENT_CONSTRUCTOR_ID_REQUIRED',
        'new Agent: `id` must be a text that is not empty, for instance id: "assistant".',
      );
    }
    if (config.model === undefined || config.model === null) {
      throw new TenonError(
        'AGENT_CONSTRUCTOR_MODEL_REQUIRED',
        `Agent "${id}" needs a model: a name such as model: "openai/gpt-5", or the object of an AI SDK provider package.`,
        { details: { agentId: id } },
      );
    }
    const owner = `Agent "${id}"`;
    assertForms(config, agentForms, { place: owner, error: 'AGENT_OPTION_INVALID' });
    refuseOptionsToCome(config, optionsToCome.agent, owner);
    assertTransformPolicy(config.transform, owner);
    assertTracing(config.tracing, owner);
    this.id = id;
    this.name = config.name ?? id;
    this.description = config.description;
    this.#config = { ...config, id, name: this.name };
    Object.defineProperty(this, brand, { value: true });
  }

  /**
   * Runs to the end and gives everything the run gave.
   * @throws what the model failed with; TenonError `AGENT_*`, `MODEL_*` for options that cannot be used.
   */
  async generate<Source extends PublicSchema>(
    input: MessageInput,
    options: ObjectRunOptions<Source>,
  ): Promise<FullOutput<InferSchema<Source>>>;
  async generate(input: MessageInput, options?: RunOptions): Promise<FullOutput>;
  async generate(input: MessageInput, options?: RunOptions): Promise<FullOutput> {
    const config = await configureRun(
      this.#config,
      this.#host,
      this.#cache,
      'generate',
      input,
      options,
    );
    const output = await runLoop(new Run(config));
    if (output.error !== undefined) throw output.error;
    return output;
  }

  /**
   * Starts a run and gives its streams and promises at once.
   * @throws TenonError `AGENT_*`, `MODEL_*` for options that cannot be used; failures of the run are told by the run.
   */
  async stream<Source extends PublicSchema>(
    input: MessageInput,
    options: ObjectRunOptions<Source>,
  ): Promise<RunOutput<InferSchema<Source>, InferSchemaInput<Source>>>;
  async stream(input: MessageInput, options?: RunOptions): Promise<RunOutput>;
  async stream(input: MessageInput, options?: RunOptions): Promise<RunOutput> {
    const config = await configureRun(
      this.#config,
      this.#host,
      this.#cache,
      'stream',
      input,
      options,
    );
    return new RunOutput(new Run(config));
  }

  getDescription(): string {
    return this.description ?? '';
  }

  /** The system prompt for a request. */
  async getInstructions(
    options: { requestContext?: AnyRequestContext } = {},
  ): Promise<Instructions> {
    const { instructions } = this.#config;
    return typeof instructions === 'function' ? instructions(this.#context(options)) : instructions;
  }

  /** The agent's own tools, under the keys it was given. */
  async listTools(options: { requestContext?: AnyRequestContext } = {}): Promise<ToolsInput> {
    const { tools } = this.#config;
    return (typeof tools === 'function' ? await tools(this.#context(options)) : tools) ?? {};
  }

  /** The facts that it was given for its clients. */
  async getMetadata(
    options: { requestContext?: AnyRequestContext } = {},
  ): Promise<Record<string, unknown>> {
    const { metadata } = this.#config;
    return (
      (typeof metadata === 'function' ? await metadata(this.#context(options)) : metadata) ?? {}
    );
  }

  #context(options: { requestContext?: AnyRequestContext }) {
    const requestContext = (options.requestContext ?? new RequestContext()) as RequestContext;
    return { requestContext, tenon: this.#host.tenon, mastra: this.#host.tenon };
  }

  /** For the registry: what it gives its agents, and the tools that do not depend on a request. */
  [joinRegistry](host: AgentHost): ToolsInput {
    this.#host = host;
    const { tools } = this.#config;
    return typeof tools === 'function' || tools === undefined ? {} : tools;
  }
}

/** Holds across two copies of this package, where `instanceof` does not. */
export function isAgent(value: unknown): value is Agent {
  return typeof value === 'object' && value !== null && brand in value;
}
