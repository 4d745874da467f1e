import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TokenVerdict } from '#server/auth/authContext.ts';
import { Credentials } from '#server/firestore/Credentials.ts';
import { type Context, commitTrusted } from '#server/firestore/commit.ts';
import { DocumentStore } from '#server/firestore/documents/DocumentStore.ts';
import { parseWrite } from '#server/firestore/documents/writes.ts';
import { parseQuery, runQuery } from '#server/firestore/query.ts';
import { RulesEvaluator } from '#server/firestore/RulesEvaluator.ts';
import { ListenStream } from '#server/firestore/streams/ListenStream.ts';
import { runStream } from '#server/firestore/streams/stream.ts';
import { ResourceNames } from '#server/firestore/values/names.ts';
import type { FirestoreRules } from '#server/rules/rules.ts';
import type { Store } from '#server/store/store.ts';
import { byStage } from '../../support/fullRun.ts';
import { someQuotaClient } from '../../support/grantingQuota.ts';
import { createMemoryStore } from '../../support/memoryStore.ts';

const names = new ResourceNames('demo');
const root = 'projects/demo/databases/(default)/documents';
const { database } = names;
const everyone: FirestoreRules = { evaluate: () => ({ allowed: true, reads: new Set() }) };

function open(store: Store, rules: FirestoreRules = everyone): Context {
  const documents = new DocumentStore(store, Date.now);
  return { documents, names, evaluator: new RulesEvaluator(rules, documents) };
}

function write({ documents }: Context, ...writes: object[]): void {
  commitTrusted(
    documents,
    writes.map((one) => parseWrite(one, names)),
  );
}
const set = (path: string, n: number) => ({
  update: { name: `${root}/${path}`, fields: { n: { integerValue: String(n) } } },
});
const remove = (path: string) => ({ delete: `${root}/${path}` });

const queryOf = (rest: object) => ({
  query: { parent: root, structuredQuery: { from: [{ collectionId: 'c' }], ...rest } },
});
const byName = { orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }] };
const cursor = (id: string, before: boolean) => ({ values: [{ referenceValue: `${root}/c/${id}` }], before });

/** What each target of the client listens to, by id. */
const TARGETS: Readonly<Record<number, object>> = {
  1: { documents: { documents: [`${root}/c/d0`] } },
  2: queryOf({}),
  3: queryOf({ ...byName, startAt: cursor('d1', false), endAt: cursor('d4', false) }),
  4: queryOf({ ...byName, limit: 2 }),
  5: queryOf({ ...byName, startAt: cursor('d0', false), limit: 3 }),
};

/** Names of the documents that a target should show, by looking at everything. */
function expected({ documents }: Context, id: number): string[] {
  const target = TARGETS[id] as { query?: { structuredQuery: object } };
  if (!target.query) return documents.get(['c', 'd0']) ? [describeDocument(documents, 'c/d0')] : [];
  const query = parseQuery(root, target.query.structuredQuery, names);
  return runQuery(query, documents.collection(['c']))
    .map(({ key }) => describeDocument(documents, key))
    .sort();
}

function describeDocument(documents: DocumentStore, key: string): string {
  return `${root}/${key} ${JSON.stringify(documents.get(key.split('/'))?.fields)}`;
}

type Message = {
  readonly targetChange?: {
    targetChangeType: string;
    targetIds: number[];
    resumeToken?: string;
    cause?: { code: number };
  };
  readonly documentChange?: {
    document: { name: string; fields: object };
    targetIds: number[];
    removedTargetIds: number[];
  };
  readonly documentDelete?: { document: string; removedTargetIds: number[] };
  readonly documentRemove?: { document: string; removedTargetIds: number[] };
};

/** Follows the protocol as the SDK does, in few words. */
class Client {
  readonly shown = new Map<number, Map<string, object>>();
  readonly ended = new Map<number, number>();
  readonly messages: Message[] = [];
  snapshots = 0;
  #token: string | undefined;
  #stream: ListenStream | null = null;

  connect(context: Context): void {
    this.disconnect();
    const output = {
      send: (message: object) => this.#take(message),
      fail: (error: unknown) => this.#fail(error),
      client: someQuotaClient(),
    };
    this.#stream = new ListenStream(context, output, null);
    const token = this.#token;
    for (const id of Object.keys(TARGETS)) this.listen(Number(id), token);
  }

  disconnect(): void {
    this.#stream?.close();
    this.#stream = null;
  }

  listen(id: number, resumeToken?: string): void {
    if (!resumeToken) this.shown.set(id, new Map());
    this.send({ addTarget: { ...TARGETS[id], targetId: id, ...(resumeToken && { resumeToken }) } });
  }

  send(message: object): void {
    this.#stream?.receive({ database, ...message });
  }

  documentsOf(id: number): string[] {
    return [...(this.shown.get(id) ?? [])]
      .map(([name, fields]) => `${name} ${JSON.stringify(fields)}`)
      .sort();
  }

