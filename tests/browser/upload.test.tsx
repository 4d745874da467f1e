import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { serializeMappings } from '#contract/serializedMappings.ts';
import { mappingKey } from '#model/mapping.ts';
import { sampleLines } from '#model/sampleAccounts.ts';
import { rowStoreOf } from '#src/rows/RowStore.ts';
import { openUploadStorage, uploadStorageOf } from '#src/services/uploadStorage.ts';
import { catchCopy } from './support/catchCopy.ts';
import { emptyUploadStorage } from './support/emptyUploadStorage.ts';
import { expectAccessible } from './support/expectAccessible.ts';
import { SCHEMES } from './support/schemes.ts';
import { says } from './support/steps.ts';
import { setupUpload } from './support/uploadSetup.tsx';

const OWNER = 'uid-of-ann.lee@example.com';
const hotels = Array.from({ length: 12 }, (_unused, i) => `Wombat Hotels ${i + 10}\t6203`).join('\n');

beforeEach(async () => {
  await emptyUploadStorage();
  await page.viewport(1280, 900);
});

describe('the Upload screen', () => {
  it('asks about accounts that the list has with the same number', async () => {
    const { type } = await setupUpload();
    await type('ACME Ltd\tGL6100\nOctopus\t6200-01');
    await expect
      .element(
        page.getByText(
          'The list has 1 account with the same number, written otherwise: 6100 beside GL6100. If one',
          {
            exact: false,
          },
        ),
      )
      .toBeVisible();
  });

  it('says how many mappings there are, and offers nothing to do without pairs', async () => {
    const { button } = await setupUpload();
    await expect.element(page.getByRole('heading', { name: 'Add GL Mappings' })).toBeVisible();
    await expect.element(page.getByText('2 mappings')).toBeVisible();
    await expect.element(button('Add to Firebase Database')).toBeDisabled();
    await expect.element(button('Clear')).toBeDisabled();
    await expect.element(button('Perform Consolidation')).not.toBeInTheDocument();
    await expect.element(button('Download as CSV')).not.toBeInTheDocument();
  });

  it('says what adding would do to the rows on the Classifier', async () => {
    const { type, ledger } = await setupUpload();
    rowStoreOf(ledger).classify('NEW BAKERY 1\nNEW BAKERY 2\nPREMIER INN NEW BAKERY');
    await type('New bakery\t6400');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect.element(preview.getByText('2 rows on the Classifier get an account.')).toBeVisible();
  });

  it('counts what adding would do, and shows and copies each list', async () => {
    const { type, dryRun, button } = await setupUpload();
    await type(
      'New shop\t1\nPREMIER INN\t9\ntesco stores\t6100\nabcd\t1\nNew shop\t1\nno tab at all\nhasOwnProperty\t1',
    );
    await expect.element(dryRun('New')).toHaveTextContent(/^1New/);
    await expect.element(dryRun('There with another account')).toHaveTextContent(/^1There/);
    await expect.element(dryRun('Already mapped (different case)')).toHaveTextContent(/^1Already/);
    await expect.element(dryRun('Repeated lines')).toHaveTextContent(/^1Repeated/);
    await expect.element(dryRun('Too short')).toHaveTextContent(/^1Too short/);
    await expect.element(dryRun('Only one column')).toHaveTextContent(/^1Only one column/);
    await expect.element(dryRun('A reserved name')).toHaveTextContent(/^1A reserved name/);

    await button('View There with another account').click();
    await expect.element(page.getByRole('row').nth(1)).toHaveTextContent('PREMIER INN9PREMIER INN6200');
    await button('View Too short (fewer than 5 characters)').click();
    await expect.element(page.getByRole('row').nth(1)).toHaveTextContent('4abcd');
    await button('View A reserved name (in capitals it can be stored)').click();
    await expect.element(page.getByRole('row').nth(1)).toHaveTextContent('7hasOwnProperty');

    const copied = catchCopy();
    await says(button('Copy There with another account').click(), 'Copied 1 line!');
    expect(copied()).toBe('PREMIER INN\t9\tPREMIER INN\t6200');
  });

  it('stores what the dry run says by keyboard, leaves rejected lines in the box, and forgets the rest', async () => {
    const { type, box, button, text, dryRun } = await setupUpload();
    await type('New shop\t1\nPREMIER INN\t9\nabcd\t1\n__proto__\t1');
    await expect.element(dryRun('New')).toHaveTextContent(/^1New/);
    (box.element() as HTMLElement).focus();
    await userEvent.keyboard('{Tab}{Tab}');
    await expect.element(button('Add to Firebase Database')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(
        page.getByText('Successfully uploaded 1 new mappings to Firebase. Skipped 1 existing mappings.'),
      )
      .toBeVisible();
    await expect.element(page.getByText('3 mappings')).toBeVisible();
    expect(text()).toBe('abcd\t1\n__proto__\t1');
    await expect
      .poll(async () => (await uploadStorageOf(OWNER)).read())
      .toMatchObject({ text: 'abcd\t1\n__proto__\t1' });
  });

  it('says so when the server refuses, still has the pairs, and resumes', async () => {
    const { type, button, memory, text } = await setupUpload();
    await type('New shop\t1');
    await expect.element(button('Add to Firebase Database')).toBeEnabled();
    await memory.refuse(true);
    await says(button('Add to Firebase Database').click(), 'Error uploading to Firebase.');
    await expect.element(page.getByText('0 of 1 mappings are in the list.', { exact: false })).toBeVisible();
    expect(text()).toBe('New shop\t1');
    await expectAccessible();
    await memory.refuse(false);
    await button('Resume').click();
    await expect
      .element(page.getByText('Successfully uploaded 1 new mappings to Firebase.', { exact: true }))
      .toBeVisible();
    expect(text()).toBe('');
  });

  it('opened by the link to the sample list, has it once below what was stored', async () => {
    const storage = await uploadStorageOf(OWNER);
    await storage.save({ text: 'New shop\t1', headerIsPair: false }, new Date());
    const { text, box, dryRun } = await setupUpload({ start: '/upload?list=sample' });
    const both = `New shop\t1\n${sampleLines()}`;
    await expect.poll(text).toBe(both);
    // A reload of this address puts nothing below it again.
    await expect.element(page.getByLabelText('Address')).toHaveTextContent(/^\/upload$/);
    await expect.element(dryRun('New')).toHaveTextContent(/^\d{3}New/);
    await expect.poll(() => storage.read()).toMatchObject({ text: both });
    await box.fill('');
    await expect.poll(() => storage.read()).toMatchObject({ kind: 'none' });
    expect(text()).toBe('');
  });

  it('finds the upload that was under way when the tab was closed', async () => {
    const pair = (n: number) => ({ key: mappingKey(`Shop ${n}`), description: `Shop ${n}`, glAccount: '1' });
    const storage = await uploadStorageOf(OWNER);
    const pairs = serializeMappings([pair(1), pair(2)]);
    await storage.saveUnfinishedUpload({ pairs, skipped: 3, batch: 'b1' });
    const { button, memory } = await setupUpload();
    await expect
      .element(page.getByText('Adding 2 mappings was interrupted.', { exact: false }))
      .toBeVisible();
    await says(memory.changeMapping('Shop 1', '1'), '3 mappings');
    await button('Resume').click();
    await expect
      .element(
        page.getByText('Successfully uploaded 2 new mappings to Firebase. Skipped 3 existing mappings.'),
      )
      .toBeVisible();
    await expect.element(page.getByText('4 mappings')).toBeVisible();
    await expect.element(button('Resume')).not.toBeInTheDocument();
  });

  it('analyses after a pause and consolidates on demand; a choice can be undone', async () => {
    const { type, button, dryRun } = await setupUpload();
    await says(type(hotels), page.getByText('WOMBAT HOTELS', { exact: true }));
    await says(button('Approve for WOMBAT HOTELS').click(), 'Consolidation approved...');
    await expect.element(dryRun('New')).toHaveTextContent(/^1New/);
    await says(button('Undo').click(), page.getByText('WOMBAT HOTELS', { exact: true }));
    await expect.element(dryRun('New')).toHaveTextContent(/^12New/);
    await button('Perform Consolidation').click();
    await expect
      .element(page.getByText('Consolidation complete! You can now download as CSV or add to Firebase.'))
      .toBeVisible();
    await expect.element(page.getByText('12 mappings became 1 keyword.')).toBeVisible();
    await expect.element(dryRun('New')).toHaveTextContent(/^1New/);
    await expect.element(button('Download as CSV')).toBeVisible();
    await button('Undo').click();
    await expect.element(dryRun('New')).toHaveTextContent(/^12New/);
  });

  it('takes into account what a decision has replaced; undoing works after a dismissal, too', async () => {
    const { type, button, dryRun } = await setupUpload();
    const zebras = (first: number, glAccount: string) =>
      Array.from({ length: 13 }, (_unused, i) => `ZEBRA CLEANING ${first + i}\t${glAccount}`);
    await type([...zebras(0, '7100'), ...zebras(50, '7200'), hotels].join('\n'));
    await button('Use 7100 for ZEBRA CLEANING').first().click();
    await expect.element(page.getByText('1 other proposal does not apply any more.')).toBeVisible();
    await expect.element(page.getByText('ZEBRA CLEANING', { exact: true })).not.toBeInTheDocument();
    // Of 7100 the keyword, of 7200 and the hotels all.
    await expect.element(dryRun('New')).toHaveTextContent(/^26New/);
    await says(button('Dismiss WOMBAT HOTELS').click(), 'No proposals left.');
    await says(button('Undo').click(), button('Use 7200 for ZEBRA CLEANING').first());
    await expect.element(dryRun('New')).toHaveTextContent(/^38New/);
    expect(page.getByText('WOMBAT HOTELS', { exact: true }).elements()).toEqual([]);
  });

  it('puts the focus on the report when its last consolidation is decided', async () => {
    const { type, button } = await setupUpload();
    await type(hotels);
    await button('Dismiss WOMBAT HOTELS').click();
    await expect.element(page.getByRole('heading', { name: 'Analysis Report' })).toHaveFocus();
  });

  it('says that the stored list has changed since the analysis, and lets nothing be chosen before another', async () => {
    const { type, button, dryRun, memory } = await setupUpload();
    await type(hotels);
    await expect.element(button('Approve for WOMBAT HOTELS')).toBeEnabled();
    await memory.changeMapping('WOMBAT HOTELS SPA', '7000');
    await expect.element(page.getByText(/The stored list has changed since the analysis/)).toBeVisible();
    await expect.element(button('Approve for WOMBAT HOTELS')).toBeDisabled();
    await says(button('Analyze Again').click(), page.getByText('CONFLICT', { exact: true }));
    await expect.element(page.getByText(/has changed since the analysis/)).not.toBeInTheDocument();

    await says(memory.changeMapping('WOMBAT HOTELS SPA', null), /has changed since the analysis/);
    await says(button('Perform Consolidation').click(), /^Consolidation complete!/);
    await expect.element(dryRun('New')).toHaveTextContent(/^1New/);
  });

  it('analyses anew, without a word, when the stored list arrives after the analysis', async () => {
    const { type, button, memory, dryRun } = await setupUpload({ isListHeld: true });
    await memory.changeMapping('WOMBAT HOTELS SPA', '7000');
    await type(hotels);
    await expect.element(button('Approve for WOMBAT HOTELS')).toBeEnabled();
    expect(page.getByText('CONFLICT', { exact: true }).elements()).toEqual([]);
    const said = vi.fn();
    const observer = new MutationObserver(() => {
      if (document.body.textContent?.includes('has changed since the analysis')) said();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    await says(memory.letListArrive(), page.getByText('CONFLICT', { exact: true }));
    await expect.element(dryRun('New')).toHaveTextContent(/^12New/);
    observer.disconnect();
    expect(said).not.toHaveBeenCalled();
  });

  it('takes back what was approved before the stored list arrived, when asked to consolidate again', async () => {
    const { type, button, memory } = await setupUpload({ isListHeld: true });
    await type(hotels);
    await says(button('Perform Consolidation').click(), /^Consolidation complete!/);
    await memory.changeMapping('WOMBAT HOTELS SPA', '7000');
    await says(memory.letListArrive(), '3 mappings');
    await says(button('Perform Consolidation').click(), page.getByText('CONFLICT', { exact: true }));
  });

  it('parses a file once, and serialises the stored list once for an analysis and never for a dry run', async () => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage').mock;
    const { drop, button, dryRun } = await setupUpload();
    drop(new File([hotels.replaceAll('\t', ',')], 'a.csv', { type: 'text/csv' }));
    await expect.element(dryRun('New')).toHaveTextContent(/^12New/);
    await expect.element(button('Approve for WOMBAT HOTELS')).toBeEnabled();
    await says(button('Add to Firebase Database').click(), /^Successfully uploaded 12 new/);
    const calls = callsOf(posted.calls);
    expect(calls).toMatchObject({ readFile: 1, analyse: 1, serializeList: 1 });
    expect(calls).not.toHaveProperty('readText');
  });

  it('has both main buttons in one line on a phone, and the rare ones in a menu', async () => {
    await page.viewport(390, 844);
    const { type, button, text } = await setupUpload();
    await type(hotels);
    const [first, second] = ['Perform Consolidation', 'Add to Firebase Database'].map(button);
    await expect.element(first as Locator).toBeVisible();
    const [top, other] = [first, second].map((one) => one?.element().getBoundingClientRect().top);
    expect(top).toBe(other);
    await says(button('More').click(), page.getByRole('menuitem', { name: 'Download as CSV' }));
    await page.getByRole('menuitem', { name: 'Clear' }).click();
    expect(text()).toBe('');
  });

  it('clears everything, and brings it back with Undo', async () => {
    const { type, button, text, dryRun } = await setupUpload();
    await type(hotels);
    await button('Perform Consolidation').click();
    await expect.element(dryRun('New')).toHaveTextContent(/^1New/);
    await button('Clear').click();
    expect(text()).toBe('');
    await expect.element(page.getByRole('region', { name: 'Preview' })).not.toBeInTheDocument();
    await expect.element(button('Perform Consolidation')).not.toBeInTheDocument();
    await button('Undo').click();
    await expect.element(dryRun('New')).toHaveTextContent(/^1New/);
    expect(text()).toBe(hotels);
  });

  it('leaves out further columns, rows without a match and a header, which is taken for a pair on demand', async () => {
    const { type, button, dryRun } = await setupUpload();
    await type('Keyword\tAccount\nNew shop\t1\tMarch\nOther shop\tNo Match');
    await expect.element(page.getByText('1 line has more than two columns', { exact: false })).toBeVisible();
    await expect.element(dryRun('“No Match” is not an account')).toHaveTextContent(/^1/);
    await expect.element(page.getByText('The first line names the columns', { exact: false })).toBeVisible();
    await expect.element(dryRun('New')).toHaveTextContent(/^1New/);
    await button('Use it as a pair').click();
    await expect.element(dryRun('New')).toHaveTextContent(/^2New/);
    await button('Leave a first line out that names the columns').click();
    await expect.element(dryRun('New')).toHaveTextContent(/^1New/);
  });

  it('names the lines of a file in which a quotation mark was read as a character', async () => {
    const { drop } = await setupUpload();
    drop(new File(['Hotels\t1\n"Cafes\t2\nTaxis\t3\n'], 'a.tsv', { type: 'text/plain' }));
    await expect.element(page.getByText('Line 2: a quotation mark was read as a character.')).toBeVisible();
  });

  it.each([
    [
      'a picture',
      new File(['x'], 'a.png', { type: 'image/png' }),
      'Failed to read a.png: it is no table. Save your list as XLSX or CSV and add that file.',
    ],
    [
      'a damaged workbook',
      new File([new Uint8Array([0x50, 0x4b, 3, 4, 5])], 'a.csv', { type: 'text/csv' }),
      'Failed to read a.csv: it is a workbook that cannot be read (invalid zip data). Open it in Excel, save it again and use that file.',
    ],
    ['an empty file', new File([], 'a.csv', { type: 'text/csv' }), 'Failed to read a.csv: it is empty.'],
  ])(
    'says what is wrong with a dropped file, and leaves the box as it is: %s',
    async (_name, file, message) => {
      const { drop, type, text } = await setupUpload();
      await type('New shop\t1');
      drop(file);
      await expect.element(page.getByText(message)).toBeVisible();
      expect(text()).toBe('New shop\t1');
    },
  );

  it('puts the lines of a dropped CSV below what is in the box, rejected ones too', async () => {
    const { drop, type, text, dryRun } = await setupUpload();
    await type('New shop\t1');
    drop(new File(['Keyword;Account\n"Shop; two";2\nabc;3\n'], 'a.csv', { type: '' }));
    await expect.poll(text).toBe('New shop\t1\nShop; two\t2\nabc\t3');
    await expect.element(dryRun('New')).toHaveTextContent(/^2New/);
    await expect.element(dryRun('Too short')).toHaveTextContent(/^1Too short/);
  });

  describe('stores pending pairs in the browser', () => {
    it('offers the pairs of closed tabs', async () => {
      await uploadStorageOf(OWNER);
      const closed = await openUploadStorage(OWNER, null);
      await closed.save({ text: 'Left over\t1', headerIsPair: false }, new Date());
      await closed.close();
      const { text, button, dryRun } = await setupUpload();
      await button('Add them below').click();
      await expect.poll(text).toBe('Left over\t1');
      await expect.element(dryRun('New')).toHaveTextContent(/^1New/);
      await expect.element(button('Add them below')).not.toBeInTheDocument();
    });

    it('shows what it cannot read as it is', async () => {
      localStorage.setItem('localMappings', '{broken');
      const { text } = await setupUpload();
      await expect.poll(text).toBe('{broken');
    });

    it('says so when there is no room', async () => {
      const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('no room', 'QuotaExceededError');
      });
      const { type, dryRun, button } = await setupUpload();
      await says(type('New shop\t1'), 'These pairs are lost when the page is closed');
      await expect.element(button('Copy the text')).toBeVisible();
      await expect.element(dryRun('New')).toHaveTextContent(/^1New/);
      full.mockRestore();
    });
  });

  it.each(SCHEMES)('has no accessibility violation that axe knows: %s', async (scheme) => {
    const { type, button } = await setupUpload({ scheme });
    await type(`Keyword\tAccount\n${hotels}\nPREMIER INN\t9`);
    await expect.element(page.getByText('WOMBAT HOTELS', { exact: true })).toBeVisible();
    await says(button('View There with another account').click(), page.getByRole('row').nth(1));
    await expectAccessible();
  });
});

/** How often each method of a worker was called, by the messages that the page posted. */
function callsOf(messages: readonly (readonly unknown[])[]): Record<string, number> {
  const calls: Record<string, number> = {};
  for (const [message] of messages) {
    const { type, path } = (message ?? {}) as { type?: string; path?: readonly string[] };
    const name = type === 'APPLY' ? path?.at(-1) : undefined;
    if (name !== undefined) calls[name] = (calls[name] ?? 0) + 1;
  }
  return calls;
}
