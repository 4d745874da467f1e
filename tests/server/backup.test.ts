import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lookUp, refresh, signIn } from '#bench/protocol/identityClient.ts';
import { verify } from '#server/programs/historyPrograms.ts';
import {
  backup,
  type Program,
  removeUnreadable,
  restoreBackup,
  rotateKey,
} from '#server/programs/operatorPrograms.ts';
import { StartError } from '#server/StartError.ts';
import { check } from '../crash/check.ts';
import { registerAdmin } from '../crash/colleague.ts';
import { ADMIN, startServerProcess } from '../crash/serverProcess.ts';
import { WriteRecord } from '../crash/WriteRecord.ts';
import { WRITERS } from '../crash/writers.ts';
import { byStage, firstByStage } from '../support/fullRun.ts';
import { seededRandom } from '../support/random.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { testFolder } from '../support/testFolder.ts';
import { until } from '../support/until.ts';

/** What runs as a process here; built first where it is out of date. */
const PROGRAMS = ['server', 'backup', 'restore', 'rotate-key', 'remove-unreadable'] as const;
/** Backups taken while writers run. */
const BACKUPS = byStage({ usual: 1, full: 3 });
let folder: string;
let dataDir: string;
let cleanUps: (() => unknown)[] = [];
/** A data folder with an administrator. */
const template = mkdtempSync(join(tmpdir(), 'gl-backup-template-'));
beforeAll(async () => {
  spawnSync(process.execPath, ['scripts/build.mjs', ...PROGRAMS]);
  const server = await startTestServer({ dataDir: template });
  await server.stop();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));
beforeEach(() => {
  folder = testFolder();
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
});

type Outcome = { readonly code: number | null; readonly output: string };

/** Runs the work of a program in this process. */
function run(program: Program, args: readonly string[], dir = dataDir): Outcome {
  try {
    return { code: 0, output: program({ args, dataDir: dir, now: new Date() }) };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { code: 1, output: error.message };
  }
}

