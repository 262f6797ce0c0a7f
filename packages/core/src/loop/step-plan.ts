import type { ModelCandidate, ModelRequest, ToolChoice } from '../models/index.ts';
import type { ToolSet } from '../tools/index.ts';

/** What one step sends, and which tools may answer it. */
export interface StepPlan {
  readonly toolChoice: ToolChoice | undefined;
  readonly toolSet: ToolSet;
  readonly candidates: readonly ModelCandidate[];
  /** `prepareStep` gave this step a model of its own. */
  readonly hasOwnModel: boolean;
  /** Tries after the first, where the model's entry in the list says nothing. */
  readonly maxRetries: number | undefined;
  requestFor(candidate: ModelCandidate): ModelRequest;
}
