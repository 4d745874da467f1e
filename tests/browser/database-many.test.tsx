import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { previewMessages } from '#model/text/previewWords.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { tableStoreOf } from '#src/features/database/TableStore.ts';
import { rowStoreOf } from '#src/rows/RowStore.ts';
import { showDatabase, startDatabase } from './support/databaseSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { SCHEMES } from './support/schemes.ts';
import { checkbox, says } from './support/steps.ts';

afterEach(() => {
  vi.restoreAllMocks();
});
beforeEach(async () => {
  await page.viewport(1280, 900);
});

/** The screen at an address over PREMIER INN, TESCO STORES, and what is added. */
async function setup(
  more: readonly (readonly [string, string])[] = [],
  options?: Parameters<typeof showDatabase>[1],
) {
  const { ledger, memory } = await startDatabase(more);
  const screen = await showDatabase(ledger, options);
  await expect.element(screen.getByRole('table')).toBeVisible();
  return { screen, memory, ledger };
}

type Screen = Awaited<ReturnType<typeof setup>>['screen'];

const ACMES = [
  ['ACME COFFEE', '6300'],
  ['ACME LTD', '700'],
  ['ACME RAIL', '6100'],
] as const;

/** Keyword and account of the rows on screen. */
function rows(screen: Screen): string[] {
  const cellsOf = (row: Element) => [...row.querySelectorAll('td')].map((cell) => cell.textContent);
  return [...screen.container.querySelectorAll('tbody tr')].map((row) => cellsOf(row).slice(1, 3).join(' '));
}

it('sorting is by keyword, and by account and back with its heading', async () => {
  const { screen } = await setup(ACMES);
  const heading = screen.getByRole('button', { name: 'GL Account' });
  const column = (name: string) => screen.getByRole('columnheader', { name });
  await expect.poll(() => rows(screen)).toEqual(['ACME COFFEE 6300', 'ACME LTD 700', 'ACME RAIL 6100']);
  await expect.element(column('Keyword / Description')).toHaveAttribute('aria-sort', 'ascending');
  await heading.click();
  await expect.poll(() => rows(screen)).toEqual(['ACME LTD 700', 'ACME RAIL 6100', 'ACME COFFEE 6300']);
  await expect.element(column('GL Account')).toHaveAttribute('aria-sort', 'ascending');
  await heading.click();
  await expect.poll(() => rows(screen)).toEqual(['ACME COFFEE 6300', 'ACME RAIL 6100', 'ACME LTD 700']);
  await heading.click();
  await expect.poll(() => rows(screen)).toEqual(['ACME COFFEE 6300', 'ACME LTD 700', 'ACME RAIL 6100']);
  await screen.getByRole('button', { name: 'Keyword / Description' }).click();
  await expect.poll(() => rows(screen)[0]).toBe('ACME RAIL 6100');
});

it('a row that stays as it is is the same object after a change of the list, so that it is not drawn again', async () => {
  const { screen, memory, ledger } = await setup(ACMES);
  const store = tableStoreOf(ledger);
  const mappingOf = (keyword: string) =>
    store.state.get().table?.rows.find(({ mapping }) => mapping.description === keyword)?.mapping;
  const [kept, changed] = [mappingOf('ACME LTD'), mappingOf('ACME RAIL')];
  await memory.addMappings([['ACME RAIL', '6900']]);
  await expect.poll(() => rows(screen)).toContain('ACME RAIL 6900');
  expect(mappingOf('ACME LTD')).toBe(kept);
  expect(mappingOf('ACME RAIL')).not.toBe(changed);
});

