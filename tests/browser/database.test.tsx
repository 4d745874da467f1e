import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { deletionQuestion, previewMessages, previewWords } from '#model/text/previewWords.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { DatabasePage } from '#src/features/database/DatabasePage.tsx';
import { rowStoreOf } from '#src/rows/RowStore.ts';
import { startAnalysis } from '#src/services/analysis.ts';
import type { LedgerService } from '#src/services/ledger.ts';
import { extendPart } from '#src/services/workerLink.ts';
import { showDatabase, startDatabase } from './support/databaseSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { SCHEMES } from './support/schemes.ts';
import { account } from './support/startMemoryLedger.ts';
import { button, checkbox, says, tableCell } from './support/steps.ts';
import { TestRouter } from './support/TestRouter.tsx';

beforeEach(async () => {
  await page.viewport(1280, 900);
});

/** The screen over PREMIER INN, TESCO STORES, and what is added. */
async function setup(
  more: readonly (readonly [string, string])[] = [],
  scheme: 'light' | 'dark' = 'light',
  editor: Partial<LedgerService['editor']> = {},
) {
  const { ledger, memory } = await startDatabase(more);
  Object.assign(ledger, { editor: extendPart(ledger.editor, editor) });
  const screen = await showDatabase(ledger, { scheme });
  await expect.element(screen.getByRole('table').getByText('Keyword / Description')).toBeVisible();
  return { screen, memory, ledger };
}

const acme = (i: number) => [`ACME BRANCH ${String(i).padStart(3, '0')}`, '6100'] as const;
const acmes = (count: number) => Array.from({ length: count }, (_unused, i) => acme(i));

