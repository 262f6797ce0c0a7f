import { isObject } from './json.ts';
import type { CallPart, ReplyPart, SaidPart } from './reply.ts';
import type { WireRequest } from './request.ts';

/** One item of the output of a response, whole and as a stream has it. */
export interface Item {
  /** The part that the item stands for. */
  readonly of: ReplyPart;
  readonly id: string;
  readonly whole: object;
  readonly start: object;
  /** What comes between the item's beginning and its end. */
  readonly events: readonly { readonly type: string; readonly [field: string]: unknown }[];
}

/** Sources become annotations of the text right before them. Files have no place. */
export function itemsOf(
  parts: readonly ReplyPart[],
  responseId: string,
  request: WireRequest,
): Item[] {
  let count = 0;
  const id = (kind: string) => `${kind}_${responseId}_${++count}`;
  return parts.flatMap((part, index): Item[] => {
    switch (part.type) {
      case 'text':
        return [messageItem(part, part.id ?? id('msg'), annotationsAfter(parts, index))];
      case 'reasoning':
        return [reasoningItem(part, part.id ?? id('rs'), wantsEncrypted(request))];
      case 'call':
        return [callItem(part, id('fc'))];
      case 'source': {
        if (parts[index - 1]?.type === 'text' || parts[index - 1]?.type === 'source') return [];
        const empty = { type: 'text', text: '', deltas: [], id: undefined } as const;
        return [{ ...messageItem(empty, id('msg'), annotationsAfter(parts, index - 1)), of: part }];
      }
      default:
        return [];
    }
  });
}

function messageItem(
  part: Omit<SaidPart, 'facts'>,
  id: string,
  annotations: readonly object[],
): Item {
  const place = { content_index: 0 };
  const said = { type: 'output_text', text: part.text, annotations };
  const message = { type: 'message', id, role: 'assistant' };
  return {
    of: part as SaidPart,
    id,
    start: { ...message, status: 'in_progress', content: [] },
    whole: { ...message, status: 'completed', content: [said] },
    events: [
      {
        type: 'response.content_part.added',
        ...place,
        part: { ...said, text: '', annotations: [] },
      },
      ...part.deltas.map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
      ...annotations.map((annotation, annotation_index) => ({
        type: 'response.output_text.annotation.added',
        ...place,
        annotation_index,
        annotation,
      })),
      { type: 'response.output_text.done', ...place, text: part.text },
      { type: 'response.content_part.done', ...place, part: said },
    ],
  };
}

function reasoningItem(part: SaidPart, id: string, encrypted: boolean): Item {
  const { reasoningEncryptedContent = 'encrypted-content' } = part.facts('openai');
  const place = { summary_index: 0 };
  const summary = { type: 'summary_text', text: part.text };
  const item = { type: 'reasoning', id };
  const kept = encrypted ? { encrypted_content: reasoningEncryptedContent } : {};
  const hasText = part.text !== '';
  return {
    of: part,
    id,
    start: { ...item, status: 'in_progress', summary: [], ...kept },
    whole: { ...item, status: 'completed', summary: hasText ? [summary] : [], ...kept },
    events: hasText
      ? [
          {
            type: 'response.reasoning_summary_part.added',
            ...place,
            part: { ...summary, text: '' },
          },
          ...part.deltas.map((delta) => ({
            type: 'response.reasoning_summary_text.delta',
            ...place,
            delta,
          })),
          { type: 'response.reasoning_summary_text.done', ...place, text: part.text },
          { type: 'response.reasoning_summary_part.done', ...place, part: summary },
        ]
      : [],
  };
}

function callItem(part: CallPart, id: string): Item {
  const call = { type: 'function_call', id, call_id: part.id, name: part.name };
  return {
    of: part,
    id,
    start: { ...call, status: 'in_progress', arguments: '' },
    whole: { ...call, status: 'completed', arguments: part.input },
    events: [
      ...part.deltas.map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
      { type: 'response.function_call_arguments.done', arguments: part.input },
    ],
  };
}

function annotationsAfter(parts: readonly ReplyPart[], index: number) {
  const end = parts.findIndex((part, at) => at > index && part.type !== 'source');
  return parts.slice(index + 1, end === -1 ? undefined : end).flatMap((part): object[] => {
    if (part.type !== 'source') return [];
    const { source } = part;
    return 'url' in source
      ? [
          {
            type: 'url_citation',
            url: source.url,
            title: source.title ?? source.url,
            start_index: 0,
            end_index: 0,
          },
        ]
      : [
          {
            type: 'file_citation',
            file_id: source.id ?? 'file-1',
            filename: source.filename ?? source.title,
            index: 0,
          },
        ];
  });
}

function wantsEncrypted({ body }: WireRequest): boolean {
  return (
    isObject(body) &&
    Array.isArray(body.include) &&
    body.include.includes('reasoning.encrypted_content')
  );
}
