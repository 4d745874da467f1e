import type { ServerResponse } from 'node:http';
import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http';

/** Headers of every answer. */
const COMMON: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Action codes stand in addresses and must not reach other sites. `no-referrer` would also make the Origin of
  // the app's own beacons `null`.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The sign-in popup goes to the identity provider and comes back: the app must still be able to see it.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * Sets the headers that every answer carries.
 * @param origin own origin of the request, already checked
 */
export function setSecurityHeaders(response: ServerResponse, origin: string): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(origin));
  for (const [name, value] of Object.entries(COMMON)) response.setHeader(name, value);
  if (origin.startsWith('https:')) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
}

/** The headers of a refusal that is sent before the own origin is known: it is no page and needs nothing. */
export function refusalHeaders(): Readonly<Record<string, string>> {
  return { ...COMMON, 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" };
}

/** A whole refusal without a body, for a socket on which no HTTP answer can be given any more. */
export function refusalHead(status: number, headers: OutgoingHttpHeaders = {}): string {
  const all = { Connection: 'close', 'Content-Length': 0, ...refusalHeaders(), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
}

/** Mantine writes style elements and attributes, hence the one `unsafe-inline`; scripts come from files only. */
function contentSecurityPolicy(origin: string): string {
  // Some browsers do not count ws: as 'self'.
  const socket = origin.replace(/^http/, 'ws');
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${socket}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Text becomes script, or an element, through the app's own policy only (src/app/trustedTypes.ts).
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}
