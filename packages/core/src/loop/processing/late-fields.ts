import type { StepResult } from '../../processors/index.ts';
import type { RunProcessors } from './run-processors.ts';

interface Late<From> {
  readonly from: From;
  readonly made: Record<string, unknown>;
}

/** Puts the late fields on an object; they are made from `from`. */
type AddFields<From> = <Own extends object>(own: Own, from: From) => Own;

/**
 * Fields of what a hook is given that are made when it looks at them. All objects have the same accessors: a literal with
 * accessors of its own would be of a kind of its own each time, which costs as much as a step.
 */
export function lateFields<From>(
  makers: Readonly<Record<string, (from: From) => unknown>>,
): AddFields<From> {
  const source = Symbol('what late fields are made from');
  const descriptors = Object.entries(makers).map(
    ([name, make]): readonly [string, PropertyDescriptor & ThisType<object>] => [
      name,
      {
        get() {
          const { from, made } = (this as Readonly<Record<symbol, Late<From>>>)[
            source
          ] as Late<From>;
          if (!(name in made)) made[name] = make(from);
          return made[name];
        },
        enumerable: true,
        configurable: true,
      },
    ],
  );
  return (own, from) => {
    (own as Record<symbol, Late<From>>)[source] = { from, made: {} };
    for (const [name, descriptor] of descriptors) Object.defineProperty(own, name, descriptor);
    return own;
  };
}

/** The steps that there were when the hook was called, whenever it looks at them. */
export interface StepsSoFar {
  readonly processors: RunProcessors;
  readonly stepCount: number;
}

export const stepsSoFar = ({ processors, stepCount }: StepsSoFar): readonly StepResult[] =>
  processors.firstSteps(stepCount);
