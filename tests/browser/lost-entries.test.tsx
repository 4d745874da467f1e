import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { HistoryLoss } from '#contract/ledger.ts';
import { createObservable } from '#src/services/observable.ts';
import { momentOf } from '#src/ui/moment.ts';
import { createHistoryFixture } from '../support/historyFixture.ts';
import { MEMORY_TIME } from '../support/memoryDatabase.ts';
import { setupClassifier } from './support/classifierSetup.tsx';
import { showDatabase, startDatabase } from './support/databaseSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { openHistory } from './support/historyScreen.tsx';
import { SCHEMES } from './support/schemes.ts';

const SEEN = momentOf(MEMORY_TIME);
const MISSING = `The server has forgotten entries 2 to 3, last seen ${SEEN}.`;
const acknowledge = () => page.getByRole('button', { name: 'Acknowledge' });

/** A list of one entry and two more, which this browser sees; the function takes the server back to the one. */
async function loseEntries({
  ledger,
  memory,
}: Pick<Awaited<ReturnType<typeof startDatabase>>, 'ledger' | 'memory'>) {
  await memory.changeMapping('ACME LTD', '6300');
  await memory.keepCopy();
  await memory.changeMapping('TESCO STORES', '6400');
  await memory.changeMapping('NORTHERN RAIL', '6500');
  await expect.poll(() => ledger.list.get()).toEqual({ kind: 'ready', size: 4 });
  return () => memory.goBack();
}

describe('what the server has lost', () => {
  it.each(SCHEMES)(
    'is said on the Database screen until it is acknowledged, in a %s scheme',
    async (scheme) => {
      const { ledger, memory } = await startDatabase();
      const goBack = await loseEntries({ ledger, memory });
      const screen = await showDatabase(ledger, { scheme });
      await expect.element(screen.getByText('ACME LTD')).toBeVisible();
      await expect.element(screen.getByText(/has forgotten/)).not.toBeInTheDocument();
      await goBack();
      await expect.element(screen.getByRole('status').getByText(MISSING)).toBeVisible();
      await expect.element(screen.getByText(/The list as it was is kept in this browser/)).toBeVisible();
      await expectAccessible();
      await acknowledge().click();
      await expect.element(screen.getByText(MISSING)).not.toBeInTheDocument();
      const everything = { person: null, kind: null, from: null, to: null, text: '', key: null };
      expect((await ledger.history.page(everything, 0, 9)).rows[0]).toMatchObject({ kind: 'behind' });
    },
  );

  it('can be exported, with the differences, and is never written back', async () => {
    const { ledger, memory } = await startDatabase();
    await page.viewport(1280, 844);
    const files: Blob[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:none';
    });
    const goBack = await loseEntries({ ledger, memory });
    const screen = await showDatabase(ledger);
    await goBack();
    await expect.element(screen.getByText(MISSING)).toBeVisible();
    await screen.getByRole('button', { name: 'Export' }).click();
    await screen.getByRole('menuitem', { name: 'The list before, and now as CSV', exact: true }).click();
    await expect.element(screen.getByText('Exported 4 mappings.')).toBeVisible();
    expect((await files[0]?.text())?.replace('\ufeff', '').split('\r\n')).toEqual([
      '"Keyword / Description","GL Account","Keyword / Description now","GL Account now","Since then"',
      '"NORTHERN RAIL","6500","","","Missing now"',
      '"TESCO STORES","6400","TESCO STORES","6100","Changed"',
      '"PREMIER INN","6200","PREMIER INN","6200","The same"',
      '"ACME LTD","6300","ACME LTD","6300","The same"',
      '',
    ]);
    expect(await memory.stored('NORTHERN RAIL')).toBeNull();
  });

  it.each(SCHEMES)('is one line on the Classifier, in a %s scheme', async (scheme) => {
    const { ledger, memory, screen } = await setupClassifier({ isAdmin: false, scheme });
    const goBack = await loseEntries({ ledger, memory });
    await expect.element(screen.getByText('4 mappings', { exact: true })).toBeVisible();
    await goBack();
    const line = screen.getByRole('status').getByText(/^The server has lost changes of the list/);
    await expect.element(line).toBeVisible();
    await expectAccessible();
    await expect.element(acknowledge()).not.toBeInTheDocument();
  });
});

describe('on the History screen', () => {
  const shown = async (loss: Partial<HistoryLoss>) => {
    const observable = createObservable<HistoryLoss | null>({
      kind: 'missing',
      from: null,
      seq: 73,
      at: MEMORY_TIME,
      ...loss,
    });
    const screen = await openHistory(createHistoryFixture(), { loss: observable });
    onTestFinished(() => screen.unmount());
    return screen;
  };

  it.each<[string, Partial<HistoryLoss>]>([
    [`The server has forgotten entries 68 to 73, last seen ${SEEN}.`, { from: 68 }],
    [`The server has forgotten entry 73, last seen ${SEEN}.`, { from: 73 }],
    [`The server has another history: entry 73, last seen ${SEEN}, is not in it.`, {}],
  ])('it says: %s', async (said, loss) => {
    const screen = await shown(loss);
    await expect.element(screen.getByText(said, { exact: true })).toBeVisible();
    await expect.element(acknowledge()).toBeVisible();
    await expectAccessible();
  });

  it('it names what compares a seal, where the history was altered', async () => {
    const screen = await shown({ kind: 'altered', seal: '73:9f86d081884c' });
    await expect
      .element(screen.getByText(/^The server’s history was altered: entry 73, or one before it/))
      .toBeVisible();
    await expect
      .element(screen.getByText(/npm run verify -- --seal 73:9f86d081884c on the data/))
      .toBeVisible();
  });
});