  #fail(error: unknown): void {
    throw error;
  }

  #take(message: Message): void {
    this.messages.push(message);
    const { documentChange, documentDelete, documentRemove, targetChange } = message;
    if (targetChange) this.#takeTargetChange(targetChange);
    if (documentChange) this.#takeDocument(documentChange);
    const gone = documentDelete ?? documentRemove;
    for (const id of gone?.removedTargetIds ?? []) this.shown.get(id)?.delete(gone?.document ?? '');
  }

  #takeDocument({ document, targetIds, removedTargetIds }: NonNullable<Message['documentChange']>): void {
    for (const id of targetIds) this.shown.get(id)?.set(document.name, document.fields);
    for (const id of removedTargetIds) this.shown.get(id)?.delete(document.name);
  }

  #takeTargetChange({
    targetChangeType,
    targetIds,
    resumeToken,
    cause,
  }: NonNullable<Message['targetChange']>): void {
    if (targetChangeType === 'RESET') for (const id of targetIds) this.shown.set(id, new Map());
    if (cause) for (const id of targetIds) this.ended.set(id, cause.code);
    if (targetChangeType !== 'NO_CHANGE') return;
    this.snapshots++;
    this.#token = resumeToken;
  }
}

type Step =
  | { readonly kind: 'commit'; readonly writes: readonly (readonly [id: number, n: number | null])[] }
  | { readonly kind: 'disconnect' | 'reconnect' | 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('commit' as const),
      writes: fc.array(fc.tuple(fc.nat(6), fc.option(fc.nat(5))), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('disconnect', 'reconnect', 'restart') }) },
);

/** A client, the server it talks to, and what may happen to both. */
class Scene {
  readonly #store = createMemoryStore();
  readonly #client = new Client();
  #context = open(this.#store);
  #connected = true;

  constructor() {
    this.#client.connect(this.#context);
  }

  play(one: Step): void {
    if (one.kind === 'commit') {
      const writes = one.writes.map(([id, n]) => (n === null ? remove(`c/d${id}`) : set(`c/d${id}`, n)));
      write(this.#context, ...writes);
      return;
    }
    this.#connected = one.kind === 'reconnect';
    if (one.kind === 'restart') this.#context = open(this.#store);
    if (this.#connected) this.#client.connect(this.#context);
    else this.#client.disconnect();
  }

  check(): void {
    if (!this.#connected) return;
    for (const id of Object.keys(TARGETS).map(Number))
      expect(this.#client.documentsOf(id), `target ${id}`).toEqual(expected(this.#context, id));
  }

  end(): void {
    this.#client.disconnect();
    this.#store.close();
  }
}

test('a client sees what a fresh look shows, whatever is written and however often it is cut off', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const scene = new Scene();
      for (const one of steps) {
        scene.play(one);
        scene.check();
      }
      scene.end();
    }),
    { seed: 20_261_120, numRuns: byStage({ usual: 100, full: 400 }) },
  );
});

describe('the messages', () => {
  function connect(rules?: FirestoreRules) {
    const context = open(createMemoryStore(), rules);
    const client = new Client();
    return { context, client, connect: () => client.connect(context) };
  }
  const kinds = (messages: readonly Message[]) =>
    messages.map((message) => message.targetChange?.targetChangeType ?? Object.keys(message)[0]);

  test('of a new target come in the order that the SDK needs', () => {
    const { client, connect: start, context } = connect();
    start();
    write(context, set('c/d1', 1));
    client.send({ removeTarget: 2 });
    client.messages.length = 0;
    client.listen(2);
    expect(kinds(client.messages)).toEqual(['ADD', 'documentChange', 'CURRENT', 'NO_CHANGE']);
  });

  test('one commit is one snapshot, with each document once', () => {
    const { client, connect: start, context } = connect();
    start();
    client.messages.length = 0;
    const { snapshots } = client;
    write(context, set('c/d2', 1), set('c/d1', 2), set('c/d2', 3));
    expect(client.snapshots).toBe(snapshots + 1);
    expect(kinds(client.messages)).toEqual(['documentChange', 'documentChange', 'NO_CHANGE']);
    const ofBoth = client.messages.slice(0, 2).map(({ documentChange }) => documentChange?.targetIds);
    expect(ofBoth).toEqual([
      [2, 4, 5],
      [2, 3, 4, 5],
    ]);
  });

  test('a commit that concerns no target sends nothing', () => {
    const { client, connect: start, context } = connect();
    start();
    client.messages.length = 0;
    write(context, set('other/d0', 1), set('c/d0/c/d1', 1));
    expect(client.messages).toEqual([]);
  });

  test.each([
    ['resumeToken', 'AAAA'],
    ['readTime', '2026-11-29T10:00:00Z'],
  ])('a client that was here before, by its %s, starts over', (member, value) => {
    const { client, connect: start, context } = connect();
    start();
    write(context, set('c/d1', 1));
    client.messages.length = 0;
    client.send({ addTarget: { ...TARGETS[2], targetId: 6, [member]: value } });
    expect(kinds(client.messages)).toEqual(['ADD', 'RESET', 'documentChange', 'CURRENT', 'NO_CHANGE']);
  });

  test('an unlisten is acknowledged, and ends the updates', () => {
    const { client, connect: start, context } = connect();
    start();
    client.messages.length = 0;
    for (const id of Object.keys(TARGETS)) client.send({ removeTarget: Number(id) });
    expect(kinds(client.messages)).toEqual(['REMOVE', 'REMOVE', 'REMOVE', 'REMOVE', 'REMOVE']);
    write(context, set('c/d1', 1));
    expect(client.messages).toHaveLength(5);
  });

  test('a query that is not implemented ends its target only', () => {
    const { client, connect: start, context } = connect();
    start();
    const group = { parent: root, structuredQuery: { from: [{ collectionId: 'c', allDescendants: true }] } };
    client.send({ addTarget: { query: group, targetId: 9 } });
    expect(client.ended).toEqual(new Map([[9, 12]]));
    write(context, set('c/d1', 1));
    expect(client.documentsOf(2)).toHaveLength(1);
  });
});

