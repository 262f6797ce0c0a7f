export { Journal } from './journal.ts';
export type { RunEvent, RunEventType, RunRecord } from './records.ts';
export type {
  CallOutcome,
  ModelReply,
  ProviderMetadata,
  ReplyCall,
  ReplyCustom,
  ReplyFile,
  ReplyPart,
  ReplyProviderResult,
  ReplyReasoning,
  ReplySource,
  ReplyText,
  ResponseInfo,
} from './reply.ts';
export { ToolCall, withModelOutput } from './reply.ts';
