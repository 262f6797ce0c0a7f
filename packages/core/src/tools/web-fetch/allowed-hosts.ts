import { isInNetwork, isPublicAddress, type Network, toNetwork } from './address.ts';

/** Which hosts and addresses may be asked. */
export class AllowedHosts {
  /** Hosts, and domains behind `*.`. */
  readonly #names: readonly string[];
  readonly #networks: readonly Network[];

  /** Takes entries as `toAllowEntry` gives them. */
  constructor(allow: readonly string[]) {
    this.#names = allow;
    this.#networks = allow.map(toNetwork).filter((network) => network !== undefined);
  }

  /** Whether any address of this host may be asked: one that means this machine needs to be named. */
  mayAsk(host: string): boolean {
    return this.#isListed(toHostName(host)) || this.#networks.length > 0 || !isLocal(host);
  }

  /** Whether a connection to this address of this host may be made. */
  permits(host: string, address: string): boolean {
    if (this.#isListed(toHostName(host))) return true;
    if (this.#networks.some((network) => isInNetwork(address, network))) return true;
    return !isLocal(host) && isPublicAddress(address);
  }

  #isListed(name: string): boolean {
    return this.#names.some((entry) => isNamed(name, entry));
  }
}

/** Whatever a resolver says of it. */
const isLocal = (host: string): boolean => /(^|\.)localhost$/.test(toHostName(host));

function isNamed(name: string, entry: string): boolean {
  return entry.startsWith('*.') ? name.endsWith(entry.slice(1)) : name === entry;
}

/** Without the dot of the root at the end. */
const toHostName = (host: string): string => host.replace(/\.$/, '');
