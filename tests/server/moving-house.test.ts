import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type SessionTokens, signIn } from '#bench/protocol/identityClient.ts';
import { createPasswords, passwordHashText } from '#server/auth/passwords.ts';
import { readHashConfig } from '#server/firebase/hashConfig.ts';
import { verify } from '#server/programs/historyPrograms.ts';
import { exportFirebase, importFirebase } from '#server/programs/movingPrograms.ts';
import type { Program } from '#server/programs/operatorPrograms.ts';
import { copyOfData } from '../support/copyOfData.ts';
import { startTestServer, storeMappings, type TestServer } from '../support/server.ts';
import { tablesOf } from '../support/tablesOf.ts';
import { folderOfFile, testFolder } from '../support/testFolder.ts';

/** The members that `firebase auth:import` takes: src/accountImporter.ts of firebase-tools 15. */
const ACCOUNT_KEYS = [
  'localId',
  'email',
  'emailVerified',
  'passwordHash',
  'salt',
  'displayName',
  'photoUrl',
  'createdAt',
  'lastSignedInAt',
  'providerUserInfo',
  'phoneNumber',
  'disabled',
  'customAttributes',
];

/** A server with people and a list with a history; its data as it leaves them when it is killed; and what they export. */
let server: TestServer;
const template = folderOfFile();
/** With copies of those data, `dataDir`, and of their export, `out`. */
let folder: string;
let dataDir: string;
let out: string;
beforeAll(async () => {
  server = await startTestServer({ dataDir: join(template, 'data'), logError: () => {} });
  await server.addUser('ann@example.com', { name: 'Ann' });
  await server.addUser('bob@example.com', { admin: true });
  storeMappings(server, { 'Premier Inn': '6200', 'TESCO STORES': '6100' });
  storeMappings(server, { 'Premier Inn': '6210', 'A.B #1': '“7” – Büro' });
  copyOfData(server.dataDir, join(template, 'stopped'));
  run(exportFirebase, join(template, 'stopped'), join(template, 'out'), '--project', 'our-project');
});
afterAll(() => server.stop());
beforeEach(() => {
  folder = testFolder();
  [dataDir, out] = [join(folder, 'stopped'), join(folder, 'out')];
  cpSync(join(template, 'stopped'), dataDir, { recursive: true });
  cpSync(join(template, 'out'), out, { recursive: true });
});

/** A server whose data stay when the test stops it. */
async function start(moved: string): Promise<TestServer> {
  const started = await startTestServer({ dataDir: moved, logError: () => {} });
  onTestFinished(() => started.stop());
  return started;
}

const run = (program: Program, dataDir: string, ...args: string[]) =>
  program({ args, dataDir, now: new Date('2026-11-26T08:00:00Z') });
const json = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

