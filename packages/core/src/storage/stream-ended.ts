import { TenonError } from '../base/errors.ts';

export function streamEnded(streamId: string): TenonError {
  return new TenonError(
    'STORE_STREAM_ENDED',
    `The stream "${streamId}" has ended: nothing can be added.`,
    { details: { streamId } },
  );
}
