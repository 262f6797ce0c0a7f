import { TenonError } from '../base/errors.ts';
import {
  hooksOf,
  hooksToCome,
  type Processor,
  type ProcessorKind,
  type ProcessorPlan,
} from '../processors/index.ts';
import type { AgentConfig, DynamicContext, RunOptions } from './options.ts';

type WithProcessors = Pick<
  RunOptions,
  'inputProcessors' | 'outputProcessors' | 'errorProcessors' | 'maxProcessorRetries'
>;

const optionOf = {
  input: 'inputProcessors',
  output: 'outputProcessors',
  error: 'errorProcessors',
} as const satisfies Record<ProcessorKind, keyof WithProcessors>;

/** Whether agent or call say anything of processors. */
export function hasProcessors(agent: AgentConfig, options: RunOptions): boolean {
  return says(options) || says(agent);
}

const says = (given: WithProcessors): boolean =>
  given.inputProcessors !== undefined ||
  given.outputProcessors !== undefined ||
  given.errorProcessors !== undefined ||
  given.maxProcessorRetries !== undefined;

/**
 * The processors of a call: those of each kind that the call gives, else the agent's. Gives nothing where there are none.
 * @throws TenonError `AGENT_OPTION_INVALID`, `PROCESSOR_INVALID`, `PROCESSOR_ID_DUPLICATE`, `PROCESSOR_HOOK_NOT_SUPPORTED`
 */
export async function processorsOf(
  agent: AgentConfig,
  options: RunOptions,
  context: DynamicContext,
): Promise<ProcessorPlan | undefined> {
  const owner = `Agent "${agent.id}"`;
  const maxRetries = options.maxProcessorRetries ?? agent.maxProcessorRetries;
  assertRetries(maxRetries, owner);
  const read = async (kind: ProcessorKind): Promise<readonly Processor[]> => {
    const option = optionOf[kind];
    const given = options[option] ?? agent[option];
    const list: unknown = typeof given === 'function' ? await given(context) : given;
    return list === undefined || list === null ? [] : readList(list, kind, owner);
  };
  const [input, output, error] = [await read('input'), await read('output'), await read('error')];
  if (input.length + output.length + error.length === 0) return undefined;
  assertOwnIds({ input, output, error }, owner);
  const retries = maxRetries ?? (error.length > 0 ? defaultRetries : undefined);
  return { input, output, error, maxRetries: retries, origins: new WeakMap() };
}

/** How often a step may be taken again where processors look at errors and nobody said. */
const defaultRetries = 10;

function assertRetries(given: unknown, owner: string): void {
  if (given === undefined || (Number.isInteger(given) && (given as number) >= 0)) return;
  throw new TenonError(
    'AGENT_OPTION_INVALID',
    `${owner}: the option "maxProcessorRetries" must be a whole number from 0.`,
    { details: { option: 'maxProcessorRetries' } },
  );
}

function readList(list: unknown, kind: ProcessorKind, owner: string): Processor[] {
  const option = optionOf[kind];
  if (!Array.isArray(list)) {
    throw new TenonError(
      'AGENT_OPTION_INVALID',
      `${owner}: the option "${option}" must be a list of processors, or a function that gives one.`,
      { details: { option } },
    );
  }
  return list.map((item: unknown, index) =>
    readProcessor(item, `${option}[${index}]`, kind, owner),
  );
}

function readProcessor(
  given: unknown,
  place: string,
  kind: ProcessorKind,
  owner: string,
): Processor {
  const fields = (typeof given === 'object' && given !== null ? given : {}) as Partial<Processor>;
  const { id } = fields;
  const invalid = (problem: string): TenonError =>
    new TenonError('PROCESSOR_INVALID', `${owner}: ${place} ${problem}`, {
      details: { place, ...(typeof id === 'string' && { processorId: id }) },
    });
  if (fields !== given) throw invalid('must be a processor: an object with an id and hooks.');
  if (typeof id !== 'string' || id === '') {
    throw invalid('needs an `id`, a text that is not empty.');
  }
  const hooks = hooksOf[kind];
  const having = hooks.filter((hook) => fields[hook] !== undefined && fields[hook] !== null);
  const wrong = having.find((hook) => typeof fields[hook] !== 'function');
  if (wrong !== undefined) throw invalid(`("${id}"): ${wrong} must be a function.`);
  if (having.length === 0) {
    throw invalid(`("${id}") has none of the hooks that are called there: ${hooks.join(', ')}.`);
  }
  const { failClosed = false } = fields;
  if (typeof failClosed !== 'boolean') throw invalid(`("${id}"): failClosed must be a boolean.`);
  const toCome = having.find((hook) => hooksToCome.includes(hook));
  if (toCome === undefined) return fields as Processor;
  throw new TenonError(
    'PROCESSOR_HOOK_NOT_SUPPORTED',
    `${owner}: ${place} ("${id}") has the hook ${toCome}, which does not work in this version of Tenon; see docs/processors.md for those that do.`,
    { details: { processorId: id, hook: toCome } },
  );
}

/** What processors keep for a run is kept by id. One processor may stand in several lists, but once in each. */
function assertOwnIds(lists: Record<ProcessorKind, readonly Processor[]>, owner: string): void {
  const places = new Map<string, { readonly place: string; readonly processor: Processor }>();
  for (const kind of Object.keys(lists) as ProcessorKind[]) {
    const inList = new Set<string>();
    for (const [index, processor] of lists[kind].entries()) {
      const place = `${optionOf[kind]}[${index}]`;
      const known = places.get(processor.id);
      const isOther = known !== undefined && known.processor !== processor;
      if (known !== undefined && (isOther || inList.has(processor.id))) {
        throw duplicate(processor, known.place, place, owner);
      }
      inList.add(processor.id);
      places.set(processor.id, { place, processor });
    }
  }
}

function duplicate({ id }: Processor, first: string, second: string, owner: string): TenonError {
  return new TenonError(
    'PROCESSOR_ID_DUPLICATE',
    `${owner}: ${first} and ${second} have the same id "${id}". Give one of them another id.`,
    { details: { processorId: id, places: [first, second] } },
  );
}
