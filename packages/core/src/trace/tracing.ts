import { Masker } from './mask.ts';
import type { TracingOption } from './options.ts';
import { type Attributes, type AttributeValue, type OtelTracer, otelGlobal } from './otel.ts';
import { quietly } from './quietly.ts';
import { Span, type SpanStart } from './span.ts';

/** What stands in the place of the name of an instrumented library. */
const scopeName = '@tenon/core';

/** Makes the spans of a run, and decides what may stand in them. */
export class Tracing {
  readonly recordInputs: boolean;
  readonly recordOutputs: boolean;
  readonly #tracer: OtelTracer;
  readonly #masker: Masker;

  constructor(
    tracer: OtelTracer,
    masker: Masker,
    records: { readonly inputs: boolean; readonly outputs: boolean },
  ) {
    this.#tracer = tracer;
    this.#masker = masker;
    this.recordInputs = records.inputs;
    this.recordOutputs = records.outputs;
  }

  start(start: SpanStart): Span {
    return new Span(this.#tracer, start);
  }

  /** The same tracer, which records less. */
  recording(records: { readonly inputs: boolean; readonly outputs: boolean }): Tracing {
    const inputs = this.recordInputs && records.inputs;
    const outputs = this.recordOutputs && records.outputs;
    if (inputs === this.recordInputs && outputs === this.recordOutputs) return this;
    return new Tracing(this.#tracer, this.#masker, { inputs, outputs });
  }

  /** A JSON value as spans carry it: a text without secrets. */
  toText(value: unknown): string {
    return this.#masker.toText(value);
  }

  /** What somebody wants a span to carry, as attributes; secrets are masked by their names. */
  toAttributes(values: Readonly<Record<string, unknown>>, prefix = ''): Attributes {
    const attributes: Attributes = {};
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) continue;
      attributes[prefix + name] = this.#toAttribute(name, value);
    }
    return attributes;
  }

  #toAttribute(name: string, value: unknown): AttributeValue {
    const safe = this.#masker.maskField(name, value);
    if (typeof safe === 'number' || typeof safe === 'boolean') return safe;
    if (isListOfTexts(safe)) return safe;
    return this.toText(safe);
  }
}

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/**
 * What traces a run, by the options of the registry, the agent and the call: the nearest says for each setting, and
 * keys to be masked add up, so that none is lost on the way. `undefined` where nothing does.
 */
export function chooseTracing(
  ofRegistry: TracingOption | undefined,
  ofAgent: TracingOption | undefined,
  ofCall: TracingOption | undefined,
): Tracing | undefined {
  const provider = otelGlobal()?.trace;
  if (provider === undefined && !ofRegistry && !ofAgent && !ofCall) return undefined;
  const given = [ofCall, ofAgent, ofRegistry];
  if (given.find((level) => level !== undefined) === false) return undefined;
  const settings = given.filter((level) => typeof level === 'object');
  const tracer =
    settings.find((level) => level.tracer !== undefined)?.tracer ??
    (provider && quietly(() => provider.getTracer(scopeName)));
  if (tracer === undefined) return undefined;
  const masker = new Masker(settings.flatMap(({ maskedKeys = [] }) => maskedKeys));
  return new Tracing(tracer, masker, {
    inputs: settings.find((level) => level.recordInputs !== undefined)?.recordInputs === true,
    outputs: settings.find((level) => level.recordOutputs !== undefined)?.recordOutputs === true,
  });
}
