import { describe, expect, it } from 'vitest';
import { PENDING } from '#contract/ledger.ts';
import { UNMATCHED } from '#model/classification.ts';
import { settled } from '../support/fakeTiming.ts';
import { MAPPINGS, setupLedger, setupPasted } from '../support/ledgerSetup.ts';
import { createMemoryDatabase, listPathsIn } from '../support/memoryDatabase.ts';

const rows = (count: number) => Array.from({ length: count }, (_, i) => `PREMIER INN ${i}`);
const LOADING = { kind: 'loading' };
const READY = { kind: 'ready', size: 2 };
const UNREACHABLE = { kind: 'failed', reason: 'unreachable' };

describe('the mapping list', () => {
  it('is loading, then ready with its size', async () => {
    const { eventsOf } = await setupLedger();
    expect(eventsOf('list').map(({ status }) => status)).toEqual([LOADING, READY]);
  });

  it('fails when reading is refused, and is read again on retry', async () => {
    const { ledger, database, status } = await setupLedger();
    database.refuse = true;
    ledger.retry();
    await settled();
    expect(status()).toEqual({ kind: 'failed', reason: 'refused' });
    database.refuse = false;
    ledger.retry();
    await settled();
    expect(status()).toEqual(READY);
  });

  it('fails within five seconds when the server says nothing at all, and waits for what comes after all', async () => {
    const database = createMemoryDatabase(MAPPINGS);
    database.holdValues();
    const { timing, status } = await setupLedger(MAPPINGS, { silent: true, database });
    await timing.advance(3_499);
    expect(status()).toEqual(LOADING);
    await timing.advance(1);
    expect(status()).toEqual(UNREACHABLE);
    database.releaseValues();
    expect(status()).toEqual(LOADING);
    // The list itself is on its way now.
    await timing.advance(14_999);
    expect(status()).toEqual(LOADING);
    await timing.advance(1);
    expect(status()).toEqual(UNREACHABLE);
  });

  it('fails sooner when there is no connection, and is ready by itself when it comes', async () => {
    const database = createMemoryDatabase(MAPPINGS);
    database.setConnected(false);
    const { timing, status } = await setupLedger(MAPPINGS, { silent: true, database });
    await timing.advance(3_499);
    expect(status()).toEqual(LOADING);
    await timing.advance(1);
    expect(status()).toEqual(UNREACHABLE);
    database.setConnected(true);
    expect(status()).toEqual(LOADING);
    database.setConnected(false);
    await timing.advance(3_500);
    expect(status()).toEqual(UNREACHABLE);
    database.silent = false;
    database.setConnected(true);
    database.setConnected(false);
    database.setConnected(true);
    await settled();
    expect(status()).toEqual(READY);
  });

  it('fails as soon as the connection is lost after that time', async () => {
    const { timing, database, status } = await setupLedger(MAPPINGS, { silent: true });
    await timing.advance(4_000);
    expect(status()).toEqual(LOADING);
    database.setConnected(false);
    expect(status()).toEqual(UNREACHABLE);
  });

  it('is awaited by a text that was pasted before it came', async () => {
    const text = 'tesco stores 2041\n\nsomething else';
    const { ledger, database, finish, copied } = await setupPasted(text, MAPPINGS, { silent: true });
    expect(await copied()).toBe('superseded');
    database.silent = false;
    ledger.retry();
    await finish();
    expect(await copied()).toBe('6100\n\nNo Match');
  });
});

