import {
  type Container,
  type GrowingBranch,
  type GrowingContent,
  type GrowingForm,
  type GrowingPart,
  type GrowingParts,
  setPart,
} from './growing-form.ts';

/** Shows a value that is being written in the form that it is turned over to. */
export class GrowingView {
  readonly #holder: { value: unknown } = { value: undefined };
  readonly #root: Spot;
  readonly #levels: Level[] = [];
  /** Where the text goes that is being written. */
  #text: { readonly spot: Spot | undefined; readonly isEarly: boolean } | undefined;

  constructor(form: GrowingForm) {
    this.#root = new Spot(this.#holder, 'value', { name: 'value', form });
  }

  get shown(): unknown {
    return this.#holder.value;
  }

  open(written: Container, key: string | number): void {
    this.#levels.push(new Level(written, this.#spotAt(key)));
  }

  close(): void {
    const level = this.#levels.pop();
    // the whole is turned over in the end, so that nothing depends on how it came
    if (this.#levels.length === 0) level?.spot?.complete(level.written);
    else level?.complete();
  }

  text(soFar: string, isComplete: boolean, key: string | number): void {
    if (this.#text === undefined) {
      const spot = this.#spotAt(key);
      this.#text = { spot, isEarly: isShownAsWritten(spot?.part.form) };
    }
    const { spot, isEarly } = this.#text;
    if (isEarly) spot?.set(soFar);
    if (!isComplete) return;
    this.#text = undefined;
    spot?.complete(soFar);
  }

  scalar(value: number | boolean | null, key: string | number): void {
    this.#spotAt(key)?.complete(value);
  }

  /** A part of what is open is complete. */
  endPart(key: string | number, value: unknown): void {
    this.#levels.at(-1)?.endPart(key, value);
  }

  #spotAt(key: string | number): Spot | undefined {
    const level = this.#levels.at(-1);
    return level === undefined ? this.#root : level.spotOf(key);
  }
}

/** Where a value is shown. */
class Spot {
  readonly target: object;
  readonly key: string | number;
  readonly part: GrowingPart;

  constructor(target: object, key: string | number, part: GrowingPart) {
    this.target = target;
    this.key = key;
    this.part = part;
  }

  set(value: unknown): void {
    setPart(this.target as Container, this.key, value);
  }

  complete(written: unknown): void {
    const { form, dropsNull, toProperty } = this.part;
    if ((dropsNull && written === null) || toProperty !== undefined) return;
    this.set(form === undefined ? written : form.restore(written));
  }
}

/** An object or list that is not complete. */
class Level {
  readonly written: Container;
  /** `undefined`: it is not shown, or what it stands in shows it already. */
  readonly spot: Spot | undefined;
  /** What is shown of it; `undefined` while that is nothing. */
  #shown: Container | undefined;
  #parts: GrowingParts | undefined;
  #content: GrowingContent | undefined;
  /** Those that it may still be. */
  #branches: readonly GrowingBranch[] | undefined;

  constructor(written: Container, spot: Spot | undefined) {
    this.written = written;
    this.spot = spot;
    if (spot !== undefined && spot.part.toProperty === undefined) this.#begin(spot.part.form);
  }

  #begin(form: GrowingForm | undefined): void {
    const isList = Array.isArray(this.written);
    const growing = form?.growing;
    if (form === undefined || (growing?.type === 'parts' && growing.isList !== isList)) {
      this.#show(this.written);
    } else if (growing?.type === 'parts') {
      this.#parts = growing;
      this.#show(isList ? [] : {});
      for (const key of Object.keys(this.written)) {
        const { [key]: value } = this.written as Record<string, unknown>;
        this.spotOf(isList ? Number(key) : key)?.complete(value);
      }
    } else if (growing?.type === 'content' && !isList) {
      this.#content = growing;
    } else if (growing?.type === 'branches') {
      const kind = isList ? 'array' : 'object';
      this.#choose(growing.branches.filter((branch) => branch.mayBe(kind)));
    }
  }

  #show(shown: Container): void {
    this.#shown = shown;
    this.spot?.set(shown);
  }

  #choose(branches: readonly GrowingBranch[]): void {
    const [first] = branches;
    const isOne = first !== undefined && branches.every(({ form }) => form === first.form);
    this.#branches = isOne ? undefined : branches;
    if (isOne) this.#begin(first.form);
  }

  spotOf(key: string | number): Spot | undefined {
    const { spot } = this;
    if (this.#content !== undefined && spot !== undefined && key === this.#content.name) {
      return new Spot(spot.target, spot.key, { ...spot.part, form: this.#content.form });
    }
    const shown = this.#shown;
    if (this.#parts === undefined || shown === undefined) return undefined;
    const part = this.#parts.partAt(key);
    return new Spot(shown, Array.isArray(shown) ? shown.length : part.name, part);
  }

  endPart(key: string | number, value: unknown): void {
    const { spot } = this;
    const property = spot?.part.toProperty?.(value);
    if (property !== undefined) {
      const [name, turned] = property;
      setPart(spot?.target as Container, name, turned);
    }
    if (this.#branches === undefined) return;
    this.#choose(this.#branches.filter((branch) => branch.mayHold(key, value)));
  }

  complete(): void {
    if (this.#shown === undefined) this.spot?.complete(this.written);
  }
}

/** Whether a text can be shown while it comes. */
function isShownAsWritten(form: GrowingForm | undefined): boolean {
  const growing = form?.growing;
  if (form === undefined || growing?.type === 'parts') return true;
  return (
    growing?.type === 'branches' &&
    growing.branches.every((branch) => branch.form === undefined || !branch.mayBe('string'))
  );
}
