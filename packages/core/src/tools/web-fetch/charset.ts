/** The charset of a page, as a label that a `TextDecoder` takes: by its first bytes, its header, its own words, or UTF-8. */
export function charsetOf(head: Uint8Array, contentType: string | undefined): string {
  return (
    byMark(head) ??
    known(charsetIn(contentType ?? '')) ??
    known(charsetIn(ownWords(head))) ??
    'utf-8'
  );
}

function byMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=[\s"']*([^\s"';/>]+)/i.exec(text)?.[1];
}

/** `<meta charset>` and `<?xml encoding>`: both are written in ASCII, whatever follows. */
function ownWords(head: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(head.subarray(0, 1024));
  const xml = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/i.exec(text)?.[1];
  if (xml !== undefined) return `charset=${xml}`;
  // what says that it is UTF-16 in ASCII is not
  return (/<meta\s[^>]*charset[^>]*>/i.exec(text)?.[0] ?? '').replace(/utf-16(le|be)?/i, 'utf-8');
}

function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
