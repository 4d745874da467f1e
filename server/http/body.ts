import type { IncomingMessage } from 'node:http';

export type Body =
  | { readonly kind: 'text'; readonly text: string }
  /** More bytes than allowed, or the client broke off. */
  | { readonly kind: 'too-large' | 'aborted' };

/**
 * Reads a request body as UTF-8 whatever content type it claims (the SDK sends JSON as `text/plain` at times).
 * @param limit largest accepted size in bytes; what comes beyond it is not kept in memory
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) return { kind: 'too-large' };
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) return { kind: 'too-large' };
      chunks.push(chunk);
    }
  } catch {
    return { kind: 'aborted' };
  }
  return { kind: 'text', text: Buffer.concat(chunks).toString('utf8') };
}
