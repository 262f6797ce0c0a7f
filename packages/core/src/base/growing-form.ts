/**
 * How a value that is written in one form is shown in another, also before it is complete. A value without a form is
 * shown as it is written.
 */
export interface GrowingForm {
  /** Turns the complete value over. Never throws, never changes what it is given. */
  restore(value: unknown): unknown;
  /** What can be shown before that; not given: nothing. */
  readonly growing?: GrowingParts | GrowingContent | GrowingBranches;
}

/** An object or a list each part of which is turned over by itself. Any other value stays as it is. */
export interface GrowingParts {
  readonly type: 'parts';
  readonly isList: boolean;
  partAt(key: string | number): GrowingPart;
}

/** How a part of an object or list is shown. */
export interface GrowingPart {
  /** What it is called there; for the items of a list without meaning. */
  readonly name: string;
  readonly form: GrowingForm | undefined;
  /** `null` stands for "not given". */
  readonly dropsNull?: boolean;
  /** It is a list of properties of the object that it stands in: the one that a complete item stands for. */
  readonly toProperty?: (item: unknown) => readonly [name: string, value: unknown] | undefined;
}

/** An object that stands for one of its properties. */
export interface GrowingContent {
  readonly type: 'content';
  readonly name: string;
  readonly form: GrowingForm | undefined;
}

/** One of several: shown as soon as what is there leaves one of them. */
export interface GrowingBranches {
  readonly type: 'branches';
  readonly branches: readonly GrowingBranch[];
}

/** One of the forms that a value may have. */
export interface GrowingBranch {
  readonly form: GrowingForm | undefined;
  mayBe(kind: ValueKind): boolean;
  mayHold(key: string | number, value: unknown): boolean;
}

export type ValueKind = 'object' | 'array' | 'string';
export type Container = Record<string, unknown> | unknown[];

/** Sets an own property. One named `__proto__` is left out, as where the whole text is parsed. */
export function setPart(target: Container, key: string | number, value: unknown): void {
  if (key !== '__proto__') (target as Record<string | number, unknown>)[key] = value;
}
