import { TenonError } from '../base/errors.ts';
import { isCutOff } from '../base/finish-reason.ts';
import { isPromiseLike, type MaybePromise, noop } from '../base/promise.ts';
import {
  admitCall,
  CallJob,
  close,
  type EarlyCall,
  type NotRun,
  performCall,
  settle,
  settleNotRun,
} from '../calls/index.ts';
import type { ToolCall } from '../journal/index.ts';
import { callPolicy, type ToolSet } from '../tools/index.ts';
import type { Run } from './run.ts';
import type { Step } from './step.ts';

/**
 * Begins a call before its step has ended, if its tool may run although the step could still fail: tools that only
 * read, or that may run twice.
 */
export function beginEarly(run: Run, call: ToolCall, toolSet: ToolSet): EarlyCall | undefined {
  const job = new CallJob(call, toolSet, run);
  if (job.entry === undefined || job.entry.onClient || call.providerExecuted) return undefined;
  if (!callPolicy(job.entry.tool).idempotent) return undefined;
  const { callSpans } = run;
  return callSpans === undefined ? goTheLine(job) : callSpans.around(job, goTheLine);
}

async function goTheLine(job: CallJob): Promise<Awaited<EarlyCall>> {
  return (await admitCall(job)) ?? performCall(job);
}

/**
 * Runs the calls of a step: all pass the checks, then those that may run do so side by side. Each outcome is recorded
 * and announced when it exists. Calls of client tools stay open. Ends early when the run is stopped; gives nothing when
 * there is nothing to wait for.
 */
export function runCalls(run: Run, step: Step, toolSet: ToolSet): MaybePromise<void> {
  const { calls, finishReason } = step.reply;
  const own = calls.some((call) => call.providerExecuted)
    ? calls.filter((call) => !call.providerExecuted)
    : calls;
  if (own.length === 0) return undefined;
  const jobs = own.map((call) => new CallJob(call, toolSet, run));
  if (run.callSpans !== undefined) for (const { call } of jobs) run.callSpans.open(call);
  if (isCutOff(finishReason)) {
    const settling = jobs
      .map((job) => settleNotRun(job, { refused: cutOff(job.call, finishReason) }))
      .filter(isPromiseLike);
    return settling.length === 0 ? undefined : run.untilStopped(Promise.all(settling).then(noop));
  }
  const work = jobs.length === 1 ? executeOne(run, jobs[0] as CallJob) : executeAll(run, jobs);
  return work === undefined ? undefined : run.untilStopped(work);
}

/** A single call needs no lanes. */
function executeOne(run: Run, job: CallJob): Promise<void> | undefined {
  const isAdmitted = admit(run, job);
  if (isAdmitted === false) return undefined;
  return isAdmitted === true
    ? perform(run, job)
    : isAdmitted.then((isToRun) => (isToRun ? perform(run, job) : undefined));
}

/** Whether the call is to be run here; else it has its outcome, or waits for the client. */
function admit(run: Run, job: CallJob): boolean | Promise<boolean> {
  if (run.earlyCalls?.has(job.call)) return true;
  const { callSpans } = run;
  const verdict = callSpans === undefined ? admitCall(job) : callSpans.around(job, admitCall);
  if (!isPromiseLike(verdict)) return isToRun(run, job, verdict);
  return Promise.resolve(verdict).then((settled) => isToRun(run, job, settled));
}

function isToRun(run: Run, job: CallJob, verdict: NotRun | undefined): boolean | Promise<boolean> {
  if (run.isAborted) return false;
  if (verdict === undefined) {
    if (!job.entry?.onClient) return true;
    run.callSpans?.close(job.call);
    return false;
  }
  const settling = settleNotRun(job, verdict);
  return isPromiseLike(settling) ? Promise.resolve(settling).then(() => false) : false;
}

/** Nothing is begun, and nothing announced, once the run was stopped. */
async function perform(run: Run, job: CallJob): Promise<void> {
  if (run.isAborted) return;
  const { callSpans } = run;
  const outcome = await (run.earlyCalls?.get(job.call) ??
    (callSpans === undefined ? performCall(job) : callSpans.around(job, performCall)));
  if (outcome === undefined || run.isAborted) return;
  const settling = 'type' in outcome ? settle(job, outcome) : settleNotRun(job, outcome);
  if (settling !== undefined) await settling;
}

/** Calls that were begun early hold their lanes first. */
async function executeAll(run: Run, jobs: readonly CallJob[]): Promise<void> {
  const isAdmitted = await Promise.all(jobs.map((job) => admit(run, job)));
  const toRun = jobs.filter((_, index) => isAdmitted[index]);
  const { earlyCalls } = run;
  if (earlyCalls !== undefined) {
    toRun.sort((a, b) => Number(earlyCalls.has(b.call)) - Number(earlyCalls.has(a.call)));
  }
  await inLanes(toRun, run.config.toolCallConcurrency, (job) => perform(run, job));
}

/** Works the items off in their order, at most `limit` at a time. */
async function inLanes<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) await work(items[next++] as Item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
}

/**
 * Closes the calls that were under way. When the answer broke off the stream tells of it too; after a stop nobody hears
 * of it but the history.
 */
export function closeOpenCalls(run: Run, why: 'aborted' | 'failed' | 'rejected'): void {
  for (const call of run.state.steps.at(-1)?.reply.calls ?? []) {
    if (call.providerExecuted || call.outcome !== undefined) continue;
    const error = why === 'aborted' ? stopped(call) : notRun(call, reasons[why]);
    close(new CallJob(call, run.toolSet, run), error, why !== 'aborted');
  }
}

const reasons = {
  failed: 'the answer of the model broke off',
  rejected: 'a processor rejected the answer of the model',
};

function stopped(call: ToolCall): TenonError {
  return new TenonError(
    'TOOL_CALL_ABORTED',
    `Tool "${call.toolName}" was aborted: the run was stopped before it gave a result. Whether it took effect is not known.`,
    { details: { toolName: call.toolName, toolCallId: call.id } },
  );
}

function cutOff(call: ToolCall, reason: string): TenonError {
  return notRun(
    call,
    `the answer of the model was cut off (${reason}) and its arguments may be incomplete`,
  );
}

function notRun(call: ToolCall, why: string): TenonError {
  return new TenonError('TOOL_CALL_NOT_RUN', `Tool "${call.toolName}" was not run: ${why}.`, {
    details: { toolName: call.toolName, toolCallId: call.id },
  });
}
