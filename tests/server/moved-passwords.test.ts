import { createCipheriv, scryptSync } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refresh, signIn } from '#bench/protocol/identityClient.ts';
import { parsePasswordHash } from '#server/auth/passwords.ts';
import { hashConfigText, readHashConfig } from '#server/firebase/hashConfig.ts';
import { exportFirebase, importFirebase } from '#server/programs/movingPrograms.ts';
import type { Program } from '#server/programs/operatorPrograms.ts';
import { dataFilesOf } from '#server/store/dataFolder.ts';
import { byStage } from '../support/fullRun.ts';
import { below, pick, type Random, seededRandom } from '../support/random.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { tablesOf } from '../support/tablesOf.ts';
import { testFolder } from '../support/testFolder.ts';

const table = tablesOf('server/moved-passwords');

let folder: string;
let servers: TestServer[] = [];
beforeEach(() => {
  folder = testFolder();
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  servers = [];
});

const run = (program: Program, dataDir: string, ...args: string[]) =>
  program({ args, dataDir, now: new Date('2026-11-26T08:00:00Z') });
const export_ = (dataDir: string, out: string) =>
  run(exportFirebase, dataDir, join(folder, out), '--project', 'our-project');

async function start(dataDir: string, options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ logError: () => {}, ...options, dataDir });
  servers.push(server);
  return server;
}

type User = Record<string, unknown> & { email: string; localId: string };
/** A way of hashing as options of `firebase auth:import`. */
type HashConfig = Readonly<Record<string, string>>;
type AccountsFile = { readonly config: HashConfig | null; readonly users: readonly User[] };

const bytes = (random: Random, length: number) =>
  Buffer.from(Array.from({ length }, () => below(random, 256)));
const passwordOf = ({ localId }: User) => `Pa\u00dfwort ${localId} \u{1f511}`;

/** As RFC 7914 has it, or as Firebase's own program does: https://github.com/firebase/scrypt. */
function hashed(password: string, salt: Buffer, config: HashConfig): Buffer {
  const [cost, r, p] = ['mem-cost', 'block-size', 'parallelization'].map((name) => Number(config[name]));
  if (config['hash-algo'] === 'STANDARD_SCRYPT') return scryptSync(password, salt, 32, { N: cost, r, p });
  const [signerKey, separator] = ['hash-key', 'salt-separator'].map((name) =>
    Buffer.from(config[name] ?? '', 'base64'),
  );
  const salted = Buffer.concat([salt, separator ?? Buffer.alloc(0)]);
  const key = scryptSync(password, salted, 32, { N: 2 ** Number(cost), r: Number(config['rounds']), p: 1 });
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signerKey ?? Buffer.alloc(0));
}

const standard = (cost: number, r: number, p: number): HashConfig => ({
  'hash-algo': 'STANDARD_SCRYPT',
  'mem-cost': String(cost),
  'block-size': String(r),
  parallelization: String(p),
  'dk-len': '32',
});

const firebase = (signerKey: Buffer, separator: Buffer, rounds: number, cost: number): HashConfig => ({
  'hash-algo': 'SCRYPT',
  'hash-key': signerKey.toString('base64'),
  ...(separator.length > 0 && { 'salt-separator': separator.toString('base64') }),
  rounds: String(rounds),
  'mem-cost': String(cost),
});

function randomConfig(random: Random): HashConfig {
  if (below(random, 2) === 0)
    return standard(2 ** (1 + below(random, 6)), 1 + below(random, 3), 1 + below(random, 3));
  const signerKey = bytes(random, pick(random, [1, 31, 32, 64]));
  const separator = bytes(random, pick(random, [0, 1, 2, 5]));
  return firebase(signerKey, separator, 1 + below(random, 8), 1 + below(random, 6));
}

/** As the Firebase console shows it. */
function consoleText(config: HashConfig): string {
  const names: Readonly<Record<string, string>> = {
    'hash-algo': 'algorithm',
    'hash-key': 'base64_signer_key',
    'salt-separator': 'base64_salt_separator',
  };
  const lines = Object.entries(config).map(
    ([name, value]) => `  ${names[name] ?? name.replace('-', '_')}: ${value},`,
  );
  return `hash_config {\n${lines.join('\n')}\n}\n`;
}

const NAMES = ['Ann', 'O\'Neil, "Bob" <x>', 'Zoë \u{1f600}', '山田 太郎', 'e\u0301', '100%', '{}', '  a  '];
const HOSTS = ['x.test', 'müller.example', 'пример.рф', 'a'];
const UIDS = ['abc', 'uid-', 'Ä:ö~', 'a b', '"', "'", '=+', '用户', '__', 'constructor'];

