import { describe, expect, it } from 'vitest';
import type { DraftNotes, DraftText, RowQuery } from '#contract/ledger.ts';
import { rowText } from '#engine/rows.ts';
import type { DraftStorage } from '#workers/ledger/rows/DraftStore.ts';
import {
  copiedCells,
  mayHaveHeader,
  otherCells,
  readPasted,
  transferAnnotations,
} from '#workers/ledger/rows/pastedText.ts';
import { tableReader } from '../../workers/ledger/rows/tableReader.ts';
import { settled } from '../support/fakeTiming.ts';
import { setupLedger, setupPasted } from '../support/ledgerSetup.ts';
import { listPathsIn } from '../support/memoryDatabase.ts';
import { NO_PREVIEW } from '../support/previewerOptions.ts';
import { saveKeyword } from '../support/saveKeyword.ts';

async function setupRows(text: string) {
  const setup = await setupPasted(text);
  const { rows } = setup.ledger;
  /** What a filter, or another query, leaves of the rows. */
  const filtered = (query: RowQuery['filter'] | RowQuery) => [
    ...(rows.filter(setup.run(), typeof query === 'string' ? { filter: query, search: '' } : query) ?? []),
  ];
  return { ...setup, rows, filtered };
}

describe('the rows that a filter and a search leave', () => {
  const text = 'PREMIER INN\n\nunknown\nTESCO STORES\nPremier League';
  const cases: readonly [query: RowQuery, rows: number[]][] = [
    [{ filter: 'all', search: 'premier' }, [0, 4]],
    [{ filter: 'all', search: '6200' }, [0]],
    [{ filter: 'matched', search: '' }, [0]],
    [{ filter: 'no-match', search: '' }, [2, 4]],
    [{ filter: 'no-match', search: 'PREMIER' }, [4]],
    [{ filter: 'all', search: 'no match' }, [2, 4]],
    [{ filter: 'to-verify', search: '' }, [3]],
    [{ filter: 'blank', search: '' }, [1]],
    [{ filter: 'edited', search: '' }, []],
  ];
  it.each(cases)('%j', async (query, expected) => {
    const { elsewhere, filtered } = await setupRows(text);
    await elsewhere({ 'TESCO STORES': '7000' });
    expect(filtered(query)).toEqual(expected);
  });

  it('go by the edited text', async () => {
    const { rows, run, filtered } = await setupRows(text);
    rows.editRow(run(), 0, 'other');
    expect(filtered({ filter: 'all', search: 'premier' })).toEqual([4]);
    expect(filtered('edited')).toEqual([0]);
  });

  it('can be copied alone', async () => {
    const { ledger, run } = await setupRows(text);
    const copy = await ledger.copy(run(), 'description-and-account', 'clipboard', Uint32Array.of(0, 3));
    const wanted = [2, 'PREMIER INN\t6200\nTESCO STORES\t6100'];
    expect(copy.kind === 'text' && [copy.rows, await copy.text.text()]).toEqual(wanted);
  });
});

