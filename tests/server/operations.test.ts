import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commit, putDocument, removeDocument } from '#bench/protocol/firestoreClient.ts';
import { refresh, signIn, signUp } from '#bench/protocol/identityClient.ts';
import { authorOf, changeList } from '#bench/protocol/listWrite.ts';
import { RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { accessUpdate } from '#model/accessHistory.ts';
import { normaliseEmail } from '#model/email.ts';
import { type EntryId, readListVersion } from '#model/log/version.ts';
import { configureLog, log } from '#server/log.ts';
import { StorageFailure } from '#server/store/StorageFailure.ts';
import { auditLog } from '../support/dataFolder.ts';
import { postJson } from '../support/post.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { until } from '../support/until.ts';

let server: TestServer;
let lines: string[];
let cleanUps: (() => unknown)[] = [];

async function start(options: TestServerOptions = {}): Promise<void> {
  server = await startTestServer(options);
  cleanUps.push(server.stop);
}
beforeEach(() => {
  lines = [];
  configureLog({ write: (line) => lines.push(line) });
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
  configureLog({ level: 'info', write: (line) => process.stderr.write(line) });
});

async function openTree(idToken: string): Promise<RealtimeClient> {
  const client = await RealtimeClient.connect(server.origin);
  cleanUps.push(() => client.close());
  await client.demand('auth', { cred: idToken });
  return client;
}

const auditLines = () => auditLog(server.dataDir);

describe('/healthz', () => {
  it('says that the server serves, and no more', async () => {
    await start();
    const answer = await fetch(server.url('/healthz'));
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
  });
});

describe('the audit log', () => {
  const user = (rights: { allow: boolean; admin: boolean }, name = 'Ann') =>
    putDocument('users/ann@example.com', {
      email: { stringValue: 'ann@example.com' },
      name: { stringValue: name },
      allow: { booleanValue: rights.allow },
      admin: { booleanValue: rights.admin },
    });
  const accessEntry = { email: 'ann@example.com', allow: true, admin: false };
  const by = 'admin@example.com';
  const at = '2026-03-01T10:00:00.000Z';

  beforeEach(async () => {
    await start({ now: () => Date.parse(at) });
  });

  it('begins with the administrator of the first start', () => {
    expect(auditLines()).toEqual([
      { time: at, by: 'server', event: 'grant', what: 'users/admin@example.com', ...granted(true) },
      { time: at, by: 'server', event: 'grant', what: 'access/admin@example%2Ecom', ...granted(true) },
    ]);
  });

  it('has a line for each grant and revocation, and none for other changes of a user', async () => {
    const { idToken } = await signIn(server.origin, server.admin);
    const write = (...writes: object[]) => commit(server.origin, idToken, writes);
    await write(user({ allow: true, admin: false }));
    await write(user({ allow: true, admin: false }, 'Ann B.'));
    await write(user({ allow: true, admin: true }));
    await write(removeDocument('users/ann@example.com'));
    expect(auditLines().slice(2)).toEqual([
      { time: at, by, event: 'grant', what: 'users/ann@example.com', ...granted(false) },
      {
        time: at,
        by,
        event: 'grant',
        what: 'users/ann@example.com',
        before: { allow: true, admin: false },
        after: { allow: true, admin: true },
      },
      {
        time: at,
        by,
        event: 'revoke',
        what: 'users/ann@example.com',
        before: { allow: true, admin: true },
        after: { allow: false, admin: false },
      },
    ]);
  });

  it('has them for the access entry too, however it is written', async () => {
    const { idToken } = await signIn(server.origin, server.admin);
    const tree = await openTree(idToken);
    const key = 'ann@example%2Ecom';
    const email = normaliseEmail('ann@example.com');
    const states = [
      null,
      { ...accessEntry, email },
      { email, allow: false, admin: false },
      { email, allow: true, admin: true },
      null,
    ];
    for (const [i, after] of states.slice(1).entries()) {
      const former = readListVersion(server.services().tree.read('access_version'));
      const plan = { id: `a${i}` as EntryId, former, by: authorOf(idToken), kind: 'edit' } as const;
      const update = accessUpdate(plan, [{ email, before: states[i] ?? null, after }]);
      const { [`access/${key}`]: _whole, ...history } = update;
      const byField = after && Object.entries(after).map(([name, value]) => [`access/${key}/${name}`, value]);
      // However it is written: as a whole, or field by field.
      await tree.demand('m', {
        p: '/',
        d: i % 2 === 1 && byField ? { ...history, ...Object.fromEntries(byField) } : update,
      });
    }
    const changes = auditLines().slice(2);
    expect(changes.map(({ event, what }) => `${event} ${what}`)).toEqual(
      ['grant', 'revoke', 'grant', 'revoke'].map((event) => `${event} access/${key}`),
    );
    expect(changes[2]?.['after']).toEqual({ allow: true, admin: true });
  });

  it('has a line for an upload and none for single mappings or refused writes', async () => {
    const { idToken } = await signIn(server.origin, server.admin);
    const tree = await openTree(idToken);
    const upload = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`K${n}`, { description: `K${n}`, glAccount: '1' }]),
    );
    await changeList(tree, idToken, upload);
    await changeList(tree, idToken, { K1: null });
    await expect(changeList(tree, idToken, { ...upload, bad: 7 })).rejects.toThrow('permission_denied');
    expect(auditLines().slice(2)).toEqual([
      { time: at, by, event: 'mass-change', what: 'gl_mappings', set: 30, removed: 0 },
    ]);
  });

  function granted(admin: boolean) {
    return { before: { allow: false, admin: false }, after: { allow: true, admin } };
  }
});

