import type { OutgoingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusalHead } from './securityHeaders.ts';

/** How long a client may take to read a refusal and to close its half of the connection. Milliseconds. */
const REFUSAL_GRACE_MS = 1_000;

/**
 * Refuses on a socket on which no HTTP answer can be given any more, and closes it. Not by `end` alone, which closes one
 * half: a client that never closes the other would keep the connection for ever. And not at once, which might take the
 * refusal from a client that is still sending.
 */
export function refuseSocket(socket: Duplex, status: number, headers: OutgoingHttpHeaders = {}): void {
  const grace = setTimeout(() => socket.destroy(), REFUSAL_GRACE_MS);
  socket.once('close', () => clearTimeout(grace));
  // Read to its end, or the end of a client that does close would not be noticed.
  socket.resume().end(refusalHead(status, headers));
}
