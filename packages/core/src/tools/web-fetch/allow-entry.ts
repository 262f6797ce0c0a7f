/** As it is compared: names in the spelling of URLs, networks as they are. */
export const toAllowEntry = (entry: string): string => toHost(entry) ?? entry;

/** Whether this can stand in `allow`: a host, `*.` and a domain, an address, or a network such as `10.1.0.0/16`. */
export function isAllowEntry(entry: unknown): boolean {
  if (typeof entry !== 'string') return false;
  const [base = '', bits, ...more] = entry.split('/');
  if (bits === undefined) return toHost(base) !== undefined;
  const most = isIpv6(base) ? 128 : isIpv4(base) ? 32 : -1;
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

/** A host in the spelling that URLs have it in, or `*.` and a domain; `undefined` for what is none. */
function toHost(entry: string): string | undefined {
  const [, star = '', name = ''] = /^(\*\.)?([^\s/*?#@[\]\\]+?)\.?$/.exec(entry) ?? [];
  if (name.includes(':')) return isIpv6(name) && star === '' ? name : undefined;
  const host = hostnameOf(name);
  // `1.2` and `0x7f.1` are spellings of other addresses than they look like
  const isAddress = /^[\d.]+$/.test(host ?? '');
  return host === undefined || (isAddress && host !== name) ? undefined : star + host;
}

const isIpv4 = (text: string): boolean => /^[\d.]+$/.test(text) && hostnameOf(text) === text;
const isIpv6 = (text: string): boolean =>
  text.includes(':') && hostnameOf(`[${text}]`) !== undefined;

function hostnameOf(host: string): string | undefined {
  try {
    return new URL(`http://${host}/`).hostname || undefined;
  } catch {
    return undefined;
  }
}
