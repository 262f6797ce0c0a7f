import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;
/** A network: its address and how many of its first bits count. */
export type Network = [Address, number];

/** IPv6 that is handed out for the public internet; what is outside of it is for special uses. RFC 4291, section 2.4. */
const globalUnicast: Network = [ipaddr.parse('2000::'), 3];

/**
 * Whether this is an address of the public internet. What cannot be read is none, nor is any that carries an IPv4
 * address in an IPv6 one (mapped, NAT64, 6to4, Teredo), because what stands behind it cannot be told from here.
 */
export function isPublicAddress(text: string): boolean {
  const address = parse(text);
  if (address === undefined || address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || isWithin(address, globalUnicast);
}

export function isInNetwork(text: string, network: Network): boolean {
  const address = parse(text);
  return address !== undefined && isWithin(address, network);
}

/** `10.0.0.0/8` or a single address; `undefined` when it is neither. */
export function toNetwork(text: string): Network | undefined {
  if (!text.includes('/')) {
    const address = parse(text);
    return address && [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  const [base = '', bits = ''] = text.split('/');
  const address = parse(base);
  const isWritten = address !== undefined && /^\d{1,3}$/.test(bits) && text.split('/').length === 2;
  const most = address?.kind() === 'ipv4' ? 32 : 128;
  return isWritten && Number(bits) <= most ? [address, Number(bits)] : undefined;
}

function parse(text: string): Address | undefined {
  // `1` and `0x7f.1` are addresses to the library, but names to whoever writes them into a list
  const isWritten = text.includes(':') ? ipaddr.IPv6.isValid(text) : isFourParts(text);
  return isWritten ? ipaddr.parse(text) : undefined;
}

const isFourParts = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text);

function isWithin(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
