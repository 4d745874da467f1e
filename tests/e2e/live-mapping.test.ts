import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { editMapping, openDatabase, searchMappings } from '../support/databaseScreen.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { itInFull } from '../support/itInFull.ts';
import { button, paste, untilClassified } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useStoryEnvironment } from '../support/testEnvironment.ts';

describe('a mapping edited in one browser', () => {
  let reader: Page;
  let admin: Page;

  useStoryEnvironment(async ({ server, signedIn }) => {
    storeMappings(server, { 'Premier Inn': '6200' });
    const person = server.admin;
    [reader, admin] = await Promise.all([signedIn(person), signedIn(person)]);
  });

  it('is suggested to rows already classified in another, without a reload', async () => {
    await paste(reader, 'PREMIER INN LEEDS\nNOTHING KNOWS THIS LINE');
    await reader.getByRole('grid').getByText('PREMIER INN LEEDS').waitFor();

    await openDatabase(admin);
    await searchMappings(admin, 'Premier Inn');
    await editMapping(admin, 'Premier Inn', { glAccount: '9876' });
    await admin.getByText('Mapping updated successfully.').waitFor();

    await reader.getByRole('grid').getByText('9876').waitFor();
  });

  it('gives an account at once to rows that had none', async () => {
    await searchMappings(admin, 'Premier Inn');
    await editMapping(admin, 'Premier Inn', { description: 'Nothing knows', glAccount: '5432' });
    await admin.getByText('Mapping updated successfully.').waitFor();
    await reader.getByRole('grid').getByText('5432', { exact: true }).waitFor();
  });

  const widths = [
    [320, 2222],
    [1280, 1111],
  ] as const;
  itInFull.each(widths)('moves no row that is on screen, at a width of %i', async (width, glAccount) => {
    // On a phone it stands under More.
    await reader.setViewportSize({ width: 1280, height: 640 });
    await button(reader, 'Clear').click();
    await reader.setViewportSize({ width, height: 640 });
    await paste(reader, Array.from({ length: 60 }, (_, i) => `NOTHING KNOWS ${width} ${i}`).join('\n'));
    await untilClassified(reader, 60);
    const row = reader.locator('[data-row="3"]');
    await row.scrollIntoViewIfNeeded();
    const place = async () => (await row.boundingBox())?.y;
    const before = await place();
    await searchMappings(admin, 'Nothing knows');
    await editMapping(admin, 'Nothing knows', { glAccount: `${glAccount}` });
    const rows = reader.getByRole('button', { name: 'Review next' });
    await rows.waitFor();
    expect(await place()).toBe(before);
    await expectAccessible(reader, `suggestions, ${width} wide`);
    // Nothing that gets the focus lies under the bar.
    const last = reader.getByRole('gridcell', { name: `NOTHING KNOWS ${width} 59`, exact: true });
    await reader.getByRole('gridcell').first().click();
    await reader.keyboard.press('ControlOrMeta+End');
    await last.waitFor();
    await expect.poll(() => endOf(last)).toBeLessThanOrEqual((await rows.boundingBox())?.y ?? 0);
    await reader.getByRole('gridcell').first().click();
    await reader.keyboard.press('ControlOrMeta+Home');
    const settled = await place();
    await reader.getByRole('button', { name: 'Keep all current' }).click();
    await rows.waitFor({ state: 'detached' });
    expect(await place()).toBe(settled);
  });
});

/** Pixels from the top of the window to the lower edge of something. */
async function endOf(target: Locator): Promise<number> {
  const box = await target.boundingBox();
  return box === null ? Number.NaN : box.y + box.height;
}
