import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { previewWords } from '#model/text/previewWords.ts';
import type { Engine } from '../support/engines/Engine.ts';
import { type Person, personAt } from '../support/engines/Person.ts';
import { startChromium } from '../support/engines/startChromium.ts';
import { startFirefox } from '../support/engines/startFirefox.ts';
import { startWebKit } from '../support/engines/startWebKit.ts';
import { freshDataDir, type Product, startProduct } from '../support/product.ts';
import { type Credentials, printedAdmin } from '../support/screens.ts';

/** The engines of this run: `npm run test:browsers` names all three. */
const STARTS = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };
const names = (process.env['ENGINES'] ?? 'chromium').split(' ') as (keyof typeof STARTS)[];

const vendor = (number: number) => `Wexford Supplies ${String(number).padStart(4, '0')}`;
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
/** 1,100 lines without a match as yet, 200 of them for ever; the sample list has the accounts of the others. */
const LINES = numbers(2_000).map((n) => {
  if (n >= 1_100) return `Amazon Web Services ${n}`;
  return `CARD ${vendor(n < 900 ? n : n + 100)} LONDON`;
});
/** The last hundred are for no line. */
const PAIRS = numbers(1_000).map((n) => `${vendor(n)}\t${n < 500 ? 7001 : 7002}`);
const BOX = 'Descriptions, one per line';

// The same steps in each engine, in their order: an error in the console is a failure, too.
describe.each(names)('the journey of an administrator in %s', (name) => {
  let folder: Awaited<ReturnType<typeof freshDataDir>>;
  let product: Product;
  let engine: Engine;
  let admin: Person;
  let credentials: Credentials;

  beforeAll(async () => {
    folder = await freshDataDir();
    [product, engine] = await Promise.all([startProduct({ dataDir: folder.dataDir }), STARTS[name]()]);
    admin = personAt(engine.tab);
    credentials = printedAdmin(product.output());
  });
  afterAll(async () => {
    await engine?.close();
    await product?.interrupt();
    await folder?.remove();
  });

  it('signs in', async () => {
    await engine.tab.goTo(product.url);
    await admin.click('button', 'Sign in with Password');
    await admin.typeInto('Email', credentials.email);
    await admin.typeInto('Password', credentials.password);
    await admin.click('button', 'Sign In');
    await admin.find('heading', 'Classifier');
  });

  it('pastes 2,000 lines, and copies them with their accounts', async () => {
    await admin.paste(BOX, LINES.join('\n'));
    await admin.find('option', 'No Match 1,100');
    await admin.click('button', 'Copy Description + GL Account');
    await admin.says(messages.copiedRows(2_000));
    const rows = (await admin.clipboard()).split('\n').map((row) => row.split('\t'));
    expect(rows.map(([description]) => description)).toEqual(LINES);
    expect(rows.filter(([, account]) => account === 'No Match')).toHaveLength(1_100);
  });

  it('sees the sums by account, and as what they can be exported', async () => {
    await admin.click('button', 'Summary');
    await admin.find('heading', 'Summary by account');
    await closeDialog('Summary by account');
    await admin.click('button', 'Export');
    await admin.click('menuitem', 'Journal…');
    await admin.find('heading', 'Journal');
    await closeDialog('Journal');
  });

  it('uploads 1,000 mappings, which the lines get', async () => {
    await admin.click('link', 'Upload Data');
    await admin.paste('Description and GL account, separated by a tab', PAIRS.join('\n'));
    await admin.click('button', 'Add to Firebase Database');
    await admin.says(messages.uploaded(1_000, 0));
  });

  it('finds one of them, and changes its account after having seen the effect', async () => {
    await admin.click('link', 'Database');
    await search(vendor(7));
    await admin.click('button', `Edit ${vendor(7)}`);
    await admin.typeInto('GL Account', '7999');
    await admin.says(previewWords({ unmatched: 0, others: 1 }));
    await admin.click('button', 'Save');
    await admin.says(messages.mappingUpdated);
    await admin.says('7999');
  });

  it('deletes another one, after the native question', async () => {
    await search(vendor(990));
    const question = await engine.tab.acceptQuestion(() => admin.click('button', `Delete ${vendor(990)}`));
    expect(question).toContain(vendor(990));
    await admin.says(messages.mappingDeleted);
  });

  it('has the list analysed', async () => {
    await admin.click('button', 'Analyze Keywords');
    await admin.find('heading', 'Analysis Report');
    await admin.says('WEXFORD SUPPLIES');
  });

  it('sees the lines without a match in groups', async () => {
    await admin.click('link', 'Classifier');
    await admin.find('option', 'No Match 200');
    await admin.click('button', 'Unmatched (200)');
    await admin.find('heading', 'Unmatched');
    await admin.says('Wexford Supplies');
  });

  it('sees what is wrong with the list', async () => {
    await admin.click('link', 'Database');
    await admin.click('link', 'Health');
    await admin.find('heading', 'Health');
  });

  it('takes a change back in the history', async () => {
    await admin.click('link', 'History');
    await admin.click('button', `${vendor(7)}: 7001 → 7999`);
    await admin.click('button', 'Undo this change…');
    await admin.click('button', 'Restore 1 mapping');
    await admin.find('button', `Restore: ${vendor(7)}: 7999 → 7001`);
  });

  it('adds a user', async () => {
    await admin.click('link', 'Admin');
    await admin.click('button', '+ Add User');
    await admin.typeInto('Email', 'ann.lee@example.com');
    await admin.typeInto('Name', 'Ann Lee');
    await admin.typeInto('Password', 'secret of ann');
    await admin.click('button', 'Create User');
    await admin.says('Successfully created user');
    await admin.says('ann.lee@example.com');
  });

  it('signs out', async () => {
    await admin.click('button', 'Logout');
    await admin.find('heading', 'Sign in to GL Classifier');
  });

  it('with no error in the console, where it would be seen', async () => {
    expect(await engine.tab.errors()).toEqual([]);
    await engine.tab.evaluate(() => {
      console.error('written by the test');
      setTimeout(() => {
        throw new Error('thrown by the test');
      });
    }, null);
    const planted = ['written by the test', 'thrown by the test'].map((text) =>
      expect.stringContaining(text),
    );
    await expect.poll(() => engine.tab.errors()).toEqual(planted);
  });

  async function closeDialog(heading: string): Promise<void> {
    await engine.tab.press('Escape');
    await admin.untilGone('heading', heading);
  }

  async function search(text: string): Promise<void> {
    await admin.typeInto('Search mappings', text);
    await admin.says('1 mapping found');
  }
});
