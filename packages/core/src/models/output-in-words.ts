import type { ToolResultOutput } from '../messages/index.ts';
import { describeContent } from './spec/index.ts';

/** What a model was told of the outcome of a call, as a text; of a file there is its name or kind alone. */
export function outputInWords(output: ToolResultOutput): string {
  switch (output.type) {
    case 'execution-denied':
      return output.reason ?? 'it was not allowed';
    case 'content':
      return output.value.map(describeContent).join('\n');
    default:
      return valueInWords(output.value);
  }
}

export const isFailedOutput = ({ type }: ToolResultOutput): boolean =>
  type.startsWith('error') || type === 'execution-denied';

export const valueInWords = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