describe('while the list is not there', () => {
  it('a run under way ends when the list is read again, and begins anew when it is here', async () => {
    const { ledger, database, paste, finish, eventsOf, copied, counters, timing } = await setupLedger();
    paste(rows(500));
    await timing.advance(0);
    database.silent = true;
    ledger.retry();
    const before = eventsOf('batch').length;
    await finish();
    expect(eventsOf('batch')).toHaveLength(before);
    expect(eventsOf('complete')).toHaveLength(0);
    expect(counters().total).toBe(0);
    expect(await copied()).toBe('superseded');
    database.silent = false;
    ledger.retry();
    await finish();
    expect(new Set((await copied()).split('\n'))).toEqual(new Set(['6200']));
    expect(counters().total).toBe(500);
  });

  it('rows keep the answers that they have, an edited one is answered later, and nothing is counted', async () => {
    const text = 'tesco stores\nsomething else';
    const { ledger, database, finish, copied, counters, run } = await setupPasted(text);
    database.silent = true;
    ledger.retry();
    expect(await copied()).toBe('6100\nNo Match');
    expect(ledger.rows.editRow(run(), 1, 'premier inn')).toMatchObject({ shown: PENDING });
    expect(counters().total).toBe(2);
    database.silent = false;
    ledger.retry();
    await finish();
    expect(await copied()).toBe('6100\n6200');
  });

  it('a text pasted, and one restored after a reload, waits', async () => {
    const silent = { silent: true };
    const { paste, finish, eventsOf, counters } = await setupPasted('tesco stores', MAPPINGS, silent);
    paste('premier inn', { isCounted: false, edits: [], kept: [], otherColumns: [] });
    await finish();
    expect(eventsOf('batch')).toHaveLength(0);
    expect(counters().total).toBe(0);
  });

  it('since reading it is refused, rows show nothing of it until the person may read it again', async () => {
    const { ledger, database, paste, finish, eventsOf, copied, counters } = await setupLedger();
    database.refuse = true;
    ledger.retry();
    await settled();
    paste('tesco stores\nsomething else');
    await finish();
    expect(eventsOf('batch')).toHaveLength(0);
    database.refuse = false;
    ledger.retry();
    await finish();
    expect(await copied()).toBe('6100\nNo Match');
    expect(counters().total).toBe(2);
  });

  it('but has no entries, it is there: rows have no match and are counted', async () => {
    const { eventsOf, counters } = await setupPasted('tesco stores', {});
    expect(eventsOf('batch').flatMap(({ ids }) => [...ids])).toEqual([UNMATCHED]);
    expect(counters().total).toBe(1);
  });

  it('after the connection was lost while it was being read, nothing is answered', async () => {
    const setup = await setupLedger(MAPPINGS, { silent: true });
    const { database, paste, finish, eventsOf, counters, copied } = setup;
    paste('tesco stores');
    database.setConnected(false);
    await finish();
    expect(eventsOf('batch')).toHaveLength(0);
    expect(counters().total).toBe(0);
    database.silent = false;
    database.setConnected(true);
    database.setConnected(false);
    database.setConnected(true);
    await finish();
    expect(await copied()).toBe('6100');
  });
});

describe('classifying a text', () => {
  it('emits the rows, then every batch, then that it is complete', async () => {
    const { eventsOf, kinds } = await setupPasted(rows(401));
    expect(eventsOf('rows')[0]?.starts).toHaveLength(401);
    expect(eventsOf('batch').map(({ from, ids }) => [from, ids.length])).toEqual([
      [0, 200],
      [200, 200],
      [400, 1],
    ]);
    expect(kinds().indexOf('rows')).toBeLessThan(kinds().indexOf('batch'));
    expect(kinds().indexOf('complete')).toBeGreaterThan(kinds().lastIndexOf('batch'));
  });

  it('describes the mappings that rows show', async () => {
    const { ledger, eventsOf, run } = await setupPasted('premier  inn leeds\nunknown');
    const ids = [...(eventsOf('batch')[0]?.ids ?? [])];
    const label = { glAccount: '6200', keyword: 'PREMIER INN' };
    expect(ledger.rows.describe(run(), ids)).toEqual([label, undefined]);
  });

  it('gives way to a new text: nothing more comes of the old one', async () => {
    const { paste, finish, timing, eventsOf } = await setupLedger();
    paste(rows(10_000));
    await timing.advance(15);
    paste('tesco stores');
    await finish();
    expect(eventsOf('batch').filter(({ run }) => run === 1)).toHaveLength(2);
    expect(eventsOf('complete').map(({ run }) => run)).toEqual([2]);
  });

  it('starts with the rows on screen after a scroll', async () => {
    const { ledger, paste, timing, eventsOf, run } = await setupLedger();
    paste(rows(10_000));
    ledger.showRows(run(), 9_800, 9_840);
    await timing.advance(10);
    expect(eventsOf('batch').map(({ from }) => from)).toEqual([0, 9_800]);
  });

  it('ignores calls about a text that is gone', async () => {
    const { ledger, run, counters } = await setupPasted('tesco stores');
    expect(ledger.rows.editRow(run() - 1, 0, 'x')).toBeUndefined();
    expect(await ledger.copy(run() - 1, 'account', 'clipboard')).toEqual({ kind: 'superseded' });
    expect(counters().total).toBe(1);
  });
});

