import { TenonError } from '../base/errors.ts';
import {
  aList,
  aRecord,
  assertForms,
  listOfTexts,
  type OptionForm,
  type OptionForms,
} from '../base/option-forms.ts';
import type { MaybePromise } from '../base/promise.ts';
import {
  makeWhole,
  type PromptMessage,
  type PromptSystemMessage,
  type ProviderOptions,
  toPrompt,
} from '../messages/index.ts';
import type { ModelCandidate, ModelRequest, ModelSettings, ToolChoice } from '../models/index.ts';
import { ToolSet } from '../tools/index.ts';
import { askForObject } from './ask-for-object.ts';
import { type ObjectPlan, toObjectPlan } from './object-plan.ts';
import type { PreparedStep } from './options.ts';
import { overStep } from './prepared-step.ts';
import { processInputStep } from './processing/process-input-step.ts';
import type { Run } from './run.ts';
import { acceptedSteps } from './state.ts';
import type { StepPhase, StepPlan } from './step-plan.ts';
import { aToolChoice, toolsOfStep } from './step-tools.ts';

const noTools = new ToolSet(new Map());

/**
 * Plans the next step: the options of the run, what processors and `prepareStep` change, and what earlier steps have used
 * up. Without these the plan is kept: its prompt is the run's own, which grows. `undefined`: the run was stopped.
 */
export function planStep(run: Run, phase: StepPhase): MaybePromise<StepPlan | undefined> {
  const { config } = run;
  const choice = phase === 'loop' ? currentChoice(run) : 'none';
  if (config.prepareStep === undefined && !run.processors?.changesStep) {
    if (run.plan?.toolChoice !== choice || phase === 'object' || run.plan === undefined) {
      run.plan = createPlan(run, choice, { wanted: config.structured, phase });
    }
    return run.plan;
  }
  return run.untilStopped(prepareAndPlan(run, choice, phase));
}

async function prepareAndPlan(
  run: Run,
  choice: ToolChoice | undefined,
  phase: StepPhase,
): Promise<StepPlan> {
  const { processors, config } = run;
  const processed =
    processors === undefined ? undefined : await processInputStep(run, processors, choice);
  const prepared =
    config.prepareStep === undefined || run.isAborted
      ? processed
      : overStep(processed, await prepare(run, processed?.toolChoice ?? choice, processed));
  const toolChoice = phase === 'loop' ? (prepared?.toolChoice ?? choice) : 'none';
  const model = prepared?.model;
  const candidates = model === undefined ? undefined : await config.resolveModel(model);
  const wanted = await wantedIn(run, prepared, phase);
  return createPlan(run, toolChoice, { prepared, candidates, wanted, phase });
}

/** What is given for a step holds for this step, and for the one that turns its words into the value. */
function wantedIn(
  run: Run,
  prepared: PreparedStep | undefined,
  phase: StepPhase,
): MaybePromise<ObjectPlan | undefined> {
  const { config } = run;
  const given = prepared?.structuredOutput;
  if (given === undefined) return phase === 'object' ? run.wanted : config.structured;
  return toObjectPlan(given, {
    owner: `What a processor or prepareStep of agent "${run.agentId}" gave`,
    retries: config.answerRetries,
    resolveModel: config.resolveModel,
  });
}

function createPlan(
  run: Run,
  toolChoice: ToolChoice | undefined,
  { prepared, candidates, wanted, phase }: StepNeeds,
): StepPlan {
  const toolSet = toolChoice === 'none' ? noTools : toolsOfStep(run, prepared);
  assertForcedTool(toolChoice, toolSet);
  const prompt = promptOf(run, prepared);
  const sent = phase === 'object' ? [...prompt, askForForm] : prompt;
  const request = createRequest(run, sent, toolSet, toolChoice, prepared);
  const structured = wanted?.when === 'every-step' || phase === 'object' ? wanted : undefined;
  return {
    toolChoice,
    toolSet,
    candidates: candidates ?? run.config.candidates,
    hasOwnModel: candidates !== undefined,
    maxRetries: prepared?.modelSettings?.maxRetries ?? run.config.modelSettings.maxRetries,
    structured,
    wanted,
    requestFor: (candidate) => {
      const asked = withCandidate(request, candidate);
      return structured === undefined ? asked : askForObject(asked, structured, candidate.session);
    },
  };
}

/** What a plan is made of, beside the run. */
interface StepNeeds {
  readonly prepared?: PreparedStep | undefined;
  readonly candidates?: readonly ModelCandidate[] | undefined;
  readonly wanted: ObjectPlan | undefined;
  readonly phase: StepPhase;
}

/** Models want to be asked: a prompt that ends with their own words is taken for the beginning of the answer. */
const askForForm: PromptMessage = {
  role: 'user',
  content: [{ type: 'text', text: 'Now give this answer in the form that is asked for, in full.' }],
};

/** A forced choice holds until a step has called a tool (the named one), unless it is to hold always. */
function currentChoice({ config, state }: Run): ToolChoice | undefined {
  const { toolChoice, toolChoiceScope } = config;
  if (toolChoice === undefined || toolChoice === 'auto' || toolChoice === 'none') return toolChoice;
  if (toolChoiceScope === 'all') return toolChoice;
  const isDone = acceptedSteps(state).some(({ reply }) =>
    reply.calls.some((call) => toolChoice === 'required' || call.toolName === toolChoice.toolName),
  );
  return isDone ? 'auto' : toolChoice;
}

