import { toError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type {
  PayloadTransforms,
  TransformedPayload,
  TransformPhase,
  TransformTarget,
} from '../base/payload-transform.ts';
import { isPromiseLike, type MaybePromise } from '../base/promise.ts';
import { toOwnJson } from '../messages/index.ts';

/** What a transform is told of a payload. It has copies: what it does to them changes nothing. */
export interface TransformContext<Input = unknown, Output = unknown> {
  readonly target: TransformTarget;
  readonly phase: TransformPhase;
  /** The key of the tool. */
  readonly toolName: string;
  readonly toolCallId: string;
  /**
   * The arguments: as the model wrote them, once the call has ended as the schema made them. Absent while they are being
   * written, and when they were no JSON.
   */
  readonly input?: Input;
  /** Only in the phase `input-delta`. */
  readonly inputTextDelta?: string;
  /** Only in the phase `output-available`. */
  readonly output?: Output;
  /** Only in the phase `error`. */
  readonly error?: unknown;
}

type Transform<Input, Output> = (context: TransformContext<Input, Output>) => unknown;

/** What a tool shows one target in place of its payloads, by phase. A phase that is left out shows a placeholder. */
export interface TargetTransforms<Input = unknown, Output = unknown> {
  input?(context: TransformContext<Input, Output>): unknown;
  inputDelta?(context: TransformContext<Input, Output>): unknown;
  output?(context: TransformContext<Input, Output>): unknown;
  error?(context: TransformContext<Input, Output>): unknown;
}

/** What a tool shows in place of its payloads. The model, hooks, results and steps always have the raw ones. */
export type ToolTransform<Input = unknown, Output = unknown> = {
  readonly [Target in TransformTarget]?: TargetTransforms<Input, Output>;
};

/** One transform for the calls of all tools, on an agent, the registry or a call. It comes before those of the tools. */
export interface TransformPolicy {
  /** What is shown in place of the payload; `undefined` leaves it to the tool, and to a placeholder after that. */
  transformToolPayload(context: TransformContext): unknown;
  /** Default: both. */
  readonly targets?: readonly TransformTarget[];
}

/** A payload with the call it belongs to. */
export interface RawPayload {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input?: unknown;
  readonly inputTextDelta?: string;
  readonly output?: unknown;
  readonly error?: unknown;
}

/** The transforms that a call meets. */
export interface TransformSource {
  readonly policy: TransformPolicy | undefined;
  readonly tool: ToolTransform | undefined;
  readonly logger: Logger;
}

const targets = ['display', 'transcript'] as const satisfies readonly TransformTarget[];

/** Which function of a tool serves a phase. */
const keyOfPhase: Readonly<Partial<Record<TransformPhase, keyof TargetTransforms>>> = {
  'input-delta': 'inputDelta',
  'input-available': 'input',
  'output-available': 'output',
  error: 'error',
};

/** What is said in our own words, without anything of the payload, in place of an error. */
export function toOwnWords(
  source: Pick<TransformSource, 'policy' | 'tool'>,
  message: string,
): PayloadTransforms | undefined {
  return forAsked(source, 'error', { transformed: { message } });
}

/** What stands for a payload while its transforms are waited for. */
export function nothingShown(
  source: Pick<TransformSource, 'policy' | 'tool'>,
  phase: TransformPhase,
): PayloadTransforms | undefined {
  return forAsked(source, phase, { suppress: true });
}

function forAsked(
  source: Pick<TransformSource, 'policy' | 'tool'>,
  phase: TransformPhase,
  shown: TransformedPayload,
): PayloadTransforms | undefined {
  const asked = targets.filter((target) => isSpokenFor(source, target));
  if (asked.length === 0) return undefined;
  return Object.fromEntries(asked.map((target) => [target, { [phase]: shown }]));
}

/**
 * Asks for what stands in place of a payload in one phase, for each target that a policy or the tool speaks for. Fails
 * closed: a target that is spoken for gets a placeholder (a delta: nothing) when no transform gives a value or one
 * throws, never the raw payload. Never throws; gives a promise only when a transform does.
 */
export function transformPayload(
  source: TransformSource,
  phase: TransformPhase,
  raw: RawPayload,
  only: readonly TransformTarget[] = targets,
): MaybePromise<PayloadTransforms | undefined> {
  const asked = only.filter((target) => isSpokenFor(source, target));
  if (asked.length === 0) return undefined;
  const given = asked.map((target) => transformFor(source, target, phase, raw));
  const join = (payloads: readonly TransformedPayload[]): PayloadTransforms =>
    Object.fromEntries(asked.map((target, index) => [target, { [phase]: payloads[index] }]));
  return given.some(isPromiseLike)
    ? Promise.all(given).then(join)
    : join(given as TransformedPayload[]);
}

/** Whether a policy or the tool says what this target is shown. */
export function isSpokenFor(
  { policy, tool }: Pick<TransformSource, 'policy' | 'tool'>,
  target: TransformTarget,
): boolean {
  const byPolicy = policy !== undefined && (policy.targets ?? targets).includes(target);
  return byPolicy || tool?.[target] !== undefined;
}

function transformFor(
  { policy, tool, logger }: TransformSource,
  target: TransformTarget,
  phase: TransformPhase,
  raw: RawPayload,
): MaybePromise<TransformedPayload> {
  const transforms: Transform<unknown, unknown>[] = [];
  if (policy !== undefined && (policy.targets ?? targets).includes(target)) {
    transforms.push((context) => policy.transformToolPayload(context));
  }
  const key = keyOfPhase[phase];
  const own = tool?.[target];
  if (own !== undefined && key !== undefined && own[key] !== undefined) {
    transforms.push((context) => own[key]?.(context));
  }
  const failed = (thrown: unknown): TransformedPayload => {
    const { toolName, toolCallId } = raw;
    // its message may tell of the payload, so it is not logged
    logger.warn(
      `The ${target} transform of tool "${toolName}" threw for ${phase} (${toError(thrown).name}); a placeholder is shown.`,
      { toolName, toolCallId, target, phase },
    );
    return { ...placeholder(phase), failed: true };
  };
  const ask = (index: number): MaybePromise<TransformedPayload> => {
    const transform = transforms[index];
    if (transform === undefined) return placeholder(phase);
    try {
      const value = transform(toContext(target, phase, raw));
      if (isPromiseLike(value)) {
        return Promise.resolve(value)
          .then((settled) => take(settled, index))
          .then(undefined, failed);
      }
      return take(value, index);
    } catch (thrown) {
      return failed(thrown);
    }
  };
  const take = (value: unknown, index: number): MaybePromise<TransformedPayload> =>
    value === undefined ? ask(index + 1) : { transformed: toOwnJson(value) };
  return ask(0);
}

/** Each transform has copies of its own, so that none can change what the tool, the model or another one is given. */
function toContext(
  target: TransformTarget,
  phase: TransformPhase,
  raw: RawPayload,
): TransformContext {
  return {
    ...raw,
    target,
    phase,
    ...('input' in raw && { input: toOwnJson(raw.input) }),
    ...('output' in raw && { output: toOwnJson(raw.output) }),
    ...('error' in raw && { error: copyError(raw.error) }),
  };
}

/** An error of the same kind, with the same fields. */
function copyError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  return Object.create(Object.getPrototypeOf(error), Object.getOwnPropertyDescriptors(error));
}

function placeholder(phase: TransformPhase): TransformedPayload {
  return phase === 'input-delta'
    ? { suppress: true }
    : { transformed: { message: `Tool ${phase} payload unavailable` } };
}
