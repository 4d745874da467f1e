import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commit, listDocuments, putDocument, STREAM_GREETING } from '#bench/protocol/firestoreClient.ts';
import { lookUp, refresh, type SessionTokens, signIn } from '#bench/protocol/identityClient.ts';
import { type Push, RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { type BackChannelReader, openSession } from '#bench/protocol/webchannelClient.ts';
import { log } from '#server/log.ts';
import { mailedLink } from '../support/mailbox.ts';
import { createMemoryStore } from '../support/memoryStore.ts';
import { type JsonAnswer, postJson } from '../support/post.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const NEW_PASSWORD = 'a new password';
const DAY = 24 * 3600 * 1000;
const LISTEN = '/google.firestore.v1.Firestore/Listen/channel';

let server: TestServer;
let clock: number;
let owner: { email: string; password: string };
let people = 0;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  clock = Date.now();
  server = await startTestServer({ now: () => clock });
});
afterAll(() => server.stop());

/** In a test the clock stands still unless it is set: everything happens within one second. */
beforeEach(async () => {
  clock += DAY; // Nothing that was tried before counts any more.
  await addOwner();
});
afterEach(closeConnections);

async function closeConnections(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

async function addOwner(): Promise<void> {
  people += 1;
  owner = await server.addUser(`owner${people}@example.com`, { admin: true });
}

const callAccounts = (method: string, fields: object): Promise<JsonAnswer> =>
  postJson(server.url(`/identitytoolkit.googleapis.com/v1/accounts:${method}?key=x`), fields);

/** `ok`, or the error's code. */
function outcomeOf({ status, body }: JsonAnswer): string {
  return status === 200 ? 'ok' : (body as { error: { message: string } }).error.message;
}

/** `ok`, or `refused` when it rejects with an answer of the server. */
async function attempt(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'ok';
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return 'refused';
  }
}

async function openTree(onPush?: (push: Push) => void): Promise<RealtimeClient> {
  const tree = await RealtimeClient.connect(server.origin, onPush);
  closers.push(() => tree.close());
  return tree;
}

type StreamMessage = { readonly error?: { readonly code: number }; readonly documentChange?: object };

async function openStream(path: string, idToken: string, first: object): Promise<BackChannelReader> {
  const session = await openSession(server.url(path), [first], `Authorization:Bearer ${idToken}\r\n`);
  const answers = session.listen(0);
  closers.push(async () => {
    await answers.cancel();
    await session.terminate();
  });
  return answers;
}

/** The next message of a stream that says something. */
async function nextMessage(answers: BackChannelReader): Promise<StreamMessage> {
  for (;;) {
    const [, payload] = (await answers.next()) ?? [];
    if (payload === undefined) throw new Error('the stream has ended without a word');
    const [message] = payload;
    if (typeof message === 'object' && message !== null) return message as StreamMessage;
  }
}

const ownRecord = () => {
  const documents = [`${STREAM_GREETING.database}/documents/users/${owner.email}`];
  return { ...STREAM_GREETING, addTarget: { targetId: 2, documents: { documents } } };
};

async function openedStream(path: string, idToken: string, first: object): Promise<string> {
  const { error } = await nextMessage(await openStream(path, idToken, first));
  return error?.code === 401 ? 'refused' : 'ok';
}

const applicant = (name: string) =>
  putDocument('users/new@example.com', {
    email: { stringValue: 'new@example.com' },
    name: { stringValue: name },
    allow: { booleanValue: false },
    admin: { booleanValue: false },
  });

/** Every entrance at which an ID token counts, and that changes nothing which the others depend on. */
const ENTRANCES: Readonly<Record<string, (idToken: string) => Promise<string>>> = {
  lookup: (idToken) => attempt(() => lookUp(server.origin, idToken)),
  'mail for verifying': async (idToken) =>
    (await callAccounts('sendOobCode', { idToken, requestType: 'VERIFY_EMAIL' })).status === 200
      ? 'ok'
      : 'refused',
  'database socket': async (idToken) =>
    (await (await openTree()).ask('auth', { cred: idToken })).status === 'ok' ? 'ok' : 'refused',
  'document read': (idToken) => attempt(() => listDocuments(server.origin, idToken, 'users')),
  'document commit': (idToken) => attempt(() => commit(server.origin, idToken, [applicant('N')])),
  'listen stream': (idToken) => openedStream(LISTEN, idToken, ownRecord()),
};
/** Those after which a thief is the owner of the account. */
const TAKE_OVER: typeof ENTRANCES = {
  'update of the password': async (idToken) =>
    (await callAccounts('update', { idToken, password: 'the thief’s password', returnSecureToken: true }))
      .status === 200
      ? 'ok'
      : 'refused',
  deletion: async (idToken) =>
    (await callAccounts('delete', { idToken })).status === 200 ? 'ok' : 'refused',
};

