/** Options of the documented API that `createTool` takes but that do nothing yet. `docs/tools.md` lists the same. */
export const toolOptionsToCome = [
  'background',
  'requireApproval',
  'resumeSchema',
  'suspendSchema',
] as const;

const effects: Readonly<Record<string, string>> = {
  requireApproval: 'cannot be honoured in this version of Tenon, so an agent refuses the calls',
};

const warned = new Set<string>();
/** Tools that are made anew for each request may have ids without end. */
const mostWarnings = 100;

/** Says once of each tool and option that it has no effect yet, so that nobody relies on it in silence. */
export function warnOfOptionsToCome(options: object): void {
  for (const option of toolOptionsToCome) {
    if (!(option in options)) continue;
    const { id, [option]: value } = options as Record<string, unknown>;
    if (value === undefined || value === null || value === false) continue;
    const warning = `createTool: the option "${option}" of tool "${String(id)}" ${effects[option] ?? 'has no effect in this version of Tenon'}; see docs/tools.md.`;
    if (warned.has(warning) || warned.size >= mostWarnings) continue;
    warned.add(warning);
    console.warn(warning);
  }
}
