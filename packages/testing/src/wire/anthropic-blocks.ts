import type { Json } from '../provider-form.ts';
import { parsedOr } from './json.ts';
import type { ReplyPart } from './reply.ts';

/** One content block, whole and as a stream has it. */
export interface Block {
  /** The part that the block stands for. */
  readonly of: ReplyPart;
  readonly whole: object;
  readonly start: object;
  readonly deltas: readonly object[];
}

/** Sources become citations of the text right before them. Files have no place. */
export function blocksOf(parts: readonly ReplyPart[]): Block[] {
  const cited = new Set<ReplyPart>();
  return parts.flatMap((part, index): Block[] => {
    if (cited.has(part)) return [];
    switch (part.type) {
      case 'text':
      case 'source': {
        const sources = sourcesFrom(parts, part.type === 'text' ? index + 1 : index);
        for (const source of sources) cited.add(source);
        const text = part.type === 'text' ? part.text : '';
        const citations = sources.flatMap(citationOf);
        return [
          {
            of: part,
            whole: { type: 'text', text, ...(citations.length > 0 && { citations }) },
            start: { type: 'text', text: '' },
            deltas: [
              ...(part.type === 'text' ? part.deltas : []).map((said) => ({
                type: 'text_delta',
                text: said,
              })),
              ...citations.map((citation) => ({ type: 'citations_delta', citation })),
            ],
          },
        ];
      }
      case 'reasoning': {
        const { signature = 'signature', redactedData } = part.facts('anthropic');
        if (redactedData !== undefined) {
          const redacted = { type: 'redacted_thinking', data: redactedData };
          return [{ of: part, whole: redacted, start: redacted, deltas: [] }];
        }
        return [
          {
            of: part,
            whole: { type: 'thinking', thinking: part.text, signature },
            start: { type: 'thinking', thinking: '', signature: '' },
            deltas: [
              ...part.deltas.map((thinking) => ({ type: 'thinking_delta', thinking })),
              { type: 'signature_delta', signature },
            ],
          },
        ];
      }
      case 'call': {
        const use = { type: 'tool_use', id: part.id, name: part.name };
        return [
          {
            of: part,
            whole: { ...use, input: parsedOr(part.input) },
            start: { ...use, input: {} },
            deltas: ['', ...part.deltas].map((partial_json) => ({
              type: 'input_json_delta',
              partial_json,
            })),
          },
        ];
      }
      default:
        return [];
    }
  });
}

function sourcesFrom(parts: readonly ReplyPart[], start: number) {
  const end = parts.findIndex((part, index) => index >= start && part.type !== 'source');
  return parts.slice(start, end === -1 ? undefined : end);
}

function citationOf(part: ReplyPart): { [key: string]: Json }[] {
  if (part.type !== 'source') return [];
  const { title = '' } = part.source;
  return 'url' in part.source
    ? [
        {
          type: 'web_search_result_location',
          url: part.source.url,
          title,
          cited_text: title,
          encrypted_index: 'encrypted-index',
        },
      ]
    : [
        {
          type: 'char_location',
          cited_text: title,
          document_index: 0,
          document_title: title,
          start_char_index: 0,
          end_char_index: 0,
        },
      ];
}
