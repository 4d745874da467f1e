import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { fixBy } from '#contract/health.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { messages } from '#model/text/messages.ts';
import { ChartProvider } from '#src/chart/ChartProvider.tsx';
import { FixDialog } from '#src/features/health/FixDialog.tsx';
import { HealthPage } from '#src/features/health/HealthPage.tsx';
import type { LedgerService } from '#src/services/ledger.ts';
import { sampledByStage } from '../support/fullRun.ts';
import { mapping } from '../support/mapping.ts';
import { expectAccessible } from './support/expectAccessible.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { startMemoryLedger } from './support/startMemoryLedger.ts';
import { says } from './support/steps.ts';
import { TestRouter } from './support/TestRouter.tsx';

beforeEach(async () => {
  await page.viewport(1280, 900);
});

type Pairs = readonly (readonly [string, string])[];

/** Two spellings with two accounts, and a mapping that could go. */
const FAULTY: Pairs = [
  ['ACME LTD', '6100'],
  ['acme ltd', '6200'],
  ['ACME LTD LONDON', '6100'],
];

/** The section over PREMIER INN, TESCO STORES, and what is added. */
async function setup(more: Pairs = [], chart: readonly string[] = []) {
  const { ledger, memory } = startMemoryLedger();
  if (more.length > 0) await memory.addMappings(more);
  await vi.waitUntil(() => sizeOf(ledger) === 2 + more.length, { timeout: 10_000 });
  for (const code of chart) await ledger.chart.save(null, { code, name: '', note: '', isRetired: false });
  const screen = await renderInApp(
    <TestRouter start="/database/health">
      <ChartProvider ledger={ledger}>
        <HealthPage ledger={ledger} />
      </ChartProvider>
    </TestRouter>,
  );
  return { screen, memory, ledger };
}

function sizeOf({ list }: LedgerService): number | null {
  const status = list.get();
  return status.kind === 'ready' ? status.size : null;
}

type Screen = Awaited<ReturnType<typeof setup>>['screen'];
const group = (screen: Screen, name: RegExp) => screen.getByRole('button', { name });
const items = (screen: Screen) =>
  [...screen.container.querySelectorAll('li strong')].map((item) => item.textContent);

