import type { ToolResultOutput } from './prompt.ts';

/** From this length on a text is worth a pointer. */
const longText = 1_024;

/** A tool output as it is kept beside the result that it was made from: a long text of both is kept once. */
export interface SavedOutput {
  /** With an empty text where a shared one belongs. */
  readonly output: ToolResultOutput;
  /** Where each shared text belongs in the output, and where it stands in the result. */
  readonly shared: readonly { readonly to: Path; readonly from: Path }[];
}

type Path = readonly (string | number)[];

/** Takes out of an output the texts over 1 KB that stand in `result` too. */
export function saveOutput(output: ToolResultOutput, result: unknown): SavedOutput {
  const known = new Map<string, Path>();
  visitTexts(result, [], (text, path) => {
    if (!known.has(text)) known.set(text, path);
  });
  const shared: { to: Path; from: Path }[] = [];
  if (known.size > 0) {
    visitTexts(output, [], (text, to) => {
      const from = known.get(text);
      if (from !== undefined) shared.push({ to, from });
    });
  }
  return { output: shared.reduce((rest, { to }) => put(rest, to, ''), output), shared };
}

/** The output as it was. */
export function readSavedOutput(
  { output, shared }: SavedOutput,
  result: unknown,
): ToolResultOutput {
  return shared.reduce((rest, { to, from }) => put(rest, to, read(result, from)), output);
}

function visitTexts(value: unknown, path: Path, visit: (text: string, path: Path) => void): void {
  if (typeof value === 'string') {
    if (value.length > longText) visit(value, path);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, item] of Object.entries(value)) {
    visitTexts(item, [...path, isList ? Number(key) : key], visit);
  }
}

function read(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

/** A copy with another value at the end of the path. */
function put<Value>(value: Value, [key, ...rest]: Path, item: unknown): Value {
  if (key === undefined) return item as Value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<
    string | number,
    unknown
  >;
  copy[key] = put(copy[key], rest, item);
  return copy as Value;
}
