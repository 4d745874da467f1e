import { describe, expect, it } from 'vitest';
import { serializeMappings } from '#contract/serializedMappings.ts';
import { TABLE_ORDERS, type TableOrder, type TableQuery } from '#contract/table.ts';
import { compareAccounts } from '#model/accountOrder.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { manyMappingsMessages } from '#model/text/manyMappingsMessages.ts';
import { previewWords } from '#model/text/previewWords.ts';
import type { TableView } from '#workers/ledger/table/TableView.ts';
import { settled } from '../support/fakeTiming.ts';
import { entriesIn, leftIn } from '../support/memoryDatabase.ts';
import { NO_PREVIEW } from '../support/previewerOptions.ts';
import { below, pick, seededRandom } from '../support/random.ts';
import { setupTable } from '../support/tableSetup.ts';

const LIST = [
  ['Premier Inn', '6200'],
  ['Tesco Stores', '6100'],
  ['Northern Rail', '6300'],
] as const;
const EVERYTHING: TableQuery = { kind: 'search', text: '' };

const many = (count: number, glAccount = '6100') =>
  Array.from({ length: count }, (_unused, i) => [`Acme ${String(i).padStart(5, '0')}`, glAccount] as const);

const textOf = async (lines: Promise<{ lines: Blob }>) => (await lines).lines.text();
const ACME: TableQuery = { kind: 'search', text: 'acme' };

/** The rows of all pages. */
async function allRows(view: Pick<TableView, 'page'>, query: TableQuery): Promise<Mapping[]> {
  const rows: Mapping[] = [];
  for (let number = 1, pages = 1; number <= pages; number++) {
    const found = await view.page(query, number);
    rows.push(...(found?.rows.map(({ mapping }) => mapping) ?? []));
    pages = found?.pages ?? 0;
  }
  return rows;
}

describe('the use of a mapping', () => {
  const TEXT = ['PREMIER INN LEEDS', 'premier inn', 'TESCO STORES 12', '', 'PREMIER INN LEEDS', 'NOTHING'];

  it('counts the rows that it wins, tells a few of them, and counts the mappings of its account', async () => {
    const { view, ledger } = await setupTable([...LIST, ['Premier Inn York', '6200']]);
    const use = (description: string) => view.use(mappingKey(description));
    expect(await use('Premier Inn')).toEqual({ sameAccount: 2, rows: null });
    await ledger.classify(1, TEXT.join('\n'));
    await settled();
    const rows = { count: 3, examples: ['PREMIER INN LEEDS', 'premier inn'] };
    expect(await use('Premier Inn')).toEqual({ sameAccount: 2, rows });
    expect(await use('Northern Rail')).toEqual({ sameAccount: 1, rows: { count: 0, examples: [] } });
    expect(await use('not there')).toBeNull();
  });
});

describe('what changes of many mappings would do to the rows', () => {
  it('says how many rows are still to be classified', async () => {
    const { editor, ledger, timing } = await setupTable(LIST);
    const text = Array.from({ length: 1_000 }, (_unused, i) => `TESCO STORES ${i}\nPREMIER INN`).join('\n');
    await ledger.classify(1, text);
    await settled();
    const effect = await editor.previewRemoval([mappingKey('Tesco Stores')]);
    expect(effect).toMatchObject({ others: 100, pending: 1_800 });
    expect(effect && previewWords(effect)).toMatch(/ 1,800 more rows are still to be classified\.$/);
    await timing.advance(1_000);
    const whole = await editor.previewRemoval([mappingKey('Tesco Stores')]);
    expect(whole).toMatchObject({ others: 1_000, pending: 0 });
  });

  it('is counted for other accounts and for a removal, and is none without a text', async () => {
    const { editor, ledger, view } = await setupTable(LIST);
    const found = await view.page(EVERYTHING, 1);
    const before = serializeMappings(found?.rows.map(({ mapping }) => mapping) ?? []);
    expect(await editor.previewMany(before, null)).toEqual({ ...NO_PREVIEW, rows: 0 });
    const edited = { description: 'Premier Inn', glAccount: '1' };
    expect(await editor.previewEdit(mappingKey('Premier Inn'), edited)).toMatchObject({ rows: 0 });
    expect(await editor.previewAdd(edited)).toMatchObject({ rows: 0 });
    await ledger.classify(1, 'PREMIER INN LEEDS\nTESCO STORES 1\nNORTHERN RAIL\nnothing');
    await settled();
    expect(await editor.previewMany(before, null)).toMatchObject({ unmatched: 0, others: 3 });
    const addition = await editor.previewAdd({ description: 'nothing', glAccount: '2' });
    expect(addition).toMatchObject({ unmatched: 1 });
    const accounts = found?.rows.map(({ mapping }, i) => (i === 0 ? mapping.glAccount : '9'));
    expect(await editor.previewMany(before, accounts ?? [])).toMatchObject({ unmatched: 0, others: 2 });
  });
});

