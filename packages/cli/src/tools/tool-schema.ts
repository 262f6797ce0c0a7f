import { partsOf, ToolSet } from '@tenon/core/internal';
import type { FoundTool } from './find-tools.ts';

/** What a tool takes and gives, as JSON Schema. */
export function toToolSchema({ tool, name }: FoundTool): Readonly<Record<string, unknown>> {
  const { output, requestContext } = partsOf(tool);
  const set = ToolSet.ofAgent([{ name: 'tools', tools: { [name]: tool } }]);
  return {
    name,
    description: tool.description,
    inputSchema: set.get(name)?.definition.inputSchema,
    ...(output !== undefined && { outputSchema: output.jsonSchema('output') }),
    ...(requestContext !== undefined && { requestContextSchema: requestContext.jsonSchema() }),
  };
}