function rows(screen: Awaited<ReturnType<typeof setup>>['screen']): string[] {
  return [...screen.container.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');
}

describe('the list', () => {
  it('opens at the first letter that has mappings, with the total in the search box', async () => {
    const { screen } = await setup();
    const tab = (name: string) => screen.getByRole('tab', { name, exact: true });
    await expect.element(tab('P')).toHaveAttribute('aria-selected', 'true');
    await expect.element(tableCell('PREMIER INN')).toBeVisible();
    await expect.element(screen.getByPlaceholder('Search 2 mappings')).toBeVisible();
    await button('Refresh').click();
    await expect.element(button('Refresh')).toBeEnabled();
    await expect.element(screen.getByText('Failed to load mappings.')).not.toBeInTheDocument();
    await says(tab('Q').click(), screen.getByText('No mappings found.', { exact: true }));
  });

  it('marks what a search finds in keyword and account', async () => {
    const { screen } = await setup();
    const marks = () => [...screen.container.querySelectorAll('mark')].map((mark) => mark.textContent);
    const search = screen.getByRole('searchbox', { name: 'Search mappings' });
    await search.fill('premier  i');
    await expect.poll(marks).toEqual(['PREMIER I']);
    await search.fill('6100');
    await expect.poll(marks).toEqual(['6100']);
    await search.fill('');
    await expect.poll(marks).toEqual([]);
  });

  it('has the buttons of a row in one line on a phone, each large enough for a finger', async () => {
    await page.viewport(390, 844);
    const { screen } = await setup();
    const boxes = ['Edit PREMIER INN', 'History of PREMIER INN', 'Delete PREMIER INN'].map((name) =>
      screen.getByLabelText(name, { exact: true }).element().getBoundingClientRect(),
    );
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await expectAccessible(screen.container);
  });

  it('shows the mappings of another letter, É and digits under #', async () => {
    const { screen } = await setup([
      ['ÉLAN', '1'],
      ['3M COMPANY', '2'],
    ]);
    await says(screen.getByRole('tab', { name: '#', exact: true }).click(), '2 mappings under #');
    expect(rows(screen).map((row) => row.slice(0, 4))).toEqual(['3M C', 'ÉLAN']);
  });

  it('has thirty rows a page', async () => {
    const { screen } = await setup(acmes(65));
    await expect.element(screen.getByText('Page 1 of 3')).toBeVisible();
    expect(rows(screen)).toHaveLength(30);
    await expect.element(button('Prev')).toBeDisabled();
    await button('Next').click();
    await says(button('Next').click(), 'Page 3 of 3');
    expect(rows(screen)).toHaveLength(5);
    await expect.element(button('Next')).toBeDisabled();
    await says(button('Prev').click(), tableCell('ACME BRANCH 030'));
  });

  it('searches all letters by keyword and account, and goes back to the tab', async () => {
    const { screen } = await setup(acmes(40));
    await says(button('Next').click(), 'Page 2 of 2');
    const search = screen.getByRole('searchbox', { name: 'Search mappings' });
    await says(search.fill('premier inn'), '1 mapping found');
    await says(search.fill('6200'), '1 mapping found');
    expect(rows(screen)[0]).toContain('PREMIER INN');
    await says(search.fill('nowhere'), 'No mappings found matching your search.');
    await says(search.fill(''), 'Page 2 of 2');
    const tab = screen.getByRole('tab', { name: 'A', exact: true });
    await expect.element(tab).toHaveAttribute('aria-selected', 'true');
  });

  it('shows what somebody else adds and removes, without a reload', async () => {
    const { screen, memory } = await setup();
    await says(memory.changeMapping('PIZZA HUT', '6300'), tableCell('PIZZA HUT'));
    await memory.changeMapping('PREMIER INN', null);
    await expect.element(tableCell('PREMIER INN')).not.toBeInTheDocument();
    await expect.element(screen.getByText('1 mapping under P')).toBeVisible();
  });
});

it('the count of what is listed is never said of another letter', async () => {
  const { screen, ledger } = await setup(acmes(3));
  await expect.element(screen.getByText('3 mappings under A')).toBeVisible();
  const said = new Set<string>();
  const status = screen.getByRole('status').elements().at(-1);
  const watch = new MutationObserver(() => said.add(status?.textContent ?? ''));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  await says(screen.getByRole('tab', { name: 'P', exact: true }).click(), '1 mapping under P');
  watch.disconnect();
  expect([...said]).not.toContain('3 mappings under P');
  expect(ledger.list.get().kind).toBe('ready');
});

it('selecting with Shift ticks and unticks all rows from the last one to this one', async () => {
  await setup(acmes(10));
  const box = (number: number) => checkbox(`Select ACME BRANCH 00${number}`);
  await box(2).click();
  await says(box(6).click({ modifiers: ['Shift'] }), button('Delete Selected (5)'));
  await expect.element(box(4)).toBeChecked();
  await says(box(4).click({ modifiers: ['Shift'] }), button('Delete Selected (2)'));
  expect(getSelection()?.toString()).toBe('');
});

describe('editing a row', () => {
  async function edit() {
    const opened = await setup();
    const { screen } = opened;
    await button('Edit PREMIER INN').click();
    return {
      ...opened,
      description: screen.getByRole('textbox', { name: 'Keyword / Description' }),
      account: screen.getByRole('textbox', { name: 'GL Account' }),
      save: screen.getByRole('button', { name: 'Save', exact: true }),
    };
  }

  it('begins in the description, is given up with Escape or saved with Enter, gives the focus back, and can be undone', async () => {
    const { description, account, memory } = await edit();
    const opener = button('Edit PREMIER INN');
    await expect.element(description).toHaveFocus();
    await account.fill('7000');
    await userEvent.keyboard('{Escape}');
    await expect.element(opener).toHaveFocus();
    expect(await memory.stored('PREMIER INN')).toEqual({ description: 'PREMIER INN', glAccount: '6200' });
    await opener.click();
    await account.fill('7000');
    await says(userEvent.keyboard('{Enter}'), 'Mapping updated successfully.');
    await expect.element(tableCell('7000')).toBeVisible();
    await expect.element(opener).toHaveFocus();
    expect(await memory.stored('PREMIER INN')).toEqual({ description: 'PREMIER INN', glAccount: '7000' });
    await says(button('Undo').click(), 'Undone.');
    expect(await memory.stored('PREMIER INN')).toMatchObject({ glAccount: '6200' });
  });

  it('is objected to beside the row, with the focus in the field that is wrong; another spelling needs consent', async () => {
    const { screen, description, account, save, memory } = await edit();
    for (const [typed, glAccount, objection] of [
      ['', '6200', 'Description and GL Account cannot be empty.'],
      ['a b c d', '6200', 'Description must be at least 5 non-space characters.'],
      ['TESCO STORES', '6200', '“TESCO STORES” is in the list already, with account 6100.'],
      ['PREMIER INN', ' ', 'Description and GL Account cannot be empty.'],
    ] as const) {
      await description.fill(typed);
      await account.fill(glAccount);
      await says(save.click(), screen.getByRole('alert').getByText(objection));
      await expect.element(description).toHaveValue(typed);
    }
    await expect.element(account).toHaveFocus();
    await account.fill('6200');
    await description.fill('tesco stores');
    await save.click();
    const note = screen.getByRole('alert').getByText(/is the same keyword in another spelling/);
    await expect.element(note).toHaveTextContent('“TESCO STORES” (account 6100)');
    await expect.element(note).toHaveTextContent('the classifier goes by “TESCO STORES” alone');
    expect(await memory.stored('tesco stores')).toBeNull();
    await says(button('Save both').click(), 'Mapping updated successfully.');
    expect(await memory.stored('tesco stores')).toMatchObject({ glAccount: '6200' });
  });

  it('says when the server refuses, and keeps what was typed and the focus in the row, so that Escape gives it up', async () => {
    const { account: field, save, memory } = await edit();
    await memory.refuse(true);
    await field.fill('7000');
    await says(save.click(), 'Failed to update mapping.');
    await expect.element(field).toHaveValue('7000');
    await expect.poll(() => document.activeElement?.closest('tr')).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Edit PREMIER INN')).toHaveFocus();
  });

  it('is not disturbed by changes of other rows, nor by paging, letters and search', async () => {
    const { screen, account, memory } = await edit();
    await account.fill('7000');
    await says(memory.changeMapping('PARCEL FORCE', '1'), tableCell('PARCEL FORCE'));
    await expect.element(account).toHaveFocus();
    await says(screen.getByRole('searchbox').fill('tesco'), '1 mapping found');
    await expect.element(account).toHaveValue('7000');
    await button('Edit TESCO STORES').click();
    await expect
      .element(screen.getByText('Save or cancel the row that is being edited first.'))
      .toBeVisible();
  });

  it.each([
    ['keeps theirs', 'Keep theirs', '9999'],
    ['saves over it', 'Save mine', '7000'],
  ])(
    'that somebody else has changed meanwhile shows both, and %s on demand',
    async (_name, choice, account) => {
      const { screen, account: field, memory } = await edit();
      await field.fill('7000');
      await memory.changeMapping('PREMIER INN', '9999');
      const note = screen.getByText(/Someone has changed this entry meanwhile/);
      await expect.element(note).toHaveTextContent('9999');
      await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
      await says(button(choice).click(), tableCell(account));
      expect(await memory.stored('PREMIER INN')).toMatchObject({ glAccount: account });
    },
  );

  it.each([
    ['changed', '9999', /Someone has changed this entry meanwhile.*9999/],
    ['deleted', null, 'Someone has deleted this entry meanwhile.'],
  ])('that a search hides says all the same that somebody else has %s it', async (_what, theirs, note) => {
    const { screen, account: field, memory } = await edit();
    await field.fill('7000');
    await says(screen.getByRole('searchbox').fill('tesco'), '1 mapping found');
    await says(memory.changeMapping('PREMIER INN', theirs), screen.getByText(note));
    await says(button('Save mine').click(), 'Mapping updated successfully.');
    expect(await memory.stored('PREMIER INN')).toMatchObject({ glAccount: '7000' });
  });

  it('is given up in its own row, also when the draft named another entry', async () => {
    const { description, save, memory } = await edit();
    await says(memory.changeMapping('PARCEL FORCE', '1'), tableCell('PARCEL FORCE'));
    await description.fill('PARCEL FORCE');
    await says(save.click(), /“PARCEL FORCE” is in the list already/);
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Edit PREMIER INN')).toHaveFocus();
  });

  it('can be closed while the server does not answer; it is saved later, with Undo', async () => {
    const { screen, account: field, save, memory } = await edit();
    await memory.holdAnswers();
    await field.fill('7000');
    await save.click();
    await says(userEvent.keyboard('{Escape}'), /The change has been sent already/);
    await expect.element(button('Edit PREMIER INN')).toHaveFocus();
    await says(memory.answer(), screen.getByText('Mapping updated successfully.'));
    await expect.element(button('Undo')).toBeVisible();
  });

  it('that was closed while it was being saved, and is refused, says so', async () => {
    const { screen, account: field, save, memory } = await edit();
    await memory.holdAnswers();
    await field.fill('7000');
    await save.click();
    await button('Cancel').click();
    await memory.refuse(true);
    await says(memory.answer(), screen.getByText(/“PREMIER INN”, whose row you have closed/));
  });

  describe('that the page leaves open', () => {
    const ownerless = /You left this edit unsaved/;
    const again = (ledger: LedgerService, uid = account.uid) =>
      renderInApp(
        <TestRouter start="/database">
          <DatabasePage account={{ ...account, uid }} ledger={ledger} startAnalysis={startAnalysis} />
        </TestRouter>,
      );

    it('is there again after a reload or a visit elsewhere, and Cancel discards it', async () => {
      const { screen, account: field, ledger } = await edit();
      await field.fill('7000');
      await screen.unmount();
      const second = await again(ledger);
      await expect.element(second.getByText(ownerless)).toBeVisible();
      await expect.element(second.getByRole('textbox', { name: 'GL Account' })).toHaveValue('7000');
      await second.getByRole('button', { name: 'Cancel' }).click();
      await second.unmount();
      const third = await again(ledger);
      await expect.element(third.getByRole('button', { name: 'Edit PREMIER INN' })).toBeVisible();
      expect(third.getByText(ownerless).query()).toBeNull();
    });

    it('is not kept when nothing was typed, nor for somebody else', async () => {
      const { screen, account: field, ledger } = await edit();
      await screen.unmount();
      expect(sessionStorage).toHaveLength(0);
      const second = await again(ledger);
      await second.getByRole('button', { name: 'Edit PREMIER INN' }).click();
      await field.fill('7000');
      await second.unmount();
      const third = await again(ledger, 'u2');
      await expect.element(third.getByRole('button', { name: 'Edit PREMIER INN' })).toBeVisible();
    });

    it('shows what somebody else has changed meanwhile, and ends when it is stored by now', async () => {
      const { screen, account: field, ledger, memory } = await edit();
      await field.fill('7000 ');
      await screen.unmount();
      await memory.changeMapping('PREMIER INN', '9999');
      const second = await again(ledger);
      const note = second.getByRole('alert').getByText(/changed this entry meanwhile.*9999/);
      await expect.element(note).toBeVisible();
      await second.unmount();
      await memory.changeMapping('PREMIER INN', '7000');
      const third = await again(ledger);
      await expect.element(third.getByRole('button', { name: 'Edit PREMIER INN' })).toBeVisible();
      expect(sessionStorage).toHaveLength(0);
    });
  });

  it('to a description under another letter leaves the focus on the screen, and takes it once only', async () => {
    const { screen, description, save } = await edit();
    await description.fill('TRAVELODGE');
    await save.click();
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    const tab = screen.getByRole('tab', { name: 'T', exact: true });
    await says(tab.click(), button('Edit TRAVELODGE'));
    await expect.element(tab).toHaveFocus();
  });
});

describe('deleting', () => {
  it('asks first, does nothing when the answer is no or the server refuses, and can be undone', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
    const { screen, memory } = await setup();
    const remove = button('Delete PREMIER INN');
    const row = tableCell('PREMIER INN');
    await remove.click();
    const question = 'Are you sure you want to delete the mapping “PREMIER INN”?';
    await expect.poll(() => confirm.mock.calls).toEqual([[question]]);
    expect(await memory.stored('PREMIER INN')).not.toBeNull();
    await memory.refuse(true);
    await says(remove.click(), 'Failed to delete mapping.');
    await expect.element(row).toBeVisible();
    await memory.refuse(false);
    await says(remove.click(), 'Mapping deleted successfully.');
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(await memory.stored('PREMIER INN')).toBeNull();
    await says(button('Undo').click(), row);
  });

  it('asks once, and says in the question what becomes of the rows on the Classifier', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { screen, ledger, memory } = await setup();
    const store = rowStoreOf(ledger);
    store.classify('PREMIER INN LEEDS\nTESCO STORES 1\nPREMIER INN');
    await expect.poll(() => store.progress.get().kind).toBe('complete');
    await says(button('Delete PREMIER INN').click(), 'Mapping deleted successfully.');
    expect(screen.getByRole('dialog').query()).toBeNull();
    const question = [
      'Are you sure you want to delete the mapping “PREMIER INN”?',
      '',
      previewWords({ unmatched: 0, others: 2, lost: 2 }),
      'PREMIER INN LEEDS: 6200 → No Match',
      'PREMIER INN: 6200 → No Match',
    ];
    expect(confirm.mock.calls).toEqual([[question.join('\n')]]);
    expect(await memory.stored('PREMIER INN')).toBeNull();
    await screen.getByRole('tab', { name: 'T', exact: true }).click();
    await checkbox('Select TESCO STORES').click();
    await says(button('Delete Selected (1)').click(), '1 mappings deleted successfully.');
    expect(confirm.mock.calls[1]?.[0]).toBe(
      [
        'Are you sure you want to delete 1 selected mappings? This action cannot be undone.',
        '',
        previewWords({ unmatched: 0, others: 1, lost: 1 }),
        'TESCO STORES 1: 6100 → No Match',
      ].join('\n'),
    );
  });

  it.each([
    ['takes too long', () => new Promise<never>(() => {})],
    ['cannot be counted', () => Promise.reject(new Error('no answer'))],
  ])(
    'asks all the same where the effect %s, and says that it is not known',
    async (_when, previewRemoval) => {
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
      await setup([], 'light', { previewRemoval });
      await button('Delete PREMIER INN').click();
      const asked = databaseMessages.confirmDeletion('PREMIER INN');
      const question = deletionQuestion(asked, 'unknown', String, String);
      await expect.poll(() => confirm.mock.calls).toEqual([[question]]);
    },
  );

  it('drops what is pressed until it has asked', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    let answer = (_effect: null) => {};
    const asked = vi.fn(() => new Promise<null>((resolve) => (answer = resolve)));
    await setup(acmes(3), 'light', { previewRemoval: asked });
    const box = checkbox('Select ACME BRANCH 001');
    await says(checkbox('Select ACME BRANCH 000').click(), button('Delete Selected (1)'));
    await userEvent.keyboard('{Delete}');
    await expect.poll(() => asked.mock.calls).toEqual([['selection']]);
    await userEvent.keyboard('{Delete} ');
    (box.element() as HTMLElement).click();
    expect(confirm).not.toHaveBeenCalled();
    answer(null);
    await expect.poll(() => confirm.mock.calls).toHaveLength(1);
    expect(asked).toHaveBeenCalledOnce();
    await expect.element(button('Delete Selected (1)')).toBeVisible();
    await says(box.click(), button('Delete Selected (2)'));
  });

  it('an edit says so, too, as it is typed', async () => {
    const { screen, ledger } = await setup();
    const store = rowStoreOf(ledger);
    store.classify('PREMIER INN LEEDS\nTESCO STORES 1\nPREMIER INN\nHOLIDAY INN 3');
    await expect.poll(() => store.progress.get().kind).toBe('complete');
    await button('Edit PREMIER INN').click();
    await screen.getByRole('textbox', { name: 'GL Account' }).fill('6299');
    const flagged = previewWords({ unmatched: 0, others: 2 });
    await expect.element(screen.getByText(flagged)).toBeVisible();
    await screen.getByRole('textbox', { name: 'Keyword / Description' }).fill('HOLIDAY INN');
    await expect.element(screen.getByText(previewWords({ unmatched: 1, others: 2, lost: 2 }))).toBeVisible();
    await screen.getByText(previewMessages.examples(3)).click();
    for (const row of ['HOLIDAY INN 3 No Match 6299', 'PREMIER INN LEEDS 6200 No Match'])
      await expect.element(screen.getByRole('row', { name: row })).toBeVisible();
    await button('Save').click();
    await expect.poll(() => store.counts.get()).toMatchObject({ toVerify: 2, noMatch: 0 });
  });

  it('is undone by Ctrl+Z, once, and leaves what was typed into the search as it is', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { screen, memory } = await setup();
    const search = screen.getByRole('searchbox', { name: 'Search mappings' });
    await search.click();
    await userEvent.keyboard('PREMIER');
    await says(button('Delete PREMIER INN').click(), 'Mapping deleted successfully.');
    for (let time = 0; time < 2; time++) {
      await says(userEvent.keyboard('{Control>}z{/Control}'), 'Undone.');
    }
    await expect.element(tableCell('PREMIER INN')).toBeVisible();
    expect(await memory.stored('PREMIER INN')).not.toBeNull();
    await expect.element(search).toHaveValue('PREMIER');
  });

  it('of one row puts the focus into the next row, at the end of the list into the row before', async () => {
    await setup(acmes(3));
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    for (const [gone, next] of [
      ['ACME BRANCH 001', 'ACME BRANCH 002'],
      ['ACME BRANCH 002', 'ACME BRANCH 000'],
    ] as const) {
      await button(`Delete ${gone}`).click();
      await expect.element(tableCell(gone)).not.toBeInTheDocument();
      await expect.element(button(`Delete ${next}`)).toHaveFocus();
    }
  });

  it('of a mapping with a key that is too long says who can remove it, and so does its edit', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const long = `PREMIER ${'L'.repeat(700)}`;
    const { screen } = await setup([[long, '6100']]);
    await button(`Delete ${long}`).click();
    const refusal = screen.getByText('its keyword is too long to be changed or deleted here');
    await expect.element(refusal).toBeVisible();
    await button(`Edit ${long}`).click();
    await screen.getByRole('textbox', { name: 'GL Account' }).fill('7000');
    await says(screen.getByRole('button', { name: 'Save', exact: true }).click(), refusal);
    await expect.element(screen.getByRole('textbox', { name: 'GL Account' })).toHaveValue('7000');
  });

  it('of nothing says so; of selected rows that the server refuses, too', async () => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { memory } = await setup();
    expect(button(/^Delete Selected/).query()).toBeNull();
    await says(userEvent.keyboard('{Delete}'), 'No mappings selected to delete.');
    await checkbox('Select PREMIER INN').click();
    await memory.refuse(true);
    await says(button('Delete Selected (1)').click(), 'Failed to delete selected mappings.');
  });

  it('takes the rows of this page, then all that were found, across pages', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { screen } = await setup(acmes(65));
    await says(checkbox('Select all on this page').click(), button('Delete Selected (30)'));
    await expect.element(screen.getByText(databaseMessages.selectFoundOffered(65))).toBeInTheDocument();
    await says(button('Select all 65 found').click(), button('Delete Selected (65)'));
    await button('Next').click();
    await checkbox('Select ACME BRANCH 031').click();
    await button('Delete Selected (64)').click();
    const question = 'Are you sure you want to delete 64 selected mappings? This action cannot be undone.';
    await expect.poll(() => confirm.mock.calls).toEqual([[question]]);
    await expect.element(screen.getByText('64 mappings deleted successfully.')).toBeVisible();
    await expect.element(screen.getByText('1 mapping under A')).toBeVisible();
    await says(button('Undo').click(), '65 mappings under A');
  });
});

describe.each(SCHEMES)('accessibility (%s)', (scheme) => {
  it('of the table, a selection and a row being edited', async () => {
    const { screen } = await setup(acmes(35), scheme);
    await expectAccessible();
    await checkbox('Select all on this page').click();
    const selectAll = button('Select all 35 found');
    await selectAll.hover();
    await expectAccessible(selectAll.element());
    await button('Edit ACME BRANCH 001').click();
    await screen.getByRole('textbox', { name: 'Keyword / Description' }).fill('Invoice March');
    await expect.element(screen.getByText(rowAccountMessages.commonWordsOnly)).toBeVisible();
    await screen.getByRole('textbox', { name: 'Keyword / Description' }).fill('x');
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
    await expectAccessible();
  });

  it('of a search on a phone', async () => {
    await page.viewport(320, 640);
    const { screen } = await setup([], scheme);
    await says(screen.getByRole('searchbox').fill('nowhere'), 'No mappings found matching your search.');
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });
});