describe('all suggestions at once', () => {
  async function flagged() {
    const setup = await setupRows(
      'PREMIER INN LEEDS\nTESCO STORES\nx\nPREMIER INN LEEDS\nPREMIER INN \u0007',
    );
    await setup.elsewhere({ 'PREMIER INN': '7000', 'TESCO STORES': '8000' });
    return setup;
  }

  it('are taken for the rows; the list stays as it is', async () => {
    const { rows, run, copied, database } = await flagged();
    expect(rows.takeAllNew(run())).toHaveLength(4);
    expect(await copied()).toBe('7000\n8000\nNo Match\n7000\n7000');
    expect(database.stored('gl_mappings/PREMIER INN LEEDS')).toBeNull();
    expect(listPathsIn(database.updates)).toEqual([]);
  });

  it('are suggested again after undo, but for rows that have changed since', async () => {
    const { rows, run, copied } = await flagged();
    rows.takeAllNew(run());
    rows.editRow(run(), 1, 'x');
    expect(rows.undoTakeNew(run(), [0, 1, 3, 4]).map(({ row }) => row)).toEqual([0, 3, 4]);
    expect(await copied()).toBe('6200\nNo Match\nNo Match\n6200\n6200');
    expect(rows.takeAllNew(run())).toHaveLength(3);
    expect(rows.undoTakeNew(run(), [0, 1, 3, 4])).toHaveLength(3);
    expect(rows.undoTakeNew(run(), [0, 1, 3, 4])).toEqual([]);
  });

  it.each([
    ['their mappings have left the list twice over', { 'PREMIER INN': '7001' }],
    ['another mapping gives the same account by now', { 'PREMIER INN LEEDS': '7000' }],
  ])('are put back as they were shown, even if %s', async (_what, change) => {
    const { rows, run, copied, elsewhere } = await flagged();
    rows.takeAllNew(run());
    await elsewhere(change);
    rows.undoTakeNew(run(), [0, 1, 3, 4]);
    expect(await copied()).toBe('6200\n6100\nNo Match\n6200\n6200');
  });

  it('one that became a mapping is put back once that has left the list', async () => {
    const { rows, run, copied, elsewhere } = await flagged();
    const taken = await rows.takeNew(run(), 0, true);
    expect(taken).toMatchObject({ kind: 'saved', rows: [{ row: 0 }, { row: 3 }], undo: expect.any(String) });
    await settled();
    await elsewhere({ 'PREMIER INN LEEDS': null });
    expect(rows.undoTakeNew(run(), [0, 3])).toHaveLength(2);
    expect(await copied()).toBe('6200\n6100\nNo Match\n6200\n6200');
  });

  it('are turned down', async () => {
    const { rows, run, copied, filtered } = await flagged();
    const all = filtered('to-verify');
    const suggested = (isKept: boolean) => rows.keepCurrent(run(), all, isKept).map((row) => row.suggested);
    expect(suggested(true)).toEqual([-4, -4, -4, -4]);
    expect(await copied()).toBe('6200\n6100\nNo Match\n6200\n6200');
    expect(suggested(false)).not.toContain(-4);
    expect(await copied()).toBe('6200\n6100\nNo Match\n6200\n6200');
  });
});

it('a reserved name is no keyword that a choice or the unmatched workbench can store, and classifies like any other line', async () => {
  const { rows, run, database, copied, elsewhere } = await setupRows(
    'hasOwnProperty\n__proto__\nPREMIER INN',
  );
  expect(await copied()).toBe('No Match\nNo Match\n6200');
  const expected = { kind: 'unstorable', problem: 'reserved-key' };
  expect(await saveKeyword(rows, 'hasOwnProperty', '6300')).toEqual(expected);
  await elsewhere({ asOwnPropert: '7000', __PROTO__: '7100' });
  expect(await copied()).toBe('7000\n7100\n6200');
  await elsewhere({ asOwnPropert: '8000' });
  const wanted = { kind: 'unstorable', description: 'hasOwnProperty', problem: 'reserved-key' };
  expect(await rows.takeNew(run(), 0, true)).toEqual(wanted);
  expect(database.updates.filter((update) => 'gl_mappings_version' in update)).toEqual([]);
  expect((await rows.takeNew(run(), 0, false)).kind).toBe('row-only');
  expect(await copied()).toBe('8000\n7100\n6200');
});

describe('the reach of a keyword', () => {
  it.each([
    ['trip', { unmatched: 0, others: 0 }, 'too short to be contained'],
    ['uber trip', { unmatched: 2, others: 0 }, 'contained or equal, whatever the case'],
    ['premier', { unmatched: 1, others: 0 }, 'a longer keyword keeps its rows'],
    ['PREMIER INN', { unmatched: 0, others: 1 }, 'a stored keyword gets the new account'],
    ['premier inn', { unmatched: 0, others: 0 }, 'a case variant with a later key wins nowhere'],
    ['premier inn l', { unmatched: 0, others: 0 }, 'no row contains it'],
  ])('%s: %o (%s)', async (keyword, reach) => {
    const { rows, run } = await setupRows('Uber Trip 1\nuber  trip\n\nPremier Inn\nPremier League');
    expect(await rows.previewKeyword(run(), keyword, '9000')).toMatchObject(reach);
  });

  it('is none for a mapping that is stored just so, though a row is still to be verified', async () => {
    const { rows, run, elsewhere, filtered } = await setupRows('Premier Inn');
    await elsewhere({ 'PREMIER INN': '9000' });
    expect(filtered('to-verify')).toHaveLength(1);
    expect(await rows.previewKeyword(run(), 'PREMIER INN', '9000')).toEqual(NO_PREVIEW);
  });

  it('is what saving it does', async () => {
    const { rows, copied } = await setupRows('Uber Trip 1\nx\nuber trip');
    expect(await saveKeyword(rows, 'Uber Trip', ' 00450 ')).toEqual({ kind: 'saved' });
    await settled();
    expect(await copied()).toBe('00450\nNo Match\n00450');
  });
});

