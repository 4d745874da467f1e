import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Mapping, readMapping } from '#model/mapping.ts';
import { launchBrowser } from '../support/browser.ts';
import { changedTexts } from '../support/changedTexts.ts';
import { downloadedBytes } from '../support/download.ts';
import { mappingsOf } from '../support/pairsOfText.ts';
import { newProductContext } from '../support/productContext.ts';
import { realListsOfStage } from '../support/realSets.ts';
import { button, says, signIn } from '../support/screens.ts';
import { replaceList, startTestServer, type TestServer } from '../support/server.ts';
import { dropFiles, dryRunCount, openUpload } from '../support/uploadScreen.ts';

const lists = realListsOfStage();
const CONSOLIDATED = 'Consolidation complete! You can now download as CSV or add to Firebase.';

describe('a real list', () => {
  let browser: Browser;
  let server: TestServer;
  let page: Page;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launchBrowser(), startTestServer()]);
    page = await (await newProductContext(browser)).newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(server.origin);
    await signIn(page, server.admin);
    await openUpload(page);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    replaceList(server);
    await page.getByText('0 mappings', { exact: true }).waitFor();
  });

  it.each(lists)(
    'uploaded and consolidated gives every original text its account, and as CSV changes nothing: $name',
    async ({ name, text }) => {
      await dropFiles(page, [{ name: 'list.csv', type: 'text/csv', content: text }]);
      await button(page, 'Perform Consolidation').click();
      await says(page, CONSOLIDATED);
      await button(page, 'Add to Firebase Database').click();
      const uploaded = await uploadedCount();
      const consolidated = storedList();
      expect(consolidated).toHaveLength(uploaded);
      const original = uploadable(text);
      // Where many mappings share words, the test must not pass for want of any consolidation.
      if (text.length > 100_000) expect(consolidated.length).toBeLessThan(original.length);
      expect(changedTexts(original, consolidated), name).toEqual([]);

      await dropFiles(page, [{ name: 'again.csv', type: 'text/csv', content: asTabs(consolidated) }]);
      const csv = await downloadedCsv();
      await button(page, 'Clear').click();
      await dropFiles(page, [{ name: 'consolidated_mappings.csv', type: 'text/csv', content: csv }]);
      await expect
        .poll(() => dryRunCount(page, 'Already there'), { timeout: 120_000 })
        .toBe(consolidated.length);
      expect(await dryRunCount(page, 'New')).toBe(0);
      await button(page, 'Add to Firebase Database').click();
      await says(
        page,
        `Successfully uploaded 0 new mappings to Firebase. Skipped ${consolidated.length.toLocaleString('en-US')} existing`,
      );
      expect(storedList()).toEqual(consolidated);
    },
  );

  /** What the message after an upload says; a list of ten thousand takes its time. */
  async function uploadedCount(): Promise<number> {
    const message = page.getByText(/^Successfully uploaded [\d,]+ new mappings to Firebase\.$/).first();
    await message.waitFor({ timeout: 250_000 });
    return Number(/[\d,]+/.exec(await message.innerText())?.[0].replaceAll(',', ''));
  }

  function storedList(): Mapping[] {
    const stored = server.services().tree.read('gl_mappings') as Record<string, unknown> | null;
    return Object.entries(stored ?? {}).map(([key, value]) => readMapping(key, value));
  }

  async function downloadedCsv(): Promise<string> {
    const downloading = page.waitForEvent('download');
    await button(page, 'Download as CSV').click();
    return (await downloadedBytes(await downloading)).toString('utf8');
  }
});

/** What an upload stores of a list: of one keyword in several spellings the first; none of fewer than 5 characters. */
function uploadable(text: string): Mapping[] {
  const byKeyword = new Map<string, Mapping>();
  for (const mapping of mappingsOf(text)) {
    const id = mapping.key.toLowerCase();
    if (mapping.description.length >= 5 && !byKeyword.has(id)) byKeyword.set(id, mapping);
  }
  return [...byKeyword.values()];
}

function asTabs(mappings: readonly Mapping[]): string {
  return mappings.map(({ description, glAccount }) => `${description}\t${glAccount}\n`).join('');
}
