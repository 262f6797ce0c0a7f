/** Who a payload is made ready for: people who watch a run, and those who read what was kept of it. */
export type TransformTarget = 'display' | 'transcript';

/** The moment of a call that a payload belongs to. */
export type TransformPhase =
  | 'input-delta'
  | 'input-available'
  | 'output-available'
  | 'error'
  | 'approval'
  | 'suspend'
  | 'resume';

/** What stands in place of one raw payload. */
export interface TransformedPayload {
  /** What is shown. Has the key whenever something is, `null` included. */
  readonly transformed?: unknown;
  /** Nothing is shown. */
  readonly suppress?: true;
  /** The transform threw; what is shown is a placeholder. */
  readonly failed?: true;
}

/** What stands in place of the payloads of one chunk. A target or phase that is absent may show the raw payload. */
export type PayloadTransforms = {
  readonly [Target in TransformTarget]?: {
    readonly [Phase in TransformPhase]?: TransformedPayload;
  };
};

/** What a chunk carries beside its payload. */
export interface ChunkMetadata {
  readonly mastra: { readonly toolPayloadTransform: PayloadTransforms };
}

/** Reads what a transform made of a payload; `undefined` where none was asked for. Takes any `metadata`. */
export function getTransformedToolPayload(
  metadata: unknown,
  target: TransformTarget,
  phase: TransformPhase,
): TransformedPayload | undefined {
  const { mastra } = (metadata ?? {}) as { mastra?: Partial<ChunkMetadata['mastra']> };
  return mastra?.toolPayloadTransform?.[target]?.[phase];
}

/** Whether there is something to show in place of the raw payload; `null` counts. */
export function hasTransformedToolPayload(
  payload: TransformedPayload | undefined,
): payload is TransformedPayload & { readonly transformed: unknown } {
  return payload !== undefined && Object.hasOwn(payload, 'transformed');
}

const nothingShown: TransformedPayload = { suppress: true };

/**
 * What is shown of a payload: `undefined` means the payload itself. Where a target is spoken for, a phase that nothing
 * was given for shows nothing.
 */
export function shownPayload(
  transforms: PayloadTransforms | undefined,
  target: TransformTarget,
  phase: TransformPhase,
): TransformedPayload | undefined {
  const ofTarget = transforms?.[target];
  return ofTarget === undefined ? undefined : (ofTarget[phase] ?? nothingShown);
}

/** What stands in place of a payload, `null` where nothing is shown; else the payload. */
export function valueShown(given: TransformedPayload | undefined, raw: unknown): unknown {
  if (given === undefined) return raw;
  return hasTransformedToolPayload(given) ? given.transformed : null;
}

/** What was asked for at different moments of one call, together. */
export function joinTransforms(
  earlier: PayloadTransforms | undefined,
  later: PayloadTransforms | undefined,
): PayloadTransforms | undefined {
  if (earlier === undefined || later === undefined) return earlier ?? later;
  return {
    ...earlier,
    ...later,
    ...(earlier.display && later.display && { display: { ...earlier.display, ...later.display } }),
    ...(earlier.transcript &&
      later.transcript && { transcript: { ...earlier.transcript, ...later.transcript } }),
  };
}

/** As chunks carry it; `undefined` where nothing was asked for. */
export function toChunkMetadata(
  transforms: PayloadTransforms | undefined,
): ChunkMetadata | undefined {
  return transforms === undefined ? undefined : { mastra: { toolPayloadTransform: transforms } };
}