describe('an account that is given to one row', () => {
  const text = 'Uber Trip 1\nnothing\nPREMIER INN';

  async function setupChosen() {
    const setup = await setupRows(text);
    setup.rows.chooseAccount(setup.run(), 0, ' 00450 ');
    return setup;
  }

  it('is shown, copied, found as edited, and counts nothing', async () => {
    const setup = await setupChosen();
    expect(await setup.copied()).toBe('00450\nNo Match\n6200');
    expect(setup.filtered('edited')).toEqual([0]);
    expect(setup.filtered('no-match')).toEqual([1]);
    expect(setup.filtered('to-verify')).toEqual([]);
    expect(setup.counters().total).toBe(3);
    expect(await setup.rows.accountsInUse(setup.run())).toEqual([
      { glAccount: '6100', mappings: 1 },
      { glAccount: '6200', mappings: 1 },
      { glAccount: '00450', mappings: 0 },
    ]);
    expect(listPathsIn(setup.database.updates)).toEqual([]);
  });

  it('is taken back, and given again', async () => {
    const setup = await setupChosen();
    setup.rows.chooseAccount(setup.run(), 0, null);
    expect(await setup.copied()).toBe('No Match\nNo Match\n6200');
    expect(setup.filtered('edited')).toEqual([]);
    setup.rows.chooseAccount(setup.run(), 0, '1');
    setup.rows.chooseAccount(setup.run(), 0, '2');
    expect(await setup.copied()).toBe('2\nNo Match\n6200');
  });

  it.each(['', '  ', 'no  match'])('is none: %j', async (glAccount) => {
    const { rows, run, copied } = await setupRows(text);
    expect(rows.chooseAccount(run(), 0, glAccount)).toBeUndefined();
    expect(await copied()).toBe('No Match\nNo Match\n6200');
  });

  it('is there after a reload, also before the row is classified, and moves with its row', async () => {
    const first = await setupChosen();
    const notes = first.ledger.notes(first.run());
    const setup = await setupLedger();
    setup.paste(text, notes);
    expect(setup.ledger.notes(1)?.kept).toEqual(notes?.kept);
    setup.paste(`above\n${text}`);
    await setup.finish();
    expect(await setup.copied()).toBe('No Match\n00450\nNo Match\n6200');
    expect([...(setup.ledger.rows.filter(2, { filter: 'edited', search: '' }) ?? [])]).toEqual([1]);
  });

  it('is to be verified when the list has another one, and never against no match', async () => {
    const setup = await setupChosen();
    await setup.elsewhere({ 'Uber Trip': '7000' });
    expect(setup.filtered('to-verify')).toEqual([0]);
    await setup.elsewhere({ 'Uber Trip': null });
    expect(setup.filtered('to-verify')).toEqual([]);
    expect(await setup.copied()).toBe('00450\nNo Match\n6200');
    await setup.elsewhere({ 'Uber Trip': '00450' });
    expect(setup.filtered('edited')).toEqual([]);
  });

  it('goes when the description is edited', async () => {
    const setup = await setupChosen();
    setup.rows.editRow(setup.run(), 0, 'other');
    expect(await setup.copied()).toBe('No Match\nNo Match\n6200');
  });
});

