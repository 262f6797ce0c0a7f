import { type Rules, toMarkdown } from './markdown.ts';
import { nesting } from './nesting.ts';

/** In which form a page that is HTML is given: as it is, as plain text, or as Markdown. */
export type PageFormat = 'raw' | 'text' | 'markdown';

/** Elements whose content is no text for a reader. */
const unread = ['script', 'style', 'noscript', 'template', 'iframe', 'svg', 'head'];

/**
 * Turns HTML into plain text or Markdown, by a package that is imported when it is first needed. It reads pages in a
 * time that grows with their length alone, and leaves out what is nested deeper than any page for people.
 */
export async function convert(
  html: string,
  format: Exclude<PageFormat, 'raw'>,
  url: string,
): Promise<string> {
  const { convert: toText } = await load();
  const { formatters, selectors } = format === 'markdown' ? toMarkdown(url) : toPlainText;
  const skipped = unread.map((selector) => ({ selector, format: 'skip' }));
  const text = toText(html, {
    wordwrap: false,
    formatters: { ...formatters, ...nesting.formatters },
    selectors: [...selectors, ...nesting.selectors, ...skipped],
    limits: { maxDepth: 200 },
  });
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

const toPlainText: Rules = {
  formatters: {},
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
    { selector: 'td', format: 'inlineSurround', options: { suffix: ' ' } },
    { selector: 'th', format: 'inlineSurround', options: { suffix: ' ' } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
};

async function load(): Promise<typeof import('html-to-text')> {
  try {
    return await import('html-to-text');
  } catch (cause) {
    throw new Error(
      'The package "html-to-text" cannot be loaded. Install it: npm install html-to-text',
      { cause },
    );
  }
}