async function answersAt(entrances: typeof ENTRANCES, idToken: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [name, enter] of Object.entries(entrances)) answers[name] = await enter(idToken);
  return answers;
}

const everywhere = (entrances: typeof ENTRANCES, answer: string) =>
  Object.fromEntries(Object.keys(entrances).map((name) => [name, answer]));

async function resetCode(): Promise<string> {
  await callAccounts('sendOobCode', { requestType: 'PASSWORD_RESET', email: owner.email });
  const link = await mailedLink(server.dataDir, owner.email, 'resetPassword');
  return new URL(link).searchParams.get('oobCode') ?? '';
}

const logOut = ({ refreshToken }: SessionTokens) =>
  postJson(server.url('/account/signOut'), { refreshToken });

/** A request of our own, in the name of a session. */
const askOurs = (call: string, fields: object, { idToken }: SessionTokens) =>
  postJson(server.url(`/account/${call}`), fields, { Authorization: `Bearer ${idToken}` });

/** As an administrator does it. */
async function setDisabled(disabled: boolean): Promise<void> {
  const admin = await signIn(server.origin, server.admin);
  await demandOk(askOurs('setDisabled', { email: owner.email, disabled }, admin));
}

const demandOk = async (answering: Promise<JsonAnswer>) => expect(outcomeOf(await answering)).toBe('ok');

/** What ends the sessions of the account: prepared first, then done. */
const ENDS: Readonly<Record<string, (stolen: SessionTokens) => Promise<() => Promise<unknown>>>> = {
  'a reset of the password': async () => {
    const oobCode = await resetCode();
    return () => demandOk(callAccounts('resetPassword', { oobCode, newPassword: NEW_PASSWORD }));
  },
  'a change of the password in another session': async () => {
    const { idToken } = await signIn(server.origin, owner);
    return () =>
      demandOk(callAccounts('update', { idToken, password: NEW_PASSWORD, returnSecureToken: true }));
  },
  disabling: async () => async () => setDisabled(true),
  deletion: async () => {
    const { idToken } = await signIn(server.origin, owner);
    return () => demandOk(callAccounts('delete', { idToken }));
  },
  'an administrator who ends all its sessions': async () => async () =>
    demandOk(askOurs('endSessions', { email: owner.email }, await signIn(server.origin, server.admin))),
  'Sign out everywhere in another session': async () => {
    const other = await signIn(server.origin, owner);
    return () => demandOk(askOurs('signOutEverywhere', {}, other));
  },
  Logout: async (stolen) => () => demandOk(logOut(stolen)),
};

it('every entrance lets the tokens of a live session in, so that the refusals below mean something', async () => {
  const { idToken } = await signIn(server.origin, owner);
  expect(await answersAt(ENTRANCES, idToken)).toEqual(everywhere(ENTRANCES, 'ok'));
});

