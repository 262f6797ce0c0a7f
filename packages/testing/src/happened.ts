interface Waiting {
  readonly signal: AbortSignal | undefined;
}

/** Resolves with the event, rejects with the signal's reason when that comes first. */
export async function happened<Request extends Waiting>(
  event: PromiseLike<unknown> | ((request: Request) => PromiseLike<unknown>),
  request: Request,
): Promise<void> {
  const { signal } = request;
  signal?.throwIfAborted();
  const waited = typeof event === 'function' ? event(request) : event;
  if (signal === undefined) {
    await waited;
    return;
  }
  signal.throwIfAborted(); // the event itself may have stopped it
  let stopListening = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    stopListening = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    await Promise.race([waited, aborted]);
  } finally {
    stopListening();
  }
}
