import { spawnSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commit, listDocuments, putDocument } from '#bench/protocol/firestoreClient.ts';
import { lookUp, refresh, type SessionTokens, signIn } from '#bench/protocol/identityClient.ts';
import { changeList } from '#bench/protocol/listWrite.ts';
import { RealtimeClient } from '#bench/protocol/RealtimeClient.ts';
import { runUpgradeRounds } from '../crash/upgrades.ts';
import { changeData } from '../support/dataFolder.ts';
import { byStage, firstByStage } from '../support/fullRun.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { testFolder } from '../support/testFolder.ts';

const FIXTURES = new URL('../fixtures/', import.meta.url);
/** Data of every format since the first, as SQL; see scripts/dumpDataFormat.mjs. The oldest comes first. */
const formats = readdirSync(FIXTURES)
  .filter((name) => name.startsWith('data-format-'))
  .sort()
  .reverse();
const ADMIN = { email: 'admin@example.com', password: 'correct horse' };

let folder: string;
let server: TestServer | null;
beforeEach(() => {
  folder = testFolder();
  server = null;
});
afterEach(async () => {
  await server?.stop();
});

function unpack(fixture: string): void {
  changeData(
    folder,
    `PRAGMA foreign_keys = OFF; BEGIN; ${readFileSync(new URL(fixture, FIXTURES), 'utf8')} COMMIT;`,
  );
}

async function openTree({ origin }: TestServer, idToken: string): Promise<RealtimeClient> {
  const tree = await RealtimeClient.connect(origin);
  await tree.demand('auth', { cred: idToken });
  return tree;
}

/** Tokens as the server of November 2026 issued them: the session is named by the hash of the refresh token. */
function issueAsOlderServer(): SessionTokens {
  const db = new Database(join(folder, 'gl-classifier.db'));
  const key = db.prepare('SELECT kid, secret FROM signing_keys').get([]) as { kid: string; secret: Buffer };
  const { uid } = db.prepare('SELECT uid FROM accounts WHERE email = ?').get([ADMIN.email]) as {
    uid: string;
  };
  const refreshToken = 'r'.repeat(43);
  const hash = createHash('sha256').update(refreshToken).digest();
  const iat = Math.floor(Date.now() / 1000) - 60;
  db.prepare('INSERT INTO refresh_tokens VALUES (?, ?, ?, ?, ?)').run([
    hash,
    uid,
    'password',
    iat,
    iat * 1000,
  ]);
  db.close();
  const claims = {
    iss: 'https://securetoken.google.com/gl-classifier',
    aud: 'gl-classifier',
    auth_time: iat,
    sid: hash.subarray(0, 12).toString('base64url'),
    user_id: uid,
    sub: uid,
    iat,
    exp: iat + 3600,
    email: ADMIN.email,
    email_verified: true,
    firebase: { identities: {}, sign_in_provider: 'password' },
  };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid: key.kid })}.${encode(claims)}`;
  const signature = createHmac('sha256', key.secret).update(signed).digest('base64url');
  return { idToken: `${signed}.${signature}`, refreshToken };
}

it('there is data of the first format to upgrade from', () => {
  expect(formats).toContain('data-format-2026-11.sql');
});

describe.each(firstByStage(formats))('%s', (fixture) => {
  beforeEach(() => unpack(fixture));

  it('is served: accounts, documents, mappings and rights', async () => {
    server = await startTestServer({ dataDir: folder });
    const { idToken } = await signIn(server.origin, ADMIN);
    const users = await listDocuments(server.origin, idToken, 'users');
    expect([...users.keys()].sort()).toEqual(['admin@example.com', 'user@example.com']);
    expect(users.get('user@example.com')).toMatchObject({
      name: { stringValue: 'Üser' },
      allow: { booleanValue: true },
    });
    const tree = await openTree(server, idToken);
    const mappings = Object.values((await tree.demand('g', { p: '/gl_mappings', q: {} })) as object);
    expect(mappings.length).toBeGreaterThan(20);
    for (const mapping of mappings)
      expect(mapping).toEqual({ description: expect.any(String), glAccount: expect.any(String) });
    tree.close();
    await signIn(server.origin, { email: 'applicant@example.com', password: ADMIN.password });
  });

  it('goes on with its sessions: ID tokens and refresh tokens of the older server are good', async () => {
    const issued = issueAsOlderServer();
    server = await startTestServer({ dataDir: folder });
    expect(await lookUp(server.origin, issued.idToken)).toBe(ADMIN.email);
    expect(await lookUp(server.origin, await refresh(server.origin, issued.refreshToken))).toBe(ADMIN.email);
  });

  it('is upgraded once, wherever the first start is killed', async () => {
    spawnSync(process.execPath, ['scripts/build.mjs', 'server']); // where it is out of date
    const options = {
      folder,
      rounds: byStage({ usual: 1, full: 20 }),
      seed: 5,
      dataDir: join(folder, '..', `${basename(folder)}-copy`),
    };
    const lines: string[] = [];
    const faults = await runUpgradeRounds({ ...options, log: (line) => lines.push(line) });
    expect(faults, lines.join('\n')).toEqual([]);
  });

  it('is then refused by programs that make no seals', async () => {
    server = await startTestServer({ dataDir: folder });
    await server.stop();
    server = null;
    const db = new Database(join(folder, 'gl-classifier.db'));
    const written = db.prepare("SELECT version FROM schema_versions WHERE owner = 'database'").get([]);
    db.close();
    // Those of November 2026 know 1 and 2.
    expect(written).toMatchObject({ version: 3 });
  });

  it('takes writes, which are there after a restart', async () => {
    server = await startTestServer({ dataDir: folder });
    const { idToken } = await signIn(server.origin, ADMIN);
    const tree = await openTree(server, idToken);
    await changeList(tree, idToken, { NEW: { description: 'NEW', glAccount: '1' } });
    tree.close();
    const email = 'new@example.com';
    const fields = {
      email: { stringValue: email },
      name: { stringValue: 'N' },
      allow: { booleanValue: false },
      admin: { booleanValue: false },
    };
    await commit(server.origin, idToken, [putDocument(`users/${email}`, fields)]);
    await server.restart();
    expect(server.services().tree.read('gl_mappings/NEW/glAccount')).toBe('1');
    expect(server.services().documents.readDocument(['users', email])).toEqual(fields);
  });
});
