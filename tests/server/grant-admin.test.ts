import { spawn } from 'node:child_process';
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownersCredentials } from '#cli/grantAdmin/credentials.ts';
import { main } from '#cli/grantAdminProgram.ts';
import { normaliseEmail } from '#model/email.ts';
import { DEFAULT_CONFIG } from '#server/config.ts';
import { type RunningServer, startServer } from '#server/server.ts';
import type { BackendServices } from '#server/services.ts';
import { type FakeFirebase, startFakeFirebase } from '../support/fakeFirebase.ts';
import { postJson } from '../support/post.ts';
import { tablesOf } from '../support/tablesOf.ts';
import { testFolder } from '../support/testFolder.ts';

const table = tablesOf('server/grant-admin');

const ANN = normaliseEmail('ann.lee@example.com');
let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = testFolder();
  dataDir = join(folder, 'data');
});

type Ending = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs the program in this process. */
async function grant(args: readonly string[], env: Record<string, string> = {}): Promise<Ending> {
  let out = '';
  let err = '';
  const code = await main(
    args,
    { DATA_DIR: dataDir, ...env },
    {
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (err += text) },
    },
  );
  return { code, out, err };
}

/** Runs the program as a process. */
async function grantByProcess(args: readonly string[], env: Record<string, string> = {}): Promise<Ending> {
  const child = spawn(process.execPath, ['dist/node/grant-admin.js', ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** Runs a server on the data folder while `work` is under way. */
async function withServer<T>(work: (server: RunningServer) => Promise<T> | T): Promise<T> {
  const server = await startServer({
    ...DEFAULT_CONFIG,
    port: 0,
    dataDir,
    sample: false,
    scrypt: { cost: 4, r: 1, p: 1 },
    admin: { email: 'admin@example.com', password: 'correct horse' },
    log: () => {},
  });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function register({ origin }: RunningServer, email: string): Promise<string> {
  const { body } = await postJson(`${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x`, {
    email,
    password: 'secret of ann',
    returnSecureToken: true,
  });
  return String(body['localId']);
}

/** Pins the record to an account that is not there. */
function pinToNobody({ services }: RunningServer): void {
  services.documents.setDocument(['users', ANN], {
    email: { stringValue: ANN },
    name: { stringValue: 'Ann' },
    allow: { booleanValue: true },
    admin: { booleanValue: false },
    uid: { stringValue: 'long gone' },
  });
}

/** What both stores say of the person, and whether they have an application. */
function rightsOf({ documents, tree }: BackendServices) {
  const accessEntry = tree.read('access/ann%2Elee@example%2Ecom');
  return {
    record: documents.readDocument(['users', ANN]),
    accessEntry,
    hasApplied: documents.readDocument(['applications', ANN]) !== null,
  };
}

const oneLine = /^grant-admin: [^\n]+\n$/;

describe('arguments', () => {
  const cases = table<[name: string, args: string[], says: RegExp]>('cases');
  it.each(cases)('refuses %s', async (_name, args, says) => {
    const { code, out, err } = await grant(args);
    expect(err).toMatch(oneLine);
    expect(err).toMatch(says);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  it('explains itself', async () => {
    expect(await grant(['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('DATA_DIR'),
      err: '',
    });
  });
});

describe('on the embedded backend', () => {
  it('refuses a folder without data, and leaves none behind', async () => {
    const { code, err } = await grant([ANN]);
    expect(code).toBe(1);
    expect(err).toMatch(oneLine);
    expect(err).toContain(`There is no data in ${dataDir}`);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('refuses while the server runs, as a process with one line', async () => {
    const { code, out, err } = await withServer(() => grantByProcess([ANN]));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(oneLine);
    expect(err).toContain(`The server is running on ${dataDir}: stop it, run this again, then start`);
  });

  it('makes an administrator of a verified account, as a process', async () => {
    await withServer(({ services }) =>
      services.auth.createVerifiedAccount({ email: ANN, password: 'secret of ann', name: 'Ann' }, () => {}),
    );
    const { code, out } = await grantByProcess([' Ann.Lee@Example.com ']);
    expect(out).toBe(
      `${ANN} is an administrator now.\nTheir email address is verified. The rights are in force at once, where they are signed in too.\n`,
    );
    expect(code).toBe(0);
    await withServer(({ services }) => {
      const uid = services.auth.findAccount(ANN)?.uid;
      expect(uid).toBeDefined();
      expect(rightsOf(services)).toMatchObject({
        record: {
          email: { stringValue: ANN },
          allow: { booleanValue: true },
          admin: { booleanValue: true },
          name: { stringValue: '' },
          uid: { stringValue: uid },
        },
        accessEntry: { email: ANN, allow: true, admin: true, uid },
      });
    });
  });

  it.each<[string, (server: RunningServer) => unknown, () => string[]]>([
    [
      'an unverified account nothing before its address is proven',
      (server) => register(server, ANN),
      () => ['There is an account with this address, but it is not verified', join(dataDir, 'outbox')],
    ],
    [
      'an address its rights before it has an account',
      () => {},
      () => ['Nobody has registered with this address yet'],
    ],
    ['nothing to an account that was pinned and is gone', pinToNobody, () => []],
  ])('gives %s', async (_name, prepare, says) => {
    await withServer(prepare);
    const { code, out } = await grant([ANN]);
    expect(code).toBe(0);
    for (const text of says()) expect(out).toContain(text);
    const { record, accessEntry } = await withServer(({ services }) => rightsOf(services));
    expect(record).not.toHaveProperty('uid');
    expect(accessEntry).toEqual({ email: ANN, allow: true, admin: true });
  });

  it('keeps what the record says besides, and the pin of an admin; ends the application', async () => {
    const uid = await withServer(async (server) => {
      const registered = await register(server, ANN);
      const { documents } = server.services;
      documents.setDocument(['users', ANN], {
        email: { stringValue: ANN },
        name: { stringValue: 'Ann Lee' },
        allow: { booleanValue: true },
        admin: { booleanValue: false },
        lastLogin: { stringValue: '2026-11-20T09:00:00.000Z' },
        uid: { stringValue: registered },
      });
      documents.setDocument(['applications', ANN], { email: { stringValue: ANN } });
      return registered;
    });
    const { out } = await grant([ANN]);
    expect(out).toContain('is an administrator now');
    const { record, hasApplied } = await withServer(({ services }) => rightsOf(services));
    expect(record).toMatchObject({
      name: { stringValue: 'Ann Lee' },
      lastLogin: { stringValue: '2026-11-20T09:00:00.000Z' },
      admin: { booleanValue: true },
      uid: { stringValue: uid },
    });
    expect(record).not.toHaveProperty('createdAt');
    expect(hasApplied).toBe(false);
  });

  it('can be repeated, sends no mail and leaves the other administrator alone', async () => {
    const before = await withServer(({ services }) => services.tree.read('access/admin@example%2Ecom'));
    await grant([ANN]);
    expect((await grant([ANN])).code).toBe(0);
    expect(await withServer(({ services }) => services.tree.read('access/admin@example%2Ecom'))).toEqual(
      before,
    );
    expect(readdirSync(dataDir)).not.toContain('outbox');
  });
});

describe('on a Firebase project', () => {
  const USER = `projects/ledger/databases/(default)/documents/users/${ANN}`;
  const APPLICATION = `projects/ledger/databases/(default)/documents/applications/${ANN}`;
  const ACCESS_ENTRY = 'access/ann%2Elee@example%2Ecom';
  let fake: FakeFirebase;

  beforeEach(async () => {
    fake = await startFakeFirebase('owner');
  });
  afterEach(() => fake.close());

  const hosted = (
    run: typeof grant,
    env: Record<string, string> = {
      FIRESTORE_EMULATOR_HOST: fake.host,
      FIREBASE_AUTH_EMULATOR_HOST: fake.host,
    },
  ) => run([ANN, '--project', 'ledger', '--database-url', `http://${fake.host}/?ns=ledger`], env);

  it('makes an administrator of a verified account in both stores, as a process', async () => {
    fake.accounts.set(ANN, { localId: 'uid-of-ann', emailVerified: true });
    fake.documents.set(APPLICATION, { fields: {}, updateTime: 't' });
    const { code, out, err } = await hosted(grantByProcess);
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain(`${ANN} is an administrator now.`);
    expect(fake.documents.get(USER)?.fields).toEqual({
      email: { stringValue: ANN },
      name: { stringValue: '' },
      allow: { booleanValue: true },
      admin: { booleanValue: true },
      createdAt: { stringValue: expect.stringMatching(/^20\d\d-/) },
      uid: { stringValue: 'uid-of-ann' },
    });
    expect(fake.documents.has(APPLICATION)).toBe(false);
    expect(fake.tree.get(ACCESS_ENTRY)).toEqual({ email: ANN, allow: true, admin: true, uid: 'uid-of-ann' });
  });

  it('keeps the rest of a record, and drops the pin to another account', async () => {
    fake.accounts.set(ANN, { localId: 'a strangers' });
    fake.documents.set(USER, {
      fields: { name: { stringValue: 'Ann' }, uid: { stringValue: 'long gone' } },
      updateTime: '2026-11-20T09:00:00Z',
    });
    const { out } = await hosted(grant);
    expect(out).toContain('it is not verified');
    expect(fake.documents.get(USER)?.fields).toEqual({
      email: { stringValue: ANN },
      name: { stringValue: 'Ann' },
      allow: { booleanValue: true },
      admin: { booleanValue: true },
    });
    expect(fake.tree.get(ACCESS_ENTRY)).toEqual({ email: ANN, allow: true, admin: true });
  });

  it('changes nothing when the record changed meanwhile', async () => {
    fake.meanwhile = () => fake.documents.set(USER, { fields: {}, updateTime: 'later' });
    const { code, err } = await hosted(grant);
    expect({ code, err }).toEqual({
      code: 1,
      err: `grant-admin: ${fake.host} refused with 400: The document changed. Nothing has been changed.\n`,
    });
    expect(fake.tree.size).toBe(0);
  });

  it('says when it stopped half-way, where nobody has more than the record says; repeating completes it', async () => {
    fake.refused.add('/access');
    const { code, err } = await hosted(grant);
    expect(code).toBe(1);
    expect(err).toMatch(oneLine);
    expect(err).toContain('its access entry in the Realtime Database is not; run this again');
    expect(fake.tree.size).toBe(0);
    fake.refused.clear();
    expect((await hosted(grant)).code).toBe(0);
    expect(fake.tree.get(ACCESS_ENTRY)).toEqual({ email: ANN, allow: true, admin: true });
  });

  it('names the host that cannot be reached', async () => {
    const { code, err } = await hosted(grant, {
      FIRESTORE_EMULATOR_HOST: '127.0.0.1:1',
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1',
    });
    expect(code).toBe(1);
    expect(err).toMatch(
      /^grant-admin: 127\.0\.0\.1:1 cannot be reached \(.+\)\. Nothing has been changed\.\n$/,
    );
  });

  describe("with the owner's credentials", () => {
    /** A service account's key file, as the Firebase console hands it out. */
    function keyFile(changes: object = {}): string {
      const file = join(folder, 'key.json');
      const content = {
        type: 'service_account',
        client_email: 'owner@ledger.iam.gserviceaccount.com',
        private_key: ownersKey.privateKey,
        token_uri: `http://${fake.host}/token`,
        ...changes,
      };
      writeFileSync(file, JSON.stringify(content));
      return file;
    }
    const credentials = (env: Record<string, string>) => async () => ownersCredentials('ledger', env)();
    const ofKeyFile = (changes?: object) =>
      credentials({ GOOGLE_APPLICATION_CREDENTIALS: keyFile(changes), GOOGLE_OAUTH_ACCESS_TOKEN: 'other' });

    it('exchanges an assertion signed with the key file for an access token', async () => {
      expect(await ofKeyFile()()).toEqual({ Authorization: 'Bearer owner' });
      const form = new URLSearchParams(fake.tokenRequests.join());
      expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
      const [header = '', claims = '', signature = ''] = form.get('assertion')?.split('.') ?? [];
      const signed = createVerify('RSA-SHA256').update(`${header}.${claims}`);
      expect(signed.verify(ownersKey.publicKey, signature, 'base64url')).toBe(true);
      const { iat, exp, ...rest } = JSON.parse(Buffer.from(claims, 'base64url').toString());
      expect(rest).toEqual({
        iss: 'owner@ledger.iam.gserviceaccount.com',
        aud: `http://${fake.host}/token`,
        scope: expect.stringMatching(
          /auth\/cloud-platform .*auth\/firebase\.database .*auth\/userinfo\.email$/,
        ),
      });
      expect(exp - iat).toBe(300);
    });

    it('fetches one token for all calls', async () => {
      const headers = ownersCredentials('ledger', { GOOGLE_APPLICATION_CREDENTIALS: keyFile() });
      await Promise.all([headers(), headers()]);
      await headers();
      expect(fake.tokenRequests).toHaveLength(1);
    });

    it('else takes an access token, and names the project whose quota it uses', async () => {
      expect(await credentials({ GOOGLE_OAUTH_ACCESS_TOKEN: 'of gcloud' })()).toEqual({
        Authorization: 'Bearer of gcloud',
        'x-goog-user-project': 'ledger',
      });
    });

    it('names what to set when there are none', async () => {
      const { code, err } = await hosted(grant, {});
      expect(code).toBe(1);
      expect(err).toMatch(oneLine);
      expect(err).toMatch(
        /No credentials of the project's owner.*GOOGLE_APPLICATION_CREDENTIALS.*gcloud auth/,
      );
    });

    it.each<[string, object, RegExp]>([
      [
        'of another kind',
        { type: 'authorized_user' },
        /is not the key file of a service account .*"authorized_user"/,
      ],
      ['without an address to ask', { token_uri: undefined }, /has no token_uri/],
      ['with a damaged key', { private_key: 'x' }, /The private_key in .* cannot be used/],
      ['for an address that is not there', { token_uri: 'http://127.0.0.1:1/token' }, /cannot be reached/],
    ])('names a key file %s', async (_name, changes, says) => {
      await expect(ofKeyFile(changes)()).rejects.toThrow(says);
    });

    it('names a key file that is absent, or no JSON, without showing what is in it', async () => {
      const file = join(folder, 'key.json');
      await expect(credentials({ GOOGLE_APPLICATION_CREDENTIALS: file })()).rejects.toThrow(
        /key\.json cannot be read/,
      );
      writeFileSync(file, 'secret key');
      const refusal = await credentials({ GOOGLE_APPLICATION_CREDENTIALS: file })().catch(String);
      expect(refusal).toMatch(/key\.json cannot be read \(it is not JSON\)/);
      expect(refusal).not.toContain('secret');
    });

    it('passes on why the token was refused', async () => {
      fake.refused.add('/token');
      await expect(ofKeyFile()()).rejects.toThrow(/refused the key file .*key\.json with 403: .*permission/);
    });
  });
});

const ownersKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