describe.each(Object.keys(ENDS))('%s', (name) => {
  let stolen: SessionTokens;
  let end: () => Promise<unknown>;
  beforeEach(async () => {
    stolen = await signIn(server.origin, owner);
    end = (await ENDS[name]?.(stolen)) ?? expect.fail();
  });

  it('shuts out whoever refreshes stolen tokens in the same second, 16 times', async () => {
    const refreshed: string[] = [];
    const refreshOnce = async () => {
      const token = await refresh(server.origin, stolen.refreshToken).catch((error: unknown) => {
        if (error instanceof TypeError) throw error;
      });
      if (token !== undefined) refreshed.push(token);
    };
    for (let n = 0; n < 8; n++) await refreshOnce();
    await Promise.all([end(), ...Array.from({ length: 8 }, refreshOnce)]);
    expect(refreshed.length).toBeGreaterThanOrEqual(8);
    expect(await attempt(() => refresh(server.origin, stolen.refreshToken))).toBe('refused');
    const all = { ...ENTRANCES, ...TAKE_OVER };
    for (const token of new Set([stolen.idToken, ...refreshed]))
      expect(await answersAt(all, token)).toEqual(everywhere(all, 'refused'));
  });

  it('stops a listener of the database before anything more is pushed to it', async () => {
    const pushes: Push[] = [];
    const tree = await openTree((push) => pushes.push(push));
    await tree.demand('auth', { cred: stolen.idToken });
    await tree.demand('q', { p: '/gl_mappings', h: '' });
    pushes.length = 0;
    await end();
    server.services().tree.update({ 'gl_mappings/SECRET': { description: 'SECRET', glAccount: '1' } });
    // Answered after everything that was pushed before.
    await tree.demand('s', { c: {} });
    expect(pushes.map(({ action }) => action)).toEqual(['ac', 'c']);
    expect((await tree.ask('g', { p: '/gl_mappings' })).status).toBe('permission_denied');
    expect((await tree.ask('m', { p: '/', d: { 'gl_mappings/X': null } })).status).toBe('permission_denied');
  });

  it('ends a listen stream of Firestore before anything more is pushed to it', async () => {
    const answers = await openStream(LISTEN, stolen.idToken, ownRecord());
    while ((await nextMessage(answers)).documentChange === undefined);
    await nextMessage(answers); // CURRENT
    await nextMessage(answers); // the snapshot
    await end();
    server.services().documents.setDocument(['users', owner.email], { email: { stringValue: 'SECRET' } });
    expect(await nextMessage(answers)).toMatchObject({ error: { code: 401 } });
  });

  it('refuses a commit whose body comes later than its token', async () => {
    const path = `/v1/${STREAM_GREETING.database}/documents:commit`;
    const sent = httpRequest(server.url(path), {
      method: 'POST',
      headers: { Authorization: `Bearer ${stolen.idToken}`, Expect: '100-continue' },
    });
    const answered = once(sent, 'response');
    sent.flushHeaders();
    await once(sent, 'continue');
    await end();
    sent.end(JSON.stringify({ writes: [applicant('Too late')] }));
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(401);
  });

  it('is not undone by a restart', async () => {
    await end();
    await server.restart();
    expect(await answersAt(ENTRANCES, stolen.idToken)).toEqual(everywhere(ENTRANCES, 'refused'));
    expect(await attempt(() => refresh(server.origin, stolen.refreshToken))).toBe('refused');
  });

  it('leaves other people alone', async () => {
    const other = await signIn(server.origin, server.admin);
    const pushes: Push[] = [];
    const tree = await openTree((push) => pushes.push(push));
    await tree.demand('auth', { cred: other.idToken });
    await end();
    await tree.demand('g', { p: '/gl_mappings' });
    expect(pushes).toEqual([]);
    expect(await attempt(() => refresh(server.origin, other.refreshToken))).toBe('ok');
  });
});

describe('a session that lives', () => {
  it('goes on over a restart, its ID token included', async () => {
    const tokens = await signIn(server.origin, owner);
    await server.restart();
    expect(await answersAt(ENTRANCES, tokens.idToken)).toEqual(everywhere(ENTRANCES, 'ok'));
    expect(await attempt(() => refresh(server.origin, tokens.refreshToken))).toBe('ok');
  });

  it('ends when its refresh token was not used for half a year, but not for a clock that is wrong meanwhile', async () => {
    const tokens = await signIn(server.origin, owner);
    clock += 200 * DAY;
    expect(await attempt(() => refresh(server.origin, tokens.refreshToken))).toBe('refused');
    clock -= 199 * DAY;
    expect(await attempt(() => refresh(server.origin, tokens.refreshToken))).toBe('ok');
  });
});

describe('the sessions of one account', () => {
  it('are a hundred at most: then the one that was used longest ago ends', async () => {
    const first = await signIn(server.origin, owner);
    clock += 1000;
    const second = await signIn(server.origin, owner);
    clock += 1000;
    await refresh(server.origin, first.refreshToken);
    for (let n = 0; n < 99; n++) {
      clock += 1000;
      await signIn(server.origin, owner);
    }
    expect(await attempt(() => lookUp(server.origin, first.idToken))).toBe('ok');
    expect(await attempt(() => lookUp(server.origin, second.idToken))).toBe('refused');
    expect(await attempt(() => refresh(server.origin, second.refreshToken))).toBe('refused');
  });
});

