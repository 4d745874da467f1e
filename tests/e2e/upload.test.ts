import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { downloadedBytes } from '../support/download.ts';
import { itInFull } from '../support/itInFull.ts';
import { paste, signIn } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useStoryEnvironment } from '../support/testEnvironment.ts';
import { dropFiles, dryRunCount, openUpload, pairBox, pastePairs } from '../support/uploadScreen.ts';

const FIRST_PASTE = [
  'Quux Freight\t6400', // new
  'quux  freight\t6400', // the same keyword again
  'QUUX FREIGHT\t6999', // and with another account
  'Premier Inn\t9999', // there, with another account
  'PREMIER INN\t9999', // the same keyword again
  'abc\t1', // too short
  'no tab here',
  'Frobnicate GmbH\t6500',
].join('\n');

describe('mappings uploaded in one browser', () => {
  let reader: Page;
  let admin: Page;

  const environment = useStoryEnvironment(async ({ server, signedIn }) => {
    storeMappings(server, { 'Premier Inn': '6200' });
    const person = server.admin;
    [reader, admin] = await Promise.all([signedIn(person), signedIn(person)]);
  });

  const addButton = () => admin.getByRole('button', { name: 'Add to Firebase Database' });

  it('are counted before they are stored, and the counts are those of the message afterwards', async () => {
    await openUpload(admin);
    await pastePairs(admin, FIRST_PASTE);
    await expect.poll(() => dryRunCount(admin, 'New')).toBe(2);
    expect(await dryRunCount(admin, 'There with another account')).toBe(1);
    expect(await dryRunCount(admin, 'Repeated lines')).toBe(2);
    expect(await dryRunCount(admin, 'Repeated with another account')).toBe(1);
    expect(await dryRunCount(admin, 'Too short')).toBe(1);
    expect(await dryRunCount(admin, 'Only one column')).toBe(1);

    await paste(reader, 'QUUX FREIGHT LEEDS');
    await reader.getByRole('grid').getByText('No Match').waitFor();
    await addButton().click();
    await admin
      .getByText('Successfully uploaded 2 new mappings to Firebase. Skipped 1 existing mappings.')
      .waitFor();
    expect(await pairBox(admin).inputValue()).toBe('abc\t1\nno tab here');
  });

  it('are used by the classifier of another at once', async () => {
    await reader.getByRole('grid').getByText('6400', { exact: true }).waitFor();
  });

  it('come from a dropped CSV file, the first of several, with its header left out', async () => {
    await admin.getByRole('button', { name: 'Clear' }).click();
    await dropFiles(admin, [
      {
        name: 'shops.csv',
        type: 'text/csv',
        content: 'Keyword,Account\r\n"Shop, large",7001\r\nSmall shop,7002\r\n',
      },
      { name: 'other.csv', type: 'text/csv', content: 'Never read,1\r\n' },
    ]);
    await admin
      .getByText('Read shops.csv only; 1 more file was left aside. Add one file at a time.')
      .waitFor();
    await expect.poll(() => dryRunCount(admin, 'New')).toBe(2);
    await admin.getByText('The first line names the columns (Keyword, Account)').waitFor();
    await addButton().click();
    await admin.getByText('Successfully uploaded 2 new mappings to Firebase.', { exact: true }).waitFor();
    expect(await pairBox(admin).inputValue()).toBe('');
    await paste(reader, 'a shop, large one');
    await reader.getByRole('grid').getByText('7001', { exact: true }).waitFor();
  });

  it('are all stored where the last of them, sent at once, must not pass those before them', async () => {
    // The first large update of the tab waits for its code; the rest, a small update, needs none.
    await pastePairs(admin, Array.from({ length: 510 }, (_unused, i) => `${i} Crates & Co\t${i}`).join('\n'));
    await expect.poll(() => dryRunCount(admin, 'New')).toBe(510);
    await addButton().click();
    await admin.getByText('Successfully uploaded 510 new mappings to Firebase.', { exact: true }).waitFor();
  });

  itInFull(
    'are consolidated first, downloaded, and the download changes nothing when it comes back',
    async () => {
      const branches = Array.from({ length: 12 }, (_unused, i) => `Wombat Hotels ${i + 10}\t6203`);
      await pastePairs(admin, [...branches, 'Single thing\t6299'].join('\n'));
      await admin.getByRole('button', { name: 'Perform Consolidation' }).click();
      await admin
        .getByText('Consolidation complete! You can now download as CSV or add to Firebase.')
        .waitFor();
      await expect.poll(() => dryRunCount(admin, 'New')).toBe(2);
      const csv = await downloadedCsv();
      expect(csv).toBe('\ufeff"Single thing","6299"\r\n"WOMBAT HOTELS","6203"\r\n');
      await addButton().click();
      await admin.getByText('Successfully uploaded 2 new mappings to Firebase.', { exact: true }).waitFor();

      await dropFiles(admin, [
        { name: 'consolidated_mappings.csv', type: 'application/vnd.ms-excel', content: csv },
      ]);
      await expect.poll(() => dryRunCount(admin, 'Already there')).toBe(2);
      expect(await dryRunCount(admin, 'New')).toBe(0);
      await admin.getByRole('button', { name: 'Download as CSV' }).waitFor();
      expect(await downloadedCsv()).toBe(csv);
      await addButton().click();
      await admin
        .getByText('Successfully uploaded 0 new mappings to Firebase. Skipped 2 existing mappings.')
        .waitFor();
    },
  );

  async function downloadedCsv(): Promise<string> {
    const downloading = admin.waitForEvent('download');
    await admin.getByRole('button', { name: 'Download as CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('consolidated_mappings.csv');
    return (await downloadedBytes(download)).toString('utf8');
  }

  itInFull('are still pending after a reload, and nobody else sees them', async () => {
    await pastePairs(admin, 'Pending thing\t6100');
    await expect.poll(() => dryRunCount(admin, 'New')).toBe(1);
    await expect
      .poll(() => admin.evaluate(() => localStorage.getItem('localMappings')))
      .toContain('Pending thing');
    await admin.reload();
    await expect.poll(() => pairBox(admin).inputValue()).toBe('Pending thing\t6100');

    const second = await environment.server.addUser('second@example.com', { admin: true });
    await admin.getByRole('button', { name: 'Logout' }).click();
    await signIn(admin, second);
    await openUpload(admin);
    await expect.poll(() => admin.getByText(/\d mappings$/).count()).toBe(1);
    expect(await pairBox(admin).inputValue()).toBe('');
    expect(await admin.getByText('Pending thing').count()).toBe(0);
    await admin.getByRole('button', { name: 'Logout' }).click();
    await signIn(admin, environment.server.admin);
    await openUpload(admin);
    await expect.poll(() => pairBox(admin).inputValue()).toBe('Pending thing\t6100');
  });
});