describe('the keyword that is suggested for a row', () => {
  it.each([
    ['DIRECT DEBIT NORTHSTAR WINDOWS REF 88123', 'NORTHSTAR WINDOWS', 'the name, not how it was paid'],
    ['Trvalý příkaz  Vodárna   Vysočina', 'Vodárna Vysočina', 'in any language of the data, as typed'],
    ['PREMIER SWEETS 9', 'PREMIER SWEETS', 'longer where mappings of another account have its first word'],
    ['TESCO PREMIER', 'TESCO PREMIER', 'two such words together do'],
    ['UK*MW12345', 'UK*MW12345', 'the first letters of a number are none'],
    ['INN 77', 'INN 77', 'the whole description where no phrase is left'],
    ['CARD PAYMENT 12 MARCH', '', 'none where every word is a common one'],
  ])('%s: %s (%s)', async (description, keyword) => {
    const { rows, run } = await setupRows(`${description}\nCARD TESCO STORES`);
    expect(await rows.unmatched.suggestKeyword(run(), 0, '9000')).toBe(keyword);
  });

  it('may be that of mappings of the same account', async () => {
    const { rows, run } = await setupRows('PREMIER INN 4');
    rows.editRow(run(), 0, 'PREMIER 4 INN');
    expect(await rows.unmatched.suggestKeyword(run(), 0, '6200')).toBe('PREMIER');
    expect(await rows.unmatched.suggestKeyword(run(), 0, '6100')).toBe('PREMIER 4 INN');
  });

  it('is the one that the page of unmatched lines offers for its group', async () => {
    const text = 'AMAZON.CO.UK*MW1AB2\nAmazon Prime*7H3K1\nINVOICE 12 Quigley Textiles Ltd\nTESCO STORES 4';
    const { rows, run } = await setupRows(text);
    const queue = await rows.unmatched.find(run(), { search: '', skipped: [], showsSkipped: false });
    const groups = await rows.unmatched.items(run(), [...(queue?.ids ?? [])]);
    expect(groups.map((group) => group?.phrase)).toEqual(['AMAZON', 'Quigley Textiles']);
    expect(await rows.unmatched.suggestKeyword(run(), 1, '9000')).toBe('Amazon');
    expect(await rows.unmatched.suggestKeyword(run(), 2, '9000')).toBe('Quigley Textiles');
    // As soon as a row of another account has it, it does not tell the accounts apart.
    rows.chooseAccount(run(), 0, '7000');
    expect(await rows.unmatched.suggestKeyword(run(), 1, '9000')).toBe('Amazon Prime');
    expect(await rows.unmatched.suggestKeyword(run(), 1, '7000')).toBe('Amazon');
  });

  it('goes by what the row reads now, and by no run that was replaced', async () => {
    const { rows, run, paste, finish } = await setupRows('Quigley Textiles 4');
    expect(await rows.unmatched.suggestKeyword(run(), 0, '9000')).toBe('Quigley Textiles');
    rows.editRow(run(), 0, 'Tattersall 4');
    expect(await rows.unmatched.suggestKeyword(run(), 0, '9000')).toBe('Tattersall');
    const former = run();
    paste('other');
    await finish();
    expect(await rows.unmatched.suggestKeyword(former, 0, '9000')).toBeUndefined();
  });
});

