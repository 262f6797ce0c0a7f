import type { RequestContext } from '../base/request-context.ts';
import type { RunTracing } from '../loop/index.ts';
import { toOwnJson } from '../messages/index.ts';
import {
  chooseTracing,
  type OtelContext,
  type Tracing,
  type TracingOptions,
  withRemoteSpan,
} from '../trace/index.ts';
import type { AgentConfig } from './options.ts';
import type { AgentCall } from './to-run-config.ts';

/** How a run is traced; `undefined` where it is not. */
export function runTracing(call: AgentCall): RunTracing | undefined {
  const { agent, host, options, context, active } = call;
  const chosen = chooseTracing(host.tracing, agent.tracing, options.tracing);
  if (chosen === undefined) {
    warnOfNoTracer(call);
    return undefined;
  }
  const { description } = agent;
  const about = description === undefined ? {} : { 'gen_ai.agent.description': description };
  const given = options.tracingOptions;
  if (given === undefined) {
    return { tracing: chosen, parent: active, name: undefined, attributes: about };
  }
  return {
    tracing: chosen.recording({ inputs: !given.hideInput, outputs: !given.hideOutput }),
    parent: parentOf(given, active),
    name: given.rootSpanName,
    attributes: { ...about, ...attributesOf(given, chosen, context.requestContext) },
  };
}

const warned = new WeakSet<AgentConfig>();

/** Who asks for traces in so many words wants to know why there are none. */
function warnOfNoTracer({ agent, host, options }: AgentCall): void {
  const asked = options.tracing ?? agent.tracing ?? host.tracing;
  if (asked !== true || warned.has(agent)) return;
  warned.add(agent);
  host.logger.warn(
    `Agent "${agent.id}" is to be traced, but no tracer provider of OpenTelemetry is registered in this process. Register one before the first call, or give a tracer: tracing: { tracer }.`,
    { agentId: agent.id },
  );
}

/** A trace that is known without a span of it is joined under a span id of our own making. */
function parentOf(
  { traceId, parentSpanId }: TracingOptions,
  active: OtelContext | undefined,
): OtelContext | undefined {
  if (traceId === undefined) return active;
  const spanId = parentSpanId ?? globalThis.crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  return withRemoteSpan(active, {
    traceId: traceId.toLowerCase().padStart(32, '0'),
    spanId: spanId.toLowerCase().padStart(16, '0'),
  });
}

function attributesOf(
  { metadata = {}, tags, requestContextKeys = [] }: TracingOptions,
  tracing: Tracing,
  requestContext: RequestContext,
): RunTracing['attributes'] {
  const values = requestContextKeys.map((path) => [path, valueAt(requestContext, path)]);
  const own = <Values>(given: Values) => toOwnJson(given) as Record<string, unknown>;
  return {
    ...tracing.toAttributes(own(metadata), 'tenon.metadata.'),
    ...tracing.toAttributes(own(Object.fromEntries(values)), 'tenon.request_context.'),
    ...(tags !== undefined && { 'tenon.tags': [...tags] }),
  };
}

/** The value of a key, or of a field within it: `user.plan`. */
function valueAt(requestContext: RequestContext, path: string): unknown {
  if (requestContext.has(path)) return requestContext.get(path);
  const [key = '', ...fields] = path.split('.');
  let value: unknown = requestContext.get(key);
  for (const field of fields) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) {
      return undefined;
    }
    value = (value as Record<string, unknown>)[field];
  }
  return value;
}
