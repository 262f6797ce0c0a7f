import { nearest } from '@tenon/core/internal';
import { usageError } from '../errors.ts';
import type { ModuleExports } from '../load-module.ts';
import type { Target } from '../parse-target.ts';
import type { FoundTool, FoundTools } from './find-tools.ts';

/**
 * The tool that is meant: the one under the name after `#`, be it an export, a key of a record or an id; without a name
 * the only one there is.
 */
export function chooseTool(found: FoundTools, target: Target, exports: ModuleExports): FoundTool {
  const { file, wanted } = target;
  const { tools, unusable } = found;
  if (wanted === undefined) {
    const [only, ...others] = tools;
    if (only !== undefined && others.length === 0) return only;
    const [problem] = unusable;
    if (only === undefined && problem !== undefined) throw new Error(problem.reason);
    throw usageError(
      only === undefined
        ? noTools(file, exports)
        : `"${file}" has several tools: ${list(tools)}. Name one, for instance ${file}#${only.exportPath}.`,
    );
  }
  const exact = tools.find(({ exportPath }) => exportPath === wanted);
  if (exact !== undefined) return exact;
  const named = tools.filter(
    ({ exportPath, name }) => name === wanted || exportPath.endsWith(`.${wanted}`),
  );
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return only;
  const problem = unusable.find(({ exportPath }) => exportPath === wanted);
  if (problem !== undefined) throw new Error(problem.reason);
  throw usageError(
    only === undefined
      ? unknownTool(wanted, tools, target, exports)
      : `"${wanted}" means several tools of "${file}": ${list(named)}. Name one of them.`,
  );
}

const list = (tools: readonly FoundTool[]): string =>
  tools.map(({ exportPath }) => exportPath).join(', ');

function noTools(file: string, exports: ModuleExports): string {
  const names = Object.keys(exports).join(', ');
  const has = names === '' ? 'it exports nothing' : `it exports ${names}`;
  return `"${file}" has no tool: ${has}. Export one, made by createTool({ id, description, inputSchema, execute }).`;
}

function unknownTool(
  wanted: string,
  tools: readonly FoundTool[],
  { file }: Target,
  exports: ModuleExports,
): string {
  if (tools.length === 0) return noTools(file, exports);
  if (Object.hasOwn(exports, wanted)) {
    return `"${wanted}" of "${file}" is no tool. Its tools: ${list(tools)}.`;
  }
  const names = tools.flatMap(({ exportPath, name }) => [exportPath, name]);
  const near = nearest(wanted, new Set(names));
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : `Its tools: ${list(tools)}.`;
  return `"${file}" has no tool "${wanted}". ${hint}`;
}
