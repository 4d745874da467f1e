import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { decodeFrames, encodeBody } from '#bench/protocol/webchannelClient.ts';
import { seededRandom } from '../support/random.ts';
import { mutateBytes, mutateMessage } from './mutate.ts';
import { CALLS, REQUESTS, STREAM_MESSAGES } from './samples.ts';

type FuzzOptions = {
  /** A server that trusts `X-Forwarded-For`. */
  readonly origin: string;
  /** Of an administrator, so that messages get past the rules. */
  readonly idToken: string;
  readonly seed: number;
  readonly attempts: number;
};

type Target = FuzzOptions & {
  /** Another address for each attempt, so that the limit on requests does not hide what is looked for. */
  readonly from: { readonly 'X-Forwarded-For': string };
};

type Attempt = (target: Target, random: () => number) => Promise<string | null>;

/**
 * Sends damaged messages and bytes to every parser behind the port.
 * @returns answers 500 and internal errors: what was not foreseen
 */
export async function fuzz(options: FuzzOptions): Promise<string[]> {
  const surprises: string[] = [];
  for (let number = 0; number < options.attempts; number += 1) {
    // One generator per attempt: a surprise is found again by its number, without all those before it.
    const random = seededRandom(options.seed + number);
    const attempt = ATTEMPTS[number % ATTEMPTS.length];
    const surprise = (await attempt?.({ ...options, from: addressOf(number) }, random)) ?? null;
    if (surprise !== null)
      surprises.push(`seed ${options.seed + number}, kind ${number % ATTEMPTS.length}: ${surprise}`);
  }
  return surprises;
}

