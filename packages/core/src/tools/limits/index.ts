export { copyWhole } from './copy-whole.ts';
export type { LimitedCall, LimitedResult, ToolLimits } from './limited-call.ts';
export type {
  KeyedCall,
  ToolCache,
  ToolConcurrency,
  ToolLimitOptions,
  ToolRateLimit,
  ToolRetry,
} from './options.ts';
export { readLimits } from './read-limits.ts';