/** Runs one of the programs as a process, without holding up the writers of this one. */
async function runByProcess(
  program: (typeof PROGRAMS)[number],
  args: readonly string[],
  DATA_DIR = dataDir,
): Promise<Outcome> {
  const child = spawn(process.execPath, [`dist/node/${program}.js`, ...args], {
    env: { ...process.env, DATA_DIR },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** A server in this process. */
async function serve(dir = dataDir): Promise<TestServer> {
  const server = await startTestServer({ dataDir: dir });
  cleanUps.push(server.stop);
  return server;
}

/** Makes a data folder with an administrator, and nobody serving it. */
function seed(): void {
  cpSync(template, dataDir, { recursive: true });
}

describe('a backup', () => {
  it('made while writers run is one moment of all three services, with everything acknowledged before', async () => {
    const { ready, kill } = startServerProcess(dataDir);
    cleanUps.push(kill);
    const origin = await ready;
    const { idToken, refreshToken } = await signIn(origin, ADMIN);
    const writeRecord = new WriteRecord();
    const colleague = await refresh(origin, await registerAdmin(origin, idToken));
    const target = { origin, idToken, colleague, writeRecord };
    const writing = Promise.allSettled(WRITERS.map((write, n) => write(target, seededRandom(n))));
    const taken: {
      file: string;
      expected: ReturnType<WriteRecord['asOfNow']>;
      people: WriteRecord['people'];
    }[] = [];
    for (let n = 0; n < BACKUPS; n += 1) {
      const enough = writeRecord.acknowledged + 30;
      await until(() => expect(writeRecord.acknowledged).toBeGreaterThan(enough));
      const [expected, people] = [writeRecord.asOfNow(), [...writeRecord.people]];
      const file = join(folder, `backup-${n}.db`);
      expect(await runByProcess('backup', [file])).toMatchObject({ code: 0 });
      taken.push({ file, expected, people });
    }
    await kill();
    await writing;

    for (const { file, expected, people } of taken) {
      const fresh = mkdtempSync(join(folder, 'restored-'));
      expect(await runByProcess('restore', [file], fresh)).toMatchObject({ code: 0 });
      const { output } = run(verify, [], fresh);
      expect(output).toMatch(/: [\d,]+ changes? verified/);
      expect(run(verify, [file])).toEqual({ code: 0, output });
      const restored = await serve(fresh);
      const admin = await refresh(restored.origin, refreshToken);
      const found = { origin: restored.origin, idToken: admin, writeRecord: expected };
      expect(await check(found, people)).toEqual([]);
      await restored.stop();
      cleanUps.pop();
    }
  });

  it('goes into a folder under the name of its moment, readable by its owner alone', async () => {
    seed();
    expect(run(backup, [join(folder, 'backups/')]).code).toBe(0);
    const names = readdirSync(join(folder, 'backups')).sort();
    expect(names[0]).toMatch(/^gl-classifier-\d{4}-.*Z\.db$/);
    expect(names).toEqual([names[0], `${names[0]}.audit.log`]);
    for (const name of names) expect(statSync(join(folder, 'backups', name)).mode & 0o777).toBe(0o600);
  });

  it('brings the audit log along, but never puts it in the place of one that is there', async () => {
    seed();
    const file = join(folder, 'backup.db');
    const log = join(dataDir, 'audit.log');
    const lines = readFileSync(log, 'utf8');
    expect(lines).toContain('"event":"grant"');
    appendFileSync(log, '{"half a line');
    run(backup, [file]);
    expect(readFileSync(`${file}.audit.log`, 'utf8')).toBe(lines);

    writeFileSync(log, `${lines}later\n`);
    run(restoreBackup, [file]);
    const events = (path: string) => readFileSync(path, 'utf8').slice(lines.length).trim().split('\n');
    expect(events(log)).toEqual(['later', expect.stringContaining('"event":"restore"')]);

    const fresh = join(folder, 'fresh');
    run(restoreBackup, [file], fresh);
    expect(readFileSync(join(fresh, 'audit.log'), 'utf8').startsWith(lines)).toBe(true);
    expect(events(join(fresh, 'audit.log'))).toEqual([expect.stringContaining('"event":"restore"')]);
    expect(statSync(join(fresh, 'audit.log')).mode & 0o777).toBe(0o600);
  });

  it.each<[string, (file: string) => Outcome | Promise<Outcome>, RegExp]>([
    ['over a file that is there', (file) => run(backup, [file]), /is there already/],
    ['without a target', () => runByProcess('backup', []), /Usage: npm run backup/],
    ['of a folder without data', (file) => run(backup, [`${file}2`], join(file, '..', 'none')), /no data in/],
    ['into a place that cannot be written', () => run(backup, ['/dev/null/x/y.db']), /could not be made/],
  ])('%s is refused in one line', async (_name, attempt, message) => {
    seed();
    const file = join(folder, 'there');
    writeFileSync(file, 'precious');
    const { code, output } = await attempt(file);
    expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringMatching(message)]]);
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });
});