function randomUser(random: Random, number: number, config: HashConfig | null): User {
  const localId = pick(random, UIDS) + number;
  const email = `${pick(random, ['ann', "o'n", 'a+b', 'jürgen', '{a}'])}${number}@${pick(random, HOSTS)}`;
  const user: User = {
    localId,
    email,
    emailVerified: below(random, 2) === 0,
    createdAt: String(1_700_000_000_000 + number),
    disabled: below(random, 4) === 0,
    providerUserInfo: [],
    ...(below(random, 2) === 0 && { displayName: pick(random, NAMES) }),
    ...(below(random, 3) === 0 && { photoUrl: `https://x.test/${number}?a=b&c=%20` }),
    ...(below(random, 2) === 0 && { lastSignedInAt: String(1_750_000_000_000 + number) }),
  };
  if (below(random, 2) === 0)
    user['providerUserInfo'] = [
      { providerId: 'google.com', rawId: `1${number}`, email, displayName: pick(random, NAMES) },
      ...(below(random, 3) === 0
        ? [{ providerId: pick(random, ['google.com', 'github.com']), rawId: `2${number}` }]
        : []),
    ];
  if (config === null || below(random, 4) === 0) return user;
  const salt = bytes(random, pick(random, [0, 1, 8, 16, 33]));
  const hash = hashed(passwordOf(user), salt, config);
  return { ...user, passwordHash: hash.toString('base64'), salt: salt.toString('base64') };
}

function writeIn(place: string, files: readonly AccountsFile[]): void {
  mkdirSync(place);
  for (const [index, { config, users }] of files.entries()) {
    writeFileSync(join(place, `accounts-${index}.json`), JSON.stringify({ users }));
    if (config !== null) writeFileSync(join(place, `hash-config-${index}.txt`), consoleText(config));
  }
  writeFileSync(join(place, 'database.json'), '{}');
}

/** Every account by its id, with how its password is hashed. */
function accountsIn(files: readonly AccountsFile[]): ReadonlyMap<string, object> {
  return new Map(
    files.flatMap(({ config, users }) =>
      users.map((user) => [user.localId, { ...user, config: 'passwordHash' in user ? config : null }]),
    ),
  );
}

