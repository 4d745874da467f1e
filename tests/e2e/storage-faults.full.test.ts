import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { button, paste, says } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

const environment = useTestEnvironment(({ server }) => storeMappings(server, { 'PREMIER INN': '6200' }));

const pairBox = (page: Page) =>
  page.getByRole('textbox', { name: 'Description and GL account, separated by a tab' });

async function classifies(page: Page): Promise<void> {
  await says(page, messages.classifierReady);
  await paste(page, 'PREMIER INN LEEDS');
  await page.getByRole('grid').getByText('6200', { exact: true }).waitFor();
}

async function goToUpload(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Upload Data' }).click();
  await pairBox(page).waitFor();
}

describe('where localStorage', () => {
  it('is forbidden, everything works, and the Upload screen says what is not stored', async () => {
    const page = await environment.signedIn(environment.server.admin, '/', (visitor) =>
      visitor.addInitScript(() =>
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        }),
      ),
    );
    await classifies(page);
    await button(page, 'Colour scheme: as the system').click();
    await button(page, 'Colour scheme: light').click();
    await button(page, 'Keyboard shortcuts').click();
    await page.getByRole('checkbox', { name: 'Show this list' }).click();
    await page.keyboard.press('Escape');
    await goToUpload(page);
    await says(page, 'These pairs are lost when the page is closed');
    await pairBox(page).fill('NEW SHOP\t4100');
    await button(page, 'Add to Firebase Database').click();
    await says(page, messages.uploaded(1, 0));
  });

  it('is full, the pairs are there to be used and the Upload screen says that they are not stored', async () => {
    const page = await environment.signedInPage(environment.server.admin);
    await classifies(page);
    await page.evaluate(() => {
      for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2)) {
        try {
          for (let i = 0; ; i++) localStorage.setItem(`filler-${size}-${i}`, 'x'.repeat(size));
        } catch {
          // No room for so much; the next is half of it.
        }
      }
    });
    await goToUpload(page);
    await pairBox(page).fill('ANOTHER SHOP\t4100');
    await says(page, 'These pairs are lost when the page is closed');
    await expectAccessible(page, 'storage full');
    await button(page, 'Copy the text').click();
    await says(page, messages.linesCopied(1));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('ANOTHER SHOP\t4100');
  });
});
