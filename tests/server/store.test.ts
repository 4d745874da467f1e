import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { log } from '#server/log.ts';
import { rotateKey } from '#server/programs/operatorPrograms.ts';
import { StartError } from '#server/StartError.ts';
import { backUp } from '#server/store/backup.ts';
import { migrate } from '#server/store/migrations.ts';
import { openStore } from '#server/store/openStore.ts';
import type { Store } from '#server/store/store.ts';
import { seededRandom } from '../support/random.ts';
import { testFolder } from '../support/testFolder.ts';

let folder: string;
const open: Store[] = [];

beforeEach(() => {
  folder = testFolder();
});
afterEach(() => {
  for (const store of open.splice(0)) store.close();
});

function opened(path = folder): Store {
  const store = openStore(path);
  open.push(store);
  return store;
}

function withTable(): Store {
  const store = opened();
  migrate(store, 'test', ['CREATE TABLE things (name TEXT PRIMARY KEY) STRICT']);
  return store;
}

const insert = (store: Store, name: string) => store.db.prepare('INSERT INTO things VALUES (?)').run([name]);
const names = (store: Store) =>
  store.db
    .prepare('SELECT name FROM things ORDER BY name')
    .all()
    .map((row) => (row as { name: string }).name);

function startErrorOf(act: () => unknown): StartError {
  try {
    act();
  } catch (error) {
    if (error instanceof StartError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('a transaction', () => {
  it('keeps what it wrote', () => {
    const store = withTable();
    store.transaction(() => insert(store, 'a'));
    expect(names(store)).toEqual(['a']);
  });

  it('leaves nothing behind when it throws', () => {
    const store = withTable();
    const failing = () =>
      store.transaction(() => {
        insert(store, 'a');
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(names(store)).toEqual([]);
  });

  it('joins the one around it', () => {
    const store = withTable();
    const failing = () =>
      store.transaction(() => {
        store.transaction(() => insert(store, 'inner'));
        throw new Error('outer fails');
      });
    expect(failing).toThrow('outer fails');
    expect(names(store)).toEqual([]);
  });

  it('is rolled back as a whole when a nested one failed, even if that was swallowed', () => {
    const store = withTable();
    const swallowing = () =>
      store.transaction(() => {
        try {
          store.transaction(() => {
            insert(store, 'half');
            throw new Error('nested fails');
          });
        } catch {}
      });
    expect(swallowing).toThrow('nested fails');
    expect(names(store)).toEqual([]);
    store.transaction(() => insert(store, 'next'));
    expect(names(store)).toEqual(['next']);
  });
});

describe('migrations', () => {
  it('run each step once and in order', () => {
    const store = opened();
    migrate(store, 'test', ['CREATE TABLE things (name TEXT)']);
    migrate(store, 'test', ['CREATE TABLE things (name TEXT)', "INSERT INTO things VALUES ('second')"]);
    migrate(store, 'test', ['CREATE TABLE things (name TEXT)', "INSERT INTO things VALUES ('second')"]);
    expect(names(store)).toEqual(['second']);
  });

  it('refuse data of a newer program', () => {
    const store = opened();
    migrate(store, 'test', ['CREATE TABLE a (x)', 'CREATE TABLE b (x)']);
    const error = startErrorOf(() => migrate(store, 'test', ['CREATE TABLE a (x)']));
    expect(error.message).toMatch(/written by a newer GL Classifier/);
  });
});

describe('the data folder', () => {
  it('is readable by its owner alone, files included', () => {
    const data = join(folder, 'data');
    const store = opened(data);
    migrate(store, 'test', ['CREATE TABLE things (name TEXT)']);
    const mode = (name: string) => statSync(join(data, name)).mode & 0o777;
    expect(mode('.')).toBe(0o700);
    for (const name of ['gl-classifier.db', 'gl-classifier.db-wal', 'server.lock'])
      expect(mode(name)).toBe(0o600);
  });

  it('keeps its data and is free again after closing', () => {
    const store = openStore(folder);
    migrate(store, 'test', ['CREATE TABLE things (name TEXT)']);
    insert(store, 'kept');
    store.close();
    expect(names(opened())).toEqual(['kept']);
  });

  it('is refused to a second server', () => {
    opened();
    const error = startErrorOf(() => openStore(folder));
    expect(error.kind).toBe('folder-in-use');
    expect(error.message).toContain(folder);
  });

  it('is free again after its server was killed with SIGKILL', async () => {
    openStore(folder).close();
    const holder = await otherProcessHolding(join(folder, 'server.lock'));
    expect(startErrorOf(() => openStore(folder)).kind).toBe('folder-in-use');
    const exited = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await exited;
    expect(() => opened()).not.toThrow();
  });

  it('with rubbish in its lock file is refused, and says what to do', () => {
    openStore(folder).close();
    writeFileSync(join(folder, 'server.lock'), 'rubbish '.repeat(100));
    const error = startErrorOf(() => openStore(folder));
    expect(error.kind).toBe('folder-unusable');
    expect(error.message).toMatch(/server\.lock holds something else: delete it/);
    rmSync(join(folder, 'server.lock'));
    expect(() => opened()).not.toThrow();
  });

  it("with another program's database is refused, and left as it is", () => {
    const file = join(folder, 'gl-classifier.db');
    const db = new Database(file);
    db.exec('CREATE TABLE songs (title TEXT)');
    db.close();
    const before = readFileSync(file);
    expect(startErrorOf(() => openStore(folder)).message).toMatch(
      /belongs to another program: move it away, then restore a backup .* or set DATA_DIR/,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('that takes no mark of a running server, as on a full disk, is served with a warning', () => {
    const store = withTable();
    insert(store, 'kept');
    open.pop()?.close();
    // Nothing can be written there.
    symlinkSync('/nowhere/server.running', join(folder, 'server.running'));
    const warned = vi.spyOn(log, 'warn').mockImplementation(() => {});
    expect(names(opened())).toEqual(['kept']);
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });

  it('that is a file is refused', () => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    expect(startErrorOf(() => openStore(path)).kind).toBe('folder-unusable');
  });

  it('with a damaged database is refused, and says what to do', () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'gl-classifier.db'), 'not a database '.repeat(100));
    const error = startErrorOf(() => openStore(join(folder, 'data')));
    expect(error.kind).toBe('data-damaged');
    expect(error.message).toMatch(
      /gl-classifier\.db is damaged \(it is not a database: .*restore it from a backup/,
    );
  });
});

/** The files that a server killed at this moment leaves behind. */
function killed(store: Store): string {
  const copy = mkdtempSync(join(folder, 'killed-'));
  for (const name of readdirSync(dirname(store.file)))
    if (/^(gl-classifier|server)\./.test(name))
      copyFileSync(join(dirname(store.file), name), join(copy, name));
  return copy;
}

describe('the data folder of a killed server', () => {
  const COUNT = 20;
  let left: string;
  const wal = () => join(left, 'gl-classifier.db-wal');
  const db = () => join(left, 'gl-classifier.db');
  const refusal = () => {
    const error = startErrorOf(() => openStore(left));
    expect(error.kind).toBe('data-damaged');
    return error.message;
  };

  beforeEach(() => {
    const store = withTable();
    for (let i = 0; i < COUNT; i++) store.transaction(() => insert(store, `thing ${i} ${'x'.repeat(3_000)}`));
    left = killed(store);
  });

  it('gives back all that was written', () => {
    expect(names(opened(left))).toHaveLength(COUNT);
  });

  it('with a last transaction that was cut short has all before it', () => {
    truncateSync(wal(), statSync(wal()).size - 1_000);
    expect(names(opened(left)).length).toBeGreaterThanOrEqual(COUNT - 1);
  });

  it('is refused without its log, each time', () => {
    rmSync(wal());
    for (let i = 0; i < 2; i++) expect(refusal()).toMatch(/gl-classifier\.db-wal .*is missing/);
  });

  it('is refused with a log of zeros', () => {
    writeFileSync(wal(), Buffer.alloc(statSync(wal()).size));
    expect(refusal()).toMatch(/gl-classifier\.db-wal .*is damaged \(its header/);
  });

  it('with any byte of its log changed is refused, or has lost the last transaction at most', () => {
    const random = seededRandom(5);
    const intact = readFileSync(wal());
    let refused = 0;
    for (let round = 0; round < 40; round++) {
      const bytes = Buffer.from(intact);
      const at = Math.floor(random() * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ 0x10;
      const copy = mkdtempSync(join(folder, 'scribbled-'));
      for (const name of readdirSync(left)) copyFileSync(join(left, name), join(copy, name));
      writeFileSync(join(copy, 'gl-classifier.db-wal'), bytes);
      try {
        const store = openStore(copy);
        expect(names(store).length, `byte ${at}`).toBeGreaterThanOrEqual(COUNT - 1);
        store.close();
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(30);
  });

  it.each([
    ['its data file', () => rmSync(db())],
    [
      'its data file and log',
      () => {
        rmSync(db());
        rmSync(wal());
      },
    ],
    ['anything in its data file', () => truncateSync(db(), 0)],
  ])('is refused without %s, each time', (_name, damage) => {
    damage();
    for (let i = 0; i < 2; i++) expect(refusal()).toMatch(/gl-classifier\.db is missing or empty/);
  });

  it('is refused when only its lock file is there', () => {
    for (const name of readdirSync(left)) if (name !== 'server.lock') rmSync(join(left, name));
    expect(refusal()).toMatch(/gl-classifier\.db is missing or empty, but \S+server\.lock/);
  });

  it.each([
    ['missing', () => rmSync(wal())],
    ['damaged', () => writeFileSync(wal(), Buffer.alloc(statSync(wal()).size))],
  ])('is neither backed up nor given a key while its log is %s', (fault, damage) => {
    damage();
    const before = readFileSync(db());
    const backup = join(folder, 'backup.db');
    const refused = new RegExp(`gl-classifier\\.db-wal .*is ${fault}`);
    expect(startErrorOf(() => backUp(left, backup, new Date(), () => {})).message).toMatch(refused);
    expect(startErrorOf(() => rotateKey({ args: [], dataDir: left, now: new Date() })).message).toMatch(
      refused,
    );
    expect(existsSync(backup)).toBe(false);
    expect(readFileSync(db())).toEqual(before);
    expect(refusal()).toMatch(refused);
  });

  it('is backed up whatever its log looks like while a server writes it', () => {
    openStore(left).close();
    writeFileSync(join(left, 'server.running'), '');
    const backup = join(folder, 'backup.db');
    expect(startErrorOf(() => backUp(left, backup, new Date(), () => {})).message).toMatch(
      /-wal .*is missing/,
    );
    const holder = new Database(join(left, 'server.lock'));
    holder.exec('BEGIN EXCLUSIVE');
    backUp(left, backup, new Date(), () => {});
    holder.close();
    expect(existsSync(backup)).toBe(true);
  });

  it('starts after a backup, which leaves the log as it is', () => {
    const log = readFileSync(wal());
    backUp(left, join(folder, 'backup.db'), new Date(), () => {});
    expect(readFileSync(wal())).toEqual(log);
    expect(names(opened(left))).toHaveLength(COUNT);
  });
});

/** A process of its own that holds the lock of a folder the way a server does. */
async function otherProcessHolding(lockFile: string) {
  const libsql = createRequire(import.meta.url).resolve('libsql');
  const program = `
    const db = new (require(${JSON.stringify(libsql)}))(${JSON.stringify(lockFile)});
    db.exec('BEGIN EXCLUSIVE');
    console.log('held');
    setInterval(() => db.open, 1000);`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('exit', () => reject(new Error('the holder ended before it held the lock')));
  });
  return child;
}