describe('the order of the table', () => {
  /** The plain answer: everything that is listed, sorted by account where that is wanted; such a sort is stable. */
  function naive(listed: readonly Mapping[], order: TableOrder): readonly Mapping[] {
    const account = ({ glAccount }: Mapping) => glAccount.trim();
    if (order === 'keyword-desc') return listed.toReversed();
    if (order === 'account') return listed.toSorted((a, b) => compareAccounts(account(a), account(b)));
    if (order === 'account-desc') return listed.toSorted((a, b) => compareAccounts(account(b), account(a)));
    return listed;
  }

  it.each([1, 2, 3])(
    'and the filter by account are those of a plain sort, through changes (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const accounts = '700|6100|6100.1|61000|Rent|rent| 6100 |0700|1A90|6100-01|ä|z'.split('|');
      const keyword = (i: number) => `${pick(random, ['Acme', 'Bolt', 'É', '3M'])} ${i}`;
      const mappings = Array.from({ length: 300 }, (_, i) => [keyword(i), pick(random, accounts)] as const);
      const { view, writeElsewhere } = await setupTable(mappings);
      const all = (query: TableQuery) => allRows(view, query);
      const expectOrders = async (listed: TableQuery) => {
        const plain = await all(listed);
        for (const order of TABLE_ORDERS)
          expect(await all({ ...listed, order })).toEqual(naive(plain, order));
      };
      for (let round = 0; round < 3; round++) {
        await expectOrders(EVERYTHING);
        await expectOrders({ kind: 'letter', letter: 'A' });
        const plain = await all(ACME);
        for (const order of TABLE_ORDERS) {
          const account = pick(random, ['6100', 'rent', 'nowhere']);
          const expected = naive(plain, order).filter(({ glAccount }) => glAccount.trim() === account);
          expect(await all({ ...ACME, account, order })).toEqual(expected);
        }
        writeElsewhere(`Acme ${below(random, 300)}`, pick(random, accounts));
        await settled();
      }
    },
  );

  it('does not change the number of what is found, nor the page', async () => {
    const { view } = await setupTable(many(65));
    const page = await view.page({ kind: 'letter', letter: 'A', order: 'keyword-desc' }, 3);
    expect(page).toMatchObject({ found: 65, pages: 3, page: 3 });
    const descriptions = page?.rows.map(({ mapping }) => mapping.description);
    expect(descriptions).toEqual([4, 3, 2, 1, 0].map((i) => `Acme 0000${i}`));
  });
});

it('the accounts in use have the numbers of their mappings, most first', async () => {
  const { view } = await setupTable([...LIST, ['Acme Ltd', ' 6300 '], ['Bolt Ltd', '6300']]);
  expect(await view.accounts()).toEqual([
    { glAccount: '6300', mappings: 3 },
    { glAccount: '6100', mappings: 1 },
    { glAccount: '6200', mappings: 1 },
  ]);
});

