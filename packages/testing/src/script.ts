import { type Piece, text } from './pieces.ts';

/** One step of a script: a text, one piece or several, or a function that decides when it sees the request. */
export type ScriptStep<Part, Request> =
  | string
  | Part
  | readonly (string | Part)[]
  | ScriptFunction<Part, Request>;
export type ScriptFunction<Part, Request> = (
  request: Request,
  index: number,
) => ScriptStep<Part, Request> | Promise<ScriptStep<Part, Request>>;

export interface Script<Part, Request> {
  /** One step per request, or one function that answers every request. */
  readonly steps: readonly ScriptStep<Part, Request>[] | ScriptFunction<Part, Request>;
  /** What follows the last step. */
  readonly afterwards: 'repeat-last' | ScriptStep<Part, Request> | undefined;
  /** Who follows the script, for messages. */
  readonly whose: string;
}

/** The step for a request. Throws when the script has none left. */
export function stepAt<Part, Request>(
  { steps, afterwards, whose }: Script<Part, Request>,
  index: number,
): ScriptStep<Part, Request> {
  if (typeof steps === 'function') return steps;
  const step = steps[index] ?? (afterwards === 'repeat-last' ? steps.at(-1) : afterwards);
  if (step !== undefined) return step;
  throw new Error(
    `The script of ${whose} had ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, ` +
      `but ${whose.replace(/^this/, 'the')} was asked for step ${index + 1}. ` +
      'Add a step, or set `afterwards`.',
  );
}

/** What a step does for this request. */
export async function piecesOf<
  Part extends { readonly piece: string },
  Request extends { readonly index: number },
>(step: ScriptStep<Part, Request>, request: Request): Promise<readonly (Part | Piece)[]> {
  let current = step;
  while (typeof current === 'function') current = await current(request, request.index);
  const list = isList(current) ? current : [current];
  return list.map((piece) => (typeof piece === 'string' ? text(piece) : piece));
}

function isList<Part>(
  step: string | Part | readonly (string | Part)[],
): step is readonly (string | Part)[] {
  return Array.isArray(step);
}
