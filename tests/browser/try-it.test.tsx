import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showDatabase, startDatabase } from './support/databaseSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';

beforeEach(async () => {
  await page.viewport(1280, 900);
});

/** The screen over PREMIER INN and TESCO STORES, with the panel open. */
async function setup() {
  const { ledger, memory } = await startDatabase();
  const screen = await showDatabase(ledger);
  await expect.element(screen.getByRole('button', { name: 'Edit PREMIER INN' })).toBeVisible();
  await screen.getByRole('button', { name: 'Try it' }).click();
  return { screen, memory, ledger, box: screen.getByLabelText('Lines to try, up to 50') };
}

describe('trying lines on the Database screen', () => {
  it('shows account, winner and losers as one types, and again when the list changes', async () => {
    const { screen, memory, box } = await setup();
    await box.fill('premier inn leeds\nnothing known\nTESCO STORES');
    await expect.element(screen.getByText('6200 from “PREMIER INN”', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('No Match')).toBeVisible();
    await expect.element(screen.getByText(/6100 from “TESCO STORES”, which is the whole line/)).toBeVisible();
    await memory.addMappings([['PREMIER INN LEEDS', '7777']]);
    await expect
      .element(screen.getByText(/7777 from “PREMIER INN LEEDS”, which is the whole line/))
      .toBeVisible();
    await expect.element(screen.getByText('Also in the line: PREMIER INN → 6200')).toBeVisible();
    await expectAccessible(screen.container);
  });

  it('says the names of accounts that the chart has', async () => {
    const { screen, memory, ledger, box } = await setup();
    await ledger.chart.save(null, { code: '6200', name: 'Hotels', note: '', isRetired: false });
    await ledger.chart.save(null, { code: '7777', name: 'Conferences', note: '', isRetired: false });
    await memory.addMappings([['PREMIER INN LEEDS', '7777']]);
    await box.fill('premier inn leeds');
    await expect.element(screen.getByText(/^7777 Conferences from “PREMIER INN LEEDS”/)).toBeVisible();
    await expect.element(screen.getByText('Also in the line: PREMIER INN → 6200 Hotels')).toBeVisible();
    await screen.getByRole('button', { name: 'Edit PREMIER INN', exact: true }).click();
    await screen.getByRole('textbox', { name: 'GL Account' }).fill('7777');
    await expect.element(screen.getByText('Also in the line: PREMIER INN → 7777 Conferences')).toBeVisible();
  });

  it('shows what the row that is being edited would change, before it is saved', async () => {
    const { screen, box } = await setup();
    await box.fill('premier inn leeds\nTESCO STORES');
    await screen.getByRole('button', { name: 'Edit PREMIER INN' }).click();
    await screen.getByRole('textbox', { name: 'GL Account' }).fill('6999');
    await expect.element(screen.getByRole('columnheader', { name: 'With the unsaved change' })).toBeVisible();
    await expect.element(screen.getByText('6999 from “PREMIER INN”', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('The same', { exact: true })).toBeVisible();
    await screen.getByRole('textbox', { name: 'Keyword / Description' }).fill('PREMIER HOTEL');
    await expect.element(screen.getByText('No Match', { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect
      .element(screen.getByRole('columnheader', { name: 'With the unsaved change' }))
      .not.toBeInTheDocument();
  });

  it('says how many lines are too many', async () => {
    const { screen, box } = await setup();
    await box.fill(Array.from({ length: 53 }, (_unused, i) => `line ${i}`).join('\n'));
    await expect
      .element(screen.getByText('Only the first 50 lines are tried; 3 more are not.'))
      .toBeVisible();
    await expect.poll(() => screen.container.querySelectorAll('section table tbody th').length).toBe(50);
  });

  it('shows what lines get below them on a phone, without scrolling sideways', async () => {
    await page.viewport(390, 844);
    const { screen, box } = await setup();
    await box.fill('premier inn leeds\nTESCO STORES');
    await screen.getByRole('button', { name: 'Edit PREMIER INN' }).click();
    await screen.getByRole('textbox', { name: 'GL Account' }).fill('6999');
    const now = screen.getByText('6200 from “PREMIER INN”', { exact: true });
    const then = screen.getByText('6999 from “PREMIER INN”', { exact: true });
    await expect.element(then).toBeVisible();
    const top = (words: typeof now) => words.element().getBoundingClientRect().top;
    expect(top(now)).toBeGreaterThan(top(screen.getByRole('rowheader', { name: 'premier inn leeds' })));
    expect(top(then)).toBeGreaterThan(top(now));
    const results = screen.getByRole('region', { name: 'What the lines get' }).element();
    expect(results.scrollWidth).toBeLessThanOrEqual(results.clientWidth);
    await expectAccessible(screen.container);
  });
});
