import { TenonError } from '../base/errors.ts';
import {
  aFunction,
  aRecord,
  assertFields,
  listOfTexts,
  type OptionForm,
  type OptionForms,
} from '../base/option-forms.ts';
import type { OtelTracer } from './otel.ts';

/** What is traced, and by what. */
export interface TracingSettings {
  /** Records what models and tools are given: messages, arguments. Default: `false`. */
  readonly recordInputs?: boolean;
  /** Records what models and tools give: answers, results, messages of errors. Default: `false`. */
  readonly recordOutputs?: boolean;
  /** Further keys whose values are masked in what is recorded. */
  readonly maskedKeys?: readonly string[];
  /** Default: that of the tracer provider which is registered in the process. */
  readonly tracer?: OtelTracer;
}

/** Whether a run is traced. Default: when a tracer provider is registered in the process. */
export type TracingOption = boolean | TracingSettings;

/** About the trace of one call. */
export interface TracingOptions {
  /** Facts that the span of the agent carries, as `tenon.metadata.<name>`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The span of the agent carries them as `tenon.tags`. */
  readonly tags?: readonly string[];
  /** Values of the request context that the span of the agent carries; dots lead into objects. */
  readonly requestContextKeys?: readonly string[];
  /** The trace that the run belongs to: up to 32 hexadecimal digits. */
  readonly traceId?: string;
  /** The span that the run stands under: up to 16 hexadecimal digits. Needs `traceId`. */
  readonly parentSpanId?: string;
  /** Default: `invoke_agent <name>`. */
  readonly rootSpanName?: string;
  /** Records no inputs of this call, whatever `tracing` says. */
  readonly hideInput?: boolean;
  /** Records no outputs of this call, whatever `tracing` says. */
  readonly hideOutput?: boolean;
}

const aFlag: OptionForm = { is: 'true or false', fits: (value) => typeof value === 'boolean' };
const aName: OptionForm = {
  is: 'a text that is not empty',
  fits: (value) => typeof value === 'string' && value !== '',
};
const aTracer: OptionForm = {
  is: 'a tracer, such as trace.getTracer("name") of @opentelemetry/api',
  fits: (value) => aFunction.fits((value as Partial<OtelTracer> | null)?.startSpan),
};
const anIdOf = (digits: number): OptionForm => ({
  is: `a text of 1 to ${digits} hexadecimal digits that are not all 0`,
  fits: (value) =>
    typeof value === 'string' &&
    value.length <= digits &&
    /^[0-9a-f]+$/i.test(value) &&
    /[^0]/.test(value),
});

const settingForms: OptionForms = {
  recordInputs: aFlag,
  recordOutputs: aFlag,
  maskedKeys: listOfTexts,
  tracer: aTracer,
};

const optionForms: OptionForms = {
  metadata: aRecord,
  tags: listOfTexts,
  requestContextKeys: listOfTexts,
  traceId: anIdOf(32),
  parentSpanId: anIdOf(16),
  rootSpanName: aName,
  hideInput: aFlag,
  hideOutput: aFlag,
};

const error = 'AGENT_OPTION_INVALID';

/** @throws TenonError `AGENT_OPTION_INVALID` */
export function assertTracing(tracing: unknown, owner: string): void {
  if (tracing === undefined || typeof tracing === 'boolean') return;
  const place = `${owner}: the option "tracing"`;
  if (!aRecord.fits(tracing)) {
    throw new TenonError(error, `${place} must be true, false or an object of settings.`, {
      details: { option: 'tracing' },
    });
  }
  assertFields(tracing as object, settingForms, [], { place, error });
}

/** @throws TenonError `AGENT_OPTION_INVALID` */
export function assertTracingOptions(options: object, owner: string): void {
  const place = `${owner}: the option "tracingOptions"`;
  assertFields(options, optionForms, [], { place, error });
  const { traceId, parentSpanId } = options as TracingOptions;
  if (parentSpanId === undefined || traceId !== undefined) return;
  throw new TenonError(error, `${place} needs "traceId" beside "parentSpanId".`, {
    details: { option: 'traceId' },
  });
}