describe('the session that changes its own password', () => {
  let before: SessionTokens;
  let after: SessionTokens;
  beforeEach(async () => {
    before = await signIn(server.origin, owner);
    const { body } = await callAccounts('update', {
      idToken: before.idToken,
      password: NEW_PASSWORD,
      returnSecureToken: true,
    });
    after = body as SessionTokens;
  });

  it('goes on with the tokens of the answer', async () => {
    expect(await answersAt(ENTRANCES, after.idToken)).toEqual(everywhere(ENTRANCES, 'ok'));
    expect(await attempt(() => refresh(server.origin, after.refreshToken))).toBe('ok');
  });

  it('gives nothing to the old tokens, but does not sign out the tabs that still have them', async () => {
    const idToken = before.idToken;
    expect(await answersAt(ENTRANCES, idToken)).toEqual(everywhere(ENTRANCES, 'refused'));
    expect(outcomeOf(await callAccounts('lookup', { idToken }))).toBe('TOKEN_REPLACED');
    expect(
      outcomeOf(await callAccounts('update', { idToken, password: 'x23456', returnSecureToken: true })),
    ).toBe('TOKEN_REPLACED');
    const refreshOld = async () => {
      const fields = { grant_type: 'refresh_token', refresh_token: before.refreshToken };
      const answer = await postJson(server.url('/securetoken.googleapis.com/v1/token?key=x'), fields);
      return [answer.status, outcomeOf(answer)];
    };
    expect(await refreshOld()).toEqual([503, 'TOKEN_REPLACED']);
    clock += 11 * 60_000;
    expect(outcomeOf(await callAccounts('lookup', { idToken }))).toBe('TOKEN_EXPIRED');
    expect(await refreshOld()).toEqual([400, 'TOKEN_EXPIRED']);
  });
});

describe('Logout', () => {
  it('ends its own session only, and can be repeated', async () => {
    const [mine, other] = [await signIn(server.origin, owner), await signIn(server.origin, owner)];
    for (let n = 0; n < 2; n++) expect(outcomeOf(await logOut(mine))).toBe('ok');
    expect(await attempt(() => refresh(server.origin, mine.refreshToken))).toBe('refused');
    expect(await answersAt(ENTRANCES, other.idToken)).toEqual(everywhere(ENTRANCES, 'ok'));
    expect(await attempt(() => refresh(server.origin, other.refreshToken))).toBe('ok');
  });

  it('does not have the SDK of a slow tab or worker remove the session that the browser has next', async () => {
    const { idToken, refreshToken } = await signIn(server.origin, owner);
    await logOut({ idToken, refreshToken });
    expect(outcomeOf(await callAccounts('lookup', { idToken }))).toBe('TOKEN_REPLACED');
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const answer = await postJson(server.url('/securetoken.googleapis.com/v1/token?key=x'), fields);
    expect(outcomeOf(answer)).toBe('TOKEN_REPLACED');
  });

  it.each([
    ['nothing', {}, 'MISSING_REFRESH_TOKEN'],
    ['an invented token', { refreshToken: 'x'.repeat(43) }, 'ok'],
    ['an ID token', { refreshToken: 'a.b.c' }, 'ok'],
  ])('with %s ends nothing', async (_name, fields, expected) => {
    const { idToken } = await signIn(server.origin, owner);
    expect(outcomeOf(await postJson(server.url('/account/signOut'), fields))).toBe(expected);
    expect(await attempt(() => lookUp(server.origin, idToken))).toBe('ok');
  });
});

describe('a mailed link for a new password', () => {
  it.each(['disabling', 'Sign out everywhere in another session'])('is void after %s', async (name) => {
    const stolen = await signIn(server.origin, owner);
    const oobCode = await resetCode();
    await (await ENDS[name]?.(stolen))?.();
    await setDisabled(false);
    const answer = await callAccounts('resetPassword', { oobCode, newPassword: NEW_PASSWORD });
    expect(outcomeOf(answer)).toBe('INVALID_OOB_CODE');
  });
});

