import type { IncomingMessage } from 'node:http';

export type Body =
  | { readonly kind: 'text'; readonly text: string }
  /** More bytes than allowed, or the client broke off. */
  | { readonly kind: 'too-large' | 'aborted' };

/**
 * Reads a request body as UTF-8 whatever content type it claims (the SDK sends JSON as `text/plain` at times).
 * @param limit largest accepted size in bytes; what comes beyond it is not kept in memory
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) return Promise.resolve({ kind: 'too-large' });
  const chunks: Buffer[] = [];
  let size = 0;
  // Not `for await`: leaving that early destroys the connection, and with it the way for the refusal.
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else resolve({ kind: 'too-large' });
    });
    request.once('end', () => resolve({ kind: 'text', text: Buffer.concat(chunks).toString('utf8') }));
    request.once('close', () => resolve({ kind: 'aborted' }));
  });
}
