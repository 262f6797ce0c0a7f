import { toWellFormed } from '../base/well-formed.ts';
import { type Fields, isFields } from './fields.ts';
import { type Place, readText } from './invalid.ts';
import type { PromptReasoningPart, PromptTextPart } from './prompt.ts';
import { withProviderOptions } from './provider-options.ts';

/** A text part, or nothing: an empty text tells a model nothing, and some providers refuse it. */
export function readTextPart(fields: Fields, metadata: unknown, place: Place): PromptTextPart[] {
  const text = toWellFormed(readText(fields, 'text', place));
  const options = withProviderOptions(metadata);
  return text === '' && !options.providerOptions ? [] : [{ type: 'text', text, ...options }];
}

/** A reasoning part in any spelling. An empty one is kept for its options: a signature the provider wants back. */
export function readReasoningPart(fields: Fields, metadata: unknown): PromptReasoningPart[] {
  const details: readonly unknown[] = Array.isArray(fields.details) ? fields.details : [];
  const texts = details.map((detail) => (isFields(detail) ? detail.text : undefined));
  const spellings = [fields.text, fields.reasoning, texts.filter(isText).join('')];
  const text = toWellFormed(spellings.filter(isText).find((spelling) => spelling !== '') ?? '');
  const options = withProviderOptions(metadata);
  return text === '' && !options.providerOptions ? [] : [{ type: 'reasoning', text, ...options }];
}

const isText = (value: unknown): value is string => typeof value === 'string';