test('a stream has a limited number of targets; those it has live on', () => {
  const context = open(createMemoryStore());
  const client = new Client();
  client.connect(context);
  for (let id = 100; id < 1_100; id++) client.send({ addTarget: { ...TARGETS[1], targetId: id } });
  expect(client.ended).toEqual(new Map([1_095, 1_096, 1_097, 1_098, 1_099].map((id) => [id, 8])));
  write(context, set('c/d0', 1));
  expect(client.documentsOf(1)).toHaveLength(1);
});

describe('rules', () => {
  test('for an empty list the rules are evaluated for the collection, with a wildcard for the document', () => {
    const asked: unknown[] = [];
    const rules: FirestoreRules = {
      evaluate: ({ operation, path, resource }) => {
        asked.push([operation, path, resource]);
        return { allowed: operation === 'get', reads: new Set() };
      },
    };
    const client = new Client();
    client.connect(open(createMemoryStore(), rules));
    expect(asked.slice(0, 2)).toEqual([
      ['get', ['c', 'd0'], null],
      ['list', ['c', ''], null],
    ]);
    expect([...client.ended]).toEqual([2, 3, 4, 5].map((id) => [id, 7]));
  });

  test('the rules are evaluated again for targets when the documents they depend on change; refused targets receive nothing of that commit', () => {
    const rules: FirestoreRules = {
      evaluate: ({ before }) => ({
        allowed: before(['access', 'me']) !== null,
        reads: new Set(['access/me']),
      }),
    };
    const context = open(createMemoryStore(), rules);
    write(context, set('access/me', 1), set('c/d0', 1));
    const client = new Client();
    client.connect(context);
    expect(client.ended.size).toBe(0);
    client.messages.length = 0;
    write(context, remove('access/me'), set('c/d0', 7));
    expect([...client.ended.keys()]).toEqual([1, 2, 3, 4, 5]);
    expect(JSON.stringify(client.messages)).not.toContain('documentChange');
  });
});

describe('credentials of a stream', () => {
  const claims = { auth_time: 1, iat: 1, exp: 2, firebase: { sign_in_provider: 'password', identities: {} } };
  const good: TokenVerdict = { ok: true, auth: { uid: 'ann', token: claims }, expiresAt: 2 };

  function openStream(header: string) {
    let verdict: TokenVerdict = header.endsWith('bad') ? { ok: false, reason: 'invalid' } : good;
    const sent: object[] = [];
    const seen: unknown[] = [];
    let last: object | null = null;
    let closed = 0;
    const handler = runStream(
      {
        send: (message) => sent.push(message),
        finish: (message) => (last ??= message),
        client: someQuotaClient(),
      },
      () => new Credentials(header, { verify: () => verdict, onSessionsEnded: () => () => {} }),
      (_output, auth) => ({
        receive: (message) => seen.push([auth?.uid, message]),
        settle: () => {},
        close: () => {
          closed++;
        },
      }),
    );
    return {
      handler,
      seen,
      expire: () => {
        verdict = { ok: false, reason: 'expired' };
      },
      last: () => last,
      closed: () => closed,
    };
  }
  const unauthenticated = { error: { code: 401, status: 'UNAUTHENTICATED', message: expect.any(String) } };

  test('a bad token is refused in a way that makes the client fetch another', () => {
    const { handler, last, seen } = openStream('Bearer bad');
    handler.receive({ n: 1 });
    expect([last(), seen]).toEqual([unauthenticated, []]);
  });

  test.each(['a message', 'the keep-alive'])('a token that expired ends the stream at %s', (when) => {
    const { handler, expire, last, seen, closed } = openStream('Bearer good');
    handler.receive({ n: 1 });
    handler.tick();
    expect(last()).toBeNull();
    expire();
    if (when === 'a message') handler.receive({ n: 2 });
    else handler.tick();
    handler.receive({ n: 3 });
    expect([last(), seen, closed()]).toEqual([unauthenticated, [['ann', { n: 1 }]], 1]);
  });

  test('what is no message is refused for good', () => {
    const { handler, last } = openStream('Bearer good');
    handler.refuse('It is too large.');
    expect(last()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
  });
});
