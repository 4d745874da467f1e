/** Longest message of a client, in UTF-16 units. */
export const MAX_MESSAGE_UNITS = 16 * 1024 * 1024;
/** The same before sign-in, so that a stranger cannot keep the server busy with reading. */
export const MAX_SIGNED_OUT_UNITS = 256 * 1024;

const FRAME_COUNT = /^\d{1,6}$/;

export type Frame =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'partial' }
  | { readonly kind: 'keep-alive' }
  | { readonly kind: 'too-large' };

/**
 * Puts the client's frames together. It splits a message at 16,384 UTF-16 units and announces the number of
 * parts in a frame of its own; a bare `0` outside a message only keeps the connection alive.
 */
export class FrameReader {
  private parts: string[] = [];
  private expected = 0;
  private units = 0;

  read(frame: string, maxUnits = MAX_MESSAGE_UNITS): Frame {
    if (this.expected === 0 && FRAME_COUNT.test(frame)) return this.announce(Number(frame));
    this.units += frame.length;
    if (this.units > maxUnits) return { kind: 'too-large' };
    this.parts.push(frame);
    return this.parts.length < this.expected ? { kind: 'partial' } : this.complete();
  }

  private announce(count: number): Frame {
    this.expected = count;
    return { kind: count === 0 ? 'keep-alive' : 'partial' };
  }

  private complete(): Frame {
    const text = this.parts.join('');
    this.parts = [];
    this.expected = 0;
    this.units = 0;
    return { kind: 'message', text };
  }
}