describe('the account filter', () => {
  it.each(SCHEMES)(
    'lists the mappings of an account from all letters, and goes back to the tab (%s)',
    async (scheme) => {
      const { screen } = await setup(ACMES, { scheme });
      await screen.getByRole('combobox', { name: 'Filter by account' }).click();
      await expect.element(screen.getByRole('option', { name: '6100 2 mappings' })).toBeVisible();
      await expectAccessible();
      await says(userEvent.keyboard('61{ArrowDown}{Enter}'), '2 mappings with account 6100');
      expect(rows(screen)).toEqual(['ACME RAIL 6100', 'TESCO STORES 6100']);
      await says(screen.getByRole('button', { name: 'Show all accounts' }).click(), '3 mappings under A');
    },
  );

  it('takes all that is typed where the keyboard led to it', async () => {
    const { screen } = await setup(ACMES);
    const field = screen.getByRole('combobox', { name: 'Filter by account' });
    (field.element() as HTMLElement).focus();
    await userEvent.keyboard('61');
    await expect.element(field).toHaveValue('61');
    await says(userEvent.keyboard('{ArrowDown}{Enter}'), '2 mappings with account 6100');
  });

  it('and the order are those of the address', async () => {
    const { screen } = await setup(ACMES, { address: '/database?account=6100&sort=keyword-desc' });
    await expect.element(screen.getByText('2 mappings with account 6100')).toBeVisible();
    expect(rows(screen)).toEqual(['TESCO STORES 6100', 'ACME RAIL 6100']);
    await expect.element(screen.getByRole('combobox', { name: 'Filter by account' })).toHaveValue('6100');
    await screen.getByRole('searchbox', { name: 'Search mappings' }).fill('rail');
    await expect.element(screen.getByText('1 mapping found with account 6100')).toBeVisible();
    await says(screen.getByRole('tab', { name: 'P', exact: true }).click(), '1 mapping under P');
  });
});

describe('a range', () => {
  it('is ticked with Shift and the arrows, or Shift and the space bar', async () => {
    const { screen } = await setup(ACMES);
    const box = (name: string) => checkbox(`Select ${name}`);
    await box('ACME COFFEE').click();
    await says(userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}'), '2 selected');
    await expect.element(box('ACME LTD')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Shift>} {/Shift}');
    await expect.element(box('ACME RAIL')).toBeChecked();
    await expect.element(screen.getByText('3 selected')).toBeVisible();
  });

  it('passes over the row that is being edited', async () => {
    const { screen } = await setup(ACMES);
    await screen.getByRole('button', { name: 'Edit ACME LTD' }).click();
    await checkbox('Select ACME COFFEE').click();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(checkbox('Select ACME RAIL')).toHaveFocus();
  });
});

