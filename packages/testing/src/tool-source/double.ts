import { type AnyTool, createTool, type ToolTransform } from '@tenon/core/tools';

/** Takes `{ n }` as a number or a text of one, by a schema of our own: the suite needs no schema library. */
export const numberSchema = {
  '~standard': {
    version: 1,
    vendor: 'tenon-testing',
    validate: (value: unknown) => {
      const n = Number((value as { n?: unknown } | null)?.n);
      if (Number.isNaN(n)) return { issues: [{ message: 'must be a number', path: ['n'] }] };
      return { value: { n } };
    },
    jsonSchema: { input: () => numberJson, output: () => numberJson },
    types: undefined as { input: { n: number | string }; output: { n: number } } | undefined,
  },
} as const;

const numberJson = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

/** A tool of one number, which notes what it is run with. */
export function double(
  note?: (input: unknown) => unknown,
  more: {
    readonly transform?: ToolTransform;
    readonly toModelOutput?: (output: unknown) => object;
  } = {},
): AnyTool {
  return createTool({
    ...more,
    id: 'double',
    description: 'Doubles a number',
    inputSchema: numberSchema,
    execute: async (input) => {
      note?.(input);
      return { doubled: input.n * 2 };
    },
  });
}
