import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { VERSION_META } from '#model/appVersion.ts';
import { mappingKey } from '#model/mapping.ts';
import { UpdateNotice } from '#src/app/UpdateNotice.tsx';
import { AppVersion } from '#src/services/appVersion.ts';
import { expectAccessible } from './support/expectAccessible.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { SCHEMES } from './support/schemes.ts';
import { startMemoryLedger } from './support/startMemoryLedger.ts';

/** What the server says is its version. */
let version = 'a';
let asked = 0;

beforeEach(() => {
  version = 'a';
  asked = 0;
  const mark = Object.assign(document.createElement('meta'), { name: VERSION_META, content: 'a' });
  document.head.append(mark);
  onTestFinished(() => mark.remove());
  const before = window.fetch;
  vi.spyOn(window, 'fetch').mockImplementation(async (...args) => {
    if (args[0] !== '/version.json') return before(...args);
    asked++;
    return new Response(JSON.stringify({ version }));
  });
});

const banner = page.getByText(/was updated/);

async function renderNotice(scheme?: 'light' | 'dark') {
  const appVersion = new AppVersion();
  const reload = vi.fn();
  await renderInApp(<UpdateNotice appVersion={appVersion} reload={reload} />, scheme);
  return { appVersion, reload };
}

it.each([
  ['comes back into view', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['cannot fetch code', () => window.dispatchEvent(new Event('vite:preloadError'))],
])('a page that %s says when the app was updated, and reloads when asked to', async (_when, occur) => {
  const { reload } = await renderNotice();
  occur();
  await expect.poll(() => asked).toBe(1);
  await expect.element(banner).not.toBeInTheDocument();
  version = 'b';
  await expect
    .poll(() => {
      occur();
      return banner.elements().length;
    })
    .toBe(1);
  expect(banner.element().textContent).toBe('GL Classifier was updated. Reload.');
  expect(reload).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Reload' }).click();
  expect(reload).toHaveBeenCalledTimes(1);
});

it.each(SCHEMES)('the notice has no accessibility violation (%s)', async (scheme) => {
  version = 'b';
  const { appVersion } = await renderNotice(scheme);
  await appVersion.check();
  await expect.element(banner).toBeVisible();
  await expectAccessible();
});

it('a write that the server refuses has the version checked at once, one that it takes does not', async () => {
  const { ledger, memory } = startMemoryLedger();
  await expect.poll(() => ledger.list.get().kind).toBe('ready');
  const edit = (description: string) =>
    ledger.editor.edit(mappingKey(description), null, { description, glAccount: '6100' }, false);
  expect(await edit('NEW SHOP')).toMatchObject({ kind: 'saved' });
  expect(asked).toBe(0);
  await memory.refuse(true);
  expect(await edit('OTHER SHOP')).toMatchObject({ kind: 'failed' });
  await expect.poll(() => asked).toBe(1);
});