async function prepare(
  run: Run,
  toolChoice: ToolChoice | undefined,
  processed: PreparedStep | undefined,
): Promise<PreparedStep | undefined> {
  const { config, state, runId, requestContext, abortSignal } = run;
  const [system, messages] = splitSystem(state.prompt);
  const session = config.candidates[run.candidate]?.session;
  const prepared = await config.prepareStep?.({
    stepNumber: state.steps.length - state.rejected,
    steps: state.steps.map((step) => step.view(runId)),
    messages,
    systemMessages: processed?.systemMessages?.map(toSystem) ?? system,
    runId,
    messageId: state.messageId,
    tools:
      processed?.tools === undefined ? config.allTools.record : toolsOfStep(run, processed).record,
    toolChoice,
    activeTools: processed?.activeTools ?? config.activeTools,
    model: session?.names,
    providerOptions: processed?.providerOptions ?? config.providerOptions,
    modelSettings:
      processed?.modelSettings === undefined
        ? config.modelSettings
        : { ...config.modelSettings, ...processed.modelSettings },
    requestContext,
    abortSignal,
  });
  if (prepared === undefined || prepared === null) return undefined;
  assertForms(prepared, preparedForms, {
    place: `What prepareStep of agent "${run.agentId}" gave`,
    error: 'AGENT_OPTION_INVALID',
  });
  return prepared;
}

/** Of parts of Tenon that are still to come; taking it in silence would be a lie. */
const toCome: OptionForm = { is: 'left out in this version of Tenon', fits: () => false };

const preparedForms: OptionForms = {
  activeTools: listOfTexts,
  modelSettings: aRecord,
  providerOptions: aRecord,
  structuredOutput: aRecord,
  systemMessages: aList,
  toolChoice: aToolChoice,
  tools: aRecord,
  workspace: toCome,
};

/** @throws TenonError `AGENT_FORCED_TOOL_NOT_ACTIVE` */
export function assertForcedTool(toolChoice: ToolChoice | undefined, toolSet: ToolSet): void {
  if (typeof toolChoice !== 'object') return;
  const { toolName } = toolChoice;
  if (toolSet.get(toolName) !== undefined) return;
  const known = [...toolSet.keys()].slice(0, 20).join(', ') || 'none';
  throw new TenonError(
    'AGENT_FORCED_TOOL_NOT_ACTIVE',
    `toolChoice forces the tool "${toolName}", which is not among the active tools: ${known}.`,
    { details: { toolName } },
  );
}

function promptOf(
  { state, config, processors }: Run,
  prepared: PreparedStep | undefined,
): readonly PromptMessage[] {
  const { messages, systemMessages } = prepared ?? {};
  const feedback = processors?.feedback;
  if (messages === undefined && systemMessages === undefined && feedback === undefined) {
    return state.prompt;
  }
  const [system, rest] = splitSystem(state.prompt);
  const toModelName = (name: string): string => config.allTools.modelNameOf(name);
  return [
    ...(systemMessages?.map(toSystem) ?? system),
    ...(feedback === undefined ? [] : [toFeedback(feedback)]),
    ...(messages === undefined ? rest : makeWhole(toPrompt(messages, { toModelName }))),
  ];
}

const toSystem = (given: string | PromptSystemMessage): PromptSystemMessage =>
  typeof given === 'string' ? { role: 'system', content: given } : given;

/** Why the step is taken again. */
const toFeedback = (reason: string): PromptSystemMessage => ({
  role: 'system',
  content: `Your last attempt at this step was not accepted: ${reason}`,
});

function splitSystem(prompt: readonly PromptMessage[]): [PromptSystemMessage[], PromptMessage[]] {
  const system = prompt.filter((message) => message.role === 'system');
  return [system, prompt.filter((message) => message.role !== 'system')];
}

function createRequest(
  { config, abortSignal }: Run,
  prompt: readonly PromptMessage[],
  toolSet: ToolSet,
  toolChoice: ToolChoice | undefined,
  prepared: PreparedStep | undefined,
): ModelRequest {
  const { maxRetries: _, ...settings }: ModelSettings =
    prepared?.modelSettings === undefined
      ? config.modelSettings
      : { ...config.modelSettings, ...prepared.modelSettings };
  const providerOptions = prepared?.providerOptions ?? config.providerOptions;
  return {
    ...settings,
    prompt,
    ...(toolSet.size > 0 && { tools: toolSet.definitions }),
    ...((toolSet.size > 0 || toolChoice === 'none') && {
      toolChoice: toSpecChoice(toolChoice, toolSet),
    }),
    ...(config.abortSignal !== undefined && { abortSignal }),
    ...(providerOptions !== undefined && { providerOptions }),
    ...(config.includeRawChunks && { includeRawChunks: true }),
  };
}

function toSpecChoice(choice: ToolChoice = 'auto', toolSet: ToolSet): ModelRequest['toolChoice'] {
  if (typeof choice === 'string') return { type: choice };
  return { type: 'tool', toolName: toolSet.modelNameOf(choice.toolName) };
}

/** What the list says of one model lies under what the run says. */
function withCandidate(request: ModelRequest, candidate: ModelCandidate): ModelRequest {
  const { settings, providerOptions } = candidate;
  if (settings === undefined && providerOptions === undefined) return request;
  const { maxRetries: _, ...own } = settings ?? {};
  const options: ProviderOptions | undefined =
    providerOptions === undefined ? undefined : { ...providerOptions, ...request.providerOptions };
  const headers = own.headers === undefined ? undefined : { ...own.headers, ...request.headers };
  return {
    ...own,
    ...request,
    ...(options !== undefined && { providerOptions: options }),
    ...(headers !== undefined && { headers }),
  };
}
