/** Ids that an API takes. */
export interface CallIdRule {
  readonly pattern: RegExp;
  readonly longest: number;
}

/** Makes ids that fit a rule: what can be kept of the id, and a mark that tells it from others. */
export function createToCallId({ pattern, longest }: CallIdRule): (id: string) => string {
  return (id) => {
    if (pattern.test(id) && id.length <= longest) return id;
    const mark = markOf(id);
    const kept = id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longest - mark.length - 1);
    return kept === '' ? mark : `${kept}_${mark}`;
  };
}

/** Mistral takes nine letters and digits, no more and no less. */
export function toMistralCallId(id: string): string {
  return /^[A-Za-z0-9]{9}$/.test(id) ? id : markOf(id).slice(-9).padStart(9, '0');
}

/** 53 bits of a text that differ where the texts differ, for all that matters, as letters and digits. */
function markOf(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
