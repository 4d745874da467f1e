import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import cases from '../fixtures/import/cases.json';
import { emptyUploadStorage } from './support/emptyUploadStorage.ts';
import { expectAccessible } from './support/expectAccessible.ts';
import { SCHEMES } from './support/schemes.ts';
import { setupUpload } from './support/uploadSetup.tsx';

const FILES = import.meta.glob<string>('../fixtures/import/*', {
  query: '?url',
  import: 'default',
  eager: true,
});

async function fixture(name: string): Promise<File> {
  const response = await fetch(FILES[`../fixtures/import/${name}`] ?? '');
  return new File([await response.blob()], name);
}

function pairsOf(name: string): string[] {
  return (cases.find(({ file }) => file === name)?.pairs ?? []).map(
    ([text, account]) => `${text}\t${account}`,
  );
}

beforeEach(emptyUploadStorage);

describe('the Upload screen reads files as the command line does', () => {
  it.each([
    'workbook-swapped.xlsx',
    'enc-windows-1250-czech.csv',
    'preamble-german-bank.csv',
    'guarded-equals.csv',
  ])('%s', async (name) => {
    const { drop, text } = await setupUpload();
    drop(await fixture(name));
    await expect.poll(() => text().split('\n').slice(1)).toEqual(pairsOf(name));
  });

  it.each(cases.filter(({ file }) => /^(web-page|old-workbook|workbook-cut)/.test(file)))(
    'or refuses $file with the same words',
    async ({ file, error }) => {
      const { drop, text } = await setupUpload();
      drop(await fixture(file));
      await expect.element(page.getByText(`Failed to read ${file}: ${error}`)).toBeVisible();
      expect(text()).toBe('');
    },
  );
});

it('a bank statement is refused with what to do', async () => {
  const { drop, text } = await setupUpload();
  drop(await fixture('statement-mt940-german.sta'));
  const remedy = page.getByText('which has no GL accounts. Open it on the Classifier.');
  await expect.element(remedy).toBeVisible();
  expect(text()).toBe('');
});

describe('what was recognised can be chosen otherwise', () => {
  it('the columns of a table that does not name them, over its first lines', async () => {
    const { drop, text, button } = await setupUpload();
    drop(await fixture('wide-without-header.csv'));
    const panel = page.getByRole('region', { name: 'How wide-without-header.csv was read' });
    await expect
      .element(panel.getByRole('heading').getByRole('alert'))
      .toHaveTextContent('Choose the columns');
    expect(page.getByText('Choose the columns of').elements()).toHaveLength(1);
    expect(text()).toBe('');
    await expect.element(panel.getByRole('cell', { name: 'City Council' })).toBeVisible();
    await userEvent.selectOptions(panel.getByLabelText('GL account column'), 'Column 4');
    await button('Read these columns').click();
    await expect.poll(text).toBe(pairsOf('wide-without-header-chosen.csv').join('\n'));
  });

  it('which of two columns has the accounts, where the names leave it open', async () => {
    const { drop, text, button } = await setupUpload();
    const rows = 'Konto;Text;Kategorie\nGiro;LAKE HOTEL;520\nGiro;CORNER SHOP;510\n';
    drop(new File([rows], 'rivals.csv'));
    const panel = page.getByRole('region', { name: 'How rivals.csv was read' });
    await expect.element(panel.getByRole('alert')).toHaveTextContent('Choose the columns');
    expect(text()).toBe('');
    await userEvent.selectOptions(panel.getByLabelText('GL account column'), 'Kategorie');
    await button('Read these columns').click();
    await expect.poll(text).toBe('Text\tKategorie\nLAKE HOTEL\t520\nCORNER SHOP\t510');
  });

  it('the columns of a pasted table, which stays in the box until they are', async () => {
    const { type, text, button } = await setupUpload();
    const pasted =
      '01/02\tCity Council\t12.50\t7100\n02/02\tTesco Stores\t8.00\t7200\n03/02\tPremier Inn\t80.00\t7300';
    await type(pasted);
    const panel = page.getByRole('region', { name: 'How the pasted text was read' });
    const title = panel.getByRole('heading');
    await expect.element(title).toHaveTextContent('Choose the columns of the pasted text.');
    expect(text()).toBe(pasted);
    await userEvent.selectOptions(panel.getByLabelText('Description column'), 'Column 2');
    await userEvent.selectOptions(panel.getByLabelText('GL account column'), 'Column 4');
    await button('Read these columns').click();
    await expect.poll(text).toBe('City Council\t7100\nTesco Stores\t7200\nPremier Inn\t7300');
  });

  it('the columns of a pasted table that names them, which are found by that', async () => {
    const { type, text } = await setupUpload();
    await type(
      'Date\tDescription\tAmount\tGL account\n01/02\tCity Council\t12.50\t7100\n02/02\tTesco Stores\t8.00\t7200',
    );
    await expect.poll(text).toBe('Description\tGL account\nCity Council\t7100\nTesco Stores\t7200');
    const panel = page.getByRole('region', { name: 'How the pasted text was read' });
    await panel.getByRole('button', { name: 'Change…' }).click();
    await userEvent.selectOptions(panel.getByLabelText('Description column'), 'Date');
    await expect.poll(text).toMatch(/^Date\tGL account\n01\/02\t7100/);
  });

  it('the encoding', async () => {
    const { drop, text } = await setupUpload();
    drop(await fixture('enc-chosen.csv'));
    await expect.poll(text).toMatch(/paration\t6100/);
    const panel = page.getByRole('region', { name: 'How enc-chosen.csv was read' });
    await expect
      .element(panel.getByText(/“Préparation Réparation” in .*Macintosh.*, “Pr.paration/))
      .toBeVisible();
    await userEvent.selectOptions(panel.getByLabelText('Encoding'), 'Western European (Macintosh)');
    await expect.poll(text).toBe(pairsOf('enc-chosen.csv').join('\n'));
  });

  it('the lines that were left out, which come back on demand', async () => {
    const { drop, text, type, button } = await setupUpload();
    await type('New shop\t1');
    drop(await fixture('preamble-title.csv'));
    await expect.poll(text).toBe('New shop\t1\nOctopus\t7100\nTesco\t7200');
    await expect.element(page.getByText('2 lines were left out', { exact: false })).toBeVisible();
    await button('View them').click();
    await expect.element(page.getByRole('cell', { name: 'Mapping list of ACME Ltd' })).toBeVisible();
    await button('Read all lines').click();
    await expect.poll(text).toContain('New shop\t1\nMapping list of ACME Ltd');
    await button('Leave them out again').click();
    await expect.poll(text).toBe('New shop\t1\nOctopus\t7100\nTesco\t7200');
  });

  it('until the text is changed by hand', async () => {
    const { drop, type } = await setupUpload();
    drop(await fixture('preamble-title.csv'));
    const panel = page.getByRole('region', { name: 'How preamble-title.csv was read' });
    await expect.element(panel).toBeVisible();
    await type('Other shop\t1');
    await expect.element(panel).not.toBeInTheDocument();
  });

  it.each(SCHEMES)('has no accessibility violation that axe knows: %s', async (scheme) => {
    const { drop } = await setupUpload({ scheme });
    drop(await fixture('preamble-german-bank.csv'));
    const panel = page.getByRole('region', { name: 'How preamble-german-bank.csv was read' });
    await expect.element(panel).toBeVisible();
    await expectAccessible();
  });
});
