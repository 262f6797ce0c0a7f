import type { ToolResultContentPart, ToolResultOutput } from './prompt.ts';

/**
 * What a model is shown of a result that is longer than it may be: the first `maxChars` characters, then how much is
 * left out and how to get it. JSON that is cut becomes a text, since it is no JSON any more. Of content the texts
 * together are cut; images and files stay.
 */
export function cutOutput(output: ToolResultOutput, maxChars: number): ToolResultOutput {
  switch (output.type) {
    case 'text':
    case 'error-text': {
      const { value } = output;
      return value.length <= maxChars ? output : { ...output, value: cutText(value, maxChars) };
    }
    case 'json':
    case 'error-json': {
      const text = JSON.stringify(output.value);
      if (text.length <= maxChars) return output;
      const type = output.type === 'json' ? 'text' : 'error-text';
      return { type, value: cutText(text, maxChars) };
    }
    case 'content': {
      const length = output.value.reduce((sum, part) => sum + lengthOf(part), 0);
      return length <= maxChars
        ? output
        : { ...output, value: cutParts(output.value, maxChars, length) };
    }
    case 'execution-denied':
      return output;
    default:
      return output satisfies never;
  }
}

const lengthOf = (part: ToolResultContentPart): number =>
  part.type === 'text' ? part.text.length : 0;

/** Text parts after the cut are left out. */
function cutParts(
  parts: readonly ToolResultContentPart[],
  maxChars: number,
  length: number,
): ToolResultContentPart[] {
  const kept: ToolResultContentPart[] = [];
  let room = maxChars;
  let isCut = false;
  for (const part of parts) {
    if (part.type !== 'text') kept.push(part);
    else if (!isCut && part.text.length <= room) {
      kept.push(part);
      room -= part.text.length;
    } else if (!isCut) {
      isCut = true;
      const head = headOf(part.text, room);
      const shown = maxChars - room + head.length;
      kept.push({ ...part, text: `${head}${marker(length - shown, length)}` });
    }
  }
  return kept;
}

function cutText(text: string, maxChars: number): string {
  const head = headOf(text, maxChars);
  return `${head}${marker(text.length - head.length, text.length)}`;
}

/** At most so many characters; one that takes two code units is not torn apart. */
function headOf(text: string, maxChars: number): string {
  const last = text.charCodeAt(maxChars - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? maxChars - 1 : maxChars);
}

function marker(left: number, length: number): string {
  return `\n… ${inThousands(left)} of ${inThousands(length)} characters left out; ask for less to see all of it.`;
}

/** `14000` as `14,000`, in every locale. */
const inThousands = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
