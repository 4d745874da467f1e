import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '#bench/protocol/identityClient.ts';
import { encodeBody, openSessionBy } from '#bench/protocol/webchannelClient.ts';
import { hasHalfCharacter } from '#model/keyProblem.ts';
import { dataFilesOf } from '#server/store/dataFolder.ts';
import { CALLS, REQUESTS, STREAM_MESSAGES } from '../fuzz/samples.ts';
import { isSameDecimal } from '../support/decimal.ts';
import { testRules } from '../support/firestoreRules.ts';
import { type FirestoreServer, PROJECT, startFirestoreServer } from '../support/firestoreServer.ts';
import { byStage } from '../support/fullRun.ts';
import { seededRandom } from '../support/random.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { RawSocket } from './database/support/RawSocket.ts';
import { openRules, startDatabase, type TestServer as TreeServer } from './database/support/server.ts';

/** Fewer than the frames that a socket without a grant may send at once. */
const ATTEMPTS = byStage({ usual: 200, full: 1_800 });
const SEED = byStage({ usual: 1, full: Date.now() % 1_000_000 });
const ROOT = `projects/${PROJECT}/databases/(default)/documents`;

let documents: FirestoreServer;
let tree: TreeServer;
let socket: RawSocket;
let product: TestServer;
beforeAll(async () => {
  documents = await startFirestoreServer({ rules: testRules });
  tree = await startDatabase({ rules: openRules });
  socket = await new RawSocket(tree.port).open();
  product = await startTestServer();
});
afterAll(async () => {
  await socket?.close();
  await tree?.stop();
  tree?.store.close();
  await documents?.stop();
  await product?.stop();
});

type Random = () => number;
const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;
const digits = (random: Random, most: number) =>
  Array.from({ length: 1 + Math.floor(random() * most) }, () => Math.floor(random() * 10)).join('');

/** A number as JSON writes it, most of them near a border of what a double can hold. */
function numberText(random: Random): string {
  const whole = pick(
    ['0', '5', '9007199254740991', '9007199254740993', '9223372036854775807', digits(random, 22)],
    random,
  );
  const fraction = pick(['', '', '.0', '.5', `.${digits(random, 20)}`], random);
  const exponent = pick(
    ['', '', '', 'e0', 'E+2', 'e-3', 'e308', 'e400', 'e-400', `e${digits(random, 3)}`],
    random,
  );
  return `${pick(['', '-'], random)}${whole.replace(/^0+(?=\d)/, '')}${fraction}${exponent}`;
}

/** A text as JSON writes it: whole and half characters, written out and as they are. */
function textOf(random: Random): string {
  const parts = [
    'a',
    '👍',
    '\\ud83d\\udc4d',
    '\\ud83d',
    '\\udc4d',
    '\\u0000',
    '\\ufffd',
    '\uffff',
    '\\"',
    'é',
    '1e400',
  ];
  return `"${Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(parts, random)).join('')}"`;
}

function timeText(random: Random): string {
  const two = (most: number) => String(Math.floor(random() * (most + 1))).padStart(2, '0');
  const year = pick(['0000', '0001', '1969', '2024', '2026', '9999'], random);
  const fraction = pick(['', '.5', '.123456', '.123456789', '.000000001'], random);
  const zone = pick(['Z', '+00:00', `-${two(25)}:${two(60)}`, `+${two(23)}:${two(59)}`], random);
  return `"${year}-${two(13)}-${two(32)}T${two(24)}:${two(60)}:${two(60)}${fraction}${zone}"`;
}

/** A tagged value of a document, and whether another one, which came back for it, is the same. */
type Sample = { readonly tag: string; readonly sent: string; isSame(back: unknown): boolean };

function sampleOf(random: Random): Sample {
  const number = numberText(random);
  const isDecimal = (back: unknown) =>
    isSameDecimal(number, String(back)) && Object.is(Number(number), Number(back));
  switch (Math.floor(random() * 5)) {
    case 0:
      return {
        tag: 'integerValue',
        sent: pick([number, `"${number}"`], random),
        isSame: (back) => isSameDecimal(number, String(back)),
      };
    case 1:
      return { tag: 'doubleValue', sent: pick([number, `"${number}"`], random), isSame: isDecimal };
    case 2: {
      const text = textOf(random);
      return {
        tag: 'stringValue',
        sent: text,
        isSame: (back) => isSameText(text, back),
      };
    }
    case 3: {
      const time = timeText(random);
      return {
        tag: 'timestampValue',
        sent: time,
        isSame: (back) => isSameTime(JSON.parse(time), String(back)),
      };
    }
    default: {
      const sent = pick(['null', 'true', '[5]', '"0x10"', '{}', '" 1"', '1'], random);
      const tag = pick(
        ['integerValue', 'doubleValue', 'stringValue', 'timestampValue', 'booleanValue'],
        random,
      );
      return { tag, sent, isSame: (back) => [String(back), JSON.stringify(back)].includes(sent) };
    }
  }
}

