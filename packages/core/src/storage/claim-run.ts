import type { RunStore } from './runs.ts';

/** The epoch counts the claims of a run; `latestSeq` is the place of the claim. */
export interface RunClaim {
  readonly epoch: number;
  readonly latestSeq: number;
}

/**
 * Takes a run over, by a record `run-claimed`: it moves the place, so the next thing that whoever drove the run so far
 * writes is refused before it has an effect. `undefined` where the run is gone or has ended, or where another worker
 * took it over at the same time.
 */
export async function claimRun(
  runs: Pick<RunStore, 'append' | 'getRun'>,
  runId: string,
  worker: string,
): Promise<RunClaim | undefined> {
  const seen = await runs.getRun(runId);
  for (let head = seen; head !== undefined && head.status !== 'ended'; ) {
    if (head.epoch !== seen?.epoch) return undefined;
    const epoch = head.epoch + 1;
    const event = { type: 'run-claimed', worker, epoch };
    const { appended, latestSeq } = await runs.append(runId, [{ seq: head.latestSeq + 1, event }], {
      head: { worker, epoch },
    });
    if (appended) return { epoch, latestSeq };
    // something else was written meanwhile, such as an answer
    head = await runs.getRun(runId);
  }
  return undefined;
}