describe('another account for the selected mappings', () => {
  async function open(screen: Screen) {
    await says(checkbox('Select all on this page').click(), '· 3 selected');
    await screen.getByRole('button', { name: 'Change account…' }).click();
    return screen.getByRole('combobox', { name: 'New GL account' });
  }

  it('is shown beforehand, made as one change, and undone', async () => {
    const { screen, memory } = await setup(ACMES);
    const field = await open(screen);
    await expect.element(field).toHaveFocus();
    await says(userEvent.keyboard('6100'), '2 mappings get it: 1 from 700, 1 from 6300.');
    await expect.element(screen.getByText('1 mapping has it already.')).toBeVisible();
    await expectAccessible();
    await screen.getByRole('button', { name: 'Change 2 mappings' }).click();
    await expect.element(screen.getByText('2 mappings have account 6100 now.')).toBeVisible();
    expect(await memory.stored('ACME LTD')).toMatchObject({ glAccount: '6100' });
    await says(screen.getByRole('button', { name: 'Undo' }).click(), 'Undone.');
    expect(await memory.stored('ACME LTD')).toMatchObject({ glAccount: '700' });
  });

  it('leaves the focus beside the buttons that go with the selection', async () => {
    const { screen } = await setup(ACMES);
    const field = await open(screen);
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('6200');
    await expect.element(screen.getByRole('button', { name: 'Change 3 mappings' })).toBeEnabled();
    await says(userEvent.keyboard('{Enter}'), '3 mappings have account 6200 now.');
    await expect.element(screen.getByRole('group', { name: 'Mappings listed' })).toHaveFocus();
    await checkbox('Select ACME RAIL').click();
    await screen.getByRole('button', { name: 'Clear selection' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('group', { name: 'Mappings listed' })).toHaveFocus();
  });

  it('says the names of accounts, and does not doubt one of the chart', async () => {
    const { screen, ledger } = await setup(ACMES);
    const chart = ledger.chart;
    for (const [code, name] of [
      ['6100', 'Groceries'],
      ['6900', 'Sundries'],
    ] as const)
      await chart.save(null, { code, name, note: '', isRetired: false });
    await says(checkbox('Select ACME RAIL').click(), '1 selected');
    await screen.getByRole('button', { name: 'Change account…' }).click();
    await screen.getByRole('combobox', { name: 'New GL account' }).fill('6900');
    await expect.element(screen.getByText('1 mapping gets it: 1 from 6100 Groceries.')).toBeVisible();
    expect(screen.getByText('No mapping has account').query()).toBeNull();
  });

  it('that is new is pointed out; No Match is none; what the server refuses says how far it came, and goes on', async () => {
    const { screen, memory } = await setup(ACMES);
    const field = await open(screen);
    await says(field.fill('6109'), 'No mapping has account 6109 yet.');
    await says(field.fill('no match'), '“No Match” is not an account.');
    await expect.element(screen.getByRole('button', { name: 'Change', exact: true })).toBeDisabled();
    await field.fill('6200');
    await memory.refuse(true);
    await screen.getByRole('button', { name: 'Change 3 mappings' }).click();
    await expect.element(screen.getByText('Failed to change all of them.')).toBeVisible();
    await memory.refuse(false);
    await screen.getByRole('button', { name: 'Go on with the others' }).click();
    await expect.element(screen.getByText('3 mappings have account 6200 now.')).toBeVisible();
  });
});

describe('on a phone', () => {
  it('the heads of the columns stand in one line, what can be done with a selection at the foot in one line, the rare things in a menu', async () => {
    await page.viewport(320, 640);
    const { screen } = await setup(ACMES);
    const all = checkbox('Select all on this page');
    const [box, account] = [all, screen.getByRole('button', { name: 'GL Account' })].map((head) =>
      head.element().getBoundingClientRect(),
    );
    expect(account?.top).toBeLessThan(box?.bottom ?? 0);
    expect(account?.right).toBeLessThanOrEqual(320);
    await all.click();
    const listed = screen.getByRole('group', { name: 'Mappings listed' });
    const buttons = ['Change account…', 'Delete Selected (3)', 'More'].map((name) =>
      listed.getByRole('button', { name, exact: true }),
    );
    const boxes = buttons.map((button) => button.element().getBoundingClientRect());
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    expect(boxes[0]?.bottom).toBeGreaterThan(600);
    expect(boxes.at(-1)?.right).toBeLessThanOrEqual(320);
    await expectAccessible(screen.container);
    await buttons.at(-1)?.click();
    await screen.getByRole('menuitem', { name: 'Clear selection' }).click();
    await expect.element(listed).toHaveFocus();
    await expect.element(screen.getByText('selected')).not.toBeInTheDocument();
  });

  it('the title has its buttons beside it, and the search its filter; what is rare is behind More', async () => {
    await page.viewport(390, 844);
    const { screen } = await setup(ACMES);
    const middleOf = (element: Locator) => {
      const { top, bottom } = element.element().getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    };
    const { search, addMapping, more } = {
      search: screen.getByRole('searchbox'),
      addMapping: screen.getByRole('button', { name: 'Add mapping' }),
      more: screen.getByRole('button', { name: 'More' }),
    };
    expect(middleOf(more)).toBe(middleOf(addMapping));
    const title = screen.getByRole('heading', { level: 1 });
    expect(Math.abs(middleOf(title) - middleOf(more))).toBeLessThan(6);
    for (const beside of [
      screen.getByRole('combobox', { name: 'Filter by account' }),
      screen.getByRole('button', { name: 'Try it' }),
    ])
      expect(Math.abs(middleOf(beside) - middleOf(search))).toBeLessThan(3);
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await more.click();
    for (const name of ['Analyze Keywords', 'Refresh', 'All mappings as Excel (XLSX)'])
      await expect.element(screen.getByRole('menuitem', { name, exact: true })).toBeVisible();
    await expectAccessible(document.body);
    await screen.getByRole('menuitem', { name: 'All mappings as CSV', exact: true }).click();
    await expect.element(screen.getByText('Exported 5 mappings.')).toBeVisible();
    expect(save).toHaveBeenCalledTimes(1);
  });
});

describe('adding a mapping', () => {
  it('stores it, and can be undone', async () => {
    const { screen, memory } = await setup();
    await screen.getByRole('button', { name: 'Add mapping' }).click();
    const dialog = screen.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Keyword' }).fill('ACME LTD');
    await dialog.getByRole('combobox', { name: 'GL account' }).fill('61');
    await expect.element(screen.getByRole('option', { name: '6100 1 mapping' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    const marked = screen.getByRole('option', { name: '6100 1 mapping', selected: true });
    await expect.element(marked).toBeVisible();
    await says(userEvent.keyboard('{Enter}'), previewMessages.noText);
    await dialog.getByRole('button', { name: 'Save mapping' }).click();
    await expect.element(screen.getByText('Mapping saved: “ACME LTD” → 6100')).toBeVisible();
    expect(await memory.stored('ACME LTD')).toMatchObject({ glAccount: '6100' });
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => memory.stored('ACME LTD')).toBeNull();
  });

  it.each([1280, 390])('leaves the buttons where they are when its effect comes, at %i px', async (width) => {
    await page.viewport(width, 844);
    const { screen, ledger } = await setup();
    const store = rowStoreOf(ledger);
    store.classify('ACME LTD LEEDS\nACME LTD YORK');
    await expect.poll(() => store.progress.get().kind).toBe('complete');
    await screen.getByRole('button', { name: 'Add mapping' }).click();
    const dialog = screen.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'GL account' }).fill('6100');
    const top = (name: string) => dialog.getByRole('button', { name }).element().getBoundingClientRect().top;
    const places = () => ['Save mapping', 'Cancel'].map(top);
    const keyword = dialog.getByRole('textbox', { name: 'Keyword' });
    await keyword.click();
    const before = places();
    await says(keyword.fill('ACME LTD'), dialog.getByText(previewMessages.examples(2)));
    expect(places()).toEqual(before);
  });

  it('objects to what is none, and to what is there already; another spelling needs consent', async () => {
    const { screen, memory } = await setup();
    await screen.getByRole('button', { name: 'Add mapping' }).click();
    const dialog = screen.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save mapping' });
    const keyword = dialog.getByRole('textbox', { name: 'Keyword' });
    await says(save.click(), dialog.getByText('Description and GL Account cannot be empty.'));
    await dialog.getByRole('combobox', { name: 'GL account' }).fill('9');
    await keyword.fill('TESCO STORES');
    await says(save.click(), dialog.getByText('“TESCO STORES” is in the list already'));
    await says(keyword.fill('Standing Order'), dialog.getByText(rowAccountMessages.commonWordsOnly));
    await keyword.fill('Tesco Stores');
    await expect.element(dialog.getByText(rowAccountMessages.commonWordsOnly)).not.toBeInTheDocument();
    await says(save.click(), dialog.getByText('is the same keyword in another spelling.'));
    await dialog.getByRole('button', { name: 'Save both' }).click();
    await expect.poll(() => memory.stored('Tesco Stores')).toMatchObject({ glAccount: '9' });
  });
});

it('copying takes the selected mappings with Ctrl+C, for a spreadsheet', async () => {
  await setup([...ACMES, ['ACME =1', '1']]);
  let text: string | undefined;
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    text = await (await item?.getType('text/plain'))?.text();
  });
  await says(checkbox('Select all on this page').click(), '4 selected');
  await says(userEvent.keyboard('{Control>}c{/Control}'), 'Copied 4 mappings!');
  expect(text).toBe('ACME =1\t1\nACME COFFEE\t6300\nACME LTD\t700\nACME RAIL\t6100');
});

