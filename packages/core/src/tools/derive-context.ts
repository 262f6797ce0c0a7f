import type { ToolContext } from './context.ts';
import type { ToolWriter } from './writer.ts';

const made = Symbol('what a context is made from');

interface Made {
  readonly context: ToolContext;
  readonly toWriter: (context: ToolContext) => ToolWriter;
  writer: ToolWriter | undefined;
}

/**
 * A context like another, with other fields in place of some. Its writer is made when it is looked at, out of that of the
 * other: a stream for each call that nobody writes to would cost more than all else.
 */
export function deriveContext(
  context: ToolContext,
  fields: Partial<Omit<ToolContext, 'writer'>>,
  toWriter: Made['toWriter'] = writerOf,
): ToolContext {
  const derived = Object.create(Object.getPrototypeOf(context)) as Record<PropertyKey, unknown>;
  for (const field of Object.keys(context)) {
    if (field !== 'writer') derived[field] = (context as unknown as typeof derived)[field];
  }
  Object.assign(derived, fields);
  derived[made] = { context, toWriter, writer: undefined } satisfies Made;
  // the one getter for all contexts keeps them of one shape
  return Object.defineProperty(derived, 'writer', lateWriter) as unknown as ToolContext;
}

const writerOf = ({ writer }: ToolContext): ToolWriter => writer;

const lateWriter: PropertyDescriptor & ThisType<{ readonly [made]: Made }> = {
  get() {
    const from = this[made];
    from.writer ??= from.toWriter(from.context);
    return from.writer;
  },
  enumerable: true,
  configurable: true,
};
