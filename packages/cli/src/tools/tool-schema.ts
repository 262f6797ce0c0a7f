import { partsOf } from '@tenon/core/internal';
import type { FoundTool } from './find-tools.ts';
import { toModelTool } from './model-tool.ts';

/** What a tool takes and gives, as JSON Schema. */
export function toToolSchema({ tool, name }: FoundTool): Readonly<Record<string, unknown>> {
  const { output, requestContext } = partsOf(tool);
  return {
    name,
    description: tool.description,
    inputSchema: toModelTool(name, tool).inputSchema,
    ...(output !== undefined && { outputSchema: output.jsonSchema('output') }),
    ...(requestContext !== undefined && { requestContextSchema: requestContext.jsonSchema() }),
  };
}
