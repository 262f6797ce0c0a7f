import {
  aFunction,
  anAbortSignal,
  aRecord,
  aText,
  listOfTexts,
  type OptionForm,
  type OptionForms,
  recordOrFunction,
} from '../base/option-forms.ts';
import { aToolChoice } from '../loop/index.ts';
import { someHooks } from './merge-hooks.ts';

const aRequestContext: OptionForm = {
  is: 'a RequestContext, such as new RequestContext({ user })',
  fits: (value) => value === null || typeof (value as { entries?: unknown }).entries === 'function',
};

const conditions: OptionForm = {
  is: 'a condition such as stepCountIs(3), or a list of conditions',
  fits: (value) => (Array.isArray(value) ? value : [value]).every(aFunction.fits),
};

const keysOfTools: OptionForm = { is: 'a list of keys of tools', fits: listOfTexts.fits };

const aConcurrency: OptionForm = {
  is: 'a number or { limit }',
  fits: (value) => typeof value === 'number' || aRecord.fits(value),
};

/** Of the options of an agent: those that would break late, or be passed over in silence. */
export const agentForms: OptionForms = {
  hooks: someHooks,
  defaultOptions: recordOrFunction,
  metadata: recordOrFunction,
};

/** The same for the options of a call. */
export const runForms: OptionForms = {
  abortSignal: anAbortSignal,
  activeTools: keysOfTools,
  budget: aRecord,
  clientTools: aRecord,
  hooks: someHooks,
  modelSettings: aRecord,
  onAbort: aFunction,
  onChunk: aFunction,
  onError: aFunction,
  onFinish: aFunction,
  onStepFinish: aFunction,
  prepareStep: aFunction,
  providerOptions: aRecord,
  requestContext: aRequestContext,
  runId: aText,
  stopWhen: conditions,
  structuredOutput: aRecord,
  toolCallConcurrency: aConcurrency,
  toolChoice: aToolChoice,
  toolsets: aRecord,
  tracingOptions: aRecord,
};
