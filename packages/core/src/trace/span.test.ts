import { expect, it } from 'vitest';
import type { OtelTracer } from './otel.ts';
import { Span } from './span.ts';

/** A tracer of one span, and what that is told. */
function oneSpan(isRecording = true) {
  const told: unknown[] = [];
  const tracer: OtelTracer = {
    startSpan: () => ({
      spanContext: () => ({ traceId: '1', spanId: '2', traceFlags: 1 }),
      isRecording: () => isRecording,
      setAttribute: (name, value) => told.push([name, value]),
      setStatus: (status) => told.push(status),
      addEvent: (name) => told.push(name),
      end: () => told.push('end'),
    }),
  };
  return { told, span: new Span(tracer, { name: 'work', parent: undefined }) };
}

it('passes over what fails to be made', () => {
  const { span, told } = oneSpan();
  span.record(() => {
    throw new Error('cannot be read');
  });
  span.record(() => ({ a: 1, b: undefined }));
  expect(told).toEqual([['a', 1]]);
});

it('makes nothing that nobody will see', () => {
  const { span } = oneSpan(false);
  let made = 0;
  span.record(() => ({ made: ++made }));
  expect(made).toBe(0);
});

it('ends once, and is told nothing after that', () => {
  const { span, told } = oneSpan();
  span.end();
  span.end();
  span.set({ a: 1 });
  span.fail('Error');
  span.event('late');
  span.child({ name: 'late' });
  expect(told).toEqual(['end', 'end']);
});