function addressOf(number: number): Target['from'] {
  return { 'X-Forwarded-For': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
}

const ATTEMPTS: readonly Attempt[] = [
  callMessage,
  callBytes,
  socketMessages,
  socketBytes,
  channelMessages,
  channelBytes,
  rawHttp,
];

async function callMessage(target: Target, random: () => number): Promise<string | null> {
  const [path, body] = pick(CALLS, random);
  return callWith(target, path, JSON.stringify(mutateMessage(body, random)));
}

async function callBytes(target: Target, random: () => number): Promise<string | null> {
  const [path, body] = pick(CALLS, random);
  return callWith(target, path, mutateBytes(Buffer.from(JSON.stringify(body)), random));
}

async function callWith(
  { origin, idToken, from }: Target,
  path: string,
  body: string | Buffer,
): Promise<string | null> {
  const headers = { Authorization: `Bearer ${idToken}`, ...from };
  const response = await fetch(origin + path, { method: 'POST', headers, body: body as BodyInit });
  await response.arrayBuffer();
  return response.status === 500 ? `${path} answered 500 to ${String(body).slice(0, 500)}` : null;
}

async function socketMessages(
  { origin, idToken, from }: Target,
  random: () => number,
): Promise<string | null> {
  const messages = Array.from({ length: 5 }, (_, index) => {
    const [action, body] = pick(REQUESTS, random);
    const whole = { t: 'd', d: { r: index + 2, a: action, b: body } };
    const mutated =
      random() < 0.2
        ? mutateMessage(whole, random)
        : { t: 'd', d: { ...whole.d, b: mutateMessage(body, random) } };
    return JSON.stringify(mutated);
  });
  const auth = JSON.stringify({ t: 'd', d: { r: 1, a: 'auth', b: { cred: idToken } } });
  return onSocket(origin, from, [auth, ...messages]);
}

async function socketBytes({ origin, from }: Target, random: () => number): Promise<string | null> {
  const messages = Array.from({ length: 5 }, (_, index) => {
    const [action, body] = pick(REQUESTS, random);
    const bytes = Buffer.from(JSON.stringify({ t: 'd', d: { r: index, a: action, b: body } }));
    const mutated = mutateBytes(bytes, random);
    return random() < 0.5 ? mutated : mutated.toString('latin1');
  });
  return onSocket(origin, from, [random() < 0.3 ? String(Math.floor(random() * 10)) : '0', ...messages]);
}

/** Sends frames, then something that is always answered, unless the server has closed the socket by then. */
function onSocket(
  origin: string,
  from: Target['from'],
  frames: readonly (string | Buffer)[],
): Promise<string | null> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/.ws?v=5&ns=gl-classifier`, { headers: from });
  return new Promise((resolve) => {
    let surprise: string | null = null;
    socket.on('open', () => {
      for (const frame of frames) socket.send(frame);
      socket.close();
    });
    socket.on('message', (data) => {
      if (data.toString().includes('internal_error'))
        surprise = `internal error after ${frames.join(' | ').slice(0, 800)}`;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(surprise));
  });
}

async function channelMessages(
  { origin, idToken, from }: Target,
  random: () => number,
): Promise<string | null> {
  const name = random() < 0.5 ? 'Listen' : 'Write';
  const messages = STREAM_MESSAGES[name].map((message) =>
    random() < 0.5 ? mutateMessage(message, random) : message,
  );
  const url = `${origin}/google.firestore.v1.Firestore/${name}/channel`;
  const body = encodeBody(0, messages, `Authorization:Bearer ${idToken}\r\n`);
  const sid = await handshake(url, from, body);
  if (sid === null) return null;
  const later = messages.map((message) => mutateMessage(message, random));
  await send(`${url}?VER=8&SID=${sid}&RID=2&AID=0`, from, encodeBody(messages.length, later));
  const answer = await fetch(`${url}?VER=8&SID=${sid}&RID=rpc&AID=0&CI=1&TYPE=xmlhttp`, { headers: from });
  const text = await answer.text();
  await send(`${url}?VER=8&SID=${sid}&TYPE=terminate`, from, '');
  return text.includes('INTERNAL') ? `${name} said INTERNAL to ${body.slice(0, 800)}` : null;
}

async function channelBytes({ origin, from }: Target, random: () => number): Promise<string | null> {
  const url = `${origin}/google.firestore.v1.Firestore/${random() < 0.5 ? 'Listen' : 'Write'}/channel`;
  const body = mutateBytes(Buffer.from(encodeBody(0, STREAM_MESSAGES.Listen)), random);
  const query = mutateBytes(Buffer.from('VER=8&RID=1&SID=x&AID=0&TYPE=xmlhttp&CI=1'), random);
  const sid = await handshake(url, from, body);
  const statuses = [await send(`${url}?${encodeURI(query.toString('latin1'))}`, from, body)];
  if (sid !== null) {
    statuses.push(await send(`${url}?VER=8&SID=${sid}&RID=2&AID=99`, from, mutateBytes(body, random)));
    statuses.push(await send(`${url}?VER=8&SID=${sid}&TYPE=terminate`, from, ''));
  }
  return statuses.includes(500) ? `${url} answered 500 to ${body.toString('latin1').slice(0, 500)}` : null;
}

async function handshake(url: string, from: Target['from'], body: string | Buffer): Promise<string | null> {
  const response = await fetch(`${url}?VER=8&RID=1&CVER=22`, {
    method: 'POST',
    headers: from,
    body: body as BodyInit,
  });
  const text = await response.text();
  if (response.status !== 200) return null;
  const [first] = decodeFrames(text) as [[[number, [string, string]]]];
  return first[0][1][1];
}

async function send(url: string, from: Target['from'], body: string | Buffer): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers: from, body: body as BodyInit });
  await response.arrayBuffer();
  return response.status;
}

/** Bytes that are hardly HTTP any more. The server may do with the connection what it likes. */
function rawHttp({ origin }: Target, random: () => number): Promise<string | null> {
  const { port } = new URL(origin);
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  const frame = Buffer.from([0x81, 0x85, 1, 2, 3, 4, 0x69, 0x67, 0x6f, 0x68, 0x6e]);
  const head =
    random() < 0.5
      ? `GET /.ws?v=5&ns=gl-classifier HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade}\r\n`
      : `POST /securetoken.googleapis.com/v1/token HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`;
  // Half of the time the head is whole, and only what follows is damaged.
  const bytes =
    random() < 0.5
      ? mutateBytes(Buffer.concat([Buffer.from(head), frame, frame]), random)
      : Buffer.concat([Buffer.from(head), mutateBytes(Buffer.concat([frame, frame]), random)]);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(bytes));
    socket.on('data', () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => resolve(null));
    socket.setTimeout(300, () => socket.destroy());
  });
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}
