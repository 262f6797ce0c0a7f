import type { Generated, Insertable, Selectable } from 'kysely';

/**
 * The tables, as queries see them. Times are milliseconds since 1970. Texts of users stand in columns of JSON, whose
 * escapes hold what not every database can keep in a text (NUL).
 */
export interface Tables {
  readonly tenon_migrations: MigrationTable;
  readonly tenon_runs: RunTable;
  readonly tenon_run_records: RecordTable;
  readonly tenon_waiting_calls: WaitingTable;
  readonly tenon_blobs: BlobTable;
  readonly tenon_run_blobs: RunBlobTable;
  readonly tenon_threads: ThreadTable;
  readonly tenon_messages: MessageTable;
  readonly tenon_resources: ResourceTable;
  readonly tenon_thread_state: StateTable;
  readonly tenon_streams: StreamTable;
  readonly tenon_stream_chunks: ChunkTable;
  readonly tenon_background_tasks: TaskTable;
  readonly tenon_traces: TraceTable;
  readonly tenon_spans: SpanTable;
}

/** Whole numbers, which some drivers give as texts where they may be large. */
export type WholeNumber = number;

interface MigrationTable {
  readonly version: WholeNumber;
  readonly name: string;
  readonly applied_at: WholeNumber;
}

export interface RunTable {
  /** Counts runs in the order they began. */
  readonly position: Generated<WholeNumber>;
  readonly run_id: string;
  readonly status: string;
  readonly latest_seq: WholeNumber;
  readonly epoch: WholeNumber;
  readonly created_at: WholeNumber;
  readonly updated_at: WholeNumber;
  readonly agent_id: string | null;
  readonly workflow_id: string | null;
  readonly thread_id: string | null;
  readonly resource_id: string | null;
  readonly parent_run_id: string | null;
  /** JSON: what else the head has. */
  readonly details: string;
}

interface RecordTable {
  readonly run_id: string;
  readonly seq: WholeNumber;
  /** JSON. */
  readonly event: string;
}

export interface WaitingTable {
  readonly position: Generated<WholeNumber>;
  readonly run_id: string;
  readonly tool_call_id: string;
  readonly agent_id: string | null;
  readonly thread_id: string | null;
  readonly resource_id: string | null;
  readonly waiting_since: WholeNumber;
  readonly answered_at: WholeNumber | null;
  /** JSON. */
  readonly answered_by: string | null;
  /** JSON: what else is known of the call. */
  readonly details: string;
}

interface BlobTable {
  readonly hash: string;
  readonly json: string | null;
  readonly bytes: Uint8Array | ArrayBuffer | null;
}

/** Which runs brought what content. */
interface RunBlobTable {
  readonly run_id: string;
  readonly hash: string;
}

export interface ThreadTable {
  readonly position: Generated<WholeNumber>;
  readonly id: string;
  readonly resource_id: string;
  readonly created_at: WholeNumber;
  readonly updated_at: WholeNumber;
  /** JSON. */
  readonly title: string | null;
  /** JSON. */
  readonly metadata: string | null;
}

export interface MessageTable {
  readonly position: Generated<WholeNumber>;
  readonly id: string;
  readonly thread_id: string | null;
  readonly resource_id: string | null;
  readonly role: string;
  readonly created_at: WholeNumber;
  /** JSON. */
  readonly type: string | null;
  /** JSON. */
  readonly content: string;
}

export interface ResourceTable {
  readonly id: string;
  readonly created_at: WholeNumber;
  readonly updated_at: WholeNumber;
  /** JSON. */
  readonly working_memory: string | null;
  /** JSON. */
  readonly metadata: string | null;
}

interface StateTable {
  readonly thread_id: string;
  readonly type: string;
  readonly version: string;
  /** JSON. */
  readonly value: string;
}

interface StreamTable {
  /** Tells a stream from one that had its id before. */
  readonly position: Generated<WholeNumber>;
  readonly stream_id: string;
  readonly last_id: WholeNumber;
  readonly ended_at: WholeNumber | null;
  readonly changed_at: WholeNumber;
}

interface ChunkTable {
  readonly stream_id: string;
  readonly id: WholeNumber;
  /** JSON. */
  readonly chunk: string;
}

export interface TaskTable {
  readonly position: Generated<WholeNumber>;
  readonly id: string;
  readonly status: string;
  /** JSON. */
  readonly tool_name: string;
  readonly tool_call_id: string;
  readonly agent_id: string;
  readonly run_id: string;
  readonly thread_id: string | null;
  readonly resource_id: string | null;
  readonly created_at: WholeNumber;
  readonly due_at: WholeNumber | null;
  readonly started_at: WholeNumber | null;
  readonly suspended_at: WholeNumber | null;
  readonly completed_at: WholeNumber | null;
  /** JSON: what else the task has. */
  readonly details: string;
}

interface TraceTable {
  readonly position: Generated<WholeNumber>;
  readonly trace_id: string;
  /** As the first span of the trace says. */
  readonly started_at: WholeNumber;
  readonly run_id: string | null;
  readonly agent_id: string | null;
  readonly thread_id: string | null;
  readonly span_count: WholeNumber;
}

export interface SpanTable {
  readonly position: Generated<WholeNumber>;
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_span_id: string | null;
  readonly started_at: WholeNumber;
  readonly ended_at: WholeNumber | null;
  /** JSON: what else the span has. */
  readonly details: string;
}

export type Row<Table> = Selectable<Table>;
export type NewRow<Table> = Insertable<Table>;