describe('lines of mappings', () => {
  it('are all, those found, or those selected; guarded for the clipboard alone', async () => {
    const { view } = await setupTable([...LIST, ['=Acme Ltd', '6100']]);
    expect(await textOf(view.lines({ kind: 'all' }, 'file'))).toBe(
      'Northern Rail\t6300\nPremier Inn\t6200\nTesco Stores\t6100\n=Acme Ltd\t6100',
    );
    const query = { kind: 'search', text: '', account: '6100', order: 'keyword-desc' } as const;
    const found = await textOf(view.lines({ kind: 'found', query }, 'file'));
    expect(found).toBe('=Acme Ltd\t6100\nTesco Stores\t6100');
    view.select([mappingKey('=Acme Ltd'), mappingKey('Premier Inn')], true);
    const selected = await textOf(view.lines({ kind: 'selection' }, 'clipboard'));
    expect(selected).toBe("Premier Inn\t6200\n'=Acme Ltd\t6100");
  });

  it('have one line each, also for stored texts with tabs and line breaks', async () => {
    const stored = { ACME: { description: 'ACME', glAccount: '61\n00\t1' } };
    const { view } = await setupTable([], { stored });
    expect(await textOf(view.lines({ kind: 'all' }, 'file'))).toBe('ACME\t61 00 1');
  });

  it('are none while there is no list', async () => {
    const { view } = await setupTable(LIST, { silent: true });
    expect(await view.lines({ kind: 'all' }, 'file')).toMatchObject({ count: 0 });
  });
});

