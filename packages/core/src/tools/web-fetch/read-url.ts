/** @throws Error whose message a model may be told */
export function readUrl(text: string, base?: URL): URL {
  const url = parse(text, base);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Error('Only HTTP and HTTPS URLs are supported.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new Error('URLs with a user name or a password are not supported.');
  }
  return url;
}

function parse(text: string, base: URL | undefined): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** The host without the brackets that an IPv6 address has in a URL. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