/** The files that an export wrote, with the options that it printed for each: what Firebase's own program gets. */
function writtenIn(place: string, said: string): AccountsFile[] {
  return [...said.matchAll(/auth:import (\S+) --project \S+( .*)?$/gm)].map(([, file = '', options = '']) => {
    const { users } = JSON.parse(readFileSync(join(place, file), 'utf8')) as { users: User[] };
    const named = [...options.matchAll(/--([a-z-]+)=(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    return { users, config: named.length === 0 ? null : (Object.fromEntries(named) as HashConfig) };
  });
}

describe('what an import takes', () => {
  it.each(Array.from({ length: byStage({ usual: 3, full: 12 }) }, (_, seed) => seed))(
    'the next export gives back, account for account: seed %i',
    async (seed) => {
      const random = seededRandom(seed);
      let number = 0;
      const files = Array.from({ length: 1 + below(random, 4) }, (_, index) => {
        const config = index === 1 ? null : randomConfig(random);
        const users = Array.from({ length: 1 + below(random, 4) }, () =>
          randomUser(random, number++, config),
        );
        return { config, users };
      });
      writeIn(join(folder, 'in'), files);
      run(importFirebase, join(folder, 'data'), join(folder, 'in'));
      const said = export_(join(folder, 'data'), 'out');
      const written = writtenIn(join(folder, 'out'), said);
      const hasKey = written.some(({ config }) => config?.['hash-algo'] === 'SCRYPT');
      expect(said.includes('the key with which Firebase')).toBe(hasKey);
      expect(accountsIn(written)).toEqual(accountsIn(files));
      expect(written.every(({ users }) => users.length > 0)).toBe(true);
      expect(new Set(written.map(({ config }) => JSON.stringify(config))).size).toBe(written.length);
      expect(readdirSync(join(folder, 'out')).filter((name) => name.startsWith('accounts'))).toHaveLength(
        written.length,
      );
      const without = files.flatMap(({ users }) => users.filter((user) => !('passwordHash' in user)));
      for (const { email } of without) expect(said.split('\n')[1]).toContain(email);
      expect(said.includes('Without a password')).toBe(without.length > 0);

      run(importFirebase, join(folder, 'again'), join(folder, 'out'));
      export_(join(folder, 'again'), 'back');
      for (const name of readdirSync(join(folder, 'out')))
        expect(readFileSync(join(folder, 'back', name), 'utf8')).toBe(
          readFileSync(join(folder, 'out', name), 'utf8'),
        );

      const there = await start(join(folder, 'again'));
      for (const user of files.flatMap(({ users }) => users)) {
        const tokens = signIn(there.origin, { email: user.email, password: passwordOf(user) });
        const isGood = 'passwordHash' in user && user['disabled'] === false;
        const outcome = tokens.then(
          () => 'signed in',
          (error: Error) => error.message,
        );
        expect([user, await outcome]).toEqual([
          user,
          isGood ? 'signed in' : expect.stringMatching(/INVALID_LOGIN_CREDENTIALS|USER_DISABLED/),
        ]);
      }
    },
  );

  it.each([
    ['no separator', 'base64_salt_separator: ,\n', ''],
    ['one of nothing in quotes', 'base64_salt_separator: "",\n', ''],
    ['one with nothing behind the colon', 'base64_salt_separator:\n', ''],
    ['none named', '', ''],
    ['a quoted one', 'base64_salt_separator: "Bw==",\n', 'Bw=='],
  ])('reads hash parameters with %s', (_name, line, saltSeparator) => {
    const text = `hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: jxsp,\n  ${line}  rounds: 8,\n  mem_cost: 14,\n}`;
    const read = readHashConfig(text, 'x');
    expect(read).toMatchObject({ scheme: 'firebase', used: { cost: 14, r: 8, p: 1 } });
    expect(hashConfigText(read)).toContain(`base64_salt_separator: ${saltSeparator || '""'},`);
  });

  it.each(table<[string, string]>('refuses hash parameters with'))(
    'refuses hash parameters with %s',
    (_name, text) => {
      expect(() => readHashConfig(text, 'x.txt')).toThrow(
        /x\.txt has no password hash parameters that can be used/,
      );
    },
  );
});

const CHEAP = standard(16, 1, 1);
const FIREBASE = firebase(Buffer.from('a key of the project'), Buffer.from([7]), 8, 6);

describe('a sign-in', () => {
  /** A data folder with one person, whose password is hashed like that. */
  function moveIn(config: HashConfig, salt: Buffer = Buffer.alloc(16, 7)): User {
    const user: User = { localId: 'ann', email: 'ann@x.test', createdAt: '1700000000000' };
    const hash = hashed(passwordOf(user), salt, config);
    const users = [{ ...user, passwordHash: hash.toString('base64'), salt: salt.toString('base64') }];
    writeIn(join(folder, 'in'), [{ config, users }]);
    run(importFirebase, join(folder, 'data'), join(folder, 'in'));
    return user;
  }
  const credentials = (user: User) => ({ email: user.email, password: passwordOf(user) });

  function storedHash() {
    const db = new Database(dataFilesOf(join(folder, 'data')).databaseFile);
    const row = db.prepare("SELECT password_hash AS hash FROM accounts WHERE uid = 'ann'").get([]) as {
      hash: string;
    };
    db.close();
    return row.hash;
  }

  it.each<[string, HashConfig, Buffer | undefined, number, boolean]>([
    ['of Firebase’s scheme', FIREBASE, undefined, 4, true],
    ['of a weaker cost', CHEAP, undefined, 5, true],
    ['without salt', CHEAP, Buffer.alloc(0), 4, true],
    ['of today’s cost', CHEAP, undefined, 4, false],
    ['of a stronger cost', CHEAP, undefined, 3, false],
  ])('with a hash %s', async (_name, config, salt, cost, isRenewed) => {
    const user = moveIn(config, salt);
    const before = storedHash();
    const server = await start(join(folder, 'data'), { scrypt: { cost, r: 1, p: 1 } });
    await expect(signIn(server.origin, { ...credentials(user), password: 'another' })).rejects.toThrow();
    expect(storedHash()).toBe(before);
    await signIn(server.origin, credentials(user));
    const after = storedHash();
    expect(after !== before).toBe(isRenewed);
    if (isRenewed)
      expect(parsePasswordHash(after)).toMatchObject({ scheme: 'scrypt', used: { cost, r: 1, p: 1 } });
    await signIn(server.origin, credentials(user));
    expect(storedHash()).toBe(after);
    await expect(signIn(server.origin, { ...credentials(user), password: 'another' })).rejects.toThrow();
  });

  it('succeeds in several browsers at once, and ends no session', async () => {
    const user = moveIn(FIREBASE);
    const server = await start(join(folder, 'data'));
    const sessions = await Promise.all(
      Array.from({ length: 4 }, () => signIn(server.origin, credentials(user))),
    );
    expect(storedHash()).toMatch(/^scrypt\$4\$/);
    for (const { refreshToken } of sessions) await refresh(server.origin, refreshToken);
  });

  it('succeeds when the hash cannot be renewed, which is logged', async () => {
    const user = moveIn(FIREBASE);
    const before = storedHash();
    const logged: string[] = [];
    const logError = (what: string) => logged.push(what);
    const impossible = { cost: 60, r: 1, p: 1 };
    const server = await start(join(folder, 'data'), { scrypt: impossible, logError });
    await signIn(server.origin, credentials(user));
    expect(storedHash()).toBe(before);
    expect(logged).toEqual(['A password could not be hashed anew:']);
  });

  it('in the browser that renewed it is known there afterwards', async () => {
    const user = moveIn(FIREBASE);
    const server = await start(join(folder, 'data'));
    const body = JSON.stringify({ ...credentials(user), returnSecureToken: true });
    const headers = { 'Content-Type': 'application/json' };
    const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x';
    const answer = await fetch(server.url(path), { method: 'POST', headers, body });
    const Cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    // More tries than a stranger has: the browser's own count by themselves.
    const wrong = { ...credentials(user), password: 'another' };
    for (let tries = 0; tries < 12; tries++)
      await expect(signIn(server.origin, wrong)).rejects.toThrow(tries < 10 ? /INVALID_LOGIN/ : /TOO_MANY/);
    await signIn(server.origin, credentials(user), { Cookie });
  });
});
