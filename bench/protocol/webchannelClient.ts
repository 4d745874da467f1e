/** A WebChannel client under a test's full control: it can send out of order and twice. */
export type RawSession = {
  readonly sid: string;
  /** Sends messages numbered from `offset`; resolves with the server's status triple. */
  forward(offset: number, messages: readonly unknown[]): Promise<[number, number, number]>;
  /** Opens a back channel. */
  listen(acknowledged: number, options?: { readonly polling?: boolean }): BackChannelReader;
  terminate(): Promise<number>;
};

export type BackChannelReader = {
  /** Resolves with the next array `[id, payload]`, or null at the end of the answer. */
  next(): Promise<readonly [id: number, payload: readonly unknown[]] | null>;
  /** Reads until the answer ends. */
  rest(): Promise<(readonly [id: number, payload: readonly unknown[]])[]>;
  cancel(): Promise<void>;
};

/** Opens a session at `url` (the channel's address without query). */
export function openSession(
  url: string,
  messages: readonly unknown[] = [],
  headers = '',
): Promise<RawSession> {
  return openSessionBy(url, encodeBody(0, messages, headers));
}

/** The same by a body of the caller's own. */
export async function openSessionBy(url: string, body: string): Promise<RawSession> {
  const response = await post(`${url}?VER=8&RID=1&CVER=22`, body);
  const [[, [, sid]]] = decodeFrames(await response.text())[0] as [[number, [string, string]]];
  const address = (query: string) => `${url}?VER=8&SID=${sid}&${query}`;
  return {
    sid,
    async forward(offset, more) {
      const answer = await post(address('RID=2&AID=0'), encodeBody(offset, more));
      return decodeFrames(await answer.text())[0] as [number, number, number];
    },
    listen: (acknowledged, { polling = false } = {}) =>
      readBackChannel(address(`RID=rpc&AID=${acknowledged}&CI=${polling ? 1 : 0}&TYPE=xmlhttp`)),
    terminate: async () => (await post(address('TYPE=terminate'), '')).status,
  };
}

export function encodeBody(offset: number, messages: readonly unknown[], headers = ''): string {
  const form = new URLSearchParams();
  if (headers) form.set('headers', headers);
  form.set('count', String(messages.length));
  form.set('ofs', String(offset));
  for (const [index, message] of messages.entries())
    form.set(`req${index}___data__`, JSON.stringify(message));
  return form.toString();
}

export function post(url: string, body: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
}

/** Frames of `<length in UTF-16 units>\n<json>`; a wrong length makes the JSON unreadable. */
export function decodeFrames(text: string): unknown[] {
  const frames: unknown[] = [];
  for (let at = 0; at < text.length; ) {
    const line = text.indexOf('\n', at);
    const end = line + 1 + Number(text.slice(at, line));
    frames.push(JSON.parse(text.slice(line + 1, end)));
    at = end;
  }
  return frames;
}

function readBackChannel(url: string): BackChannelReader {
  const aborter = new AbortController();
  const frames = readFrames(url, aborter.signal);
  let pending: (readonly [number, readonly unknown[]])[] = [];
  const next: BackChannelReader['next'] = async () => {
    while (pending.length === 0) {
      const { done, value } = await frames.next();
      if (done) return null;
      pending = value as typeof pending;
    }
    return pending.shift() ?? null;
  };
  return {
    next,
    async rest() {
      const arrays: (readonly [number, readonly unknown[]])[] = [];
      for (let array = await next(); array; array = await next()) arrays.push(array);
      return arrays;
    },
    async cancel() {
      aborter.abort();
    },
  };
}

async function* readFrames(url: string, signal: AbortSignal): AsyncGenerator<unknown> {
  const response = await fetch(url, { signal });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let line = text.indexOf('\n'); line >= 0; line = text.indexOf('\n')) {
      const end = line + 1 + Number(text.slice(0, line));
      if (text.length < end) break;
      yield JSON.parse(text.slice(line + 1, end));
      text = text.slice(end);
    }
  }
}