/** A number or a text of the tree. */
function leafOf(random: Random): Omit<Sample, 'tag'> {
  const [number, text] = [numberText(random), textOf(random)];
  return random() < 0.6
    ? { sent: number, isSame: (back) => isSameDecimal(number, String(back)) }
    : { sent: text, isSame: (back) => isSameText(text, back) };
}

function isSameText(sent: string, back: unknown): boolean {
  return back === JSON.parse(sent) && !hasHalfCharacter(String(back));
}

/** To the microsecond, which is Firestore's resolution. */
function isSameTime(sent: string, back: string): boolean {
  const [, year, month, day, hour, minute, second, fraction = '', sign, hours = '0', minutes = '0'] =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/.exec(sent) ?? [];
  const daysInMonth = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  const exists = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= daysInMonth;
  if (!exists || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return false;
  if (Number(hours) > 23 || Number(minutes) > 59) return false;
  const utc = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})Z$/.exec(back);
  return Date.parse(`${form?.[1]}Z`) === utc - offset && form?.[2] === fraction.padEnd(6, '0').slice(0, 6);
}

describe(`a value, as it was sent (seed ${SEED})`, () => {
  it('of a document: comes back, or is refused with a reason', async () => {
    const wrong: string[] = [];
    let kept = 0;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { tag, sent, isSame } = sampleOf(seededRandom(SEED + attempt));
      const answer = await fetch(`${documents.origin}/v1/${ROOT}:commit`, {
        method: 'POST',
        body: `{"writes":[{"update":{"name":"${ROOT}/public/a","fields":{"v":{"${tag}":${sent}}}}}]}`,
      });
      const body = (await answer.json()) as { error?: { message: string } };
      const back = documents.firestore.readDocument(['public', 'a'])?.['v']?.[tag];
      const isRight = answer.status === 200 ? isSame(back) : answer.status === 400 && body.error?.message;
      if (answer.status === 200) kept++;
      if (!isRight)
        wrong.push(`${SEED + attempt}: ${tag} ${sent} → ${answer.status} ${JSON.stringify(back)}`);
    }
    expect(wrong).toEqual([]);
    expect(kept).toBeGreaterThan(ATTEMPTS / 10);
  });

  it('of the tree: comes back, or is refused with a reason', async () => {
    const wrong: string[] = [];
    let kept = 0;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { sent, isSame } = leafOf(seededRandom(SEED + attempt));
      const number = 1_000_000 + attempt;
      socket.socket.send(`{"t":"d","d":{"r":${number},"a":"m","b":{"p":"/","d":{"a":${sent}}}}}`);
      const { s, d } = await socket.answerTo(number);
      const back = tree.service.read('/a');
      const isRight = s === 'ok' ? isSame(back) : s === 'invalid_data' && d !== '';
      if (s === 'ok') kept++;
      if (!isRight) wrong.push(`${SEED + attempt}: ${sent} → ${s} ${JSON.stringify(back)}`);
    }
    expect(wrong).toEqual([]);
    expect(kept).toBeGreaterThan(ATTEMPTS / 10);
  });
});

/** What must never be taken, in whatever member. */
const LOST = ['1e400', '-0.0', '9007199254740993', '0.10000000000000000555'];
/** What must never be stored: half a character. */
const HALF = ['"\\ud83d"', '"a\\udc4d"', '{"\\ud83d":1}', '["\\ud83d"]'];
const PLACE = '@@@';

/** The JSON of `sample` with each of its members, and each of its parts, replaced by `literal`. */
function replaced(sample: unknown, literal: string): string[] {
  const variants = (value: unknown): unknown[] => [
    PLACE,
    ...(typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, child]) =>
          variants(child).map((changed) =>
            Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
          ),
        )
      : []),
  ];
  return variants(sample).map((variant) => JSON.stringify(variant).replace(`"${PLACE}"`, () => literal));
}

/** The JSON of `sample` with each member of each of its objects written twice, and what the refusal names. */
function doubled(sample: unknown): { readonly literal: string; readonly text: string }[] {
  const variants = (value: unknown): (readonly [key: string, variant: unknown])[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, child]) => [
      ...(Array.isArray(value) ? [] : [[key, { ...value, [PLACE]: child }] as const]),
      ...variants(child).map(
        ([name, changed]) =>
          [
            name,
            Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
          ] as const,
      ),
    ]);
  };
  return variants(sample).map(([key, variant]) => ({
    literal: `The member ${JSON.stringify(key)} stands twice`,
    text: JSON.stringify(variant).replace(`"${PLACE}"`, () => JSON.stringify(key)),
  }));
}

type Case<Name> = {
  readonly of: Name;
  readonly text: string;
  /** What has to be refused, as the refusal names it; half a character only must not be stored. */
  readonly literal: string;
  readonly isLost: boolean;
};

