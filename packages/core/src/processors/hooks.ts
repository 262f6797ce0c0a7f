import type { Processor } from './processor.ts';

/** The lists that processors stand in. */
export type ProcessorKind = 'input' | 'output' | 'error';

/** Which hooks of a processor are called, by the list that it stands in. */
export const hooksOf = {
  input: ['processInput', 'processInputStep', 'processLLMRequest', 'computeStateSignal'],
  output: [
    'processOutputStream',
    'processLLMResponse',
    'processOutputStep',
    'processToolResult',
    'processOutputResult',
  ],
  error: ['processAPIError'],
} as const satisfies Record<ProcessorKind, readonly (keyof Processor)[]>;

export type HookName = (typeof hooksOf)[ProcessorKind][number];

/** Documented hooks that do not work yet. A processor whose hook is never called would be a lie, so they are refused. */
export const hooksToCome: readonly HookName[] = ['computeStateSignal'];
