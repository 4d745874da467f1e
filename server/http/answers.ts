import type { ServerResponse } from 'node:http';

/** Sends `body` as JSON; never cached: every such answer is for one moment and one person. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  sendText(response, status, 'application/json', JSON.stringify(body));
}

/** An error in the form that all Google APIs use: `{ error: { code, status, message } }`. */
export function sendError(response: ServerResponse, code: number, status: string, message: string): void {
  sendJson(response, code, { error: { code, status, message } });
}

/** The refusal of a body over the limit. The connection is closed: the rest of the body was not read. */
export function sendTooLarge(response: ServerResponse, limit: number): void {
  response.setHeader('Connection', 'close');
  sendError(response, 413, 'INVALID_ARGUMENT', `The request is larger than ${limit} bytes.`);
}

export function sendText(
  response: ServerResponse,
  status: number,
  type: 'application/json' | 'text/plain' | 'text/html' | 'text/javascript',
  text: string,
): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  response.end(text);
}
