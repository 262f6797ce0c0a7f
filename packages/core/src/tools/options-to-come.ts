/** Options of the documented API that `createTool` takes but that do nothing yet. `docs/tools.md` lists the same. */
export const toolOptionsToCome = [
  'background',
  'requireApproval',
  'resumeSchema',
  'suspendSchema',
  'toModelOutput',
  'transform',
] as const;

const warned = new Set<string>();

/** Says once per option that it has no effect yet, so that nobody relies on it in silence. */
export function warnOfOptionsToCome(options: object): void {
  for (const option of toolOptionsToCome) {
    if (!(option in options) || warned.has(option)) continue;
    if ((options as Record<string, unknown>)[option] === undefined) continue;
    warned.add(option);
    console.warn(
      `createTool: the option "${option}" has no effect in this version of Tenon (first seen on tool "${String((options as { id?: unknown }).id)}"); see docs/tools.md.`,
    );
  }
}
