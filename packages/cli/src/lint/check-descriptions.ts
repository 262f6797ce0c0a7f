import type { Definition } from './definition.ts';
import { type Field, fieldsOf } from './fields.ts';
import type { Remark } from './finding.ts';

/** Longer ones are refused by OpenAI's older models and on Azure. */
const longest = 1024;

/** A model knows of a tool what its descriptions say. */
export function checkDescriptions({ description, schema, vendor }: Definition): Remark[] {
  const fields = fieldsOf(schema).flatMap((field) => checkField(field, vendor) ?? []);
  return [...checkTool(description), ...fields];
}

function checkTool(description: string): Remark[] {
  const wayOut = 'Say in a sentence or two what it does and when to use it.';
  if (description === '') {
    const message = `It has no description, so the model has its name alone to go by. ${wayOut}`;
    return [{ rule: 'tool-description-missing', message }];
  }
  if (countWords(description) < 3) {
    const message = `Its description "${description}" says little. ${wayOut}`;
    return [{ rule: 'tool-description-short', message }];
  }
  if (description.length <= longest) return [];
  const message = `Its description has ${description.length} characters; some models of OpenAI, and Azure, refuse more than ${longest}. Move what is not about choosing the tool to the instructions of the agent.`;
  return [{ rule: 'description-too-long', providers: ['openai'], message }];
}

function checkField({ name, path, node, description }: Field, vendor = ''): Remark | undefined {
  // its one value says it all
  if ('const' in node) return undefined;
  const wayOut = `Say what is meant, its unit or form and an example, with ${describing[vendor] ?? 'a "description"'}.`;
  if (description === '') {
    const message = `It has no description. ${wayOut}`;
    return { rule: 'field-description-missing', path, message };
  }
  if (countWords(description) > 1 && !isSame(description, name)) return undefined;
  const message = `Its description "${description}" says no more than its name. ${wayOut}`;
  return { rule: 'field-description-short', path, message };
}

const describing: Readonly<Record<string, string>> = {
  zod: ".describe('…')",
  zod3: ".describe('…')",
  arktype: ".describe('…')",
  valibot: "v.description('…')",
};

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const isSame = (a: string, b: string): boolean => letters(a) === letters(b);

/** Also of languages that write words without spaces. */
function countWords(text: string): number {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
}
