export type { RunBudget } from './budget.ts';
export type { FullOutput } from './full-output.ts';
export {
  type ObjectPlanSource,
  type StructuredOutput,
  structuredOptionsToCome,
  toObjectPlan,
} from './object-plan.ts';
export type {
  PreparedStep,
  PrepareStepContext,
  RunCallbacks,
  RunConfig,
  RunTracing,
} from './options.ts';
export { RunOutput, type RunStatus } from './output.ts';
export { assertForcedTool } from './plan-step.ts';
export { Run } from './run.ts';
export { runLoop } from './run-loop.ts';
export { aToolChoice } from './step-tools.ts';
export {
  hasToolCall,
  type StopCondition,
  type StoppableStep,
  stepCountIs,
} from './stop-condition.ts';
export type { UIMessage, UIMessagePart, UIToolPart } from './ui-message.ts';