describe('the export', () => {
  it('offers what is selected, what is listed, and all', async () => {
    const { screen } = await setup(ACMES);
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await says(checkbox('Select ACME LTD').click(), '1 selected');
    await screen.getByRole('button', { name: 'Export' }).click();
    for (const name of ['Selected mappings (1)', 'Mappings under A (3)', 'All mappings (5)'])
      await expect.element(screen.getByText(name)).toBeVisible();
    await screen.getByRole('menuitem', { name: 'Mappings under A as CSV', exact: true }).click();
    await expect.element(screen.getByText('Exported 3 mappings.')).toBeVisible();
    expect(saved).toEqual(['gl_mappings.csv']);
  });

  it('has the names of accounts unless they are switched off', async () => {
    const { screen, ledger } = await setup();
    await ledger.chart.save(null, { code: '6100', name: 'Groceries', note: '', isRetired: false });
    const files: Blob[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:none';
    });
    const exportAll = async () => {
      const wanted = files.length + 1;
      await screen.getByRole('menuitem', { name: 'All mappings as CSV', exact: true }).click();
      await expect.poll(() => files.length).toBe(wanted);
      return (await files[wanted - 1]?.text())?.replace('\ufeff', '').split('\r\n');
    };
    const open = () => screen.getByRole('button', { name: 'Export' }).click();
    await open();
    const names = screen.getByRole('menuitemcheckbox', { name: 'Account names' });
    await expect.element(names).toBeChecked();
    expect(await exportAll()).toEqual([
      '"Keyword / Description","GL Account","Account name"',
      '"PREMIER INN","6200",""',
      '"TESCO STORES","6100","Groceries"',
      '',
    ]);
    await open();
    await names.click();
    await expect.element(names).not.toBeChecked();
    expect((await exportAll())?.[0]).toBe('"Keyword / Description","GL Account"');
  });
});
