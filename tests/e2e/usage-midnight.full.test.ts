import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { utcDay } from '#model/day.ts';
import { normaliseEmail } from '#model/email.ts';
import { USAGE_TOTAL_PATH, usageDailyPath, userUsageDailyPath, userUsageTotalPath } from '#model/paths.ts';
import { launchBrowser } from '../support/browser.ts';
import { appWithLedgerClock, setLedgerClock } from '../support/ledgerClock.ts';
import { paste, says, signIn } from '../support/screens.ts';
import { startTestServer, storeMappings, type TestServer } from '../support/server.ts';

const HOUR = 3_600_000;
/** The coming midnight in UTC: the database's rules take counts for about now only. */
const MIDNIGHT = Math.ceil((Date.now() + 1) / (24 * HOUR)) * 24 * HOUR;
const EVENING = new Date(MIDNIGHT - HOUR);
const MORNING = new Date(MIDNIGHT + HOUR);

describe('the counters of one person with two tabs, over midnight UTC', () => {
  let app: Awaited<ReturnType<typeof appWithLedgerClock>>;
  let browser: Browser;
  let server: TestServer;
  let first: Page;
  let second: Page;

  beforeAll(async () => {
    app = await appWithLedgerClock(EVENING);
    [browser, server] = await Promise.all([launchBrowser(), startTestServer({ appDir: app.appDir })]);
    storeMappings(server, { 'PREMIER INN': '6200', 'TESCO STORES': '6100' });
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    first = await context.newPage();
    await first.goto(server.origin);
    await signIn(first, server.admin);
    second = await context.newPage();
    await second.goto(server.origin);
    for (const page of [first, second]) await says(page, '2 mappings');
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await app?.remove();
  });

  const stored = (path: string) => server.services().tree.read(path);
  const email = () => normaliseEmail(server.admin.email);
  /** All counters of the two days that are stored. */
  const counters = () => ({
    evening: stored(usageDailyPath(utcDay(EVENING))),
    morning: stored(usageDailyPath(utcDay(MORNING))),
    total: stored(USAGE_TOTAL_PATH),
    ownEvening: stored(userUsageDailyPath(email(), utcDay(EVENING))),
    ownMorning: stored(userUsageDailyPath(email(), utcDay(MORNING))),
    ownTotal: stored(userUsageTotalPath(email())),
  });
  const expectCounted = async (evening: number, morning: number | null) => {
    const total = evening + (morning ?? 0);
    await expect.poll(counters).toEqual({
      evening,
      morning,
      total,
      ownEvening: evening,
      ownMorning: morning,
      ownTotal: total,
    });
  };
  const expectShown = async (page: Page, today: number, total: number) => {
    const banner = page.getByRole('region', { name: 'Your description count' });
    await expect
      .poll(async () => (await banner.innerText()).match(/[\d,]+/g))
      .toEqual([`${today}`, `${total}`]);
  };

  it('before midnight, both tabs add to the day and to the total', async () => {
    await paste(first, 'PREMIER INN LEEDS\n\nunknown');
    await expectCounted(2, null);
    await paste(second, 'PREMIER INN HULL\nPREMIER INN YORK\nunknown');
    await expectCounted(5, null);
    for (const page of [first, second]) await expectShown(page, 5, 5);
  });

  it('at midnight, the day begins with nothing in either tab, and the rows on screen are not counted again', async () => {
    await setLedgerClock(first, MORNING);
    await expectShown(first, 0, 5);
    await expectShown(second, 5, 5);
    await setLedgerClock(second, MORNING);
    await expectShown(second, 0, 5);
    // A changed list classifies the rows anew, and counts nothing.
    storeMappings(server, { UNKNOWN: '6900' });
    for (const page of [first, second])
      await page.getByRole('grid').getByText('6900', { exact: true }).waitFor();
    await expectCounted(5, null);
  });

  it('after midnight, runs and edits of both tabs add to the new day', async () => {
    await paste(first, 'PREMIER INN OXFORD\nunknown again\nPREMIER INN BATH\nand one');
    await expectCounted(5, 4);
    await second.getByRole('gridcell').first().click();
    await second.keyboard.press('F2');
    await second.keyboard.type('PREMIER INN CREWE');
    await second.keyboard.press('Enter');
    await expectCounted(5, 5);
    for (const page of [first, second]) await expectShown(page, 5, 10);
  });

  it('the same text again adds nothing, in the new day either', async () => {
    const text = 'PREMIER INN OXFORD\nunknown again\nPREMIER INN BATH\nand one';
    await paste(first, `${text}\nfifth`);
    await expectCounted(5, 10);
    await paste(first, `${text}\nfifth`);
    await paste(second, 'PREMIER INN DOVER');
    await expectCounted(5, 11);
  });
});