describe('moving house', () => {
  it('to Firebase’s files and back: same passwords, same ids, same list, same history', async () => {
    const before = run(verify, dataDir);
    rmSync(out, { recursive: true });
    const said = run(exportFirebase, dataDir, out, '--project', 'our-project');
    expect(said).toContain(before);
    // Only Firebase's hashes have a key.
    expect(said).toContain('The files hold password hashes: keep');
    expect(said).toContain(
      'auth:import accounts.json --project our-project --hash-algo=STANDARD_SCRYPT --mem-cost=16 --block-size=1 --parallelization=1 --dk-len=32',
    );

    const moved = join(folder, 'moved');
    const done = run(importFirebase, moved, out);
    expect(done).toContain(before);
    expect(run(verify, moved)).toContain(before);
    run(exportFirebase, moved, join(folder, 'again'), '--project', 'our-project');
    for (const name of readdirSync(out))
      expect(readFileSync(join(folder, 'again', name), 'utf8')).toBe(readFileSync(join(out, name), 'utf8'));

    const there = await start(moved);
    for (const email of ['ann@example.com', 'bob@example.com', server.admin.email]) {
      const [here, now] = await Promise.all(
        [server.origin, there.origin].map((origin) =>
          signIn(origin, { email, password: server.admin.password }),
        ),
      );
      expect(uidOf(now)).toBe(uidOf(here));
    }
    expect(there.services().tree.read('')).toEqual(server.services().tree.read(''));
    storeMappings(there, { 'Premier Inn': '6300' });
  });

  it('writes accounts as auth:import takes them, documents as a commit, and the tree with its history', async () => {
    expect(readdirSync(out)).toEqual(['accounts.json', 'database.json', 'documents.json', 'hash-config.txt']);
    for (const name of readdirSync(out)) expect(statSync(join(out, name)).mode & 0o777).toBe(0o600);
    const { users } = json('out/accounts.json');
    expect(users).toHaveLength(3);
    for (const user of users) {
      expect(ACCOUNT_KEYS).toEqual(expect.arrayContaining(Object.keys(user)));
      for (const text of [user.passwordHash, user.salt])
        expect(Buffer.from(text, 'base64').toString('base64')).toBe(text);
    }
    const { writes } = json('out/documents.json');
    expect(writes.map(({ update }: { update: { name: string } }) => update.name)).toContain(
      'projects/our-project/databases/(default)/documents/users/ann@example.com',
    );
    const tree = json('out/database.json');
    expect(tree.gl_mappings['Premier Inn']).toEqual({ description: 'Premier Inn', glAccount: '6210' });
    expect(Object.keys(tree.gl_mappings_history)).toHaveLength(2);
    expect(tree.gl_mappings_changes_by_key['Premier Inn']).toBeDefined();
  });

  it('takes what Firebase’s own tools wrote: its hashes, lists of documents, places with numbers as keys', async () => {
    const back = join(folder, 'back');
    cpSync(out, back, { recursive: true });
    const { users } = json('out/accounts.json');
    const [ann, bob, ...others] = users.toSorted((a: { email: string }, b: { email: string }) =>
      a.email < b.email ? 1 : -1,
    );
    // One has signed in on Firebase since, so the hash is Firebase's; auth:export leaves out the others' hashes.
    const { passwordHash, salt, ...unseen } = bob;
    writeFileSync(
      join(back, 'accounts.json'),
      JSON.stringify({
        users: [
          { ...ann, passwordHash: VECTOR.hash, salt: VECTOR.salt },
          {
            ...unseen,
            phoneNumber: '+441132',
            providerUserInfo: [{ providerId: 'saml.acme', rawId: '1' }],
          },
          ...others.map(withoutHash),
          { localId: 'phone' },
        ],
      }),
    );
    writeFileSync(join(back, 'hash-config.txt'), VECTOR.config);
    const { writes } = json('out/documents.json');
    writeFileSync(
      join(back, 'documents.json'),
      JSON.stringify({
        documents: writes.map(({ update }: { update: object }) => ({
          ...update,
          createTime: '2026-01-01T00:00:00Z',
        })),
      }),
    );
    writeFileSync(
      join(back, 'database.json'),
      JSON.stringify({ ...json('out/database.json'), usage: { numbered: [null, 1, { a: [2] }] } }),
    );

    const moved = join(folder, 'moved');
    const alone = run(importFirebase, join(folder, 'alone'), back);
    expect(alone).toContain(
      `Without a password in these files: 2 accounts (${[bob, ...others].map(({ email }) => email).join(', ')})`,
    );
    expect(alone).toContain('Left out: 1 account without an address.');
    expect(alone).toContain('since this server has no place for it: phoneNumber, sign-in by saml.acme.');
    expect(run(importFirebase, moved, back, '--moved', out)).not.toContain('Without a password');

    const there = await start(moved);
    await signIn(there.origin, { email: ann.email, password: VECTOR.password });
    for (const { email } of [bob, ...others])
      await signIn(there.origin, { email, password: server.admin.password });
    await expect(signIn(there.origin, { email: ann.email, password: 'another' })).rejects.toThrow();
    expect(there.services().tree.read('usage')).toEqual({ numbered: { 1: 1, 2: { a: { 0: 2 } } } });
  });

  it.each<Refused>([
    ...refusedFiles(),
    ...refusedAccounts(),
    ...refusedEntries(),
    ['no accounts', (back) => rmSync(join(back, 'accounts.json')), /no accounts\.json in/],
    ['no tree', (back) => rmSync(join(back, 'database.json')), /database\.json cannot be read/],
    [
      'passwords without hash parameters',
      (back) => rmSync(join(back, 'hash-config.txt')),
      /account 1 \(\S+\) has a password, and beside the file is no hash-config/,
    ],
    [
      'a Google account in two accounts',
      (back) =>
        writeAccounts(back, [
          { localId: 'a', email: 'a@b.c', providerUserInfo: [{ providerId: 'google.com', rawId: '1' }] },
          { localId: 'b', email: 'b@b.c', providerUserInfo: [{ providerId: 'google.com', rawId: '1' }] },
        ]),
      /"google\.com 1" is in the files of accounts twice/,
    ],
    [
      'a document twice',
      (back) => cpSync(join(back, 'documents.json'), join(back, 'documents-again.json')),
      /"users\/\S+" is in the files of documents twice/,
    ],
  ])('says what is wrong with %s, and changes nothing', async (_name, spoil, message) => {
    spoil(out);
    expect(() => run(importFirebase, join(folder, 'moved'), out)).toThrow(message);
    expect(readdirSync(folder)).not.toContain('moved');
  });

  it.each<[string, (tree: Record<string, Record<string, unknown>>) => unknown]>([
    [
      'a mapping that no entry made',
      (tree) => (tree['gl_mappings'] = { x: { description: 'x', glAccount: '1' } }),
    ],
    ['no changes of its entries', (tree) => delete tree['gl_mappings_changes']],
    [
      'an entry less',
      ({ gl_mappings_history: history = {} }) => delete history[Object.keys(history)[0] ?? ''],
    ],
    [
      'a version with an id of two lines',
      ({ gl_mappings_version: version = {} }) => (version['id'] = 'a\n\u001b[2Jb'),
    ],
  ])('leaves no data when a history does not hold: %s', async (_name, spoil) => {
    const tree = json('out/database.json');
    const whole = JSON.stringify(tree);
    spoil(tree);
    writeFileSync(join(out, 'database.json'), JSON.stringify(tree));
    const moved = join(folder, 'deep', 'moved');
    expect(() => run(importFirebase, moved, out)).toThrow(
      /^The history does not hold:\n[^\p{Cc}]+(?:\n[A-Z\w][^\p{Cc}]+)*$/u,
    );
    expect(existsSync(moved)).toBe(false);
    // A folder that was there stays, with what is in it.
    mkdirSync(moved, { recursive: true });
    writeFileSync(join(moved, 'readme.txt'), 'ours');
    expect(() => run(importFirebase, moved, out)).toThrow(/The history does not hold/);
    expect(readdirSync(moved)).toEqual(['readme.txt']);

    writeFileSync(join(out, 'database.json'), whole);
    expect(run(importFirebase, moved, out)).toContain('2 changes verified');
  });

  it('takes over what has no history at all, by name, and does not call it verified', async () => {
    const { gl_mappings, access } = json('out/database.json');
    const chart = { '6100%2E1': { code: '6100.1', name: 'Rent' } };
    const tree = { gl_mappings, access, gl_accounts: chart };
    writeFileSync(join(out, 'database.json'), JSON.stringify(tree));
    const said = run(importFirebase, join(folder, 'moved'), out);
    const people = `3 entries: ${server.admin.email}, ann@example.com, bob@example.com.`;
    const taken = (subject: string, what: string) =>
      `The files have no history of ${subject}. Taken over as it stands, unverified: ${what}`;
    const lines = [
      taken('the mapping list', '3 entries.'),
      taken('access', people),
      taken('the chart of accounts', '1 entry: 6100.1.'),
    ];
    expect(said).toContain(lines.join('\n'));
    expect(said).toContain('Access: 1 change verified; 3 access entries are older than the history');
    expect(said).toContain('Chart of accounts: 1 change verified; 1 account is older than the history');
    const audit = readFileSync(join(folder, 'moved', 'audit.log'), 'utf8');
    expect(JSON.parse(audit)).toMatchObject({ event: 'import-firebase', takenOver: lines.join(' ') });
    // Once only: what an entry has taken over, the history accounts for from then on.
    run(exportFirebase, join(folder, 'moved'), join(folder, 'back'), '--project', 'our-project');
    const again = run(importFirebase, join(folder, 'again'), join(folder, 'back'));
    expect(again).not.toContain('Taken over');
    expect(again).toContain('Access: 1 change verified; 3 access entries are older');
  });

  it('exports an account with an address that is registered no more', async () => {
    await server.addUser('a..nn@example.com');
    const stopped = copyOfData(server.dataDir, join(folder, 'with another'));
    run(exportFirebase, stopped, join(folder, 'other'), '--project', 'our-project');
    expect(JSON.stringify(json('other/accounts.json'))).toContain('"a..nn@example.com"');
  });

  it('names who can sign in with nothing that is offered here', async () => {
    writeAccounts(out, [
      { localId: 'a', email: 'a@b.c', providerUserInfo: [{ providerId: 'facebook.com', rawId: '1' }] },
      { localId: 'b', email: 'b@b.c', providerUserInfo: [{ providerId: 'google.com', rawId: '1' }] },
    ]);
    const said = run(importFirebase, join(folder, 'moved'), out);
    expect(said).toContain('Without a password in these files: 1 account (a@b.c). They set one');
  });

  it('never writes into data or files that are there', async () => {
    expect(() => run(exportFirebase, dataDir, out, '--project', 'our-project')).toThrow(/not empty/);
    expect(() => run(exportFirebase, dataDir, join(folder, 'b'))).toThrow(/^--project ID is missing\. Usage/);
    expect(() => run(importFirebase, dataDir, out)).toThrow(/There is data in/);
    expect(() => run(exportFirebase, server.dataDir, join(folder, 'b'), '--project', 'our-project')).toThrow(
      /in use/,
    );
  });
});

