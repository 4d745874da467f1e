import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIST_VERSION_PATH } from '#model/paths.ts';
import { launchBrowser } from '../support/browser.ts';
import { openDatabase, searchMappings } from '../support/databaseScreen.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { newProductContext } from '../support/productContext.ts';
import { signIn } from '../support/screens.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const COUNT = 8_000;
/** What the page sends until its connection falls silent: several of the change's sixteen entries, and far from all. */
const SENT_BYTES = 500_000;
const LIST = Object.fromEntries(
  Array.from({ length: COUNT }, (_unused, i) => {
    const description = `Acme Branch ${String(i).padStart(5, '0')}`;
    return [description, { description, glAccount: '6100' }];
  }),
);

describe('a Change account… of many mappings that a reload ends in the middle', () => {
  let browser: Browser;
  let server: TestServer;
  let proxy: FaultProxy;
  let page: Page;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), startTestServer()]);
    server.services().tree.update({ gl_mappings: LIST, [LIST_VERSION_PATH]: { id: 'first' } });
    proxy = await startFaultProxy(server.origin);
    page = await (await newProductContext(browser)).newPage();
    await page.goto(proxy.origin);
    await signIn(page, server.admin);
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await server?.stop();
  });

  const read = (path: string) => server.services().tree.read(path) as Record<string, unknown> | null;
  const entries = () =>
    Object.values(read('gl_mappings_history') ?? {}) as { kind: string; left?: number; batch: string }[];
  const having = (account: string) =>
    Object.values(read('gl_mappings') ?? {}).filter(
      (mapping) => (mapping as { glAccount: string }).glAccount === account,
    ).length;
  const title = () => page.getByText(/^Account changed: [\d,]+ of 8,000, stopped$/);
  const button = (name: string) => page.getByRole('button', { name });

  /** Begins the change and reloads the page when part of it is stored; resolves when the screen is there again. */
  async function stopInTheMiddle(account: string): Promise<void> {
    await openDatabase(page);
    await searchMappings(page, 'acme');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button('Select all 8,000').click();
    await button('Change account…').click();
    await page.getByRole('combobox', { name: 'New GL account' }).fill(account);
    const before = entries().length;
    const silent = proxy.stallDatabaseAfter(SENT_BYTES);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Change / })
      .click();
    await silent;
    await until(() => expect(entries().length).toBeGreaterThan(before + 1));
    proxy.restore();
    await page.reload();
  }

  it('is named on Database and in History, and goes on in this browser', async () => {
    await stopInTheMiddle('6900');
    await title().waitFor();
    const stored = having('6900');
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(COUNT);
    await expectAccessible(page, 'a stopped action');
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await title().waitFor();
    await button('Continue').click();
    await page.getByText(/more changes made\.$/).waitFor();
    expect(having('6900')).toBe(COUNT);
    await title().waitFor({ state: 'detached' });
    expect(new Set(entries().map(({ batch }) => batch)).size).toBe(1);
    expect(entries().filter(({ left }) => left === 0)).toHaveLength(1);
  });

  it('can be left as it is, or taken back', async () => {
    await stopInTheMiddle('7000');
    await title().waitFor();
    await button('Leave it so').click();
    await title().waitFor({ state: 'detached' });
    expect(entries().filter(({ kind }) => kind === 'closed')).toHaveLength(1);
    await stopInTheMiddle('7100');
    await title().waitFor();
    expect(having('7100')).toBeGreaterThan(0);
    await button('Take back…').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Restore / })
      .click();
    await title().waitFor({ state: 'detached' });
    expect(having('7100')).toBe(0);
    expect(entries().filter(({ kind }) => kind === 'closed')).toHaveLength(2);
  });
});
