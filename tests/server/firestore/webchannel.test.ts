import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeFrames, encodeBody, openSession, post } from '#bench/protocol/webchannelClient.ts';
import type { Channel } from '#server/firestore/webchannel/ChannelSession.ts';
import { ChannelSession } from '#server/firestore/webchannel/ChannelSession.ts';
import { encodeArrays, encodeFrame, MessageOrder } from '#server/firestore/webchannel/frames.ts';
import { WebChannelHub } from '#server/firestore/webchannel/hub.ts';
import { LIMITS } from '#server/firestore/webchannel/limits.ts';
import { grantingQuota, signedInAs, someQuotaClient } from '../../support/grantingQuota.ts';
import { until } from '../../support/until.ts';

let hub: WebChannelHub;
let server: Server;
let url: string;
/** What the service behind the channel has seen. */
let received: unknown[];
let channel: Channel;
let closed: number;

beforeAll(async () => {
  hub = new WebChannelHub(grantingQuota());
  // An idle connection that ends just as a request is sent on it fails the request; a busy machine makes that likely.
  server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void hub.handle(request, response, new URL(request.url ?? '', url), (headers) => ({
      auth: signedInAs(headers.get('authorization') ?? 'anybody'),
      open(opened) {
        channel = opened;
        return {
          receive: (message) => received.push(message),
          refuse: (reason) => received.push(reason),
          tick() {},
          close: () => {
            closed++;
          },
        };
      },
    }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/channel`;
});
beforeEach(() => {
  received = [];
  closed = 0;
});
afterAll(async () => {
  hub.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('frames', () => {
  test.each([['plain'], ['Grüße €'], ['emoji 😀 and 漢字'], ['']])(
    'the length of %j counts UTF-16 units',
    (text) => {
      const json = JSON.stringify([text]);
      expect(decodeFrames(encodeFrame(json) + encodeFrame('[1]'))).toEqual([[text], [1]]);
    },
  );

  test('arrays are spread over frames of limited size, none lost', () => {
    const arrays = Array.from({ length: 50 }, (_, id) => ({
      id,
      json: JSON.stringify(['x'.repeat(id * 7)]),
    }));
    const frames = decodeFrames(encodeArrays(arrays, 300)) as [number, string[]][][];
    expect(frames.length).toBeGreaterThan(10);
    expect(frames.flat().map(([id]) => id)).toEqual(arrays.map(({ id }) => id));
    for (const frame of frames.filter(({ length }) => length > 1))
      expect(JSON.stringify(frame).length).toBeLessThanOrEqual(300 + frame.length * 8);
  });
});

describe('a body', () => {
  test('of more messages than any client sends is refused, and read in one pass', async () => {
    const session = await openSession(url);
    const messages = (count: number) =>
      encodeBody(
        0,
        Array.from({ length: count }, () => 1),
      );
    const send = (body: string) => post(`${url}?VER=8&SID=${session.sid}&RID=2&AID=0`, body);
    expect((await send(messages(5000))).status).toBe(400);
    expect((await send(messages(1000))).status).toBe(200);
    expect(received).toHaveLength(1000);
  });
});

describe('the order of messages', () => {
  test('any shuffling with repetitions comes out once and in order', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    for (let round = 0; round < 200; round++) {
      const requests: [offset: number, messages: number[]][] = [];
      for (let offset = 0; offset < 40; ) {
        const messages = Array.from({ length: 1 + random(4) }, (_, index) => offset + index);
        requests.push([offset, messages]);
        offset += messages.length;
      }
      const sent = [...requests, ...requests.filter(() => random(3) === 0)];
      const order = new MessageOrder();
      const out: unknown[] = [];
      while (sent.length > 0) {
        const [[offset, messages]] = sent.splice(random(sent.length), 1) as [[number, number[]]];
        const sized = messages.map((content) => ({ content, units: 1 }));
        out.push(...order.accept(offset, sized).map(({ content }) => content));
      }
      expect(out).toEqual(requests.flatMap(([, messages]) => messages));
      expect(order.waiting).toBe(0);
    }
  });

  test('a gap holds back what follows; a repeated request is ignored', async () => {
    const session = await openSession(url, [{ n: 0 }]);
    await session.forward(2, [{ n: 2 }]);
    expect(received).toEqual([{ n: 0 }]);
    await session.forward(1, [{ n: 1 }]);
    await session.forward(1, [{ n: 1 }]);
    expect(received).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
  });
});

describe('the back channel', () => {
  test('begins with a noop when there is nothing to say yet', async () => {
    const back = (await openSession(url)).listen(0);
    expect(await back.next()).toEqual([1, ['noop']]);
    channel.send({ late: true });
    expect(await back.next()).toEqual([2, [{ late: true }]]);
    await back.cancel();
  });

  test('sends again what was not acknowledged, and only that', async () => {
    const session = await openSession(url);
    for (let n = 1; n <= 3; n++) channel.send({ n });
    const first = session.listen(0);
    for (let n = 1; n <= 3; n++) expect(await first.next()).toEqual([n, [{ n }]]);
    const second = session.listen(1);
    expect(await second.next()).toEqual([2, [{ n: 2 }]]);
    expect(await second.next()).toEqual([3, [{ n: 3 }]]);
    // The first answer has ended in favour of the second.
    expect(await first.next()).toBeNull();
    expect(await session.forward(0, [])).toEqual([1, 3, JSON.stringify([{ n: 2 }]).length * 2]);
    await second.cancel();
  });

  test('ends after the first chunk when the client polls', async () => {
    const session = await openSession(url);
    channel.send({ n: 1 });
    expect(await session.listen(0, { polling: true }).rest()).toEqual([[1, [{ n: 1 }]]]);
    const waiting = session.listen(1, { polling: true }).rest();
    channel.send({ n: 2 });
    expect(await waiting).toEqual([[2, [{ n: 2 }]]]);
  });

  test('is renewed after a few megabytes, so that the client acknowledges', async () => {
    const session = await openSession(url);
    const text = 'x'.repeat(LIMITS.renewAfter / 4);
    for (let n = 0; n < 6; n++) channel.send({ n, text });
    const ids = (await session.listen(0).rest()).map(([id]) => id);
    expect(ids.at(0)).toBe(1);
    const more = session.listen(ids.at(-1) ?? 0);
    channel.send({ last: true });
    const rest = [];
    for (let array = await more.next(); array; array = await more.next()) {
      rest.push(array[0]);
      if (JSON.stringify(array[1]).includes('last')) break;
    }
    expect([...ids, ...rest]).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await more.cancel();
  });
});

describe('the end of a session', () => {
  test('an unknown session is answered 400 Unknown SID', async () => {
    const answer = await post(`${url}?VER=8&SID=nobody&RID=2`, encodeBody(0, []));
    expect([answer.status, await answer.text()]).toEqual([400, 'Unknown SID']);
    expect((await fetch(`${url}?VER=8&SID=nobody&RID=rpc&AID=0&CI=0`)).status).toBe(400);
  });

  test('terminating ends the session and its back channel', async () => {
    const session = await openSession(url);
    const back = session.listen(0);
    await back.next();
    expect(await session.terminate()).toBe(200);
    expect(await back.rest()).toEqual([]);
    expect(closed).toBe(1);
    expect((await post(`${url}?VER=8&SID=${session.sid}&RID=3`, encodeBody(0, []))).status).toBe(400);
  });

  test('after its last message nothing is taken from the client, and nothing more is sent', async () => {
    const session = await openSession(url, [{ n: 0 }]);
    channel.finish({ error: true });
    channel.send({ late: true });
    await session.forward(1, [{ n: 1 }]);
    const back = session.listen(0);
    expect(await back.next()).toEqual([1, [{ error: true }]]);
    await session.terminate();
    expect(await back.rest()).toEqual([]);
    expect(received).toEqual([{ n: 0 }]);
  });

  test('a message over the limit is reported in its place, not stored', async () => {
    const session = await openSession(url, [{ n: 0 }]);
    const messages = [{ n: 1 }, { text: 'x'.repeat(LIMITS.body) }];
    await session.forward(1, messages);
    expect(received).toEqual([{ n: 0 }, { n: 1 }, expect.stringContaining('larger')]);
  });

  test.each(['{"n":9007199254740993}', '{"n":1,"n":2}', '[-0]'])(
    'what would be read as another is refused by the service, not by the channel: %s',
    async (json) => {
      const { sid } = await openSession(url, [{ n: 0 }]);
      const body = `count=2&ofs=1&req0___data__=${encodeURIComponent(json)}&req1___data__=%7B%7D`;
      expect((await post(`${url}?VER=8&SID=${sid}&RID=2`, body)).status).toBe(200);
      expect(received).toEqual([{ n: 0 }, expect.stringMatching(/without a change|twice/), {}]);
    },
  );

  test('a body that is no JSON is refused', async () => {
    const { sid } = await openSession(url);
    const answer = await post(`${url}?VER=8&SID=${sid}&RID=2`, 'count=1&ofs=0&req0___data__=%7Bx');
    expect(answer.status).toBe(400);
  });

  test('one owner has a limited number of sessions, others are not affected', async () => {
    const body = encodeBody(0, [], 'Authorization: greedy\r\nOther: x');
    const statuses: number[] = [];
    for (let n = 0; n <= LIMITS.sessionsPerOwner; n++) {
      const answer = await post(`${url}?VER=8&RID=1`, body);
      await answer.text();
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMITS.sessionsPerOwner);
    expect(statuses.at(-1)).toBe(429);
    expect((await openSession(url)).sid).not.toBe('');
  });
});

describe('time', () => {
  // Between two looks at the clock nothing may pass but what the test says.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function openBare() {
    const events: string[] = [];
    const session = new ChannelSession('id', someQuotaClient(), () => events.push('closed'));
    session.start(() => ({
      receive() {},
      refuse() {},
      tick: () => events.push('tick'),
      close() {},
    }));
    return { session, events };
  }

  test('a session without a back channel ends after the idle time', () => {
    const { session, events } = openBare();
    const opened = Date.now();
    session.tick(opened + LIMITS.idle - 1_000);
    expect(events).not.toContain('closed');
    session.tick(opened + LIMITS.idle + 1_000);
    expect(events).toContain('closed');
  });

  test('a session that said its last word ends even if the client goes on listening', async () => {
    const session = await openSession(url);
    const back = session.listen(0);
    await back.next();
    channel.finish({ error: true });
    const now = Date.now();
    for (let time = now; time < now + LIMITS.idle + 2_000; time += 1_000)
      (channel as ChannelSession).tick(time);
    expect(closed).toBe(1);
    expect(await back.rest()).toEqual([[2, [{ error: true }]]]);
  });

  test('silence is broken by a noop before the client gives up', async () => {
    const session = await openSession(url);
    const back = session.listen(0);
    expect(await back.next()).toEqual([1, ['noop']]);
    (channel as ChannelSession).tick(Date.now() + LIMITS.keepAlive + 1);
    expect(await back.next()).toEqual([2, ['noop']]);
    await back.cancel();
  });

  test('the service is asked now and then whether the client may stay, however busy the session is', () => {
    const { session, events } = openBare();
    const opened = Date.now();
    for (let second = 1; second <= 40; second++) {
      session.send({ second });
      session.tick(opened + second * 1_000);
    }
    expect(events).toEqual(['tick', 'tick']);
  });

  test('a reader that stops reading is dropped', async () => {
    const session = await openSession(url);
    const address = `${url}?VER=8&SID=${session.sid}&RID=rpc&AID=0&CI=0`;
    const response = await new Promise<IncomingMessage>((resolve) => get(address, resolve));
    const text = 'x'.repeat(1024 * 1024);
    for (let n = 0; n < 32; n++) channel.send({ text });
    await until(async () => expect((await session.forward(0, []))[1]).toBeGreaterThan(0));
    expect(closed).toBe(0);
    let now = Date.now();
    (channel as ChannelSession).tick(now);
    expect(closed).toBe(0);
    // The system's own buffers take a little more before everything stands still.
    await until(() => {
      now += LIMITS.stalled / 2 + 1;
      (channel as ChannelSession).tick(now);
      expect(closed).toBe(1);
    });
    response.destroy();
  });

  test('a queue that no client reads is dropped', () => {
    const { session, events } = openBare();
    const text = 'x'.repeat(LIMITS.queue / 4);
    for (let n = 0; n < 5; n++) session.send({ text });
    expect(events).toEqual(['closed']);
  });
});

test('going down, the server sends every client a stop', async () => {
  const own = new WebChannelHub(grantingQuota());
  const one = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void own.handle(request, response, new URL(request.url ?? '', url), () => ({
      auth: signedInAs('anybody'),
      open: () => ({ receive() {}, refuse() {}, tick() {}, close() {} }),
    }));
  });
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  const session = await openSession(`http://127.0.0.1:${(one.address() as AddressInfo).port}/channel`);
  const back = session.listen(0);
  await back.next();
  own.close();
  expect(await back.rest()).toEqual([[2, ['stop']]]);
  one.closeAllConnections();
  one.close();
});
