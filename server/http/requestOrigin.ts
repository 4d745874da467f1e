import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Names of this machine in a Host header. Any port is accepted, for forwarded ports. */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

type OriginVerdict =
  | {
      readonly kind: 'accepted';
      /** Own origin that this request was sent to, e.g. `http://localhost:8080`. */
      readonly origin: string;
    }
  | OriginRefusal;

export type OriginRefusal = {
  readonly kind: 'refused';
  readonly status: 400 | 403;
  readonly reason: string;
};

export type OriginCheck = (request: IncomingMessage) => OriginVerdict;

/**
 * Accepts requests that are meant for this server and come from its own pages or from no page at all.
 * - Host must be a loopback name or the public one: a page of another site that has its DNS name rebound to
 *   this server's address still sends its own name here.
 * - Origin, where a browser sends it (every POST, every WebSocket), must be that same host. Programs send none.
 */
export function createOriginCheck(publicUrl: URL | null): OriginCheck {
  return (request) => {
    if (hostCount(request) > 1)
      return { kind: 'refused', status: 400, reason: 'The request has more than one Host header.' };
    const origin = ownOrigin(request.headers.host, publicUrl);
    if (origin === null)
      return refused(`The host ${quoted(request.headers.host)} is not one this server answers to.`);
    const claimed = request.headers.origin;
    if (claimed !== undefined && claimed !== origin)
      return refused(`Requests of pages from ${quoted(claimed)} are refused.`);
    return { kind: 'accepted', origin };
  };
}

/** Node takes the first of several; a proxy may have taken another one for its decision (RFC 9112, §3.2). */
function hostCount({ rawHeaders = [] }: IncomingMessage): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
}

function ownOrigin(host: string | undefined, publicUrl: URL | null): string | null {
  if (host === undefined) return null;
  if (publicUrl !== null && host.toLowerCase() === publicUrl.host) return publicUrl.origin;
  const url = parseOrigin(`http://${host}`);
  return url !== null && LOOPBACK_NAMES.has(url.hostname) ? url.origin : null;
}

/** Null unless `text` is an origin and nothing more. */
function parseOrigin(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' ? url : null;
}

function refused(reason: string): OriginVerdict {
  return { kind: 'refused', status: 403, reason };
}

function quoted(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 200));
}

/**
 * The address under which a caller's requests are counted: an IPv4 address, or the /64 network of an IPv6 one.
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

/** One household or attacker easily has 2^64 addresses of IPv6: all of a network count as one. */
function networkOf(address: string): string {
  const mapped = address.split('::ffff:')[1];
  if (mapped !== undefined && !isIPv6(mapped)) return mapped;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(missing).fill('0')].slice(0, 4).join(':');
}