describe('restoring', () => {
  it('keeps the present data aside, and brings the former back', async () => {
    seed();
    const file = join(folder, 'backup.db');
    run(backup, [file]);
    const second = await serve();
    const { origin } = second;
    const { idToken } = await signIn(origin, ADMIN);
    const colleague = await refresh(origin, await registerAdmin(origin, idToken));
    const target = { origin, idToken, colleague, writeRecord: new WriteRecord() };
    const writing = Promise.allSettled(WRITERS.map((write, n) => write(target, seededRandom(n))));
    await until(() => expect(target.writeRecord.people).not.toEqual([]));
    await second.stop();
    cleanUps.pop();
    await writing;

    const { code, output } = run(restoreBackup, [file]);
    expect(code).toBe(0);
    const kept = /kept in (\S+)\./.exec(output)?.[1] ?? '';
    const restored = await serve();
    const again = await signIn(restored.origin, ADMIN);
    const found = { origin: restored.origin, idToken: again.idToken, writeRecord: new WriteRecord() };
    expect(await check(found, [])).toEqual([]);
    const later = target.writeRecord.people[0];
    await expect(refresh(restored.origin, later?.tokens.refreshToken ?? '')).rejects.toThrow(/TOKEN_EXPIRED/);
    await restored.stop();
    cleanUps.pop();

    const former = await serve(kept);
    const known = await lookUp(former.origin, await refresh(former.origin, later?.tokens.refreshToken ?? ''));
    expect(known).toBe(later?.email);
  });

  it('is refused while a server runs, and changes nothing', async () => {
    const { origin } = await serve();
    const file = join(folder, 'backup.db');
    run(backup, [file]);
    const { code, output } = await runByProcess('restore', [file]);
    expect([code, output]).toEqual([1, expect.stringMatching(/in use by another running server/)]);
    await signIn(origin, ADMIN);
  });

  it('of a backup that a newer version made is refused, and changes nothing', async () => {
    seed();
    const file = join(folder, 'newer.db');
    run(backup, [file]);
    const db = new Database(file);
    db.exec("UPDATE schema_versions SET version = 99 WHERE owner = 'database'");
    db.close();
    const { code, output } = run(restoreBackup, [file]);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/written by a newer GL Classifier \(database 99, this one knows 3\)/),
    ]);
    await signIn((await serve()).origin, ADMIN);
  });

  const otherFiles = [
    ['is no database', 'x'.repeat(5000), /backup file \S+ is damaged \(it is not a database: another file/],
    ['is empty', '', /is damaged \(it is empty\): give another file that npm run backup has made/],
    [
      "is another program's",
      otherPrograms(),
      /belongs to another program: give a file that npm run backup has made/,
    ],
    ['is not there', null, /there is no such file/],
  ] as const;
  it.each(firstByStage(otherFiles))(
    'of a file that %s is refused, and changes nothing',
    async (_name, content, message) => {
      seed();
      const file = join(folder, 'other.db');
      if (content !== null) writeFileSync(file, content);
      const { code, output } = run(restoreBackup, [file]);
      expect([code, output.trim()]).toEqual([1, expect.stringMatching(message)]);
      await signIn((await serve()).origin, ADMIN);
    },
  );
});

it.each([
  ['no database', 'x'.repeat(5000), /is damaged \(it is not a database/],
  ["another program's", otherPrograms(), /data file \S+ belongs to another program: move it away/],
])('of a data file that is %s no backup is made', (_name, content, message) => {
  seed();
  writeFileSync(join(dataDir, 'gl-classifier.db'), content);
  const file = join(folder, 'backup.db');
  const { code, output } = run(backup, [file]);
  expect([code, output.trim()]).toEqual([1, expect.stringMatching(message)]);
  expect(existsSync(file)).toBe(false);
});

describe('a new signing key', () => {
  it('signs from now on while the server runs, and signs nobody out', async () => {
    const { origin } = await serve();
    const before = await signIn(origin, ADMIN);
    expect(await runByProcess('rotate-key', [])).toMatchObject({ code: 0 });
    expect(await lookUp(origin, before.idToken)).toBe(ADMIN.email);
    const after = await refresh(origin, before.refreshToken);
    expect(keyOf(after)).not.toBe(keyOf(before.idToken));
    expect(await lookUp(origin, after)).toBe(ADMIN.email);
  });

  it('is not made when the program is started with an argument', () => {
    seed();
    const before = signingKeys();
    expect(run(rotateKey, ['now'])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Usage: npm run rotate-key/),
    });
    expect(signingKeys()).toEqual(before);
  });

  it('needs data to belong to', () => {
    expect(run(rotateKey, [])).toMatchObject({
      code: 1,
      output: `There is no data in ${dataDir}: set DATA_DIR to the folder of the data.`,
    });
  });
});

/** The keys in the data folder. */
function signingKeys(): unknown[] {
  const db = new Database(join(dataDir, 'gl-classifier.db'));
  try {
    return db.prepare('SELECT kid FROM signing_keys').all([]);
  } finally {
    db.close();
  }
}

/** The file of a database that is not ours. */
function otherPrograms(): Buffer {
  const own = mkdtempSync(join(tmpdir(), 'gl-songs-'));
  const file = join(own, 'songs.db');
  const db = new Database(file);
  db.exec('CREATE TABLE songs (title TEXT)');
  db.close();
  const content = readFileSync(file);
  rmSync(own, { recursive: true });
  return content;
}

function keyOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
}

