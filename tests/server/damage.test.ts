import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  vi,
} from 'vitest';
import { DEFAULT_CONFIG } from '#server/config.ts';
import { log } from '#server/log.ts';
import { StartError } from '#server/StartError.ts';
import { createBackend } from '#server/server.ts';
import { openStore } from '#server/store/openStore.ts';
import { byStage } from '../support/fullRun.ts';
import { seededRandom } from '../support/random.ts';
import { startTestServer } from '../support/server.ts';

const PAGE = 4096;
let folder: string;
let intact: string;
let content: unknown;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gl-damage-'));
  const dataDir = join(folder, 'intact');
  const server = await startTestServer({ dataDir, sample: true });
  await server.addUser('someone@example.com');
  content = contentOf(server.services());
  await server.stop();
  intact = join(dataDir, 'gl-classifier.db');
});
/** A refusal to start leaves nothing open: or the file could not be closed without a word. */
let warned: MockInstance<typeof log.warn>;
beforeEach(() => {
  warned = vi.spyOn(log, 'warn').mockReturnValue();
});
afterEach(() => expect(warned).not.toHaveBeenCalled());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Readable = Pick<ReturnType<typeof createBackend>['services'], 'tree' | 'documents'>;
const contentOf = ({ tree, documents }: Readable) => [
  tree.read(''),
  documents.readDocument(['users', 'someone@example.com']),
];

/** Starts on a copy of the data with the change; the content found, or the refusal to start. */
async function startOn(change: (file: string) => void): Promise<unknown> {
  const dataDir = mkdtempSync(join(folder, 'copy-'));
  copyFileSync(intact, join(dataDir, 'gl-classifier.db'));
  copyFileSync(join(dirname(intact), 'newest.json'), join(dataDir, 'newest.json'));
  change(join(dataDir, 'gl-classifier.db'));
  try {
    const backend = createBackend({ ...DEFAULT_CONFIG, dataDir });
    const found = contentOf(backend.services);
    await backend.closeConnections();
    backend.release();
    return found;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    expect(error.kind).toBe('data-damaged');
    expect(error.message).toContain(join(dataDir, 'gl-classifier.db'));
    expect(error.message).toContain('npm run restore -- FILE');
    return 'refused';
  }
}

function overwrite(file: string, position: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, position);
  closeSync(descriptor);
}

function flip(file: string, position: number, bit: number): void {
  const byte = Buffer.alloc(1);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, byte, 0, 1, position);
  closeSync(descriptor);
  overwrite(file, position, Buffer.of((byte[0] ?? 0) ^ (1 << bit)));
}

function changeRows(file: string, sql: string): void {
  const store = openStore(join(file, '..'));
  store.db.pragma('foreign_keys = OFF');
  store.db.exec(sql);
  store.close();
}

/** How many values are in what was read. */
const sizeOf = (content: unknown): number =>
  typeof content === 'object' && content !== null
    ? Object.values(content).reduce((sum: number, value) => sum + sizeOf(value), 0)
    : 1;

/** The mapping list in what {@link contentOf} gives. */
const listOf = (content: unknown): unknown => (content as [Record<string, unknown>])[0]['gl_mappings'];
const HISTORY_DIFFERS = expect.stringContaining('The history of the mapping list was changed outside');
const LIST_DIFFERS = expect.stringContaining('The mapping list was changed outside the app');

describe('a data file', () => {
  it('that is whole is served', async () => {
    expect(await startOn(() => {})).toEqual(content);
  });

  it.each(['zeros', 'random bytes'])('with any page of %s is refused, or has lost nothing', async (what) => {
    const random = seededRandom(7);
    const pages = statSync(intact).size / PAGE;
    let refused = 0;
    for (let page = 0; page < pages; page += 1 + Math.floor(pages / 25)) {
      const noise = Buffer.from(Array.from({ length: PAGE }, () => Math.floor(random() * 256)));
      const bytes = what === 'zeros' ? Buffer.alloc(PAGE) : noise;
      const found = await startOn((file) => overwrite(file, page * PAGE, bytes));
      if (found === 'refused') refused += 1;
      else expect(found, `page ${page}`).toEqual(content);
    }
    expect(refused).toBeGreaterThan(10);
  });

  it('with one flipped bit is refused, or holds as much as before', async () => {
    const seed = byStage({ usual: 11, full: Date.now() });
    const random = seededRandom(seed);
    const bytes = statSync(intact).size;
    for (let round = 0; round < byStage({ usual: 20, full: 300 }); round++) {
      const position = Math.floor(random() * bytes);
      const bit = Math.floor(random() * 8);
      const found = await startOn((file) => flip(file, position, bit));
      if (found === 'refused') continue;
      const what = `seed ${seed}: bit ${bit} of byte ${position}`;
      if (sizeOf(found) !== sizeOf(content))
        expect(warned, what).toHaveBeenCalledWith(HISTORY_DIFFERS, expect.anything());
      // SQLite has no sum of a letter of a keyword or a digit of an account; the history of the list has.
      const isListWhole = isDeepStrictEqual(listOf(found), listOf(content));
      if (!isListWhole) expect(warned, what).toHaveBeenCalledWith(LIST_DIFFERS, expect.anything());
      warned.mockClear();
    }
  });

  it.each([
    ['the changes of an entry', "SET node = 'other' WHERE node = 'gl_mappings_changes'"],
    ['an entry', "SET node = 'other' WHERE node = 'gl_mappings_history'"],
    ['the number of an entry', `SET value = replace(value, '"seq":1,"changes"', '"seq":3,"changes"')`],
  ])('whose history is damaged at %s is served with a warning', async (_what, change) => {
    const found = await startOn((file) => changeRows(file, `UPDATE log_entries ${change}`));
    expect(isDeepStrictEqual(listOf(found), listOf(content))).toBe(true);
    expect(warned).toHaveBeenCalledWith(HISTORY_DIFFERS, expect.anything());
    warned.mockClear();
  });

  it('that was cut off is refused', async () => {
    const half = Math.floor(statSync(intact).size / PAGE / 2) * PAGE;
    expect(await startOn((file) => truncateSync(file, half))).toBe('refused');
  });
});
