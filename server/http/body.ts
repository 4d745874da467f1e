import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { QuotaClient } from '../quota/QuotaClient.ts';

/** The client went away, or was sent away, before its body was complete. */
export class BodyAborted extends Error {}

/** The body is not UTF-8: its characters would be read as others. */
export class NotUtf8 extends SyntaxError {
  constructor() {
    super('The body is not UTF-8.');
  }
}

type Body = {
  readonly text: string;
  /** The body was longer than the limit; `text` is its beginning. */
  readonly cut: boolean;
};

/**
 * Reads a body as UTF-8 whatever its content type says. For a body over `limit` bytes it returns the beginning,
 * and reads and discards the rest, so that the sender gets an answer rather than a broken connection; four
 * times the limit ends the connection, and so does a body for which the unprivileged quota has no room.
 * @param leavesRest for an answer at once, on a connection that ends with it: the rest is not waited for
 * @throws BodyAborted, NotUtf8
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  client: QuotaClient,
  { leavesRest = false } = {},
): Promise<Body> {
  const chunks: Buffer[] = [];
  let kept = 0;
  let total = 0;
  try {
    // Leaving the loop must not end the connection, on which the refusal has to be sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (kept < limit) {
        chunks.push(chunk.subarray(0, limit - kept));
        kept = Math.min(total, limit);
      }
      if (total > limit * 4 || !client.hold(kept)) request.destroy();
      else if (total > limit && leavesRest) {
        request.resume();
        return { text: '', cut: true };
      }
    }
  } catch (error) {
    if (request.destroyed) throw new BodyAborted('The request broke off.', { cause: error });
    throw error;
  }
  if (!request.complete) throw new BodyAborted('The request broke off.');
  const bytes = Buffer.concat(chunks);
  const cut = total > limit;
  if (!cut && !isUtf8(bytes)) throw new NotUtf8();
  return { text: bytes.toString('utf8'), cut };
}