describe('the copy', () => {
  const cases: readonly [name: string, text: string, both: string, accounts: string][] = [
    ['one row', 'tesco stores', 'tesco stores\t6100', '6100'],
    [
      'blank rows keep their place',
      'a\n\n \nx',
      'a\tNo Match\n\t\n \t\nx\tNo Match',
      'No Match\n\n\nNo Match',
    ],
    ['a tab in a text becomes a space', 'tesco\tstores', 'tesco stores\t6100', '6100'],
    ['one final empty line is dropped', 'tesco stores\n', 'tesco stores\t6100', '6100'],
    ['only one', 'tesco stores\n\n', 'tesco stores\t6100\n\t', '6100\n'],
    ['Windows line ends', 'tesco stores\r\nx\r\n', 'tesco stores\t6100\nx\tNo Match', '6100\nNo Match'],
    ['what a spreadsheet would run gets an apostrophe', '=tesco stores', "'=tesco stores\t6100", '6100'],
    ['a dash before a blank does not', '- 5 ITEMS', '- 5 ITEMS\tNo Match', 'No Match'],
    ['spaces and case as typed', '  Tesco   STORES ', '  Tesco   STORES \t6100', '6100'],
  ];
  it.each(cases)('%s', async (_name, text, both, accounts) => {
    const { copied } = await setupPasted(text);
    expect(await copied('description-and-account')).toBe(both);
    expect(await copied('account')).toBe(accounts);
  });

  it('does not wait for the pauses of a run under way', async () => {
    const { ledger, paste, timing, run } = await setupLedger();
    paste(rows(50_000));
    const result = await ledger.copy(run(), 'account', 'clipboard');
    expect(result).toMatchObject({ kind: 'text', rows: 50_000 });
    if (result.kind === 'text') expect(await result.text.text()).toBe(Array(50_000).fill('6200').join('\n'));
    expect(timing.pauses).toHaveLength(1);
  });

  it('comes to nothing when another text takes the place', async () => {
    const { ledger, paste, run } = await setupLedger();
    paste(rows(50_000));
    const copy = ledger.copy(run(), 'account', 'clipboard');
    paste('tesco stores');
    expect(await copy).toEqual({ kind: 'superseded' });
  });

  it('holds edited rows and chosen accounts', async () => {
    const { ledger, copied, run } = await setupPasted('a\nb\nc');
    ledger.rows.editRow(run(), 1, 'Premier Inn York');
    expect(await copied('description-and-account')).toBe('a\tNo Match\nPremier Inn York\t6200\nc\tNo Match');
  });
});

describe('a change of the mapping list under a shown result', () => {
  type Accounts = Readonly<Record<string, string | null>>;
  const cases: readonly [
    name: string,
    row: string,
    change: Accounts,
    account: string,
    suggestion?: string,
  ][] = [
    ['No Match becomes an account at once', 'NORTHERN RAIL', { 'NORTHERN RAIL': '6300' }, '6300'],
    [
      'another account is only suggested',
      'PREMIER INN LEEDS',
      { 'PREMIER INN LEEDS': '7000' },
      '6200',
      '7000',
    ],
    ['a changed account is only suggested', 'PREMIER INN LEEDS', { 'PREMIER INN': '7000' }, '6200', '7000'],
    ['a removed keyword suggests No Match', 'PREMIER INN', { 'PREMIER INN': null }, '6200', 'No Match'],
    ['a better keyword for the same account changes nothing', 'PREMIER INN 1', { 'INN 1': '6200' }, '6200'],
    ['other keywords change nothing', 'PREMIER INN', { 'NORTHERN RAIL': '6300' }, '6200'],
    ['a blank row stays blank', ' ', { 'NORTHERN RAIL': '6300' }, ''],
  ];
  it.each(cases)('%s', async (_name, row, change, account, suggestion) => {
    const { ledger, elsewhere, copied, eventsOf, run } = await setupPasted(row);
    await elsewhere(change);
    expect(await copied()).toBe(account);
    const suggested = eventsOf('changed').at(-1)?.suggested[0] ?? -4;
    const [label] = ledger.rows.describe(run(), [suggested]);
    expect(suggested === -1 ? 'No Match' : label?.glAccount).toBe(suggestion);
  });

  it('takes a flag back when the list is as it was', async () => {
    const { eventsOf, elsewhere } = await setupPasted('PREMIER INN');
    await elsewhere({ 'PREMIER INN': '7000' });
    await elsewhere({ 'PREMIER INN': '6200' });
    expect(eventsOf('changed').map(({ suggested }) => suggested[0] === -4)).toEqual([false, true]);
  });

  it('comes as one event for one update of many keys', async () => {
    const { elsewhere, eventsOf } = await setupPasted('NORTHERN RAIL\nSHELL GARAGE');
    await elsewhere({ 'NORTHERN RAIL': '6300', 'SHELL GARAGE': '6400' });
    expect(eventsOf('changed').map(({ rows: changed }) => [...changed])).toEqual([[0, 1]]);
  });

  it('reaches edited rows by their own text', async () => {
    const { ledger, copied, run, elsewhere } = await setupPasted('a');
    ledger.rows.editRow(run(), 0, 'NORTHERN RAIL');
    await elsewhere({ 'NORTHERN RAIL': '6300' });
    expect(await copied()).toBe('6300');
  });

  it('applies to rows that are still to be classified', async () => {
    const { elsewhere, paste, finish, copied } = await setupLedger();
    paste(rows(1_000));
    await elsewhere({ 'PREMIER INN': '7000' });
    await finish();
    const accounts = (await copied()).split('\n');
    expect([accounts[0], accounts[999]]).toEqual(['6200', '7000']);
  });
});

