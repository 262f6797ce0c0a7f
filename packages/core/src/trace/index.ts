export { activeContext, traceIdIn, withRemoteSpan } from './context.ts';
export { failSpan } from './fail-span.ts';
export type { TracingOption, TracingOptions, TracingSettings } from './options.ts';
export { assertTracing, assertTracingOptions } from './options.ts';
export type { Attributes, AttributeValue, OtelContext, OtelTracer } from './otel.ts';
export { Span } from './span.ts';
export { type ToldError, toldError } from './told-error.ts';
export { chooseTracing, Tracing } from './tracing.ts';