describe('edits', () => {
  const cases: readonly [name: string, last: string, next: string, carried: [number, string][]][] = [
    ['stay when a line is added below', 'a\nb', 'a\nb\nc', [[1, 'mine']]],
    ['move with their row when one is added above', 'a\nb', 'z\na\nb', [[2, 'mine']]],
    ['go with their row', 'a\nb', 'a', []],
    ['go when their row is another', 'a\nb', 'a\nbb', []],
    ['of a row between two changes go: which row it is now is not certain', 'x\nb', 'y\nb\nz', []],
    ['go with the whole text', 'a\nb', '', []],
  ];
  it.each(cases)('%s', (_name, last, next, carried) => {
    const notes = { edits: [[1, 'mine'] as const], kept: [{ ...KEPT, rows: [1] }] };
    const expected = { edits: carried, kept: carried.map(([row]) => ({ ...KEPT, rows: [row] })) };
    expect(transferAnnotations(readPasted(last).rows, readPasted(next).rows, notes)).toEqual(expected);
  });

  it('of a column come back with it, and those of the whole lines with them', async () => {
    const text = 'Tesco Stores 1\t5\nPremier Inn 2\t6';
    const longer = `${text}\nTesco Stores 3\t7`;
    const { ledger, finish, eventsOf, run, paste } = await setupPasted(text);
    const edits = () => eventsOf('rows').at(-1)?.edits;
    ledger.rows.editRow(run(), 1, 'by column');
    paste(text, { column: [] });
    expect(edits()).toEqual([]);
    await finish();
    ledger.rows.editRow(run(), 0, 'by line');
    paste(longer, { column: [0] });
    expect(edits()).toEqual([[1, 'by column']]);
    const notes = ledger.notes(run());
    expect(notes?.otherColumns).toEqual([{ column: [], edits: [[0, 'by line']], kept: [] }]);
    // As after a reload.
    paste('another text');
    paste(longer, { column: [0], ...notes });
    paste(longer, { column: [] });
    expect(edits()).toEqual([[0, 'by line']]);
  });
});

it('a row of joined columns is copied as it was; one that was edited has its text in the first of them', () => {
  const pasted = readPasted('1/2\tACME\tRent\t5\n2/2\t\tShop\t6', { column: [1, 2] });
  expect(copiedCells(pasted, 0, 'ACME Rent')).toEqual(['1/2', 'ACME', 'Rent', '5']);
  expect(copiedCells(pasted, 1, 'Shop')).toEqual(['2/2', '', 'Shop', '6']);
  expect(copiedCells(pasted, 0, 'Rent of May')).toEqual(['1/2', 'Rent of May', '', '5']);
  expect(otherCells(pasted, 0).map(({ text }) => text)).toEqual(['1/2', '5']);
});