/** The example of https://github.com/firebase/scrypt. */
const VECTOR = {
  config: `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`,
  salt: '42xEC+ixf3L2lw==',
  password: 'user1password',
  hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
};

describe('a password that Firebase hashed', () => {
  it('is checked as Firebase does', async () => {
    const stored = passwordHashText({
      ...readHashConfig(VECTOR.config, 'hash-config.txt'),
      salt: Buffer.from(VECTOR.salt, 'base64'),
      key: Buffer.from(VECTOR.hash, 'base64'),
    });
    const passwords = createPasswords({ cost: 4, r: 1, p: 1 });
    expect(await passwords.matches(VECTOR.password, stored)).toBe(true);
    expect(await passwords.matches('user2password', stored)).toBe(false);
    await passwords.close();
  });
});

function uidOf(tokens: SessionTokens | undefined): unknown {
  return JSON.parse(Buffer.from(tokens?.idToken.split('.')[1] ?? '', 'base64url').toString()).sub;
}

function withoutHash({ passwordHash: _hash, salt: _salt, ...user }: Record<string, unknown>) {
  return user as { email: string };
}

type Refused = [name: string, spoil: (back: string) => void, message: RegExp];

/** Of which what follows the name of a credential is not repeated. */
const GOOGLES_ERROR = JSON.stringify({
  error: {
    code: 401,
    message: 'Bearer abcdefghijklmnopqrstuvwx of ya29.a0Af_secret is\nno good',
    status: 'UNAUTHENTICATED',
  },
});

