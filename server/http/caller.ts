import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Who calls, for counting: an IPv4 address, or the /64 network of an IPv6 one.
 * @param behindProxy take the address that the reverse proxy on this machine reports; without a proxy that
 *   header could be made up by anyone
 */
export function callerOf(request: IncomingMessage, behindProxy: boolean): string {
  const peer = request.socket.remoteAddress ?? 'unknown';
  const reported = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  const address = behindProxy && isLoopback(peer) && reported ? reported : peer;
  return isIPv6(address) ? networkOf(address) : address;
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.replace('::ffff:', '').startsWith('127.');
}

/** One household or attacker easily has 2^64 addresses of IPv6, so they are counted as one. */
function networkOf(address: string): string {
  const mapped = address.split('::ffff:')[1];
  if (mapped !== undefined && !isIPv6(mapped)) return mapped;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(missing).fill('0')].slice(0, 4).join(':');
}