describe('a first line that names the columns', () => {
  const text = 'Date\tDescription\tAmount\nMay\tTesco Stores\t12\nMay\tPremier Inn\t80';

  it.each([
    ['of a table', text, ['Date', 'Description', 'Amount']],
    ['of a single column', 'Description\nTesco Stores', ['Description']],
    ['of two columns', 'Description\tAmount\nTesco Stores\t5.00\nRent\t6.00', ['Description', 'Amount']],
  ])('is left out: %s', (_name, pasted, names) => {
    const { header, rows, lines } = readPasted(pasted, { reader: tableReader });
    expect(header).toEqual({ names, line: 1, leftOut: [], isRow: false });
    expect(rows.count).toBe(pasted.split('\n').length - 1);
    expect(lines.count).toBe(rows.count);
  });

  it.each([
    ['Date\tDescription\tPaid out\tPaid in\tBalance', 1],
    [
      'Transaction Date\tTransaction Type\tSort Code\tAccount Number\tTransaction Description\tDebit Amount\tCredit Amount\tBalance',
      4,
    ],
    ['Buchungstag\tVerwendungszweck\tBetrag\tWährung', 1],
    ['Date opération\tLibellé\tDébit\tCrédit', 1],
    ['Fecha\tConcepto\tImporte\tSaldo', 1],
    ['Data\tDescrizione operazione\tEntrate\tUscite', 1],
    ['Datum\tOmschrijving\tBedrag\tSaldo', 1],
    ['Datum zaúčtování\tPopis\tČástka\tMěna', 1],
    ['Data operacji\tOpis operacji\tKwota\tSaldo', 1],
    ['日付\t摘要\tお引出し\tお預入れ\t残高', 1],
    ['Дата\tНазначение платежа\tПриход\tРасход', 1],
    ['Posting date\tMemo\tAmount', 1],
  ])('is that of a bank: %j', (line, description) => {
    const width = line.split('\t').length;
    const rows = ['01/02', '02/02', '03/02'].map((day) => [day, ...Array(width - 1).fill('x 1')].join('\t'));
    const { header, columns, rows: read } = readPasted([line, ...rows].join('\n'), { reader: tableReader });
    expect(header?.names).toEqual(line.split('\t'));
    expect(columns).toMatchObject({ chosen: [description], names: line.split('\t') });
    expect(read.count).toBe(3);
  });

  it('says for which tables a column was chosen, whatever its number', () => {
    const choose = (pasted: string, layout: string | null, column: readonly number[] = [0]) =>
      readPasted(pasted, { column, layout, reader: tableReader }).columns;
    const { layout } = readPasted(text, { reader: tableReader }).columns as { layout: string };
    expect(choose('Date\tDescription\tAmount\n01/02\tRent\t5\n02/02\tHotel\t6', layout)?.chosen).toEqual([0]);
    expect(choose('Date\tDescription\tAmount\n01/02\tRent\t5\n02/02\tHotel\t6', layout, [])?.chosen).toEqual(
      [],
    );
    const others = [
      'Date\tDescription\tBalance\n01/02\tRent\t5\n02/02\tHotel\t6',
      'Date\tDescription\tAmount\tBalance\n01/02\tRent\t5\t1\n02/02\tHotel\t6\t7',
      '01/02\tRent\t5\n02/02\tHotel\t6',
    ];
    expect(others.map((other) => choose(other, layout)?.chosen)).toEqual([[1], [1], [1]]);
    expect(choose(others[2] as string, null)).toMatchObject({ chosen: [0], layout: null });
    // The names of a file are its layout too.
    const names = ['Date', 'Description', 'Amount'];
    expect(readPasted(others[2] as string, { column: [0], layout, names }).columns?.chosen).toEqual([0]);
  });

  it('is looked for where a text may have one', () => {
    expect(['Popis\nTesco', 'a\tb1\nc\td'].map(mayHaveHeader)).toEqual([true, true]);
    expect(
      ['Tesco 1\nTesco 2', 'Popis', '', '\nPopis\nTesco', `${'long '.repeat(20)}\nx`].map(mayHaveHeader),
    ).toEqual(Array(5).fill(false));
  });

  it('may stand below other lines, which are named, as are those below the last payment', async () => {
    const table = [
      'Date\tWhom\tPaid',
      '2026-01-05\tTesco Stores\t12.00',
      '',
      '2026-01-06\tPremier Inn\t80.00',
    ];
    const pasted = ['Account of ACME', 'Printed\t2026-02-01', '', ...table, '', 'Not binding.\tNo', ''].join(
      '\n',
    );
    const { header, lines, rows } = readPasted(pasted, { reader: tableReader });
    expect(header).toMatchObject({ names: ['Date', 'Whom', 'Paid'], line: 4, isRow: false });
    expect(header?.leftOut).toEqual([
      '2 lines were left out: above the columns (lines 1, 2).',
      '1 line was left out: no part of the statement (line 9).',
    ]);
    expect(Array.from({ length: rows.count }, (_, row) => rowText(rows, row))).toEqual([
      'Tesco Stores',
      '',
      'Premier Inn',
      '',
    ]);
    expect(lines.count).toBe(rows.count);
    expect(readPasted(pasted, { headerIsRow: true, reader: tableReader }).rows.count).toBe(9);
    const file = readPasted(pasted, { names: ['Column 1', 'Column 2', 'Column 3'], reader: tableReader });
    expect([file.header, file.rows.count]).toEqual([null, 9]);
    const notes = { edits: [[2, 'mine']], kept: [] } as const;
    const all = readPasted(pasted, { column: [1], headerIsRow: true, reader: tableReader });
    const some = readPasted(pasted, { column: [1], reader: tableReader });
    expect(transferAnnotations(some.rows, all.rows, notes).edits).toEqual([[6, 'mine']]);
    expect(mayHaveHeader(pasted)).toBe(true);
  });

  it.each([
    ['when it is the only line', 'Description'],
    ['when a cell has digits', 'Description\t01/02\nTesco\t5'],
    ['when it has another name', 'Tesco Stores\nDescription'],
    ['further down', 'Tesco\nDescription\nTesco'],
  ])('is none %s', (_name, pasted) => {
    const { header, rows } = readPasted(pasted, { reader: tableReader });
    expect(header).toBeNull();
    expect(rows.count).toBe(pasted.split('\n').length);
  });

  it('is neither a row, nor copied, nor counted, until it is taken in; edits stay with their rows', async () => {
    const { ledger, paste, finish, copied, counters, eventsOf } = await setupPasted(text);
    expect(await copied()).toBe('6100\n6200');
    expect(counters().total).toBe(2);
    ledger.rows.editRow(1, 1, 'mine');
    paste(text, { headerIsRow: true });
    await finish();
    expect(await copied()).toBe('No Match\n6100\nNo Match');
    expect(eventsOf('rows').at(-1)).toMatchObject({ header: { isRow: true }, edits: [[2, 'mine']] });
    paste(text);
    expect(eventsOf('rows').at(-1)).toMatchObject({ header: { isRow: false }, edits: [[1, 'mine']] });
    // The edit is one, the header none.
    expect(counters().total).toBe(3);
  });
});

