import {
  aList,
  aRecord,
  assertForms,
  listOfTexts,
  type OptionForms,
} from '../../base/option-forms.ts';
import { copyData } from '../../messages/index.ts';
import type { ToolChoice } from '../../models/index.ts';
import {
  isMessageList,
  type ProcessInputStepResult,
  type Processor,
} from '../../processors/index.ts';
import type { ObjectPlan } from '../object-plan.ts';
import type { PreparedStep } from '../options.ts';
import { overStep } from '../prepared-step.ts';
import type { Run } from '../run.ts';
import { aToolChoice, toolsOfStep } from '../step-tools.ts';
import { foreignMessageList, kindOf, resultInvalid } from './failures.ts';
import { lateFields } from './late-fields.ts';
import type { RunProcessors } from './run-processors.ts';
import {
  messagesGiven,
  takeMessages,
  takeSystemMessages,
  withConversation,
} from './take-messages.ts';

const hook = 'processInputStep';

/**
 * Shows the next step to the processors, one after the other, and gives what they made of it. Changes of the
 * conversation last; system messages begin each step as those of the run.
 */
export async function processInputStep(
  run: Run,
  processors: RunProcessors,
  toolChoice: ToolChoice | undefined,
): Promise<PreparedStep | undefined> {
  const having = processors.having(hook);
  if (having === undefined) return undefined;
  const { messageList } = processors;
  const { system } = processors;
  messageList.restore({ entries: messageList.state.entries, system });
  const before = messageList.state;
  let step: PreparedStep = {};
  for (const processor of having) {
    const given = await processors.call(processor, hook, argsOf(run, processors, step, toolChoice));
    if (run.isAborted) return step;
    step = take(processors, step, given, processor);
  }
  const after = messageList.state;
  if (after.entries !== before.entries) processors.keepMessages(system);
  return after.system === system ? step : { ...step, systemMessages: after.system };
}

function argsOf(
  run: Run,
  processors: RunProcessors,
  step: PreparedStep,
  toolChoice: ToolChoice | undefined,
): object {
  const { config, runId } = run;
  const own = {
    stepNumber: processors.stepNumber,
    runId,
    messageId: config.messageId,
    model: step.model ?? config.candidates[run.candidate]?.session.names,
    toolChoice: step.toolChoice ?? toolChoice,
    activeTools: copyData(step.activeTools ?? config.activeTools),
    providerOptions: copyData(step.providerOptions ?? config.providerOptions),
    modelSettings: { ...config.modelSettings, ...step.modelSettings },
    structuredOutput: step.structuredOutput ?? toldOf(config.structured),
  };
  return addTools(withConversation(own, processors), { run, step });
}

const addTools = lateFields<{ readonly run: Run; readonly step: PreparedStep }>({
  tools: ({ run, step }) => toolsOfStep(run, step).record,
});

/** What the run wants, as far as it can be told. */
function toldOf(plan: ObjectPlan | undefined): object | undefined {
  return plan && { schema: copyData(plan.json), errorStrategy: plan.errorStrategy };
}

function take(
  { messageList }: RunProcessors,
  step: PreparedStep,
  given: unknown,
  processor: Processor,
): PreparedStep {
  if (takeMessages(messageList, given, processor, hook)) return step;
  if (typeof given !== 'object') {
    const problem = `must give ${messagesGiven}, or an object of settings, but gave ${kindOf(given)}.`;
    throw resultInvalid(processor, hook, problem);
  }
  assertResult(given as object, processor);
  const {
    messages,
    messageList: list,
    systemMessages,
    ...settings
  } = given as ProcessInputStepResult;
  if (messages !== undefined && list !== undefined) {
    throw resultInvalid(processor, hook, 'gave both messages and messageList. Give one of them.');
  }
  if (list !== undefined && !isMessageList(list)) throw foreignMessageList(processor, hook);
  takeMessages(messageList, list ?? messages, processor, hook);
  takeSystemMessages(messageList, systemMessages, processor, hook);
  return overStep(step, settings as PreparedStep) as PreparedStep;
}

const forms: OptionForms = {
  activeTools: listOfTexts,
  messages: aList,
  modelSettings: aRecord,
  providerOptions: aRecord,
  structuredOutput: aRecord,
  systemMessages: aList,
  toolChoice: aToolChoice,
  tools: aRecord,
};

const fields = ['model', 'messageList', ...Object.keys(forms)];

/** @throws TenonError `PROCESSOR_RESULT_INVALID` */
function assertResult(given: object, processor: Processor): void {
  const unknown = Object.keys(given).find((field) => !fields.includes(field));
  if (unknown !== undefined) {
    const problem = `gave "${unknown}", which it cannot change. It may give: ${fields.join(', ')}.`;
    throw resultInvalid(processor, hook, problem);
  }
  const place = `What ${hook} of processor "${processor.id}" gave`;
  assertForms(given, forms, { place, error: 'PROCESSOR_RESULT_INVALID' });
}
