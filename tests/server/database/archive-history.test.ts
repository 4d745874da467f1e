import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangeKind, StoredMapping } from '#model/history.ts';
import { entryUpdate, outsideUpdate } from '#model/historyUpdate.ts';
import { sumOf } from '#model/listChecksum.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import { type EntryId, readListVersion } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import { LeafTable } from '#server/database/LeafTable.ts';
import { storedMappings } from '#server/database/listState.ts';
import { sealAll } from '#server/database/takeOver.ts';
import { fromPlain, keysAt, nodeAt, toPlain } from '#server/database/tree/node.ts';
import { numbersIn, writeMark } from '#server/integrity/logMark.ts';
import { sealsAfter } from '#server/integrity/seals.ts';
import { unarchiveHistory, verify } from '#server/programs/historyPrograms.ts';
import { backup, type Program, restoreBackup } from '#server/programs/operatorPrograms.ts';
import { openStore } from '#server/store/openStore.ts';
import { archiveEntries } from '../../support/archive.ts';
import { saidBy } from '../../support/saidBy.ts';
import { testFolder } from '../../support/testFolder.ts';

const NOW = new Date('2026-06-01');
let folder: string;
let dataDir: string;
let archive: string;
let sealsEntries: boolean;
beforeEach(() => {
  folder = testFolder();
  dataDir = join(folder, 'data');
  sealsEntries = false;
  archive = join(folder, '2025.jsonl');
});

const run = (program: Program, ...args: string[]) => saidBy(program, { args, dataDir, now: NOW });

/** Opens the data as a server would, and closes them again. */
function withTable<T>(work: (table: LeafTable, save: (update: Record<string, unknown>) => void) => T): T {
  const store = openStore(dataDir);
  try {
    const table = new LeafTable(store);
    return work(table, (update) => {
      const { tree } = table.load();
      const changes = Object.entries(update).map(([path, value]) => ({
        path: path.split('/'),
        value: value === null ? null : fromPlain(value),
      }));
      const seals = sealsEntries ? sealsAfter(tree, changes) : [];
      store.transaction(() => table.save(tree, [...changes, ...seals]));
      writeMark(dataDir, numbersIn(store.db));
    });
  } finally {
    store.close();
  }
}

type Step = { readonly day: string; readonly batch?: string; readonly kind?: ChangeKind };

/** Stores one entry, made on a day. Without accounts it accepts the list as it is. */
function store(
  { day, batch, kind = 'edit' }: Step,
  accounts: Readonly<Record<string, string | null>> | null,
) {
  withTable((table, save) => {
    const { tree } = table.load();
    const list = new Map(storedMappings(tree));
    const former = readListVersion(toPlain(nodeAt(tree, ['gl_mappings_version'])));
    const id = `e${former.seq + 1}` as EntryId;
    const changeSet = { kind, by: SERVER_AUTHOR, batch: batch ?? id };
    const plan = { id, former, sum: former.sum ?? sumOf(list), changeSet, at: Date.parse(day) };
    const changes = Object.entries(accounts ?? {}).map(([key, glAccount]) => ({
      key: key as MappingKey,
      before: list.get(key) ?? null,
      after: glAccount === null ? null : ({ description: key, glAccount } satisfies StoredMapping),
    }));
    const { update } = accounts === null ? outsideUpdate(plan, sumOf(list)) : entryUpdate(plan, changes);
    save(update);
  });
}

/** Five entries of 2024 to 2026, after a mapping of before there was a history. */
function fiveEntries(): void {
  withTable((_table, save) => save({ 'gl_mappings/OLD': '77' }));
  store({ day: '2024-03-01' }, { ACME: '1', TEA: '2' });
  store({ day: '2024-12-31' }, { ACME: '3', OLD: null });
  store({ day: '2025-05-01' }, { TEA: null, CAFE: '4' });
  store({ day: '2025-06-01' }, { CAFE: '5' });
  store({ day: '2026-05-01' }, { CAFE: '6', '7': '7' });
}

/** Seals what is stored, as a start does. */
function seal(): void {
  withTable((table) => sealAll(table, table.load().tree, NOW.getTime()));
}

const keys = (node: string) => withTable((table) => [...keysAt(table.load().tree, [node])].sort());
const holds =
  'The list has 3 mappings: 5 changes verified; 1 mapping is older than the history (since 2024-03-01).';
const holdsSince = (changes: number) => `The list has 3 mappings: ${changes} changes verified.`;
const access = 'Access: 0 changes verified.';