type Accounts = Readonly<Record<string, string | null>>;
type Setup = Awaited<ReturnType<typeof setupPasted>>;

const KEPT = { label: { glAccount: '6100', keyword: 'TESCO STORES' }, declined: null } as const;

describe('a row that keeps its account', () => {
  /** Row 0 keeps 6100 although the list says 6300; row 1 has no match. */
  async function setupKept() {
    const setup = await setupPasted('tesco stores 1\nnothing');
    await setup.elsewhere({ 'TESCO STORES 1': '6300' });
    return setup;
  }

  /** Another ledger over the same list, as after a reload, `change` having come meanwhile; what it has of the first row. */
  async function reloaded({ ledger, run, database, elsewhere }: Setup, change: Accounts = {}) {
    if (Object.keys(change).length > 0) await elsewhere(change);
    const setup = await setupLedger(undefined, { database });
    setup.paste('tesco stores 1\nnothing', ledger.notes(run()));
    await setup.finish();
    const [id] = setup.eventsOf('changed').at(-1)?.suggested ?? [];
    const [label] = id === undefined ? [] : setup.ledger.rows.describe(1, [id]);
    return { ...setup, accounts: await setup.copied(), suggestion: label?.glAccount };
  }

  it.each([true, false])(
    'keeps it when its own mapping is deleted, the suggestion kept off: %s',
    async (isKept) => {
      const { rows, run, elsewhere, copied } = await setupRows('CORNER TESCO STORES');
      await elsewhere({ 'CORNER TESCO STORES': '7000' });
      if (isKept) rows.keepCurrent(run(), [0], true);
      await elsewhere({ 'TESCO STORES': null });
      expect(await copied()).toBe('6100');
    },
  );

  const afterReload: readonly [name: string, isKept: boolean, change: Accounts, suggestion?: string][] = [
    ['is still to be verified', false, {}, '6300'],
    ['is not flagged again once the user has kept it', true, {}],
    ['is flagged when the suggestion is another one by then', true, { 'TESCO STORES 1': '6400' }, '6400'],
    ['keeps it when its own mapping has left the list', false, { 'TESCO STORES': null }, '6300'],
    ['is an ordinary row when the list agrees again', true, { 'TESCO STORES 1': null }],
  ];
  it.each(afterReload)('%s, after a reload', async (_name, isKept, change, suggestion) => {
    const setup = await setupKept();
    if (isKept) setup.ledger.rows.keepCurrent(setup.run(), [0], true);
    const after = await reloaded(setup, change);
    expect(after).toMatchObject({ accounts: '6100\nNo Match', suggestion });
    // The text is counted once, by the page before.
    expect(after.counters().total).toBe(2);
    if (change['TESCO STORES 1'] === null) expect(after.ledger.notes(1)?.kept).toEqual([]);
  });

  it('is not flagged after a reload by what comes then, once the user has kept it', async () => {
    const setup = await setupKept();
    setup.ledger.rows.keepCurrent(setup.run(), [0], true);
    const { elsewhere, eventsOf } = await reloaded(setup);
    await elsewhere({ 'TESCO STORES 1': '6400' });
    expect(eventsOf('changed')).toHaveLength(1);
  });

  it('stays so when a line is added in the box, and when the list is read again', async () => {
    const { ledger, finish, eventsOf, copied, run, paste } = await setupKept();
    paste('first\ntesco stores 1\nnothing');
    await finish();
    expect(await copied()).toBe('No Match\n6100\nNo Match');
    expect([...(eventsOf('changed').at(-1)?.rows ?? [])]).toEqual([1]);
    ledger.retry();
    await finish();
    expect(await copied()).toBe('No Match\n6100\nNo Match');
    expect(ledger.notes(run())?.kept).toEqual([{ ...KEPT, rows: [1] }]);
  });

  it('keeps it before it is classified again', async () => {
    const { ledger, paste } = await setupLedger(undefined, { silent: true });
    const notes = { edits: [], kept: [{ ...KEPT, declined: '6300', rows: [0] }] };
    paste('tesco stores 1', notes);
    expect(ledger.notes(1)).toMatchObject(notes);
  });

  it('is saved with the draft when it is flagged, and when it is kept', async () => {
    const { stored, draftStorage } = memoryStorage();
    const { ledger, run, elsewhere } = await setupPasted('tesco stores 1', undefined, { draftStorage });
    await elsewhere({ 'TESCO STORES 1': '6300' });
    expect(stored.notes?.kept).toEqual([{ ...KEPT, rows: [0] }]);
    ledger.rows.keepCurrent(run(), [0], true);
    await settled();
    expect(stored.notes?.kept).toEqual([{ ...KEPT, declined: '6300', rows: [0] }]);
    ledger.rows.editRow(run(), 0, 'nothing');
    await settled();
    expect(stored.notes?.kept).toEqual([]);
  });
});

