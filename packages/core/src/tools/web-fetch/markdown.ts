import type { DomNode, FormatCallback, HtmlToTextOptions } from 'html-to-text';

/** How elements are written. */
export interface Rules {
  readonly formatters: NonNullable<HtmlToTextOptions['formatters']>;
  readonly selectors: NonNullable<HtmlToTextOptions['selectors']>;
}

/** How elements are written in Markdown, for a page at `url`. */
export function toMarkdown(url: string): Rules {
  return {
    formatters: { title, fenced, row: rowsOf(new WeakSet()), link: linkOn(url) },
    selectors: [
      ...[1, 2, 3, 4, 5, 6].map((level) => ({
        selector: `h${level}`,
        format: 'title',
        options: { string: '#'.repeat(level) },
      })),
      { selector: 'a', format: 'link' },
      { selector: 'img', format: 'skip' },
      { selector: 'pre', format: 'fenced' },
      { selector: 'hr', format: 'blockString', options: { string: '---' } },
      { selector: 'tr', format: 'row' },
      ...Object.entries(marks).map(([selector, [prefix, suffix]]) => ({
        selector,
        format: 'inlineSurround',
        options: { prefix, suffix },
      })),
    ],
  };
}

const marks: Readonly<Record<string, readonly [string, string]>> = {
  b: ['**', '**'],
  strong: ['**', '**'],
  em: ['_', '_'],
  i: ['_', '_'],
  del: ['~~', '~~'],
  s: ['~~', '~~'],
  code: ['`', '`'],
  td: ['| ', ' '],
  th: ['| ', ' '],
};

const title: FormatCallback = (element, walk, builder, options) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addLiteral(`${options.string} `);
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

/** A link is told with an address that can be fetched as it stands. */
const linkOn =
  (base: string): FormatCallback =>
  (element, walk, builder) => {
    const target = addressOf(element.attribs?.href, base);
    if (target !== undefined) builder.addInline('[', { noWordTransform: true });
    walk(element.children, builder);
    if (target !== undefined) builder.addInline(`](${target})`, { noWordTransform: true });
  };

function addressOf(href: string | undefined, base: string): string | undefined {
  if (href === undefined) return undefined;
  try {
    const { href: address, protocol } = new URL(href, base);
    return protocol === 'javascript:' ? undefined : address;
  } catch {
    return undefined;
  }
}

const fenced: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ isPre: true, leadingLineBreaks: 2 });
  builder.addLiteral('```\n');
  // the marks of code within would be read as part of it
  const [only, ...more] = element.children;
  walk(only?.name === 'code' && more.length === 0 ? only.children : element.children, builder);
  builder.addLiteral('\n```');
  builder.closeBlock({ trailingLineBreaks: 2 });
};

/** The first row of a table is its head. */
const rowsOf =
  (begun: WeakSet<DomNode>): FormatCallback =>
  (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 1 });
    walk(element.children, builder);
    builder.addInline('|');
    builder.closeBlock({ trailingLineBreaks: 1 });
    const table = tableOf(element);
    if (table === undefined || begun.has(table)) return;
    begun.add(table);
    const cells = element.children.filter(({ name }) => name === 'td' || name === 'th');
    builder.openBlock({ leadingLineBreaks: 1 });
    builder.addLiteral(`${'| --- '.repeat(cells.length)}|`);
    builder.closeBlock({ trailingLineBreaks: 1 });
  };

function tableOf({ parent }: DomNode): DomNode | undefined {
  return parent?.name === 'table' ? parent : parent?.parent;
}
