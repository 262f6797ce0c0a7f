import { type ModelTool, ToolSet } from '@tenon/core/internal';
import type { AnyTool } from '@tenon/core/tools';

/** A tool as an agent tells a model of it under this key, before an API changes anything. */
export function toModelTool(key: string, tool: AnyTool): ModelTool {
  const set = ToolSet.ofAgent([{ name: 'tools', tools: { [key]: tool } }]);
  return set.get(key)?.definition as ModelTool;
}
