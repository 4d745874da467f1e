import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * One service behind the single port. The request router has already checked Host and Origin and set the security
 * headers; a service answers the paths that it owns and nothing else.
 */
export type HttpService = {
  /** Whether the path (no query) is this service's. The first service that owns a path answers it; the app comes last. */
  owns(path: string): boolean;
  /** Answers one request. A rejection becomes a 500 without details, and is logged. */
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> | void;
  /**
   * Whether no limit per address applies to a request: it certainly is of somebody with a grant, or of a browser in
   * which such a person has signed in before.
   */
  isFreeOfAddressLimits?(request: IncomingMessage, url: URL): boolean;
  /** Takes over a WebSocket upgrade on an owned path, where the service speaks one. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes what clients have open, and ends timers and sockets. */
  close(): Promise<void> | void;
};
