import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name its network: the rest is its holder's to choose, for each request anew. */
const NETWORK_GROUPS = 4;

/**
 * Whom an address stands for when attempts are counted: an IPv4 address itself, of an IPv6 address its network of 64
 * bits, which is the least a connection is given (RFC 6177).
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  // An IPv4 address in IPv6's clothes, as a socket for both sees it.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return address;
  const groupsOf = (text: string): string[] =>
    text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
  const [left = [], right = []] = bare.split('::').map(groupsOf);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const network = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