const table = tablesOf('server/moving-house', {
  GOOGLES_ERROR,
  DEEP: `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`,
  HASH_CONFIG: VECTOR.config,
  form: /database\.json: "access\/ann@x%2Etest": not in the form/,
});

/** Files with a text that none may have, and documents that none may hold. */
function refusedFiles(): Refused[] {
  const files = table<[name: string, file: string, text: string, message: RegExp]>('files');
  const documents = table<[name: string, path: string, fields: object, message: RegExp]>('documents');
  return [
    ...files.map(
      ([name, file, text, message]): Refused => [
        name,
        (back) => writeFileSync(join(back, file), text),
        message,
      ],
    ),
    ...documents.map(
      ([name, path, fields, message]): Refused => [
        `a document with ${name}`,
        (back) => writeDocument(back, path, fields),
        message,
      ],
    ),
  ];
}

function refusedAccounts(): Refused[] {
  const ann = { localId: 'a', email: 'ann@x.test' };
  return table<[name: string, changes: object, message: RegExp]>('accounts').map(
    ([name, changes, message]) => [name, (back) => writeAccounts(back, [{ ...ann, ...changes }]), message],
  );
}

type Tree = Record<string, Record<string, unknown>>;

/** Entries of logs that their histories do not account for, or of another form than the rules have. */
function refusedEntries(): Refused[] {
  const changing = (change: (tree: Tree) => unknown) => (back: string) => {
    const tree = JSON.parse(readFileSync(join(back, 'database.json'), 'utf8')) as Tree;
    change(tree);
    writeFileSync(join(back, 'database.json'), JSON.stringify(tree));
  };
  const put = (path: string, value: unknown) =>
    changing((tree) => {
      const [place = '', ...rest] = path.split('/');
      tree[place] = { ...tree[place], [rest.join('/')]: value };
    });
  return [
    ...table<[name: string, path: string, value: unknown, message: RegExp]>('entries').map(
      ([name, path, value, message]): Refused => [name, put(path, value), message],
    ),
    [
      'a mapping that no entry made, in a list that does not say what it amounts to',
      changing(({ gl_mappings = {}, gl_mappings_version = {} }) => {
        gl_mappings['x'] = { description: 'x', glAccount: '1' };
        delete gl_mappings_version['sum'];
      }),
      /"gl_mappings\/x": in no entry of the history of the mapping list/,
    ],
  ];
}

function writeAccounts(back: string, users: readonly object[]): void {
  writeFileSync(join(back, 'accounts.json'), JSON.stringify({ users }));
}

function writeDocument(back: string, path: string, fields: object): void {
  const name = `projects/p/databases/(default)/documents/${path}`;
  writeFileSync(join(back, 'documents.json'), JSON.stringify({ documents: [{ name, fields }] }));
}
