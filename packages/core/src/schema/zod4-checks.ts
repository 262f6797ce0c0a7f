import type { ZodDef } from './zod4-node.ts';

type Json = Record<string, unknown>;

/** A text or list with its length checks; `undefined` where a check says more than that. */
export function withLength(def: ZodDef, type: string, min: string, max: string): Json | undefined {
  let least: number | undefined;
  let most: number | undefined;
  for (const { _zod } of def.checks ?? []) {
    const { check, minimum, maximum, length } = _zod.def;
    if (check === 'min_length') least = tighter(least, minimum, 1);
    else if (check === 'max_length') most = tighter(most, maximum, -1);
    else if (check === 'length_equals') {
      least = tighter(least, length, 1);
      most = tighter(most, length, -1);
    } else if (!saysNothing(check)) return undefined;
  }
  const json: Json = { type };
  if (least !== undefined) json[min] = least;
  if (most !== undefined) json[max] = most;
  return json;
}

/** A number with its bounds; `undefined` where a check says more than that. */
export function convertNumber(def: ZodDef): Json | undefined {
  if (def.check !== undefined && def.format !== 'safeint') return undefined;
  let integer = def.check !== undefined;
  let min: number | undefined;
  let max: number | undefined;
  let above: number | undefined;
  let below: number | undefined;
  for (const { _zod } of def.checks ?? []) {
    const { check, format, inclusive, value } = _zod.def;
    if (check === 'number_format' && format === 'safeint') integer = true;
    else if (check === 'greater_than') {
      if (inclusive) min = tighter(min, value, 1);
      else above = tighter(above, value, 1);
    } else if (check === 'less_than') {
      if (inclusive) max = tighter(max, value, -1);
      else below = tighter(below, value, -1);
    } else if (!saysNothing(check)) return undefined;
  }
  if (integer) {
    min = tighter(min, Number.MIN_SAFE_INTEGER, 1);
    max = tighter(max, Number.MAX_SAFE_INTEGER, -1);
  }
  const json: Json = { type: integer ? 'integer' : 'number' };
  if (above !== undefined && above >= (min ?? -Infinity)) json.exclusiveMinimum = above;
  else if (min !== undefined) json.minimum = min;
  if (below !== undefined && below <= (max ?? Infinity)) json.exclusiveMaximum = below;
  else if (max !== undefined) json.maximum = max;
  return allFinite(min, max, above, below) ? json : undefined;
}

/** Refinements and in-place changes (`trim`) leave no trace in a JSON Schema. */
function saysNothing(check: string): boolean {
  return check === 'custom' || check === 'overwrite';
}

/** The stricter of two bounds; `sign` 1 for lower bounds, -1 for upper ones. */
function tighter(known: number | undefined, value: unknown, sign: 1 | -1): number {
  const bound = typeof value === 'number' ? value : Number.NaN;
  return known === undefined || bound * sign > known * sign || Number.isNaN(bound) ? bound : known;
}

function allFinite(...bounds: (number | undefined)[]): boolean {
  return bounds.every((bound) => bound === undefined || Number.isFinite(bound));
}