describe('the log', () => {
  it('has one JSON object per line, from the level chosen on', async () => {
    await start();
    await fetch(server.url('/healthz'));
    expect(lines).toEqual([]);
    configureLog({ level: 'debug' });
    await fetch(server.url('/healthz?secret=1'));
    await until(() => expect(lines).toHaveLength(1));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'debug',
      message: 'request',
      method: 'GET',
      path: '/healthz',
      status: 200,
    });
  });

  it('has no character that steers a terminal or hides', async () => {
    log.warn('A name\u009b31m', { name: 'a\u007f\u202eb\u001b', error: new Error('\u2028') });
    expect(lines.join('')).toMatch(/^[ -~\n]*$/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: 'a\u007f\u202eb\u001b' });
  });

  it('never holds passwords, tokens or codes, not even of requests that fail', async () => {
    configureLog({ level: 'debug' });
    const announced: string[] = [];
    await start({ log: (line) => announced.push(line) });
    const { origin } = server;
    const account = { email: 'p@example.com', password: 'the secret password' };
    const session = await signUp(origin, account);
    await signIn(origin, { ...account, password: 'a wrong password' }).catch(() => {});
    await refresh(origin, session.refreshToken);
    const tree = await openTree(session.idToken);
    await changeList(tree, session.idToken, { X: { description: 'X', glAccount: '1' } }).catch(() => {});
    await commit(origin, session.idToken, [removeDocument('users/x')]).catch(() => {});
    await fetch(`${origin}/auth/action?mode=resetPassword&oobCode=some-code`);
    await postJson(`${origin}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=x`, {
      requestType: 'PASSWORD_RESET',
      email: account.email,
    });
    vi.spyOn(server.services().documents, 'handle').mockRejectedValueOnce(
      new StorageFailure('full', { cause: new Error('disk') }),
    );
    await commit(origin, session.idToken, []).catch(() => {});
    const outbox = join(server.dataDir, 'outbox');
    await until(() => expect(readdirSync(outbox).filter((name) => !name.startsWith('.'))).toHaveLength(1));
    const [mail = ''] = readdirSync(outbox);
    const code = /oobCode=([\w-]+)/.exec(readFileSync(join(outbox, mail), 'utf8'))?.[1] ?? 'none';

    const written = [...lines, ...announced].join('\n');
    expect(written).toContain('accounts:signUp');
    expect(written).toContain('disk');
    for (const secret of [account.password, 'a wrong password', session.idToken, session.refreshToken, code])
      expect(written).not.toContain(secret);
    expect(written).not.toContain('some-code');
  });
});

describe('the data folder', () => {
  it('is readable by its owner alone, mails and logs included', async () => {
    await start();
    await signUp(server.origin, { email: 'p@example.com', password: 'some password' });
    await postJson(server.url('/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=x'), {
      requestType: 'PASSWORD_RESET',
      email: 'p@example.com',
    });
    await until(() => expect(readdirSync(join(server.dataDir, 'outbox'))).toHaveLength(1));
    const entries = readdirSync(server.dataDir, { recursive: true }) as string[];
    expect(entries).toContain('audit.log');
    for (const entry of ['.', ...entries])
      expect([entry, statSync(join(server.dataDir, entry)).mode & 0o077]).toEqual([entry, 0]);
  });
});