describe('values under keys that the SDK cannot read', () => {
  const store = (path: string, value: string) => {
    const db = new Database(join(dataDir, 'gl-classifier.db'));
    db.prepare('INSERT INTO database_leaves VALUES (?, ?)').run([path, JSON.stringify(value)]);
    db.close();
  };
  const paths = () => {
    const db = new Database(join(dataDir, 'gl-classifier.db'));
    const rows = db.prepare('SELECT path, value FROM database_leaves ORDER BY path').all();
    db.close();
    return new Map((rows as { path: string; value: string }[]).map(({ path, value }) => [path, value]));
  };

  it('are printed and removed by remove-unreadable, and the list gets a new version', async () => {
    seed();
    const before = paths();
    store('gl_mappings/hasOwnProperty/description', 'hasOwnProperty');
    store('gl_mappings/hasOwnProperty/glAccount', '6100');
    store('gl_mappings/__proto__', '6200');
    expect(await runByProcess('remove-unreadable', [])).toEqual({
      code: 0,
      output: [
        'Removed:',
        'gl_mappings/__proto__  "6200"',
        'gl_mappings/hasOwnProperty/description  "hasOwnProperty"',
        'gl_mappings/hasOwnProperty/glAccount  "6100"\n',
      ].join('\n'),
    });
    const after = paths();
    expect(after.get('gl_mappings_version/id')).not.toBe(before.get('gl_mappings_version/id'));
    const list = (from: ReturnType<typeof paths>) =>
      [...from].filter(([path]) => path.startsWith('gl_mappings/'));
    expect(list(after)).toEqual(list(before));
    expect(readFileSync(join(dataDir, 'audit.log'), 'utf8')).toContain('"event":"repair"');
    expect(run(removeUnreadable, [])).toEqual({
      code: 0,
      output: 'Every stored key can be read. Nothing was changed.',
    });
    expect(paths()).toEqual(after);
  });

  it('leave a list whose history holds, which verify says of the data and of a backup', () => {
    seed();
    store('gl_mappings/hasOwnProperty/description', 'hasOwnProperty');
    run(removeUnreadable, []);
    const holds = { code: 0, output: expect.stringMatching(/: 1 change verified/) };
    expect(run(verify, [])).toEqual(holds);
    const file = join(folder, 'backup.db');
    run(backup, [file]);
    expect(run(verify, [file])).toEqual(holds);
    store('gl_mappings/OUTSIDE', '1');
    expect(run(verify, [])).toEqual({
      code: 1,
      output: expect.stringContaining('The history does not hold:\nThe list amounts to 1 mappings'),
    });
    expect(run(verify, [file])).toEqual(holds);
    expect(run(verify, [join(folder, 'none.db')]).output).toContain('there is no such file');
    expect(run(verify, ['a', 'b']).output).toContain('Usage: npm run verify');
  });

  it('and mappings with keys that are too long to be changed, when asked to', () => {
    seed();
    const long = 'L'.repeat(696);
    store(`gl_mappings/${long}/description`, 'L');
    store(`gl_mappings/${long}/glAccount`, '6100');
    store(`gl_mappings/${'K'.repeat(695)}`, '6200');
    const unchanged = paths();
    expect(run(removeUnreadable, []).output).toBe(
      'Every stored key can be read. Nothing was changed.\nThe app can use but not change 1 mappings with keys that are too long; --long-keys removes them.',
    );
    expect(paths()).toEqual(unchanged);
    expect(run(removeUnreadable, ['--long-keys'])).toEqual({
      code: 0,
      output: `Removed:\ngl_mappings/${long}/description  "L"\ngl_mappings/${long}/glAccount  "6100"`,
    });
    expect([...paths().keys()].filter((path) => path.includes(long))).toEqual([]);
    expect(run(verify, []).output).toMatch(/The list has 1 mapping: 1 change verified/);
    expect(run(removeUnreadable, ['--long-keys', 'x']).output).toContain('Usage');
  });

  it('stay while a server has the data', async () => {
    seed();
    store('gl_mappings/__proto__', '6200');
    await serve();
    expect(run(removeUnreadable, []).code).toBe(1);
    expect(paths().has('gl_mappings/__proto__')).toBe(true);
  });

  it('are not looked for where there is no data, nor with arguments', () => {
    expect(run(removeUnreadable, [])).toEqual({
      code: 1,
      output: `There is no data in ${dataDir}: set DATA_DIR to the folder of the data.`,
    });
    seed();
    expect(run(removeUnreadable, ['x']).output).toContain('Usage: npm run remove-unreadable');
  });
});
