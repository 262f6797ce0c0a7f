import type { DomNode, FormatCallback } from 'html-to-text';
import type { Rules } from './markdown.ts';

/** Each level is written before every line within it; what is nested deeper than people read stands on the last one. */
const deepestLevel = 10;
const indented = new Set(['ul', 'ol', 'blockquote']);

const list: FormatCallback = (element, walk, builder) => {
  if (isTooDeep(element)) return block(element, walk, builder, {});
  const isNested = element.parent?.name === 'li';
  const lines = isNested ? 1 : 2;
  const items = element.children.filter(({ type, data }) => type !== 'text' || data?.trim() !== '');
  if (items.length === 0) return;
  let number = element.name === 'ol' ? startOf(element) : undefined;
  const prefixes = items.map(({ name }) => {
    if (name !== 'li') return '';
    if (number === undefined) return '- ';
    return `${isNested ? '' : ' '}${number++}. `;
  });
  const maxPrefixLength = prefixes.reduce((most, { length }) => Math.max(most, length), 0);
  builder.openList({ maxPrefixLength, leadingLineBreaks: lines });
  for (const [index, item] of items.entries()) {
    builder.openListItem({ prefix: prefixes[index] as string });
    walk([item], builder);
    builder.closeListItem();
  }
  builder.closeList({ trailingLineBreaks: lines });
};

const quote: FormatCallback = (element, walk, builder) => {
  if (isTooDeep(element)) return block(element, walk, builder, {});
  builder.openBlock({ leadingLineBreaks: 2, reservedLineLength: 2 });
  walk(element.children, builder);
  builder.closeBlock({
    trailingLineBreaks: 2,
    blockTransform: (text) => text.replace(/^\n+|(?<!\n)\n+$/g, '').replace(/^/gm, '> '),
  });
};

const block: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

/** How lists and quotes are written, which a hostile page nests without an end and numbers without a sense. */
export const nesting: Rules = {
  formatters: { list, quote },
  selectors: [
    { selector: 'ul', format: 'list' },
    { selector: 'ol', format: 'list' },
    { selector: 'blockquote', format: 'quote' },
  ],
};

function startOf({ attribs }: DomNode): number {
  const start = Number(attribs?.start ?? 1);
  return Number.isSafeInteger(start) ? start : 1;
}

function isTooDeep(element: DomNode): boolean {
  let levels = 0;
  let above = element.parent;
  while (above != null && levels < deepestLevel) {
    if (indented.has(above.name ?? '')) levels++;
    above = above.parent;
  }
  return levels >= deepestLevel;
}
