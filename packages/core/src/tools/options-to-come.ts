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
    const value = (options as Record<string, unknown>)[option];
    if (value === undefined || value === false) continue;
    warned.add(option);
    const effect =
      option === 'requireApproval'
        ? 'cannot be honoured in this version of Tenon, so an agent refuses the calls'
        : 'has no effect in this version of Tenon';
    console.warn(
      `createTool: the option "${option}" ${effect} (first seen on tool "${String((options as { id?: unknown }).id)}"); see docs/tools.md.`,
    );
  }
}