describe('a suggestion', () => {
  async function withSuggestion() {
    const setup = await setupPasted('PREMIER INN\nPREMIER INN LEEDS\nPREMIER INN');
    await setup.elsewhere({ 'PREMIER INN': '7000' });
    return setup;
  }

  it('taken by an admin becomes the mapping of the description, for rows with the same description too', async () => {
    const { ledger, database, run, copied } = await withSuggestion();
    expect(await ledger.rows.takeNew(run(), 1, true)).toMatchObject({ kind: 'saved', rows: [{ row: 1 }] });
    const mapping = { description: 'PREMIER INN LEEDS', glAccount: '7000' };
    expect(database.stored('gl_mappings/PREMIER INN LEEDS')).toEqual(mapping);
    const both = await ledger.rows.takeNew(run(), 0, true);
    expect(both).toMatchObject({ kind: 'saved', rows: [{ row: 0 }, { row: 2 }] });
    expect(await copied()).toBe('7000\n7000\n7000');
  });

  it('taken by another user applies to the row only', async () => {
    const { ledger, database, run, copied } = await withSuggestion();
    const taken = await ledger.rows.takeNew(run(), 0, false);
    expect(taken).toMatchObject({ kind: 'row-only', rows: [{ row: 0 }] });
    expect(listPathsIn(database.updates)).toEqual([]);
    expect(await copied()).toBe('7000\n6200\n6200');
  });

  it('stays when saving is refused', async () => {
    const { ledger, database, run, copied } = await withSuggestion();
    database.refuse = true;
    expect(await ledger.rows.takeNew(run(), 1, true)).toMatchObject({ kind: 'failed' });
    expect(await copied()).toBe('6200\n6200\n6200');
    database.refuse = false;
    expect(await ledger.rows.takeNew(run(), 1, true)).toMatchObject({ kind: 'saved' });
  });

  it('of No Match is never stored as an account', async () => {
    const { ledger, database, run, elsewhere } = await withSuggestion();
    await elsewhere({ 'PREMIER INN': null });
    expect(await ledger.rows.takeNew(run(), 0, true)).toMatchObject({ kind: 'row-only' });
    expect(database.stored('gl_mappings/PREMIER INN')).toBeNull();
  });

  it('turned down is not made again, but another one is', async () => {
    const { ledger, run, copied, eventsOf, elsewhere } = await withSuggestion();
    expect(ledger.rows.keepCurrent(run(), [0], true)).toMatchObject([{ row: 0, suggested: -4 }]);
    const before = eventsOf('changed').length;
    await elsewhere({ 'MIER INN': '7000' });
    expect(eventsOf('changed')).toHaveLength(before);
    await elsewhere({ 'PREMIER INN': '8000' });
    expect([...(eventsOf('changed').at(-1)?.rows ?? [])]).toEqual([0, 1, 2]);
    expect(await copied()).toBe('6200\n6200\n6200');
  });

  it('is forgotten when the row is edited', async () => {
    const { ledger, run, copied } = await withSuggestion();
    expect(ledger.rows.editRow(run(), 0, 'premier inn hull')).toMatchObject({ row: 0, suggested: -4 });
    expect(await copied()).toBe('7000\n6200\n6200');
  });
});

it('a text that comes as a Blob is classified like any other, unless another one has come meanwhile', async () => {
  const { ledger, finish } = await setupLedger();
  const classified = ledger.classify(1, new Blob(['Description\ntesco stores\nunknown']));
  expect(ledger.tableNow()).toBeUndefined();
  await classified;
  await finish();
  expect([0, 1].map((row) => ledger.tableNow()?.account(row))).toEqual(['6100', 'No Match']);
  const late = ledger.classify(2, new Blob(['premier inn']));
  ledger.classify(3, 'tesco stores 1');
  await late;
  await finish();
  expect(ledger.tableNow()?.account(0)).toBe('6100');
});