describe('a history from which a former version has moved entries', () => {
  it('opens, and verify reads on in the file', () => {
    fiveEntries();
    archiveEntries(dataDir, 2, archive);
    expect(keys('gl_mappings_history')).toEqual(['e3', 'e4', 'e5']);
    expect(keys('gl_mappings_changes_by_key')).toEqual(['7', 'CAFE', 'TEA']);
    expect(run(verify)).toBe(
      `${holdsSince(3)}\n${access}\nThe entries up to 2 were moved to a file and not checked: give it with --archive FILE.`,
    );
    expect(run(verify, '--archive', archive)).toBe(`${holds}\n${access}`);
  });

  it('is read back from its files, all of them, with the seals', () => {
    sealsEntries = true;
    fiveEntries();
    const before = run(verify);
    const second = join(folder, '2026.jsonl');
    archiveEntries(dataDir, 2, archive);
    archiveEntries(dataDir, 4, second);
    expect(run(verify, '--archive', archive, '--archive', second)).toBe(before);
    expect(run(verify, '--archive', archive)).toContain('The archive does not hold entry 4 (e4)');
    expect(run(unarchiveHistory, second)).toMatch(/^refused: The entries up to 2 are in none of these files/);
    expect(run(unarchiveHistory, archive, second)).toContain('Read 4 entries back into the history.');
    expect(keys('gl_mappings_history')).toEqual(['e1', 'e2', 'e3', 'e4', 'e5']);
    expect(keys('gl_mappings_changes_by_key')).toEqual(['7', 'ACME', 'CAFE', 'OLD', 'TEA']);
    expect(run(verify)).toBe(before);
    expect(run(unarchiveHistory, archive, second)).toContain('No entry was missing: nothing was changed.');
    expect(readFileSync(join(dataDir, 'audit.log'), 'utf8')).toContain('"event":"unarchive"');
  });

  it('is read back when its entries were moved before there were seals', () => {
    fiveEntries();
    archiveEntries(dataDir, 2, archive);
    seal();
    expect(run(unarchiveHistory, archive)).toContain('Read 2 entries back');
    expect(run(verify)).toContain('5 changes verified');
    withTable((_table, save) => save({ 'gl_mappings_changes/e3/changes/CAFE/after/glAccount': '9' }));
    expect(run(verify)).toContain('refused');
  });

  it('stays known in a backup, and one from before brings the entries back', () => {
    fiveEntries();
    const [before, after] = [join(folder, 'before.db'), join(folder, 'after.db')];
    run(backup, before);
    archiveEntries(dataDir, 2, archive);
    run(backup, after);
    expect(run(verify, after, '--archive', archive)).toBe(`${holds}\n${access}`);
    run(restoreBackup, before);
    expect(keys('gl_mappings_history')).toEqual(['e1', 'e2', 'e3', 'e4', 'e5']);
    expect(run(verify)).toBe(`${holds}\n${access}`);
  });

  const lineOf = (n: number) => (lines: readonly string[], text: string) => lines.with(n, text);
  it.each([
    ['another file', () => ['nothing'], 'it is no archive'],
    [
      'a newer form',
      (lines: string[]) => lineOf(0)(lines, (lines[0] ?? '').replace('"version":1', '"version":2')),
      'a newer GL',
    ],
    ['a file that was cut short', (lines: string[]) => lines.slice(0, 2), 'it is not whole'],
    ['an entry less', (lines: string[]) => lines.toSpliced(1, 1), 'it is not whole'],
    [
      'entries in another order',
      ([head = '', a = '', b = '']: string[]) => [head, b, a, ''],
      'it is not whole',
    ],
    [
      'another account in the file',
      (lines: string[]) => lines.map((line) => line.replace('"glAccount":"3"', '"glAccount":"8"')),
      'The mapping of change 1 in entry 2 (e2) is not what it wrote',
    ],
  ])('is not taken for whole with %s', (_name, change, problem) => {
    fiveEntries();
    archiveEntries(dataDir, 2, archive);
    writeFileSync(archive, change(readFileSync(archive, 'utf8').split('\n')).join('\n'));
    expect(run(verify, '--archive', archive)).toContain(problem);
    expect(run(unarchiveHistory, archive)).toContain(problem);
    expect(run(verify, '--archive', join(folder, 'none'))).toContain('cannot be read');
  });

  it.each([
    ['the mark names another entry', { 'gl_mappings_archive/id': 'x' }, 'the archive ends with x'],
    ['the list before the mark is another', { 'gl_mappings_archive/count': 9 }, 'begin with another list'],
    ['the mark is gone', { gl_mappings_archive: null }, 'Entry 2 (e2) is missing'],
    [
      'an archived entry is there too',
      { 'gl_mappings_history/e1': { seq: 1 } },
      'gl_mappings_history/e1 is not part',
    ],
  ])('does not hold where %s', (_name, update, problem) => {
    fiveEntries();
    archiveEntries(dataDir, 2, archive);
    withTable((_table, save) => save(update));
    expect(run(verify)).toContain(problem);
  });
});