function memoryStorage() {
  const stored: { text: DraftText | null; notes: DraftNotes | null } = { text: null, notes: null };
  const draftStorage: DraftStorage = {
    read: async () => (stored.text && stored.notes ? { ...stored.text, ...stored.notes } : null),
    writeText: async (text) => void Object.assign(stored, { text }),
    writeNotes: async (notes) => void Object.assign(stored, { notes }),
    delete: async () => void Object.assign(stored, { text: null, notes: null }),
    readRuns: async () => [],
    deleteRun: async () => {},
  };
  return { stored, draftStorage };
}

describe('the draft that is saved over a reload', () => {
  it('is the text with its edits, and whether it was counted', async () => {
    const { stored, draftStorage } = memoryStorage();
    const { ledger, run } = await setupPasted('a\nb', undefined, { draftStorage });
    ledger.rows.editRow(run(), 1, 'Premier Inn');
    await settled();
    expect(stored).toEqual({
      text: { text: 'a\nb', column: undefined, layout: null, headerIsRow: false, names: null },
      notes: { isCounted: true, edits: [[1, 'Premier Inn']], kept: [], otherColumns: [] },
    });
  });

  it('is gone with the text', async () => {
    const { stored, draftStorage } = memoryStorage();
    const { paste, finish } = await setupPasted('a\nb', undefined, { draftStorage });
    paste('');
    await finish();
    expect(stored.text).toBeNull();
  });

  it('is reported as failed when the browser refuses', async () => {
    const draftStorage: DraftStorage = {
      ...memoryStorage().draftStorage,
      writeText: async () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const { eventsOf } = await setupPasted('a', undefined, { draftStorage });
    expect(eventsOf('draft-failed')).toMatchObject([{ detail: 'QuotaExceededError: full' }]);
  });

  it('is done without, and reported as failed, when the browser never answers', async () => {
    const never = () => new Promise<never>(() => {});
    const { stored, draftStorage } = memoryStorage();
    const storage = { ...draftStorage, read: never, writeText: never };
    const { paste, timing, ledger, eventsOf } = await setupLedger(undefined, { draftStorage: storage });
    const draft = ledger.readDraft();
    await timing.advance(5_000);
    expect(await draft).toBeNull();
    paste('a');
    await timing.advance(5_000);
    const failed = { kind: 'draft-failed', detail: 'TimeoutError: no answer' };
    expect(eventsOf('draft-failed')).toEqual([failed, failed]);
    // What comes after the write without an answer is written.
    expect(stored.notes).toMatchObject({ isCounted: true });
  });
});
