import type { ServerResponse } from 'node:http';

/**
 * Sets the headers that every answer carries.
 * @param origin own origin of the request, already checked
 */
export function setSecurityHeaders(response: ServerResponse, origin: string): void {
  const secure = origin.startsWith('https:');
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(origin));
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  // Action codes stand in addresses and must not leak to other sites. `no-referrer` would also turn the Origin of
  // our own beacons into `null`.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  // The sign-in popup leaves for the identity provider and comes back; its opener must still see it.
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  if (secure) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
}

/** Mantine writes style elements and attributes, hence the one `unsafe-inline`; scripts come from our files only. */
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
  ].join('; ');
}
