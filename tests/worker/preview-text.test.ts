import { describe, expect, it } from 'vitest';
import type { Draft, DraftText } from '#contract/ledger.ts';
import { makeMapping } from '#model/mapping.ts';
import { createPreviewer } from '#workers/ledger/preview/createPreviewer.ts';
import { setupLedger, setupPasted } from '../support/ledgerSetup.ts';
import { noDraftStorage } from '../support/noStorage.ts';
import { previewerOptions } from '../support/previewerOptions.ts';

const draft: Draft = {
  text: 'tesco stores 1\nunknown',
  column: undefined,
  layout: null,
  headerIsRow: false,
  names: null,
  isCounted: true,
  edits: [],
  kept: [{ label: { glAccount: '9000', keyword: '' }, declined: null, rows: [1] }],
  otherColumns: [],
};
const draftStorage = { ...noDraftStorage, read: async () => draft };

const addition = (description: string, glAccount: string) => {
  const after = makeMapping({ description, glAccount });
  return { key: after.key, before: null, after };
};
const lastText = (text: DraftText, at = 5) => ({ at, read: async () => text });

describe('the stored text of a tab whose Classifier was not opened', () => {
  it('is classified once previews may be asked for, with what was done to its rows', async () => {
    const { ledger, timing, finish } = await setupLedger(undefined, { draftStorage });
    expect(ledger.tableNow()).toBeUndefined();
    const text = await previewerOptions(ledger, timing).loadPreviewText();
    const rows = await text.rows();
    await finish();
    expect(rows).toEqual({ table: ledger.tableNow() });
    expect([0, 1].map((row) => rows?.table.account(row))).toEqual(['6100', '9000']);
  });

  it('gives way to what the page classifies', async () => {
    const { ledger, timing, paste, finish } = await setupLedger(undefined, { draftStorage });
    const options = previewerOptions(ledger, timing);
    paste('premier inn');
    const rows = await (await options.loadPreviewText()).rows();
    await finish();
    expect(rows?.table.rows.count).toBe(1);
    expect(ledger.tableNow()?.rows.count).toBe(1);
  });
});

describe('the last text that this browser kept', () => {
  const add = (description: string) => [addition(description, '1')];

  it('counts where the tab has no text, and where it was cleared, as if classified just now', async () => {
    const { ledger, timing, paste, finish, elsewhere } = await setupLedger();
    const options = previewerOptions(ledger, timing, {
      lastText: lastText({ ...draft, text: 'a\nunknown 1\n\nunknown 2' }),
    });
    const preview = createPreviewer(options);
    expect(await preview(add('unknown'))).toMatchObject({
      unmatched: 2,
      others: 0,
      storedText: { rows: 3, at: 5 },
      accounts: [
        { account: 'No Match', now: { lines: 3 }, after: { lines: 1 } },
        { account: '1', now: { lines: 0, sum: null }, after: { lines: 2, sum: null } },
      ],
    });
    paste('unknown 3');
    await finish();
    expect(await preview(add('unknown'))).toMatchObject({ unmatched: 1, storedText: null });
    paste('');
    await finish();
    await elsewhere({ unknown: '2' });
    await finish();
    expect(await preview(add('unknown'))).toMatchObject({ unmatched: 0, others: 2, storedText: { at: 5 } });
  });

  it('counts in a new tab until its Classifier has taken the text over', async () => {
    const { ledger, timing, paste, finish } = await setupLedger(undefined, { draftStorage });
    const preview = createPreviewer(
      previewerOptions(ledger, timing, { isNewTab: true, lastText: lastText(draft) }),
    );
    expect(await preview(add('unknown'))).toMatchObject({ unmatched: 1, storedText: { rows: 2 } });
    paste('something unknown');
    await finish();
    expect(await preview(add('unknown'))).toMatchObject({ unmatched: 1, storedText: null });
  });

  it('is nothing where there is none, and while the list is not there', async () => {
    const none = await setupLedger();
    const preview = createPreviewer(previewerOptions(none.ledger, none.timing));
    expect(await preview(add('unknown'))).toMatchObject({ rows: 0 });
    const silent = await setupLedger(undefined, { silent: true });
    const options = previewerOptions(silent.ledger, silent.timing, { lastText: lastText(draft) });
    expect(await createPreviewer(options)(add('unknown'))).toMatchObject({ rows: 0, pending: 0 });
  });
});

it('a preview is cancelled by the next one that is asked for in the same place', async () => {
  const { ledger, timing } = await setupPasted(Array.from({ length: 50 }, (_, i) => `unknown ${i}`));
  const preview = createPreviewer(previewerOptions(ledger, timing));
  const [first, second] = ['1', '2'].map((account) => preview([addition('unknown', account)]));
  expect((await second)?.examples[0]).toMatchObject({ to: '2' });
  expect([null, 50]).toContain((await first)?.unmatched ?? null);
});

it('names ten accounts, those that change most first, with sums as the summary has them', async () => {
  const { ledger, timing, paste, finish } = await setupLedger({});
  const shop = (i: number) => `shop ${String.fromCharCode(97 + i)}`;
  const row = (i: number) => `${shop(i)}\t${i % 2 === 0 ? '-' : ''}${1_000 * (i + 1)},50`;
  paste(['Description\tAmount', ...Array.from({ length: 12 }, (_, i) => row(i))]);
  await finish();
  await finish();
  const changes = Array.from({ length: 12 }, (_, i) => addition(shop(i), `${i + 1}`));
  const effect = await createPreviewer(previewerOptions(ledger, timing))(changes);
  expect(effect?.moreAccounts).toBe(3);
  expect(effect?.decimal).toBe(',');
  const accounts = effect?.accounts.map(({ account }) => account);
  expect(accounts?.join(' ')).toBe('12 11 10 9 8 7 6 No Match 5 4');
  const [now, after] = [
    { lines: 0, sum: '0,00' },
    { lines: 1, sum: '12000,50' },
  ];
  expect(effect?.accounts[0]).toEqual({ kind: 'account', account: '12', currency: '', now, after });
});
