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
  storeBrand,
  storeNames,
} from './store.ts';
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
export { updateState } from './update-state.ts';
