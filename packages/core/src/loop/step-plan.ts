import type { ModelCandidate, ModelRequest, ToolChoice } from '../models/index.ts';
import type { ToolSet } from '../tools/index.ts';
import type { ObjectPlan } from './object-plan.ts';

/**
 * What a step is for: the loop of calls and answers, an answer with what there is once a limit has ended that, or the
 * value that the answer in words is to be.
 */
export type StepPhase = 'loop' | 'final-answer' | 'object';

/** What one step sends, and which tools may answer it. */
export interface StepPlan {
  readonly toolChoice: ToolChoice | undefined;
  readonly toolSet: ToolSet;
  readonly candidates: readonly ModelCandidate[];
  /** `prepareStep` gave this step a model of its own. */
  readonly hasOwnModel: boolean;
  /** Tries after the first, where the model's entry in the list says nothing. */
  readonly maxRetries: number | undefined;
  /** What the answer of this step is to be a value of. */
  readonly structured: ObjectPlan | undefined;
  /** What is wanted in the end, should this be the last step. */
  readonly wanted: ObjectPlan | undefined;
  requestFor(candidate: ModelCandidate): ModelRequest;
}