/** Every sample with every literal in the place of every member, and with every member twice. */
function casesOf<Name>(samples: readonly (readonly [Name, object])[]): Case<Name>[] {
  return samples.flatMap(([of, body]) => [
    ...[...LOST, ...HALF].flatMap((literal) =>
      replaced(body, literal).map((text) => ({ of, literal, text, isLost: LOST.includes(literal) })),
    ),
    ...doubled(body).map((doubling) => ({ of, ...doubling, isLost: true })),
  ]);
}

describe('each member of each request', () => {
  it('of the calls: what would be lost is refused by its name, half characters are not stored', async () => {
    const { idToken } = await signIn(product.origin, product.admin);
    const wrong: string[] = [];
    for (const { of: path, literal, text, isLost } of casesOf(CALLS)) {
      const headers = { Authorization: `Bearer ${idToken}` };
      const answer = await fetch(product.origin + path, { method: 'POST', headers, body: text });
      const { error } = (await answer.json()) as { error?: { message: string } };
      const isNamed = answer.status === 400 && error?.message.includes(literal) === true;
      const isForeseen = isLost ? isNamed : answer.status !== 500;
      if (!isForeseen) wrong.push(`${path} ${text} → ${answer.status} ${error?.message}`);
    }
    expect(wrong).toEqual([]);
    expect(storedHalves()).toEqual([]);
  });

  it('of the tree’s requests: the same', async () => {
    const { idToken } = await signIn(product.origin, product.admin);
    const raw = await new RawSocket(product.port, 'v=5&ns=gl-classifier').open();
    await raw.ask('auth', { cred: idToken });
    const wrong: string[] = [];
    // A body that is no object is no request; and these two would sign out.
    const samples = REQUESTS.filter(([action]) => !['auth', 'unauth'].includes(action));
    const cases = casesOf(samples).filter(({ literal, text }) => text !== literal);
    for (const [index, { of: action, literal, text, isLost }] of cases.entries()) {
      const number = 1000 + index;
      raw.socket.send(`{"t":"d","d":{"r":${number},"a":"${action}","b":${text}}}`);
      const { s, d } = await raw.answerTo(number);
      const isNamed = s.startsWith('invalid') && String(d).includes(literal);
      const isForeseen = isLost ? isNamed : s !== 'internal_error';
      if (!isForeseen) wrong.push(`${action} ${text} → ${s} ${JSON.stringify(d)}`);
    }
    await raw.close();
    expect(wrong).toEqual([]);
    expect(storedHalves()).toEqual([]);
  });

  it.each(['Listen', 'Write'] as const)('of the stream %s: the same', async (name) => {
    const { idToken } = await signIn(product.origin, product.admin);
    const url = `${product.origin}/google.firestore.v1.Firestore/${name}/channel`;
    const headers = `Authorization:Bearer ${idToken}\r\n`;
    const wrong: string[] = [];
    const cases = casesOf(STREAM_MESSAGES[name].map((message) => [name, message]));
    for (const { literal, text, isLost } of cases) {
      // A write is the second message of its stream, behind the greeting.
      const first = name === 'Write' ? [STREAM_MESSAGES.Write[0]] : [];
      const body = isLost ? streamBody(text, headers) : encodeBody(0, [...first, JSON.parse(text)], headers);
      const answer = await firstAnswer(url, body);
      if (isLost ? !answer.includes(literal) : answer.includes('INTERNAL')) wrong.push(`${text} → ${answer}`);
    }
    expect(wrong).toEqual([]);
    expect(storedHalves()).toEqual([]);
  });
});

/** What a stream says first: to what is no message, its refusal. */
async function firstAnswer(url: string, body: string): Promise<string> {
  const session = await openSessionBy(url, body);
  const [, payload] = (await session.listen(0, { polling: true }).next()) ?? [];
  await session.terminate();
  const [answer] = (payload ?? []) as [{ error?: { message: string } }?];
  return answer?.error?.message ?? JSON.stringify(answer);
}

/** The body of a forward request with one message, written as it is. */
function streamBody(message: string, headers: string): string {
  const form = new URLSearchParams(encodeBody(0, [null], headers));
  form.set('req0___data__', message);
  return form.toString();
}

/** What is stored with half a character, or with the one that stands for it. */
function storedHalves(): string[] {
  const db = new Database(dataFilesOf(product.dataDir).databaseFile);
  try {
    const rows = [
      ...db.prepare('SELECT path, fields AS value FROM firestore_documents').all([]),
      ...db.prepare('SELECT path, value FROM database_leaves').all([]),
      ...db.prepare('SELECT email AS path, display_name AS value FROM accounts').all([]),
    ].map((row) => JSON.stringify(row));
    return rows.filter((row) => /\\ud[89a-f]|\ufffd/i.test(row));
  } finally {
    db.close();
  }
}