describe('a clock that was ahead and is put right', () => {
  let usual: TestServer;
  beforeEach(async () => {
    usual = server;
    clock += 30 * DAY;
    server = await startTestServer({ now: () => clock });
    await addOwner();
  });

  afterEach(async () => {
    await closeConnections();
    await server.stop();
    server = usual;
  });

  it.each([
    ['while the server runs', async () => {}],
    ['while it is stopped', () => server.restart()],
  ])('locks nobody out, the first administrator included (%s)', async (_when, meanwhile) => {
    const ahead = await signIn(server.origin, owner);
    clock -= 30 * DAY;
    await meanwhile();
    for (const person of [server.admin, owner]) {
      const tokens = await signIn(server.origin, person);
      expect(await attempt(() => lookUp(server.origin, tokens.idToken))).toBe('ok');
    }
    const { idToken } = await signIn(server.origin, owner);
    expect(await answersAt(ENTRANCES, idToken)).toEqual(everywhere(ENTRANCES, 'ok'));
    // Who was signed in stays signed in.
    expect(await answersAt(ENTRANCES, ahead.idToken)).toEqual(everywhere(ENTRANCES, 'ok'));
    const refreshed = await refresh(server.origin, ahead.refreshToken);
    expect(await answersAt(ENTRANCES, refreshed)).toEqual(everywhere(ENTRANCES, 'ok'));
  });

  it.each(Object.keys(ENDS))('still lets %s end sessions', async (name) => {
    const stolen = await signIn(server.origin, owner);
    clock -= 30 * DAY;
    const end = await ENDS[name]?.(stolen);
    const refreshed = await refresh(server.origin, stolen.refreshToken);
    await end?.();
    for (const token of [stolen.idToken, refreshed])
      expect(await answersAt(ENTRANCES, token)).toEqual(everywhere(ENTRANCES, 'refused'));
  });

  it('does not make a sign-in of those days recent', async () => {
    const ahead = await signIn(server.origin, owner);
    clock -= 30 * DAY;
    const idToken = await refresh(server.origin, ahead.refreshToken);
    const answer = await callAccounts('update', { idToken, password: NEW_PASSWORD, returnSecureToken: true });
    expect(outcomeOf(answer)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  });

  it('does not hold back who tried a wrong password then', async () => {
    for (let n = 0; n < 10; n++)
      await attempt(() => signIn(server.origin, { email: owner.email, password: 'wrong password' }));
    clock -= 30 * DAY;
    expect(await attempt(() => signIn(server.origin, owner))).toBe('ok');
  });
});

describe('what waits for the commit', () => {
  it('happens once it is stored, in order, and after nested work', () => {
    const store = createMemoryStore();
    const seen: string[] = [];
    store.transaction(() => {
      store.afterCommit(() => seen.push('first'));
      store.transaction(() => store.afterCommit(() => seen.push('second')));
      seen.push('in the transaction');
    });
    store.afterCommit(() => seen.push('outside of one'));
    expect(seen).toEqual(['in the transaction', 'first', 'second', 'outside of one']);
    store.close();
  });

  it('does not happen when it is not stored', () => {
    const store = createMemoryStore();
    const seen: string[] = [];
    const failing = (name: string) => () => {
      store.afterCommit(() => seen.push(name));
      throw new Error(name);
    };
    expect(() => store.transaction(failing('alone'))).toThrow('alone');
    const shared = (work: () => void) => ({
      store: work,
      applySpeculatively: () => () => {},
      committed: () => seen.push('committed'),
      failed: () => seen.push('failed'),
    });
    store.join(shared(() => store.afterCommit(() => seen.push('good'))));
    store.join(shared(failing('bad')));
    store.settle();
    expect(seen).toEqual(['good', 'committed', 'failed']);
    store.close();
  });

  it('does not undo what is stored when it fails', () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue();
    const store = createMemoryStore();
    const seen: string[] = [];
    const result = store.transaction(() => {
      store.afterCommit(() => {
        throw new Error('a defect');
      });
      store.afterCommit(() => seen.push('the next'));
      return 'stored';
    });
    expect([result, seen]).toEqual(['stored', ['the next']]);
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
    store.close();
  });
});