describe('another account for many mappings', () => {
  it('is one batch in entries of at most 500, with progress; what is changed leaves the selection', async () => {
    const { view, editor, database, at } = await setupTable([...many(1_201), ['Bolt Ltd', '6100']]);
    await view.selectFound(ACME);
    const progress: string[] = [];
    const result = await editor.changeAccounts(' 6200 ', null, (done, of) => progress.push(`${done}/${of}`));
    expect(result).toMatchObject({ kind: 'saved', changed: 1_201, skipped: 0 });
    expect(database.updates.map(entriesIn)).toEqual([500, 500, 201]);
    expect(database.updates.map(leftIn)).toEqual([701, 201, 0]);
    expect(progress).toEqual(['500/1201', '1000/1201', '1201/1201']);
    expect(at('Acme 00000')).toEqual({ description: 'Acme 00000', glAccount: '6200' });
    expect(at('Bolt Ltd')).toEqual({ description: 'Bolt Ltd', glAccount: '6100' });
    expect(await view.page(EVERYTHING, 1)).toMatchObject({ selected: 0, total: 1_202 });
    const entry = { kind: 'accounts', to: '6200', batch: result.undo };
    for (const update of database.updates)
      expect(Object.values(update)).toContainEqual(expect.objectContaining(entry));
  });

  it('leaves alone those that have it, and says so beforehand', async () => {
    const { view, editor, database } = await setupTable(LIST);
    await view.selectFound(EVERYTHING);
    expect(await editor.previewAccounts('6200')).toEqual({
      ...{ changing: 2, same: 1, unchangeable: null, preview: { ...NO_PREVIEW, rows: 0 } },
      from: ['6100', '6300'].map((glAccount) => ({ glAccount, mappings: 1 })),
    });
    expect(await editor.changeAccounts('6200', null, () => {})).toMatchObject({ changed: 2, skipped: 0 });
    expect(database.updates.map(entriesIn)).toEqual([2]);
    expect(await view.page(EVERYTHING, 1)).toMatchObject({ selected: 0 });
  });

  it('that is cancelled says what is stored; the rest is still selected, and goes on in the same batch', async () => {
    const { view, editor } = await setupTable(many(2_400));
    await view.selectFound(ACME);
    const first = await editor.changeAccounts('6200', null, () => editor.cancelAccounts());
    expect(first.kind).toBe('cancelled');
    // One entry was answered, the next was on its way.
    expect(first.changed).toBe(1_000);
    const left = { ...ACME, account: '6100' };
    expect(await view.page(left, 1)).toMatchObject({ found: 1_400, selected: 1_400 });
    const rest = await editor.changeAccounts('6200', first.undo, () => {});
    expect(rest).toEqual({ kind: 'saved', changed: 1_400, skipped: 0, undo: first.undo });
    expect(await editor.undo(first.undo ?? '')).toMatchObject({ kind: 'undone', count: 2_400 });
  });

  it('that fails half way says how far it came, and goes on', async () => {
    const { view, editor, database } = await setupTable(many(1_600));
    await view.selectFound(ACME);
    const first = await editor.changeAccounts('6200', null, () => {
      database.refuse = true;
    });
    expect(first.kind).toBe('failed');
    expect(first.changed % 500).toBe(0);
    const changed = await view.page({ ...EVERYTHING, account: '6200' }, 1);
    expect(changed).toMatchObject({ found: first.changed });
    expect(await view.page(EVERYTHING, 1)).toMatchObject({ selected: 1_600 - first.changed });
    database.refuse = false;
    const rest = await editor.changeAccounts('6200', first.undo, () => {});
    expect(rest).toMatchObject({ kind: 'saved', changed: 1_600 - first.changed });
  });

  it('says that nothing is selected any more, as after a restart of its worker, and claims no change', async () => {
    const { view, editor, database } = await setupTable(many(1_600));
    await view.selectFound(ACME);
    const first = await editor.changeAccounts('6200', null, () => editor.cancelAccounts());
    view.clearSelection();
    const { length } = database.updates;
    const nothing = { kind: 'failed', detail: manyMappingsMessages.noneSelected, changed: 0, skipped: 0 };
    expect(await editor.changeAccounts('6200', first.undo, () => {})).toEqual({
      ...nothing,
      undo: first.undo,
    });
    expect(database.updates).toHaveLength(length);
  });

  it('leaves alone what somebody else changes meanwhile, and says so', async () => {
    const { view, editor, at, writeElsewhere } = await setupTable(many(1_200));
    await view.selectFound(ACME);
    let isFirst = true;
    const result = await editor.changeAccounts('6200', null, () => {
      if (isFirst) writeElsewhere('Acme 01199', '9999');
      isFirst = false;
    });
    expect(result).toMatchObject({ kind: 'saved', changed: 1_199, skipped: 1 });
    expect(at('Acme 01199')).toMatchObject({ glAccount: '9999' });
  });

  it('writes former entries in the form of today, and leaves those that cannot be stored', async () => {
    const stored = { 'OLD ENTRY': '6100', constructor: { description: 'constructor', glAccount: '6100' } };
    const { view, editor, at } = await setupTable([], { stored });
    await view.selectFound(EVERYTHING);
    const expected = { changing: 1, unchangeable: { description: 'constructor', count: 1 } };
    expect(await editor.previewAccounts('6200')).toMatchObject(expected);
    expect(await editor.changeAccounts('6200', null, () => {})).toMatchObject({ kind: 'saved', changed: 1 });
    expect(at('OLD ENTRY')).toEqual({ description: 'OLD ENTRY', glAccount: '6200' });
  });

  it('says beforehand what own texts follow, and which do not: the classifier goes by one spelling', async () => {
    const { view, editor } = await setupTable([
      ['ACME STORES', '6100'],
      ['acme stores', '6300'],
      ['Bolt Ltd', '6300'],
    ]);
    for (const [description, preview] of [
      ['ACME STORES', { ownTexts: 1, overruled: 0 }],
      ['acme stores', { ownTexts: 0, overruled: 1 }],
    ] as const) {
      view.clearSelection();
      view.select([mappingKey(description)], true);
      expect(await editor.previewAccounts('6200')).toMatchObject({ changing: 1, preview });
    }
  });
});
