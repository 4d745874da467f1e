import { describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/universal';
import type { ChartApi, ChartDryRun, ChartReading, ChartTable } from '#contract/chart.ts';
import type { ChartAccount } from '#model/chart.ts';
import { chartChange, chartUpdate } from '#model/chartHistory.ts';
import { NO_COLUMN, type ReadChoices } from '#model/fileReading.ts';
import { newEntryId, readListVersion } from '#model/log/version.ts';
import { createChartApi } from '#workers/ledger/chart/chartApi.ts';
import { readChart } from '#workers/statement/readChart.ts';
import { settled } from '../support/fakeTiming.ts';
import { ACCOUNT, MAPPINGS, setupLedger } from '../support/ledgerSetup.ts';
import type { MemoryDatabase } from '../support/memoryDatabase.ts';
import { until } from '../support/until.ts';

const account = (code: string, name: string, note = '', isRetired = false): ChartAccount => ({
  code,
  name,
  note,
  isRetired,
});
/** To be written in Windows-1252. */
const LATIN =
  '6100,Dépenses de café et de thé\n6200,Frais de déplacement\n6300,Intérêts versés à la société mère\n';
/** What an account knows of itself besides, and the rules refuse in the history. */
const MORE_OF_THE_ACCOUNT = { emailVerified: true };
const TRAVEL = account('6200', 'Travel');
const FOOD = account('6100', 'Food', 'not drinks');
const OLD = account('900', 'Sundries', '', true);

/** The mappings have the accounts 6100 and 6200. */
async function setup(accounts: readonly ChartAccount[] = [], leaves = MAPPINGS) {
  const { database, ledger } = await setupLedger(leaves);
  const revisions: number[] = [];
  const chart = createChartApi({
    database,
    list: ledger.list,
    account: { ...ACCOUNT, ...MORE_OF_THE_ACCOUNT },
    onRevision: (revision) => revisions.push(revision),
  });
  for (const one of accounts) writeElsewhere(database, null, one);
  return {
    database,
    chart,
    revisions,
    codes: async () => (await chart.snapshot()).accounts.map(({ code }) => code),
  };
}

/** Somebody else's change of the chart. */
function writeElsewhere(database: MemoryDatabase, before: ChartAccount | null, after: ChartAccount | null) {
  const id = newEntryId((bytes) => crypto.getRandomValues(bytes));
  const former = readListVersion(database.stored('gl_accounts_version'));
  const plan = {
    id,
    former,
    by: { uid: 'uid-else', email: 'else@example.com' },
    kind: 'edit',
    batch: id,
  } as const;
  database.writePastRules(chartUpdate(plan, [chartChange(before, after)]));
}

function ready(reading: ChartReading): ChartDryRun {
  if (reading.kind !== 'ready') throw new Error(reading.kind);
  return reading;
}

/** What importing a text or a file would do, as the panel asks: another worker reads it. */
async function dryRunOf(
  chart: ChartApi,
  source: string | Blob,
  choices: ReadChoices = {},
): Promise<ChartDryRun & Pick<ChartTable, 'reading'>> {
  const table = await readChart(source, choices);
  if (table.kind !== 'rows') throw new Error(table.kind);
  return { ...(await chart.read(table.rows)), reading: table.reading };
}

const entriesOf = (database: MemoryDatabase) => Object.values(database.stored('gl_accounts_history') ?? {});

describe('the chart', () => {
  it('tells one account, or that it has none of this code, without reading the others', async () => {
    const { chart, database } = await setup([FOOD, TRAVEL]);
    expect([await chart.account('6200'), await chart.account('6300')]).toEqual([TRAVEL, null]);
    expect(database.reads).toEqual(['gl_accounts/6200', 'gl_accounts/6300']);
  });

  it('is empty where there is none', async () => {
    const { chart } = await setup();
    expect((await chart.snapshot()).accounts).toEqual([]);
  });

  it('is listed by code, digits as numbers', async () => {
    const { chart } = await setup([TRAVEL, FOOD, OLD]);
    expect((await chart.snapshot()).accounts).toEqual([OLD, FOOD, TRAVEL]);
  });

  it('follows what others change', async () => {
    const { chart, database, revisions } = await setup([TRAVEL]);
    const { revision } = await chart.snapshot();
    writeElsewhere(database, TRAVEL, { ...TRAVEL, name: 'Trips' });
    await until(() => expect(revisions.at(-1)).toBeGreaterThan(revision));
    expect((await chart.snapshot()).accounts).toEqual([{ ...TRAVEL, name: 'Trips' }]);
  });

  it('is there while the connection is lost, and follows what others changed then', async () => {
    const { chart, database } = await setup([TRAVEL]);
    await chart.snapshot();
    database.setConnected(false);
    writeElsewhere(database, null, FOOD);
    expect((await chart.snapshot()).accounts).toEqual([TRAVEL]);
    database.setConnected(true);
    await settled();
    expect((await chart.snapshot()).accounts).toEqual([FOOD, TRAVEL]);
  });

  it('is read once, however often it is asked for, and not again after own changes', async () => {
    const { chart, database } = await setup([TRAVEL]);
    await chart.snapshot();
    await chart.save(null, FOOD);
    await chart.save(TRAVEL, null);
    expect((await chart.snapshot()).accounts).toEqual([FOOD]);
    expect(database.reads.filter((path) => path === 'gl_accounts')).toHaveLength(1);
  });
});

describe('one account', () => {
  it('is added, changed, moved and removed, each as an entry of the history', async () => {
    const { chart, database, codes } = await setup();
    expect(await chart.save(null, account(' 6100 ', ' Food '))).toMatchObject({ kind: 'saved', count: 1 });
    expect((await chart.snapshot()).accounts).toEqual([account('6100', 'Food')]);
    await chart.save(account('6100', 'Food'), FOOD);
    await chart.save(FOOD, { ...FOOD, code: '6100.1' });
    expect(await codes()).toEqual(['6100.1']);
    await chart.save({ ...FOOD, code: '6100.1' }, null);
    expect(database.stored('gl_accounts')).toBeNull();
    expect(entriesOf(database)[0].by).toEqual(ACCOUNT);
    expect(entriesOf(database)).toMatchObject([
      { seq: 1, kind: 'add' },
      { seq: 2, kind: 'edit' },
      { seq: 3, kind: 'edit' },
      { seq: 4, kind: 'delete' },
    ]);
  });

  it('is refused where the code is another one’s, or cannot be stored', async () => {
    const { chart, database } = await setup([FOOD, TRAVEL]);
    expect(await chart.save(null, account('6100', 'Other'))).toEqual({ kind: 'taken', holder: FOOD });
    expect(await chart.save(TRAVEL, { ...TRAVEL, code: '6100' })).toEqual({ kind: 'taken', holder: FOOD });
    expect(await chart.save(null, account('No Match', 'x'))).toEqual({
      kind: 'impossible',
      problem: 'no-match',
    });
    expect(database.updates).toEqual([]);
  });

  it('is shown as it is where somebody has changed it since', async () => {
    const { chart, database } = await setup([FOOD]);
    const theirs = { ...FOOD, name: 'Meals' };
    writeElsewhere(database, FOOD, theirs);
    expect(await chart.save(FOOD, { ...FOOD, isRetired: true })).toEqual({ kind: 'changed', stored: theirs });
    expect(await chart.save(FOOD, null)).toEqual({ kind: 'changed', stored: theirs });
  });

  it('is written over a change of another account that came first', async () => {
    const { chart, database, codes } = await setup([FOOD]);
    const { update } = database;
    let isFirst = true;
    database.update = async (changes) => {
      if (isFirst) writeElsewhere(database, null, TRAVEL);
      isFirst = false;
      await update(changes);
    };
    expect(await chart.save(null, OLD)).toMatchObject({ kind: 'saved' });
    expect(await codes()).toEqual(['900', '6100', '6200']);
  });

  it('is written once where the answer was lost', async () => {
    const { chart, database } = await setup();
    database.loseAnswer(() => {});
    expect(await chart.save(null, FOOD)).toMatchObject({ kind: 'saved', count: 1 });
    expect(entriesOf(database)).toHaveLength(1);
  });

  it('says why the server refuses', async () => {
    const { chart, database } = await setup([FOOD]);
    await chart.snapshot();
    database.refuse = true;
    expect(await chart.save(null, TRAVEL)).toMatchObject({ kind: 'failed', detail: /permission/i });
  });

  it('comes back by Undo, unless somebody has changed it since', async () => {
    const { chart, database } = await setup([FOOD]);
    const removed = await chart.save(FOOD, null);
    const undo = removed.kind === 'saved' ? (removed.undo ?? '') : '';
    expect(await chart.undo(undo)).toEqual({ kind: 'undone', count: 1, skipped: [] });
    expect((await chart.snapshot()).accounts).toEqual([FOOD]);
    const edited = await chart.save(FOOD, { ...FOOD, name: 'Meals' });
    writeElsewhere(database, { ...FOOD, name: 'Meals' }, { ...FOOD, name: 'Dinner' });
    await settled();
    const undoEdit = edited.kind === 'saved' ? (edited.undo ?? '') : '';
    expect(await chart.undo(undoEdit)).toEqual({ kind: 'undone', count: 0, skipped: ['6100'] });
    expect(await chart.undo('unknown')).toEqual({ kind: 'gone' });
  });
});

describe('an import', () => {
  const TEXT = [
    'Account\tAccount name\tComment\tStatus',
    '6100\tFood\tnot drinks\tactive',
    '6200\tTrips\t\tactive',
    '6300\tRent\t\tClosed',
    '6300\tLease\t\t',
    'no match\tx\t\t',
    '\tNo code\t\t',
  ].join('\n');

  it('says what it would do with each line, and does just that as one change set', async () => {
    const { chart, database } = await setup([FOOD, TRAVEL, OLD]);
    const dryRun = await dryRunOf(chart, TEXT);
    expect(dryRun).toMatchObject({
      counts: { new: 1, changed: 1, unchanged: 1, repeated: 1, refused: 2 },
      absent: 1,
      reading: { columns: [0, 1, 2, 3], header: { line: 1 } },
    });
    const linesOf = (kind: 'new' | 'changed' | 'refused' | 'repeated') => chart.lines(dryRun.id, kind, 0, 10);
    expect(await linesOf('new')).toEqual([
      { line: 4, after: account('6300', 'Rent', '', true), before: null, problem: null },
    ]);
    expect(await linesOf('changed')).toMatchObject([{ line: 3, before: TRAVEL, after: { name: 'Trips' } }]);
    expect(await linesOf('repeated')).toMatchObject([{ line: 5, before: { name: 'Rent' } }]);
    expect(await linesOf('refused')).toMatchObject([
      { line: 6, problem: 'no-match' },
      { line: 7, problem: 'no-code' },
    ]);
    expect(database.updates).toEqual([]);

    const result = await chart.import(dryRun.id);
    expect(result).toMatchObject({ kind: 'saved', count: 2 });
    expect((await chart.snapshot()).accounts).toEqual([
      OLD,
      FOOD,
      account('6200', 'Trips'),
      account('6300', 'Rent', '', true),
    ]);
    await chart.undo(result.kind === 'saved' ? (result.undo ?? '') : '');
    expect((await chart.snapshot()).accounts).toEqual([OLD, FOOD, TRAVEL]);
  });

  it('of many accounts is written in entries of one change set, and undone as a whole', async () => {
    const { chart, database } = await setup([FOOD]);
    const lines = Array.from({ length: 1_200 }, (_, i) => `${10_000 + i}\tAccount ${i}`).join('\n');
    const dryRun = await dryRunOf(chart, lines);
    const result = await chart.import(dryRun.id);
    expect(result).toMatchObject({ kind: 'saved', count: 1_200 });
    const batches = entriesOf(database).filter(({ kind }) => kind === 'import');
    expect(batches).toHaveLength(3);
    expect(new Set(batches.map(({ batch }) => batch)).size).toBe(1);
    expect(await chart.undo(result.kind === 'saved' ? (result.undo ?? '') : '')).toMatchObject({
      count: 1_200,
    });
    expect((await chart.snapshot()).accounts).toEqual([FOOD]);
  });

  it('leaves as it is what it has no column for', async () => {
    const { chart } = await setup([FOOD, OLD]);
    const dryRun = await dryRunOf(chart, '6100\tMeals\n900\tSundries');
    expect(dryRun.reading).toMatchObject({ columns: [0, 1, NO_COLUMN, NO_COLUMN], header: null });
    await chart.import(dryRun.id);
    expect((await chart.snapshot()).accounts).toEqual([OLD, { ...FOOD, name: 'Meals' }]);
  });

  it('takes the columns that the user chooses', async () => {
    const { chart, codes } = await setup();
    const text = 'Travel,6200\nFood,6100';
    await chart.import((await dryRunOf(chart, text, { columns: [1, 0, NO_COLUMN, NO_COLUMN] })).id);
    expect(await codes()).toEqual(['6100', '6200']);
    await chart.import((await dryRunOf(chart, 'Nr\tBenennung\n6300\tRent', { header: 1 })).id);
    expect((await chart.snapshot()).accounts.at(-1)).toEqual(account('6300', 'Rent'));
  });

  it('reads files, and says which it cannot read', async () => {
    const { chart } = await setup();
    const csv = new Blob(['\ufeff"Code";"Name"\r\n"6100";"Food; drinks"\r\n']);
    expect((await dryRunOf(chart, csv)).counts).toMatchObject({ new: 1 });
    const latin = new Blob([Uint8Array.from(LATIN, (character) => character.charCodeAt(0))]);
    const dryRun = await dryRunOf(chart, latin);
    expect(await chart.lines(dryRun.id, 'new', 0, 1)).toMatchObject([
      { after: { name: 'Dépenses de café et de thé' } },
    ]);
    expect(await readChart(new Blob(['PK\u0003\u0004']), {})).toMatchObject({ kind: 'damaged-workbook' });
    expect(await readChart(' \n', {})).toEqual({ kind: 'empty' });
  });

  it.each([
    ['Kontenrahmen 2026;\n\nKonto;Bezeichnung\n6100;Lebensmittel\n', 0, 1],
    ['Název;Účet\nPotraviny;6100\n', 1, 0],
    ['勘定科目コード,科目名\n6100,食費\n', 0, 1],
    ['Type,Code,Account name,Currency\nExpense,6100,Food,EUR\n', 1, 2],
  ])('finds the columns by their names in any language, below a title: %s', async (text, code, name) => {
    const { chart } = await setup();
    const { id, counts, reading } = await dryRunOf(chart, new Blob([text]));
    expect(reading.skipped.map(({ line }) => line)).toEqual(text.startsWith('Kontenrahmen') ? [1] : []);
    expect(reading.columns?.slice(0, 2)).toEqual([code, name]);
    expect(reading.header).not.toBeNull();
    expect(counts).toMatchObject({ new: 1, refused: 0 });
    expect(await chart.lines(id, 'new', 0, 9)).toMatchObject([{ after: { code: '6100' } }]);
  });

  it('reads a file again with another encoding or delimiter, or from another sheet', async () => {
    const { chart } = await setup();
    const names = async (source: string | Blob, choices?: ReadChoices) => {
      const { id, reading } = await dryRunOf(chart, source, choices);
      const lines = await chart.lines(id, 'new', 0, 9);
      return { reading, names: lines.map(({ after }) => `${after.code} ${after.name}`) };
    };
    const bytes = new Blob([Uint8Array.from('6100;N\xe1kup, j\xeddlo\n6200;Cesty', (c) => c.charCodeAt(0))]);
    const read = await names(bytes, { encoding: 'windows-1252' });
    expect(read.names).toEqual(['6100 Nákup, jídlo', '6200 Cesty']);
    expect(read.reading).toMatchObject({ encoding: { name: 'windows-1252' }, delimiter: ';', sheet: null });
    expect((await names(bytes, { encoding: 'windows-1251' })).names[0]).toBe('6100 Nбkup, jнdlo');
    expect((await names(bytes, { delimiter: '|' })).names[1]).toBe('6200;Cesty ');
    const sheet = (code: string) => [
      [
        { value: code, type: String },
        { value: 'Name', type: String },
      ],
    ];
    const workbook = await writeExcelFile([
      { data: sheet('1'), sheet: 'Old' },
      { data: sheet('2'), sheet: 'New' },
    ]).toBlob();
    expect((await names(workbook)).reading).toMatchObject({ sheet: { name: 'Old', all: ['Old', 'New'] } });
    expect((await names(workbook, { sheet: 'New' })).names).toEqual(['2 Name']);
  });

  it('does not happen where something else was read meanwhile', async () => {
    const { chart } = await setup();
    const first = await dryRunOf(chart, '6100\tFood');
    await dryRunOf(chart, '6200\tTravel');
    expect(await chart.import(first.id)).toMatchObject({ kind: 'failed', count: 0 });
  });

  it('can begin with the accounts in use', async () => {
    const { chart, codes, database } = await setup([TRAVEL]);
    const dryRun = ready(await chart.readAccountsInUse());
    expect(dryRun.counts).toMatchObject({ new: 1 });
    await chart.import(dryRun.id);
    expect(await codes()).toEqual(['6100', '6200']);
    expect(await chart.readAccountsInUse()).toEqual({ kind: 'empty' });
    const entries = Object.values(database.stored('gl_accounts_history') as object);
    expect(entries.map(({ kind, note }) => [kind, note])).toContainEqual(['import', 'Accounts in use']);
  });
});

describe('accounts that somebody enters', () => {
  it('are warned of where the chart does not have them, or they are retired', async () => {
    const { chart } = await setup([FOOD, TRAVEL, OLD]);
    expect(await chart.check(['6100', ' 6200 ', '6109', '900', '6109', ''])).toEqual({
      unknown: 1,
      retired: 1,
      warnings: [
        { kind: 'unknown', code: '6109', hasChart: true, nearest: [{ code: '6100', name: 'Food' }] },
        { kind: 'retired', code: '900', name: 'Sundries' },
      ],
    });
  });

  it('are not compared with retired ones', async () => {
    const { chart } = await setup([FOOD, OLD]);
    expect((await chart.check(['901'])).warnings).toMatchObject([{ nearest: [] }]);
  });

  it('are compared with those in use where there is no chart', async () => {
    const { chart } = await setup();
    expect(await chart.check(['6100', '6190'])).toEqual({
      unknown: 1,
      retired: 0,
      warnings: [{ kind: 'unknown', code: '6190', hasChart: false, nearest: [{ code: '6100', name: '' }] }],
    });
    expect(await chart.usage()).toEqual([
      ['6200', 1],
      ['6100', 1],
    ]);
  });

  it('are not warned of where no account is known', async () => {
    const { chart } = await setup([], {});
    expect(await chart.check(['6100'])).toEqual({ unknown: 0, retired: 0, warnings: [] });
  });

  it('are counted where there are many, and the first described', async () => {
    const { chart } = await setup([FOOD]);
    const codes = Array.from({ length: 500 }, (_, i) => `x${i}`);
    const { unknown, warnings } = await chart.check(codes);
    expect([unknown, warnings.length]).toEqual([500, 20]);
  });
});
