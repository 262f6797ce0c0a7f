export type {
  BackgroundTask,
  BackgroundTaskStore,
  TaskChange,
  TaskDate,
  TaskFilter,
  TaskListOptions,
  TaskStatus,
} from './background-tasks.ts';
export { contentOf, type RunBlob, toBlob } from './blob.ts';
export { assertCount, assertDate, assertId, assertIds, longestId, optionInvalid } from './check.ts';
export { claimRun, type RunClaim } from './claim-run.ts';
export {
  type ClonedThread,
  type CloneThreadOptions,
  cloneThread,
  threadNotFound,
} from './clone-thread.ts';
export { datesWanted, metadataWanted } from './match.ts';
export { InMemoryStore } from './memory/in-memory-store.ts';
export { nextHead } from './next-head.ts';
export {
  toKeptMessage,
  toKeptResource,
  toKeptThread,
  withMessageChange,
  withMetadata,
} from './normalize.ts';
export {
  assertDirection,
  type PageInfo,
  type PageWindow,
  type Paging,
  type SortDirection,
  toPageInfo,
  toWindow,
} from './paging.ts';
export { assertRecords } from './records.ts';
export type {
  AppendResult,
  CallAnswer,
  KeptRecord,
  NewWaitingCall,
  RunChanges,
  RunFilter,
  RunHead,
  RunHeadChange,
  RunPathEntry,
  RunStatus,
  RunStore,
  WaitingCall,
  WaitingFilter,
} from './runs.ts';
export {
  domainOf,
  isStore,
  type Store,
  type StoreDomains,
  type StoreName,
  type StoreOfAnyCopy,
  storeBrand,
  storeNames,
} from './store.ts';
export { streamEnded } from './stream-ended.ts';
export type { ReadStreamOptions, StreamEntry, StreamStore } from './streams.ts';
export { assertTaskOrder, taskMatcher, toKeptTask } from './task-rules.ts';
export type { StateKey, ThreadStateStore, VersionedState } from './thread-state.ts';
export type {
  KeptContent,
  KeptMessage,
  MessageChange,
  MessageFilter,
  MessageListOptions,
  MessagePage,
  MetadataValue,
  StorageResource,
  StorageThread,
  ThreadFilter,
  ThreadStore,
} from './threads.ts';
export { toKeptSpan, toTraceHead } from './trace-rules.ts';
export type { KeptSpan, TraceFilter, TraceHead, TraceStore } from './traces.ts';
export { updateState } from './update-state.ts';
export { toWaitingCall } from './waiting-call.ts';
