import { safeName, toModelNames } from '@tenon/core/internal';
import type { LintedTool, Remark } from './finding.ts';

/** The names of tools that are checked together. */
export class ToolNames {
  readonly #modelNames: ReadonlyMap<string, string>;
  readonly #byKey: ReadonlyMap<string, readonly LintedTool[]>;

  constructor(tools: readonly LintedTool[]) {
    const byKey = new Map<string, LintedTool[]>();
    for (const tool of tools) byKey.set(tool.key, [...(byKey.get(tool.key) ?? []), tool]);
    this.#byKey = byKey;
    this.#modelNames = toModelNames(byKey.keys());
  }

  /** What a model is told that the tool is called. */
  toldFor({ key }: LintedTool): string {
    return this.#modelNames.get(key) ?? key;
  }

  check(tool: LintedTool): Remark[] {
    const { key } = tool;
    const told = this.toldFor(tool);
    const plain = safeName(key);
    const remarks: Remark[] = [];
    if (told !== plain) {
      remarks.push({
        rule: 'name-collision',
        message: `Another tool has the name "${plain}", so the model is told of this one as "${told}". Give one of them another name.`,
      });
    } else if (told !== key) {
      remarks.push({
        rule: 'name-rewritten',
        message: `The model is told of it as "${told}", since no API takes the name as it is. Name it so, and prompts, logs and code speak of the same.`,
      });
    }
    const others = (this.#byKey.get(key) ?? []).filter((one) => one !== tool);
    if (others.length > 0) {
      const places = others.map(({ place }) => place ?? 'elsewhere').join(', ');
      remarks.push({
        rule: 'name-taken',
        message: `There is another tool "${key}" (${places}), and an agent can have one of them under that name. Rename one if they belong together.`,
      });
    }
    return remarks;
  }
}
