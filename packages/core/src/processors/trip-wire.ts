/** What else a processor says when it stops a run. */
export interface TripWireOptions<Metadata = unknown> {
  /** Takes the step again, with the reason as a hint for the model, while `maxProcessorRetries` allows it. */
  readonly retry?: boolean | undefined;
  /** For the caller: it stands in `result.tripwire`. */
  readonly metadata?: Metadata | undefined;
}

const brand = Symbol.for('tenon.trip-wire');

/** What `abort` of a processor throws: the run ends with `result.tripwire`, or the step is taken again. */
export class TripWire<Metadata = unknown> extends Error {
  readonly options: TripWireOptions<Metadata>;
  readonly processorId: string | undefined;

  constructor(reason: string, options: TripWireOptions<Metadata> = {}, processorId?: string) {
    super(reason);
    this.name = 'TripWire';
    this.options = options;
    this.processorId = processorId;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Holds across two copies of this package, where `instanceof` does not. */
  static is(value: unknown): value is TripWire {
    if (typeof value !== 'object' || value === null) return false;
    try {
      return brand in value;
    } catch {
      return false; // a proxy that throws, or a revoked one
    }
  }
}
