import {
  type JsonSchema,
  loadFamilies,
  type ModelTool,
  partsOf,
  type SchemaChange,
} from '@tenon/core/internal';
import { toModelTool } from '../tools/model-tool.ts';
import type { LintedTool, Provider } from './finding.ts';

/** A tool as it is sent, and what becomes of its schema on the way. */
export interface Definition {
  readonly strict: boolean | undefined;
  readonly description: string;
  /** As the author's library tells it. */
  readonly schema: JsonSchema;
  /** The library, for advice in its own words. */
  readonly vendor: string | undefined;
  sentTo(provider: Provider): Omit<ModelTool, 'type'>;
  changesFor(provider: Provider): readonly SchemaChange[];
}

/**
 * @param modelName what the model is told the tool is called
 * @throws TenonError where its schema cannot be told as JSON Schema
 */
export async function toDefinition(
  { key, tool }: LintedTool,
  modelName: string,
): Promise<Definition> {
  const { familyOf, rewriteFor } = await loadFamilies();
  const { type: _, providerOptions: __, ...definition } = toModelTool(key, tool);
  const { inputSchema: schema, strict } = definition;
  return {
    strict,
    description: (tool.description ?? '').trim(),
    schema,
    vendor: partsOf(tool).input?.vendor,
    sentTo: (provider) => ({
      ...definition,
      name: modelName,
      inputSchema: rewriteFor(familyOf(provider, ''), schema, strict).schema,
    }),
    // with `strict: false` nothing is changed: then it tells what is refused
    changesFor: (provider) =>
      familyOf(provider, '').changes(schema, { strict: strict === true ? true : undefined }),
  };
}