describe('the health of the list', () => {
  it('is checked at once: findings by kind, with their numbers', async () => {
    const { screen } = await setup(FAULTY);
    await expect.element(screen.getByText('5 mappings checked, 3 findings.')).toBeVisible();
    await expect.element(group(screen, /^Two spellings, two accounts ?1$/)).toBeVisible();
    await expect.element(group(screen, /^Never used ?1$/)).toBeVisible();
    const reason = 'It contains “ACME LTD”, which has the same account.';
    await says(group(screen, /^Redundant ?1$/).click(), reason);
    const link = screen.getByRole('link', { name: 'Open in the table: ACME LTD LONDON' });
    await expect.element(link).toHaveAttribute('href', '/database?search=ACME%20LTD%20LONDON');
    await expectAccessible(screen.container);
  });

  it('loses a mapping that could go, once it was asked about, and gets it back', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
    const { screen, memory } = await setup(FAULTY);
    await group(screen, /^Redundant/).click();
    const remove = screen.getByRole('button', { name: 'Remove: ACME LTD LONDON' });
    await remove.click();
    const question = databaseMessages.confirmDeletion('ACME LTD LONDON');
    await expect.poll(() => confirm.mock.calls).toEqual([[question]]);
    expect(await memory.stored('ACME LTD LONDON')).not.toBeNull();
    await says(remove.click(), '1 mapping removed.');
    await expect.element(screen.getByText('4 mappings checked, 2 findings.')).toBeVisible();
    expect(await memory.stored('ACME LTD LONDON')).toBeNull();
    await says(screen.getByRole('button', { name: 'Undo' }).click(), '5 mappings checked, 3 findings.');
  });

  it('is mended for all findings of a kind, in one act, and for the ticked ones', async () => {
    const pairs = Array.from({ length: 40 }, (_unused, i) => [`ACME LTD ${i + 10}X`, '6100'] as const);
    const { screen } = await setup([['ACME LTD', '6100'], ...pairs]);
    await says(group(screen, /^Redundant ?40$/).click(), 'Page 1 of 2');
    await expect.poll(() => items(screen)).toHaveLength(30);
    await screen.getByRole('checkbox', { name: 'Select ACME LTD 10X' }).click();
    await screen.getByRole('checkbox', { name: 'Select ACME LTD 12X' }).click();
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
    await says(screen.getByRole('button', { name: 'Remove selected (2)' }).click(), '2 mappings removed.');
    await expect.element(group(screen, /^Redundant ?38$/)).toBeVisible();
    await says(screen.getByRole('button', { name: 'Remove all 38' }).click(), '38 mappings removed.');
    expect(confirm.mock.calls).toEqual([[messages.confirmDeletions(2)], [messages.confirmDeletions(38)]]);
    expect(page.getByRole('dialog').query()).toBeNull();
    await expect.element(screen.getByText('Nothing was found.')).toBeVisible();
    await says(screen.getByRole('button', { name: 'Undo' }).click(), group(screen, /^Redundant ?38$/));
  });

  it('says that nothing was found, nor of accounts without a chart, however near they are', async () => {
    const many = Array.from({ length: 20 }, (_unused, i) => [`ACME ${i + 10} LTD`, '6100'] as const);
    const { screen } = await setup([...many, ['BOOTS LTD', '6l00']]);
    await expect.element(screen.getByText('23 mappings checked, 0 findings.')).toBeVisible();
    await expect.element(screen.getByText('Nothing was found.')).toBeVisible();
    expect(screen.container.textContent).not.toMatch(/wrong|character/);
  });

  it('asks before it changes several accounts: from which to which', async () => {
    const pairs = { 'ACME LTD': '6100', 'acme ltd': '6200', 'BOOTS LTD': '6100', 'boots ltd': '6300' };
    const { screen, memory } = await setup(Object.entries(pairs));
    await group(screen, /^Two spellings, two accounts ?2$/).click();
    await screen.getByRole('button', { name: 'Use the winning account for all 2' }).click();
    const asked = page.getByRole('dialog', { name: 'Change 2 mappings?' });
    await expect.element(asked.getByText('1 mapping: 6300 → 6100')).toBeVisible();
    expect(asked.getByRole('listitem').elements()).toHaveLength(2);
    await expectAccessible();
    expect(await memory.stored('boots ltd')).toMatchObject({ glAccount: '6300' });
    await says(asked.getByRole('button', { name: 'Change 2 mappings' }).click(), '2 mappings changed.');
    expect(await memory.stored('boots ltd')).toMatchObject({ glAccount: '6100' });
  });

  it('offers to add an account of several mappings to the chart, and moves none of them', async () => {
    const of6110 = Array.from({ length: 3 }, (_unused, i) => [`ACME ${'ABC'[i]} LTD`, '6110'] as const);
    const of6120 = Array.from({ length: 2 }, (_unused, i) => [`BOOTS ${'AB'[i]} LTD`, '6120'] as const);
    const { screen, memory } = await setup([...of6110, ...of6120], ['6100', '6200', '6210']);
    await expect.element(screen.getByText('7 mappings checked, 5 findings.')).toBeVisible();
    await group(screen, /^Account not in the chart ?5$/).click();
    await screen.getByRole('button', { name: 'Add the accounts of all 5' }).click();
    const asked = page.getByRole('dialog', { name: 'Add 2 accounts to the chart?' });
    await expect.element(asked.getByText('6110: 3 mappings')).toBeVisible();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await screen.getByRole('button', { name: 'Add 6120 to the chart: BOOTS A LTD' }).click();
    await expect.element(screen.getByText('1 account added to the chart.')).toBeVisible();
    await expect.element(group(screen, /^Account not in the chart ?3$/)).toBeVisible();
    expect(await memory.stored('BOOTS A LTD')).toMatchObject({ glAccount: '6120' });
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(group(screen, /^Account not in the chart ?5$/)).toBeVisible();
    await screen.getByRole('button', { name: 'Add the accounts of all 5' }).click();
    await asked.getByRole('button', { name: 'Add 2 accounts to the chart' }).click();
    await expect.element(screen.getByText('2 accounts added to the chart.')).toBeVisible();
    await expect.element(screen.getByText('Nothing was found.')).toBeVisible();
  });

  it('offers the near account of the chart besides, for one mapping', async () => {
    const pairs = Object.entries({ 'ACME LTD': '6110', 'BOOTS LTD': '6110' });
    const { screen, memory } = await setup(pairs, ['6100', '6200']);
    await group(screen, /^Account not in the chart ?2$/).click();
    await expect.element(screen.getByText(/With 6100, its lines get 6100\./).first()).toBeVisible();
    await screen.getByRole('button', { name: 'Change to 6100: ACME LTD' }).click();
    await expect.element(screen.getByText('1 mapping changed.')).toBeVisible();
    expect(await memory.stored('ACME LTD')).toMatchObject({ glAccount: '6100' });
  });

  it('lists the worst kinds first, and says where a keyword is changed', async () => {
    const { screen } = await setup([...FAULTY, ['B P', '9999']], ['6100', '6200', '7200', '6410']);
    await expect.element(group(screen, /^Redundant/)).toBeVisible();
    const titles = screen.container.querySelectorAll('h2 .mantine-Button-label');
    expect(Array.from(titles, (title) => title.textContent)).toEqual([
      'Two spellings, two accounts',
      'Account not in the chart',
      'Whole line only',
      'Never used',
      'Redundant',
    ]);
    await group(screen, /^Whole line only/).click();
    const link = screen.getByRole('link', { name: 'Change the keyword: B P' });
    await expect.element(link).toHaveAttribute('href', '/database?search=B%20P');
  });

  it.each([
    ['is being counted', () => new Promise<never>(() => {}), 'Counting what changes…'],
    [
      'cannot be counted',
      () => Promise.reject(new Error('no answer')),
      'Failed to count what changes. Check your connection, then try again.',
    ],
  ])(
    'changes several mappings only once their effect is there, not while it %s',
    async (_when, previewMany, words) => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
      const { ledger } = startMemoryLedger();
      const moved = (keyword: string) => ({ mapping: mapping(keyword, '6100'), account: '6200' });
      const fix = fixBy(['ACME LTD', 'BOOTS LTD'].map(moved));
      await renderInApp(
        <ChartProvider ledger={ledger}>
          <FixDialog fix={fix} editor={{ previewMany }} onFix={() => {}} onClose={() => {}} />
        </ChartProvider>,
      );
      await expect.element(page.getByText(words)).toBeVisible();
      await expect.element(page.getByRole('button', { name: 'Change 2 mappings' })).toBeDisabled();
    },
  );

  it('says the names of accounts', async () => {
    const { screen, memory, ledger } = await setup(FAULTY);
    await ledger.chart.save(null, { code: '6100', name: 'Travel', note: '', isRetired: false });
    await ledger.chart.save(null, { code: '6200', name: 'Fuel', note: '', isRetired: false });
    await says(group(screen, /^Two spellings/).click(), 'acme ltd → 6200 Fuel');
    for (const words of [
      '“ACME LTD” is the same keyword for account 6100 Travel, and wins.',
      /^With account 6100 Travel for both, no line changes\. With 6200 Fuel/,
    ])
      await expect.element(screen.getByText(words)).toBeVisible();
    await screen.getByRole('button', { name: 'Use 6200 Fuel for both: acme ltd' }).click();
    await expect.element(screen.getByText('1 mapping changed.')).toBeVisible();
    expect(await memory.stored('ACME LTD')).toMatchObject({ glAccount: '6200' });
  });

  const measured = (button: Locator) => {
    const element = button.element();
    const { clientHeight, clientWidth } = element;
    return { clientHeight, clientWidth, label: element.querySelector('span span') as HTMLElement };
  };

  it.each(sampledByStage([1280, 390, 320], 2))(
    'gives long names of accounts more lines, at %i px',
    async (width) => {
      await page.viewport(width, 900);
      const { screen, ledger } = await setup(FAULTY);
      const name = 'Travel and hotels '.repeat(11).trim();
      await ledger.chart.save(null, { code: '6200', name, note: '', isRetired: false });
      await group(screen, /^Two spellings/).click();
      const button = screen.getByRole('button', { name: `Use 6200 ${name} for both: acme ltd` });
      await expect.element(button).toBeVisible();
      const ofSelected = screen.getByRole('button', { name: 'Use the winning account for selected (0)' });
      for (const { clientHeight, clientWidth, label } of [button, ofSelected].map(measured)) {
        expect(label.scrollHeight).toBeLessThanOrEqual(clientHeight);
        expect(label.scrollWidth).toBeLessThanOrEqual(clientWidth);
      }
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      const words = screen.getByText(/is the same keyword for account/).element();
      expect(words.clientWidth).toBeGreaterThan(width / 2);
    },
  );

  it('says that it is outdated when somebody changes the list, and is checked again', async () => {
    const { screen, memory } = await setup(FAULTY);
    await expect.element(screen.getByText('5 mappings checked, 3 findings.')).toBeVisible();
    await says(memory.addMappings([['B P', '6300']]), screen.getByText(/The list has changed since\./));
    await screen.getByRole('button', { name: 'Check again' }).click();
    await expect.element(screen.getByText('6 mappings checked, 4 findings.')).toBeVisible();
  });

  it('leaves alone what somebody has changed since', async () => {
    const { screen, memory } = await setup(FAULTY);
    await group(screen, /^Redundant/).click();
    await expect.element(screen.getByRole('button', { name: 'Remove: ACME LTD LONDON' })).toBeVisible();
    await memory.addMappings([['ACME LTD LONDON', '9999']]);
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    await screen.getByRole('button', { name: 'Remove: ACME LTD LONDON' }).click();
    await expect.element(screen.getByText(/0 mappings removed\. 1 was left alone/)).toBeVisible();
    expect(await memory.stored('ACME LTD LONDON')).toMatchObject({ glAccount: '9999' });
  });
});
