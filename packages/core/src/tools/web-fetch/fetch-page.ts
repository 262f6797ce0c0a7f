import { AllowedHosts } from './allowed-hosts.ts';
import { convert, type PageFormat } from './convert.ts';
import { cutTags } from './cut-tags.ts';
import type { FetchedPage } from './fetched-page.ts';
import { type Lookup, openPage, type Page } from './open-page.ts';
import { cut, readBody } from './read-body.ts';
import { readUrl } from './read-url.ts';

/** Redirects that are followed; the documented limit. */
const maxRedirects = 5;
/** How much HTML is read to convert it, in characters: what is left of a page is a small part of it. */
const maxHtmlChars = 1_000_000;
/** How much is told of what stands in a header, which may be as long as a page. */
const maxHeaderChars = 200;

export interface FetchSettings {
  readonly format: PageFormat;
  readonly maxChars: number;
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What may be reached beside the public internet, each as `toAllowEntry` gives it. */
  readonly allow: readonly string[];
  /** In place of the resolver of the machine. */
  readonly lookup?: Lookup;
}

/** Fetches a page within the limits, through all its redirects. Never rejects. */
export async function fetchPage(
  given: string,
  settings: FetchSettings,
  abortSignal: AbortSignal,
): Promise<FetchedPage> {
  const stop = new AbortController();
  const deadline = setTimeout(
    () => stop.abort(new Error(`It took longer than ${settings.timeoutMs / 1000} s.`)),
    settings.timeoutMs,
  );
  const onAbort = (): void => stop.abort(new Error('It was aborted.'));
  if (abortSignal.aborted) onAbort();
  abortSignal.addEventListener('abort', onAbort, { once: true });
  try {
    stop.signal.throwIfAborted();
    const { url, page } = await follow(readUrl(given), settings, stop.signal);
    const result = await toResult(url, page, settings);
    // a body of no told length ends when its connection does, whoever closes that
    stop.signal.throwIfAborted();
    return result;
  } catch (thrown) {
    const reason = stop.signal.aborted ? stop.signal.reason : thrown;
    return { content: `Failed to fetch URL: ${toReason(reason)}`, isError: true };
  } finally {
    clearTimeout(deadline);
    abortSignal.removeEventListener('abort', onAbort);
    // closes whatever is still open
    stop.abort();
  }
}

async function follow(
  start: URL,
  { headers, allow, lookup }: FetchSettings,
  signal: AbortSignal,
): Promise<{ readonly url: URL; readonly page: Page }> {
  const how = { allowed: new AllowedHosts(allow), signal, ...(lookup !== undefined && { lookup }) };
  let url = start;
  for (let redirects = 0; ; redirects++) {
    // what the host was given, such as a key, is not for the one it sends us to
    const own = url.origin === start.origin ? { ...ownHeaders, ...headers } : ownHeaders;
    const page = await openPage(url, { ...how, headers: own });
    const target = redirectOf(page);
    if (target === undefined) return { url, page };
    page.destroy();
    if (redirects === maxRedirects) {
      throw new Error(`Too many redirects (maximum ${maxRedirects}).`);
    }
    url = readUrl(target, url);
  }
}

const ownHeaders = {
  'user-agent': 'Tenon web_fetch',
  accept:
    'text/html, text/plain, text/markdown, application/json, application/xml;q=0.9, */*;q=0.5',
  'accept-encoding': 'gzip, br',
};

function redirectOf({ statusCode = 0, headers }: Page): string | undefined {
  const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
  // headers are read byte by byte, but a location may be written in UTF-8
  if (!isRedirect) return undefined;
  const bytes = Uint8Array.from(headers.location ?? '', (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

async function toResult(
  url: URL,
  page: Page,
  { format, maxChars }: FetchSettings,
): Promise<FetchedPage> {
  const { statusCode: status = 0, statusMessage: statusText = '', headers } = page;
  const contentType = headers['content-type']?.slice(0, maxHeaderChars) ?? null;
  const isConverted = format !== 'raw' && isHtml(contentType);
  const body = await readBody(page, isConverted ? maxHtmlChars : maxChars);
  const read = body && isConverted ? cutTags(body.text) : body?.text;
  const text =
    read === undefined
      ? `The page is not text (${contentType ?? 'of no type'}) and cannot be shown.`
      : isConverted
        ? await convert(read, format, url.href)
        : read;
  const isCut = body !== undefined && (body.isCut || read !== body.text);
  return {
    content: text.length > maxChars ? cut(text, maxChars) : text,
    truncated: isCut || text.length > maxChars,
    status,
    statusText: statusText.slice(0, maxHeaderChars),
    contentType,
    url: url.href,
    ok: status >= 200 && status < 300,
  };
}

const isHtml = (contentType: string | null): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? '');

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the page was there.',
  EAI_AGAIN: 'The name of the host cannot be looked up now.',
  EINVAL: 'There is no host of this name.',
  ENOTFOUND: 'There is no host of this name.',
  ETIMEDOUT: 'The host does not answer.',
};

function toReason(thrown: unknown): string {
  const { code, message, errors } = thrown as NodeJS.ErrnoException & { errors?: unknown[] };
  if (code !== undefined && Object.hasOwn(reasons, code)) return reasons[code] as string;
  // several addresses, each with a failure of its own
  if (!message && errors?.[0] !== undefined) return toReason(errors[0]);
  return (message || code || 'The page could not be read.').slice(0, 300);
}
