import type { ModelCandidate, ModelRequest, ToolChoice } from '../models/index.ts';
import type { ToolSet } from '../tools/index.ts';

/** What one step sends, and which tools may answer it. */
export interface StepPlan {
  readonly toolChoice: ToolChoice | undefined;
  readonly toolSet: ToolSet;
  readonly candidates: readonly ModelCandidate[];
  /** `prepareStep` gave this step a model of its own. */
  readonly hasOwnModel: boolean;
  requestFor(candidate: ModelCandidate): ModelRequest;
}
