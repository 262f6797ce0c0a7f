import { toMistralCallId } from './call-id.ts';
import type { SchemaFamily } from './family.ts';
import { none } from './none.ts';

/** Takes schemas as they are, and is particular about call ids. */
export const mistral: SchemaFamily = Object.freeze({
  ...none,
  name: 'mistral',
  toCallId: toMistralCallId,
});
