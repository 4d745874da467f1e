import { get, keys } from 'idb-keyval';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftKeys, unsentRunsPrefix } from '#contract/browserStorage.ts';
import { catchCopy } from './support/catchCopy.ts';
import { setupClassifier, TAB } from './support/classifierSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { says } from './support/steps.ts';

const undo = () => userEvent.keyboard('{Control>}z{/Control}');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const chip = (name: RegExp) => page.getByRole('radio', { name });
const grid = page.getByRole('grid', { name: 'Results' });
const find = page.getByRole('searchbox', { name: 'Find in all rows' });
const why = page.getByRole('complementary', { name: 'Why this account' });

beforeEach(async () => {
  await page.viewport(1280, 900);
});

const MIXED = [
  'tesco stores 1',
  '',
  'unknown trip a',
  'Premier Inn York',
  'unknown trip b',
  'tesco stores 2',
];

async function setupMixed(isAdmin = true) {
  const classifier = await setupClassifier({ isAdmin });
  await classifier.type(MIXED.join('\n'));
  await expect.element(classifier.cell(1, 'account')).toHaveTextContent('6100');
  return classifier;
}

describe('filter and find', () => {
  it('counts add up, a chip shows its rows, and the copy takes all rows unless only the shown are asked for', async () => {
    const copied = catchCopy();
    const { cell } = await setupMixed();
    await expect.element(chip(/^All 6$/)).toBeChecked();
    await expect.element(chip(/^Matched 3$/)).toBeInTheDocument();
    await expect.element(chip(/^Blank lines 1$/)).toBeInTheDocument();
    await page.getByText('No Match 2').click();
    await expect.element(grid).toHaveAttribute('aria-rowcount', '3');
    await expect.element(cell(2, 'description')).toHaveTextContent('unknown trip b');
    await expect.element(page.getByText('Copy and export: all 6 rows')).toBeVisible();
    await button('Copy GL Account Only').click();
    await expect.poll(() => copied().split('\n').length).toBe(6);
    await button('Copy shown').click();
    await expect.poll(copied).toBe('unknown trip a\tNo Match\nunknown trip b\tNo Match');
    await expectAccessible();
  });

  it('is reached by keyboard: arrows choose a chip, Escape empties the find box', async () => {
    await setupMixed();
    (chip(/^All/).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(chip(/^No Match/)).toBeChecked();
    await userEvent.keyboard('{Tab}');
    await expect.element(find).toHaveFocus();
    await userEvent.keyboard('TRIP B');
    await expect.element(find).toHaveValue('TRIP B');
    await expect.element(page.getByText('1 shown')).toBeVisible();
    await says(userEvent.keyboard('{Escape}'), '2 shown');
  });

  it('finds rows that are not drawn, by description or account', async () => {
    const { paste, cell } = await setupClassifier();
    paste(
      Array.from({ length: 3_000 }, (_, i) => (i === 2_900 ? 'Premier Inn Hull' : `tesco stores ${i}`)).join(
        '\n',
      ),
    );
    await expect.element(page.getByText('Matched 3,000')).toBeVisible();
    await says(userEvent.fill(find, 'inn hull'), '1 shown');
    await expect.element(cell(1, 'account')).toHaveTextContent('6200');
    expect(grid.element().querySelector('mark')?.textContent).toBe('Inn Hull');
    await userEvent.fill(find, '6200');
    await expect.element(cell(1, 'description')).toHaveTextContent('Premier Inn Hull');
    await says(userEvent.fill(find, 'nothing like it'), 'No rows to show here.');
  });

  it('keeps an edited row in its place until the list is brought up to date', async () => {
    const { cell, edit } = await setupMixed();
    await page.getByText('No Match 2').click();
    await expect.element(grid).toHaveAttribute('aria-rowcount', '3');
    await edit(1);
    await userEvent.keyboard('tesco stores 9{Enter}');
    await expect.element(cell(1, 'account')).toHaveTextContent('6100');
    await expect.element(chip(/^Edited 1$/)).toBeInTheDocument();
    await button('Update').click();
    await expect.element(grid).toHaveAttribute('aria-rowcount', '2');
  });
});

describe('why this account', () => {
  it('marks the keyword in the description as typed, with the runners-up and a link for admins', async () => {
    const { memory, cell } = await setupClassifier();
    await memory.changeMapping('TESCO', '9999');
    await page.getByRole('textbox').first().fill('CARD Tesco  Stores 7\nTESCO STORES\nnothing\n\nx');
    await expect.element(cell(1, 'account')).toHaveTextContent('6100');
    await cell(1, 'account').click();
    await expect.element(why).toHaveTextContent(/7 contains the keyword TESCO STORES, so it gets 6100\./);
    expect(why.element().querySelector('mark')?.textContent).toBe('Tesco  Stores');
    await expect.element(why).toHaveTextContent(/Shorter keywords in it.*TESCO 9999/);
    await expect
      .element(page.getByRole('link', { name: 'Show the mapping' }))
      .toHaveAttribute('href', '/database?search=TESCO%20STORES');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(why).toHaveTextContent('TESCO STORES is the keyword TESCO STORES, so it gets 6100.');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(why).toHaveTextContent('No mapping matches.');
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(why).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(cell(3, 'account')).toHaveFocus();
    await userEvent.hover(cell(4, 'description'));
    await expect.element(why).toHaveTextContent('A blank line');
  });

  it('has no link for others', async () => {
    const { cell } = await setupMixed(false);
    await cell(1, 'account').click();
    await expect.element(why).toHaveTextContent('contains the keyword TESCO STORES, so it gets 6100.');
    expect(page.getByRole('link').elements()).toHaveLength(0);
  });
});

it('copying and exporting by keyboard leaves the focus at the button', async () => {
  catchCopy();
  await setupMixed();
  (button('Copy GL Account Only').element() as HTMLElement).focus();
  await says(userEvent.keyboard('{Enter}'), 'Copied 6 GL accounts!');
  await expect.element(button('Copy GL Account Only')).toHaveFocus();
  (button('Export').element() as HTMLElement).focus();
  await says(userEvent.keyboard('{Enter}'), page.getByRole('menuitem', { name: 'CSV', exact: true }));
  await expect.element(page.getByRole('menuitem', { name: 'Excel (XLSX)' })).toHaveFocus();
  await says(userEvent.keyboard('{ArrowDown}{Enter}'), 'Exported 6 rows.');
  await expect.element(button('Export')).toHaveFocus();
});

describe('suggestions for all rows', () => {
  async function flagged(isAdmin: boolean) {
    const classifier = await setupMixed(isAdmin);
    await says(classifier.memory.changeMapping('TESCO STORES', '7777'), '2 rows wait to be verified.');
    return classifier;
  }

  it('are taken for the rows only, or all turned down, and suggested again after Undo', async () => {
    const { cell } = await flagged(true);
    (button('Review next').element() as HTMLElement).focus();
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Use all new')).toHaveFocus();
    await says(userEvent.keyboard('{Enter}'), '2 rows updated with your choice.');
    await expect.element(cell(6, 'account')).toHaveTextContent(/^7777$/);
    await expect.element(button('Use all new')).not.toBeInTheDocument();
    // The button is gone: the first of the rows has the focus.
    await expect.element(cell(1, 'account')).toHaveFocus();
    await expect.element(page.getByText('2 mappings')).toBeVisible();
    await says(button('Undo').click(), 'The rows need verification again.');
    await expect.element(page.getByText('2 rows wait to be verified.')).toBeVisible();
    await expect.element(cell(6, 'account')).toHaveTextContent(/6100/);
    await says(button('Keep all current').click(), 'Kept the current account of 2 rows.');
    await expect.element(cell(1, 'account')).toHaveTextContent(/^6100$/);
  });

  it('that others take for one row are suggested again by Ctrl+Z', async () => {
    const { cell } = await flagged(false);
    await says(button('Use New').first().click(), 'Row updated with your choice.');
    await expect.element(cell(1, 'account')).toHaveTextContent(/^7777$/);
    // The list stays as it is.
    await expect.element(page.getByText('2 mappings')).toBeVisible();
    await says(undo(), '2 rows wait to be verified.');
    await expect.element(cell(1, 'account')).toHaveTextContent(/6100/);
  });

  it('that an admin takes for one row leave the list, and are suggested again, by Ctrl+Z or Undo', async () => {
    const { cell, edit } = await flagged(true);
    await edit(3);
    await userEvent.keyboard('Premier Inn Hull{Enter}');
    await expect.element(cell(3, 'account')).toHaveTextContent('6200');
    for (const takeBack of [() => undo(), () => button('Undo').click()]) {
      await says(button('Use New').first().click(), 'Mapping updated with your choice.');
      await expect.element(page.getByText('3 mappings')).toBeVisible();
      await expect.element(cell(1, 'account')).toHaveTextContent(/^7777$/);
      await takeBack();
      await expect.element(page.getByText('Undone.')).toBeVisible();
      await expect.element(page.getByText('2 mappings')).toBeVisible();
      await expect.element(page.getByText('2 rows wait to be verified.')).toBeVisible();
      await expect.element(cell(1, 'account')).toHaveTextContent(/6100/);
    }
    await expect.element(cell(3, 'account')).toHaveTextContent('6200');
  });

  it('are suggested again by Ctrl+Z, one row or all, before what was done earlier', async () => {
    const { cell, edit } = await flagged(true);
    await edit(3);
    await userEvent.keyboard('Premier Inn Hull{Enter}');
    await expect.element(cell(3, 'account')).toHaveTextContent('6200');
    await says(button('Keep Current').first().click(), '1 row waits to be verified.');
    await says(button('Use all new').click(), '1 row updated with your choice.');
    await says(undo(), 'The rows need verification again.');
    await expect.element(page.getByText('1 row waits to be verified.')).toBeVisible();
    await says(undo(), '2 rows wait to be verified.');
    await expect.element(cell(3, 'account')).toHaveTextContent('6200');
    await says(button('Keep all current').click(), 'Kept the current account of 2 rows.');
    await says(undo(), '2 rows wait to be verified.');
    await undo();
    await expect.element(cell(3, 'account')).toHaveTextContent('No Match');
  });
});

it('Ctrl+Z on a filter or in a dialog leaves the text in the box', async () => {
  const { type, cell } = await setupClassifier();
  await type('Tesco Stores\nPremier Inn');
  await expect.element(cell(2, 'account')).toHaveTextContent('6200');
  const box = page.getByRole('textbox', { name: 'Descriptions, one per line' });
  const text = (box.element() as HTMLTextAreaElement).value;
  (page.getByRole('radio', { name: /^All/ }).element() as HTMLElement).focus();
  await undo();
  expect((box.element() as HTMLTextAreaElement).value).toBe(text);
  await says(button('Summary').click(), button('Excel (XLSX)'));
  (button('Excel (XLSX)').element() as HTMLElement).focus();
  await undo();
  expect((document.querySelector('textarea') as HTMLTextAreaElement).value).toBe(text);
});

describe('a paste of several columns', () => {
  it('guesses the descriptions, and gives the other columns back in the copy', async () => {
    const copied = catchCopy();
    const { type, cell } = await setupClassifier();
    await type('01/02\tTesco Stores\t12.50\r\n\r\n02/02\t"Premier\nInn"\t80.00\r\n');
    await expect.element(cell(1, 'description')).toHaveTextContent(/^Tesco Stores$/);
    await expect.element(cell(3, 'account')).toHaveTextContent('6200');
    await button('Copy Description + GL Account').click();
    await expect
      .poll(copied)
      .toBe('01/02\tTesco Stores\t12.50\t6100\n\t\t\t\n02/02\tPremier Inn\t80.00\t6200');
    await userEvent.selectOptions(page.getByLabelText('Descriptions are in'), 'The whole lines');
    await expect.element(cell(1, 'description')).toHaveTextContent(/01\/02.*12.50/);
    await userEvent.selectOptions(page.getByLabelText('Descriptions are in'), 'Column 1: 01/02');
    await expect.element(cell(1, 'account')).toHaveTextContent('No Match');
  });

  it('has the other columns of a row beside it, by their names or places, blank ones not', async () => {
    await page.viewport(1440, 900);
    const { type, cell } = await setupClassifier();
    await type('Date\tText\tAmount\tReference\n01/02\tTesco Stores\t12.50\t\n02/02\tQuigley\t80.00\tKC 7');
    await expect.element(cell(2, 'account')).toHaveTextContent('No Match');
    await cell(1, 'description').click();
    await expect
      .element(why)
      .toHaveTextContent(/The other columnsDate01\/02Amount12\.50This mappingGets1 of these 2 rows$/);
    await cell(2, 'description').click();
    await userEvent.keyboard('{Enter}{Control>}a{/Control}Premier Inn{Enter}');
    await cell(2, 'description').click();
    await expect
      .element(why)
      .toHaveTextContent(
        /^Why.*Premier Inn.*The other columnsDate02\/02Amount80\.00ReferenceKC 7This mapping/,
      );
    await userEvent.selectOptions(page.getByLabelText('Descriptions are in'), 'The whole lines');
    await expect.element(cell(1, 'description')).toHaveTextContent(/12.50/);
    await expect.element(why).not.toHaveTextContent('The other columns');
  });

  it('Ctrl+Z takes the choice of another column back, then what was done to rows before', async () => {
    await page.viewport(1440, 900);
    const { type, cell } = await setupClassifier();
    await type('01/02\tTesco Stores\t12.50\n02/02\tQuigley\t80.00');
    await expect.element(why).toHaveTextContent(/The other columnsColumn 101\/02Column 312\.50/);
    await expect.element(cell(2, 'account')).toHaveTextContent('No Match');
    await cell(2, 'description').click();
    await userEvent.keyboard('{Enter}{Control>}a{/Control}Premier Inn{Enter}');
    await expect.element(cell(2, 'account')).toHaveTextContent('6200');
    const picker = page.getByLabelText('Descriptions are in');
    await userEvent.selectOptions(picker, 'The whole lines');
    await expect.element(cell(2, 'description')).toHaveTextContent(/Quigley.*80.00/);
    await undo();
    await expect.element(picker).toHaveValue('1');
    await expect.element(cell(2, 'description')).toHaveTextContent(/^Premier Inn/);
    await expect.element(cell(2, 'account')).toHaveTextContent('6200');
    await undo();
    await expect.element(cell(2, 'description')).toHaveTextContent(/^Quigley$/);
    await expect.element(cell(2, 'account')).toHaveTextContent('No Match');
  });
});

describe('a column that was chosen', () => {
  const table = (header: string, ...rows: string[]) => [header, ...rows].join('\n');
  const BANK = table(
    'Date\tPayee\tReference\tAmount',
    '01/02\tTesco Stores 1\tKC seventeen\t-1.00',
    '02/02\tPremier Inn 2\tKC eighteen\t-2.00',
  );
  const NEXT_MONTH = table(
    'Date\tPayee\tReference\tAmount',
    '03/03\tUnknown trip\tTesco Stores\t-3.00',
    '04/03\tQuigley\tPremier Inn\t-4.00',
  );
  const OTHER = table('Amount\tDate\tDescription', '-5.00\t01/05\tTesco Stores', '-6.00\t02/05\tQuigley');
  const NO_NAMES = '1.5.\t-7.00\tTesco Stores 7\t1\n2.5.\t-8.00\tQuigley 8\t2';
  const picker = page.getByLabelText('Descriptions are in');

  async function chooseReference() {
    const classifier = await setupClassifier();
    await classifier.type(BANK);
    await expect.element(classifier.cell(1, 'account')).toHaveTextContent('6100');
    await userEvent.selectOptions(picker, 'Reference');
    await expect.element(classifier.cell(1, 'description')).toHaveTextContent('KC seventeen');
    return classifier;
  }

  it('is that of tables with the same headings, over Clear too, and of no other', async () => {
    const { type, cell } = await chooseReference();
    await type(OTHER);
    await expect.element(cell(1, 'description')).toHaveTextContent(/^Tesco Stores$/);
    await button('Clear').click();
    await type(NEXT_MONTH);
    await expect.element(picker).toHaveValue('2');
    await expect.element(cell(1, 'account')).toHaveTextContent('6100');
    await type(NO_NAMES);
    await expect.element(cell(1, 'description')).toHaveTextContent(/^Tesco Stores 7$/);
    await userEvent.selectOptions(picker, 'Column 2: -7.00');
    await expect.element(cell(1, 'description')).toHaveTextContent('-7.00');
    await type(NO_NAMES.replace('Quigley 8', 'Quigley 88'));
    await expect.element(cell(1, 'description')).toHaveTextContent('-7.00');
    await type('9.5.\tHotel Lake\t-7.00\n8.5.\tOther place\t-8.00');
    await expect.element(cell(1, 'description')).toHaveTextContent('Hotel Lake');
  });

  it('stays that of the text over a reload, and is not that of the next one', async () => {
    const first = await chooseReference();
    await expect.poll(() => get(draftKeys(first.uid, TAB.id).text)).toMatchObject({ column: [2] });
    const { type, cell } = await first.reload();
    await expect.element(cell(1, 'description')).toHaveTextContent('KC seventeen');
    await type(OTHER);
    await expect.element(cell(1, 'description')).toHaveTextContent(/^Tesco Stores$/);
    await type(NEXT_MONTH);
    await expect.element(cell(1, 'account')).toHaveTextContent('6100');
  });

  it('are several that are joined, or one of them', async () => {
    const { type, cell } = await setupClassifier();
    await type(
      table('Date\tPayee\tPurpose\tAmount', '01/05\tTesco Stores\tRent\t-5.00', '02/05\tQuigley\t\t-6.00'),
    );
    await expect.element(cell(1, 'description')).toHaveTextContent('Tesco Stores Rent');
    await userEvent.selectOptions(picker, 'Purpose');
    await expect.element(cell(1, 'description')).toHaveTextContent(/^Rent$/);
    await userEvent.selectOptions(picker, 'Payee + Purpose');
    await expect.element(cell(2, 'description')).toHaveTextContent('Quigley');
  });

  it('nothing that was done to a text is done to the next one', async () => {
    const { type, cell, edit } = await setupClassifier();
    await type(`Description\n${'Unknown trip\n'.repeat(9)}same last line`);
    await button('Use it as a row').click();
    await expect.element(grid).toHaveAttribute('aria-rowcount', '12');
    await edit(11);
    await userEvent.keyboard('mine{Enter}');
    await expect.element(cell(11, 'description')).toHaveTextContent('mine');
    await page.getByText('Edited 1').click();
    await expect.element(grid).toHaveAttribute('aria-rowcount', '2');
    await type(`Description\n${'Tesco Stores\n'.repeat(9)}same last line`);
    await expect.element(grid).toHaveAttribute('aria-rowcount', '11');
    await expect.element(cell(10, 'description')).toHaveTextContent('same last line');
  });
});

it('a first line that names the columns is left out, and taken in with one click', async () => {
  const { type, cell } = await setupClassifier();
  await type('Description\nTesco Stores');
  await expect.element(cell(1, 'account')).toHaveTextContent('6100');
  await expect.element(page.getByText('The first line names the columns (Description)')).toBeVisible();
  await expectAccessible();
  await button('Use it as a row').click();
  await expect.element(cell(1, 'description')).toHaveTextContent('Description');
  await expect.element(cell(2, 'account')).toHaveTextContent('6100');
  await button('Leave the first line out').click();
  await expect.element(cell(1, 'account')).toHaveTextContent('6100');
});

describe('nothing is lost', () => {
  it('a text whose count the page could not send is counted by the next one, once', async () => {
    const first = await setupClassifier();
    await first.memory.holdAnswers();
    await first.type(MIXED.join('\n'));
    const isStored = async () =>
      (await keys<string>()).some((key) => key.startsWith(unsentRunsPrefix(first.uid)));
    await expect.poll(isStored).toBe(true);
    const { cell } = await first.reload();
    const today = page.getByText('Today').element().parentElement;
    await expect.element(today).toHaveTextContent('Today5');
    await expect.element(cell(4, 'account')).toHaveTextContent('6200');
    await expect.poll(isStored).toBe(false);
    await expect.element(today).toHaveTextContent('Today5');
  });

  it('a text that the page left before its draft was saved comes back', async () => {
    const first = await setupClassifier();
    await userEvent.fill(first.box, 'Tesco Stores 11');
    window.dispatchEvent(new Event('pagehide'));
    const { cell, box } = await first.reload();
    await expect.element(box).toHaveValue('Tesco Stores 11');
    await expect.element(cell(1, 'account')).toHaveTextContent('6100');
  });

  it('Clear forgets it, and offers to bring it back with its edits', async () => {
    const first = await setupMixed();
    await first.edit(3);
    await userEvent.keyboard('Premier Inn Hull{Enter}');
    // The chip "Edited 1" comes with the answer and may move the toolbar under a click.
    await expect.element(first.cell(3, 'account')).toHaveTextContent('6200');
    await says(button('Clear').click(), 'Cleared 6 rows.');
    await button('Undo').click();
    await expect.element(first.cell(3, 'account')).toHaveTextContent('6200');
    await expect.element(first.box).toHaveValue(MIXED.join('\n'));
    await says(button('Clear').click(), 'Cleared 6 rows.');
    await expect.element(first.box).toHaveFocus();
    await undo();
    await expect.element(first.cell(3, 'account')).toHaveTextContent('6200');
    await button('Clear').click();
    await userEvent.keyboard('typed{Control>}z{/Control}');
    await expect.element(first.box).toHaveValue('');
    (document.activeElement as HTMLElement).blur();
    await undo();
    await expect.element(first.cell(3, 'account')).toHaveTextContent('6200');
    await button('Clear').click();
    const { box } = await first.reload();
    await expect.element(page.getByText('2 mappings')).toBeVisible();
    await expect.element(box).toHaveValue('');
  });

  it('Ctrl+Z in the results takes the edits of rows back, one by one, and never the paste', async () => {
    const { cell, box, edit } = await setupMixed();
    // By typing, so that the browser has something to undo in the box.
    await userEvent.type(box, '{End}');
    await edit(3);
    await userEvent.keyboard('Premier Inn Hull{Enter}');
    await expect.element(cell(3, 'account')).toHaveTextContent('6200');
    await edit(2);
    await userEvent.keyboard('tesco stores 9{Enter}');
    await expect.element(chip(/^Edited 2$/)).toBeInTheDocument();
    await cell(1, 'account').click();
    await undo();
    await expect.element(chip(/^Edited 1$/)).toBeInTheDocument();
    await expect.element(cell(2, 'account')).toHaveFocus();
    await undo();
    await expect.element(cell(3, 'description')).toHaveTextContent(MIXED[2] as string);
    await expect.element(cell(3, 'account')).toHaveTextContent('No Match');
    for (let i = 0; i < 3; i++) await undo();
    await button('Clear').element().focus();
    await undo();
    await expect.element(box).toHaveValue(MIXED.join('\n'));
    await expect.element(grid).toHaveAttribute('aria-rowcount', '7');
  });

  it('a line added in the box takes no edit away', async () => {
    const { cell, box, edit } = await setupMixed();
    await edit(3);
    await userEvent.keyboard('Premier Inn Hull{Enter}');
    await expect.element(cell(3, 'account')).toHaveTextContent('6200');
    await box.fill(`${MIXED.join('\n')}\nlast`);
    await expect.element(grid).toHaveAttribute('aria-rowcount', '8');
    await expect.element(cell(3, 'description')).toHaveTextContent('Premier Inn Hull');
  });
});

it('a list taller than the browser can draw is scrolled to its last row by the scroll bar and by keyboard', async () => {
  const { paste, cell } = await setupClassifier();
  paste('a\n'.repeat(1_200_000));
  await expect.element(grid).toHaveAttribute('aria-rowcount', '1200001');
  const list = grid.element();
  list.scrollTop = list.scrollHeight;
  await expect.element(page.getByRole('row').last()).toHaveAttribute('aria-rowindex', '1200001');
  const last = page.getByRole('row').last().element().getBoundingClientRect();
  expect(Math.abs(last.bottom - list.getBoundingClientRect().bottom)).toBeLessThan(40);
  (cell(1, 'account').element() as HTMLElement).focus({ preventScroll: true });
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await expect.poll(() => document.activeElement?.parentElement?.getAttribute('aria-rowindex')).toBe('2');
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await expect
    .poll(() => document.activeElement?.parentElement?.getAttribute('aria-rowindex'))
    .toBe('1200001');
});
