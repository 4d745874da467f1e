import { LossyJson, parseStrictJson } from '../../scalars/strictJson.ts';
import { parseStrictForm } from '../../scalars/texts.ts';

/** One array of the back channel: its number, and its text as JSON. */
export type QueuedArray = { readonly id: number; readonly json: string };

/** Body of a forward request, decoded. */
export type ForwardBody = {
  /** CRLF-separated header lines of the handshake, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** Number of the first message, counted over the session. */
  readonly offset: number;
  readonly messages: readonly SizedMessage[];
};

/** Takes the place of a message that cannot be taken as it was sent. */
export class Unreadable {
  constructor(readonly reason: string) {}
}

/** A message of the client, or why it is none, and the UTF-16 units that it was sent in. */
export type SizedMessage = { readonly content: unknown; readonly units: number };

/** Messages of one body; the SDK sends far fewer. */
const MAX_MESSAGES = 1000;

/** `<length>\n<json>`; the length counts UTF-16 code units, which is what a JavaScript string's length is. */
export function encodeFrame(json: string): string {
  return `${json.length}\n${json}`;
}

/** Frames for `arrays`, each about `limit` UTF-16 units long. */
export function encodeArrays(arrays: readonly QueuedArray[], limit: number): string {
  let text = '';
  let parts: string[] = [];
  let size = 0;
  for (const { id, json } of arrays) {
    if (size > 0 && size + json.length > limit) {
      text += encodeFrame(`[${parts.join(',')}]`);
      parts = [];
      size = 0;
    }
    parts.push(`[${id},${json}]`);
    size += json.length;
  }
  return parts.length === 0 ? text : text + encodeFrame(`[${parts.join(',')}]`);
}

/**
 * Reads `headers=…&count=N&ofs=K&req0___data__=…`. Of a body that was cut off only whole messages count.
 * Throws SyntaxError for a form or JSON that is none, for a form that would be read as another, and for more messages than
 * one body may have.
 */
export function decodeForwardBody(text: string, cut: boolean): ForwardBody {
  const whole = cut ? text.slice(0, Math.max(text.lastIndexOf('&'), 0)) : text;
  const form = parseStrictForm(whole);
  const messages: SizedMessage[] = [];
  for (let index = 0; ; index++) {
    const data = form.get(`req${index}___data__`);
    if (data === undefined) break;
    if (index >= MAX_MESSAGES) throw new SyntaxError(`A body may have ${MAX_MESSAGES} messages.`);
    messages.push({ content: decodeContent(data), units: data.length });
  }
  return {
    headers: decodeHeaders(form.get('headers') ?? ''),
    offset: Number.parseInt(form.get('ofs') ?? '0', 10) || 0,
    messages,
  };
}

/** JSON that would be read as another is for the service to refuse: the client hears nothing of what the channel refuses. */
function decodeContent(data: string): unknown {
  try {
    return parseStrictJson(data);
  } catch (error) {
    if (error instanceof LossyJson) return new Unreadable(error.message);
    throw error;
  }
}

function decodeHeaders(lines: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * Puts numbered messages in order. Over HTTP/2 a client sends up to ten requests at once, which overtake one
 * another, and it sends a request again when its answer was lost: gaps wait, numbers seen before are dropped.
 */
export class MessageOrder {
  #next = 0;
  #units = 0;
  readonly #held = new Map<number, SizedMessage>();

  /** How many messages wait for an earlier one. */
  get waiting(): number {
    return this.#held.size;
  }

  /** The size of those together. */
  get waitingUnits(): number {
    return this.#units;
  }

  /** Takes messages `offset`, `offset + 1`, …; returns those that are now due, in order. */
  accept(offset: number, messages: readonly SizedMessage[]): SizedMessage[] {
    messages.forEach((message, index) => {
      const number = offset + index;
      if (number < this.#next || this.#held.has(number)) return;
      this.#held.set(number, message);
      this.#units += message.units;
    });
    const due: SizedMessage[] = [];
    for (
      let message = this.#held.get(this.#next);
      message !== undefined;
      message = this.#held.get(this.#next)
    ) {
      due.push(message);
      this.#units -= message.units;
      this.#held.delete(this.#next++);
    }
    return due;
  }
}
