import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { messages } from '#model/text/messages.ts';
import { catchCopy } from './support/catchCopy.ts';
import { setupClassifier } from './support/classifierSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { SCHEMES } from './support/schemes.ts';
import { says } from './support/steps.ts';

const lines = (count: number) => Array.from({ length: count }, (_, i) => `Tesco Stores ${i + 1}`).join('\n');
const button = (name: string) => page.getByRole('button', { name });
const grid = page.getByRole('grid', { name: 'Results' });

beforeEach(async () => {
  await page.viewport(1280, 900);
});

it('has the numbers of rows beside them, also of those that a filter leaves, and names below each other', async () => {
  await page.viewport(1440, 900);
  const { type, cell, ledger } = await setupClassifier();
  for (const [code, name] of [
    ['6200', 'Hotels'],
    ['6100', 'Groceries'],
  ] as const)
    await ledger.chart.save(null, { code, name, note: '', isRetired: false });
  await type('PREMIER INN\nunknown\nTESCO STORES');
  await expect.element(cell(3, 'account')).toHaveTextContent('6100 Groceries');
  const startOf = (element: Element | undefined | null) => element?.getBoundingClientRect().x;
  const head = page.getByRole('columnheader', { name: 'GL Account', exact: true }).element();
  expect(new Set([1, 3].map((row) => startOf(cell(row, 'account').element().children[1]))).size).toBe(1);
  expect(startOf(head.children[1])).toBe(startOf(cell(1, 'account').element().children[1]));
  await page.getByRole('searchbox').fill('tesco');
  await expect.element(cell(1, 'description')).toHaveTextContent(/^TESCO STORES$/);
  expect(getComputedStyle(cell(1, 'description').element(), '::before').content).toBe('"3" / ""');
});

describe('the Classifier', () => {
  it.each(SCHEMES)('says that it is ready, and where to begin (%s)', async (scheme) => {
    await setupClassifier({ scheme });
    await expect
      .element(page.getByText('Classifier is ready and loaded with custom mappings.'))
      .toBeVisible();
    await expect.element(page.getByText('Paste descriptions above to see results here.')).toBeVisible();
    await expect.element(page.getByText('Your description count')).toBeVisible();
    await expect.element(button('Copy Description + GL Account')).toBeDisabled();
    await expect.element(button('Copy GL Account Only')).toBeDisabled();
    await expect.element(page.getByText('2 mappings')).toBeVisible();
    await expectAccessible();
  });

  it('offers admins a sample statement, which is a text like any other', async () => {
    const { cell } = await setupClassifier({ isAdmin: true });
    await button(messages.trySampleStatement).click();
    await expect.element(cell(1, 'description')).toHaveTextContent('STRIPE PAYOUT 8812');
    expect(page.getByText(messages.pasteFirst).elements()).toHaveLength(0);
    await says(button('Clear').click(), button(messages.trySampleStatement));
    await button('Undo').click();
    await expect.element(cell(1, 'description')).toHaveTextContent('STRIPE PAYOUT 8812');
  });

  it('does not announce the list of a replacement ledger: the message about the replacement stays', async () => {
    const { ledger } = await setupClassifier({ isReplaced: true });
    await expect.poll(() => ledger.list.get().kind).toBe('ready');
    await expect.element(page.getByText(/^[1-9]\d* mappings$/)).toBeVisible();
    expect(page.getByText('Classifier is ready', { exact: false }).elements()).toHaveLength(0);
  });

  it('shows, names and copies each line with its account, counts those that are not blank, and says once how a run has ended', async () => {
    const copied = catchCopy();
    const { type, cell } = await setupClassifier();
    const said = page.getByRole('status').filter({ hasText: 'classified' });
    await type('TESCO stores 2041\n\nsomething else');
    await expect.element(cell(1, 'account')).toHaveTextContent('6100');
    await expect.element(cell(1, 'description')).toHaveTextContent('TESCO stores 2041');
    await expect.element(cell(2, 'account')).toHaveTextContent(/^$/);
    await expect.element(cell(3, 'account')).toHaveTextContent('No Match');
    await expect.element(cell(3, 'account')).toHaveAccessibleDescription('something else');
    await expect.element(grid).toHaveAttribute('aria-rowcount', '4');
    await expect.element(page.getByText('Today').element().parentElement).toHaveTextContent('Today2');
    await expect.element(said).toHaveTextContent('3 rows classified: 1 matched, 1 No Match.');
    const both = 'TESCO stores 2041\t6100\n\t\nsomething else\tNo Match';
    for (const [name, text, message] of [
      ['Copy Description + GL Account', both, 'Copied 3 rows (description + GL account)!'],
      ['Copy GL Account Only', '6100\n\nNo Match', 'Copied 3 GL accounts!'],
    ] as const) {
      await says(button(name).click(), message);
      expect(copied()).toBe(text);
    }
    await type('tesco stores');
    await expect.element(said).toHaveTextContent('1 row classified: 1 matched, 0 No Match.');
  });

  it('draws only the rows on screen of a large text, shows how far it is, and reaches the last row', async () => {
    const { paste, cell } = await setupClassifier();
    paste(lines(5_000));
    await expect.element(page.getByRole('progressbar', { name: 'Classifying' })).toBeVisible();
    await expect.element(cell(1, 'account')).toHaveTextContent('6100');
    await expect.element(grid).toHaveAttribute('aria-rowcount', '5001');
    expect(page.getByRole('row').elements().length).toBeLessThan(120);
    cell(1, 'account').element().focus();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect.element(grid.getByText('Tesco Stores 5000', { exact: true })).toBeVisible();
    expect(document.activeElement?.parentElement).toHaveAttribute('aria-rowindex', '5001');
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
  });

  it('shows that a first text is on its way before its rows are there', async () => {
    const { ledger, paste } = await setupClassifier();
    const classify = ledger.classify.bind(ledger);
    vi.spyOn(ledger, 'classify').mockImplementation((text, _, options) => classify(text, () => {}, options));
    paste(lines(5_000));
    await expect.element(page.getByRole('progressbar', { name: 'Classifying' })).toBeVisible();
    await expect.element(page.getByText('Paste descriptions above')).not.toBeInTheDocument();
    await expect.element(page.getByText(messages.noRows)).not.toBeInTheDocument();
    await expectAccessible();
    await expect
      .element(page.getByText('The box shows the first lines; all of them are classified.'))
      .toBeVisible();
  });

  it('shows the accounts of a text that takes the place of another, first where one has scrolled to', async () => {
    const { paste, cell } = await setupClassifier();
    paste(lines(20_000));
    await expect.element(cell(1, 'account')).toHaveTextContent('6100');
    const list = grid.element();
    list.scrollTop = list.scrollHeight;
    const last = page.getByRole('row').last();
    await expect.element(last).toHaveTextContent('Tesco Stores 200006100');
    page.getByRole('textbox').first().element().focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    paste(lines(20_000).replaceAll('Tesco Stores', 'Premier Inn'));
    await expect.element(last).toHaveTextContent('Premier Inn 200006200');
    expect(page.getByRole('progressbar').elements()).toHaveLength(1);
  });

  it('keeps its rows while another page is visited', async () => {
    const { type, cell, screen, show, box } = await setupClassifier();
    await type('tesco stores');
    await expect.element(cell(1, 'account')).toHaveTextContent('6100');
    await screen.unmount();
    await show();
    await expect.element(cell(1, 'account')).toHaveTextContent('6100');
    await expect.element(box).toHaveValue('tesco stores');
  });

  it('says that the mappings cannot be had, and tries again', async () => {
    const { ledger, memory } = await setupClassifier();
    await expect.element(page.getByText('2 mappings')).toBeVisible();
    await memory.refuse(true);
    ledger.retry();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to load custom mappings.');
    await memory.refuse(false);
    await says(page.getByRole('alert').getByRole('button', { name: 'Retry' }).click(), '2 mappings');
    await expect.element(page.getByRole('alert')).toBeEmptyDOMElement();
  });
});

describe('the box', () => {
  it('shows the beginning of what was pasted where there is no room for all of its line', async () => {
    await page.viewport(1024, 768);
    const { paste, box } = await setupClassifier();
    paste(lines(2_000));
    await expect.element(page.getByText('2,000 lines')).toBeVisible();
    expect(box.element().getBoundingClientRect().width).toBeGreaterThan(180);
  });

  it('is one line high after a paste and on coming back to the screen, until it is clicked, and opens with all selected to be replaced', async () => {
    const { paste, box } = await setupClassifier();
    const height = () => box.element().getBoundingClientRect().height;
    const open = height();
    paste(`${lines(2_000)}\nnobody knows this`);
    await expect.element(page.getByText('2,001 lines')).toBeVisible();
    await page.getByRole('button', { name: 'Unmatched (1)' }).click();
    await says(page.getByRole('link', { name: 'Back to the Classifier' }).click(), '2,001 lines');
    expect(height()).toBeLessThan(open / 2);
    await box.click();
    await expect.poll(height).toBe(open);
    await expect.element(page.getByText(/shows the first lines of 2,001/)).toBeVisible();
    expect((box.element() as HTMLTextAreaElement).value.split('\n')).toHaveLength(200);
    await says(userEvent.keyboard('{Escape}'), '2,001 lines');
    await page.getByRole('button', { name: 'Replace' }).click();
    await expect.poll(height).toBe(open);
    await userEvent.keyboard('aldi');
    await expect.element(box).toHaveValue('aldi');
  });

  it('keeps the rest of a large text when a line is changed or added at its end, and is emptied as a whole', async () => {
    const { paste, box, cell } = await setupClassifier();
    paste(lines(2_000));
    await expect.element(grid).toHaveAttribute('aria-rowcount', '2001');
    box.element().focus();
    await userEvent.keyboard('{Control>}{Home}{/Control}My ');
    await expect.element(cell(1, 'description')).toHaveTextContent('My Tesco Stores 1');
    await expect.element(grid).toHaveAttribute('aria-rowcount', '2001');
    await userEvent.keyboard('{Control>}{End}{/Control}');
    paste(lines(1_500));
    await expect.element(grid).toHaveAttribute('aria-rowcount', '3501');
    box.element().focus();
    await userEvent.keyboard('{Control>}a{/Control}{Delete}');
    await expect.element(page.getByText('Paste descriptions above to see results here.')).toBeVisible();
  });
});

describe('the result list by keyboard', () => {
  async function setup() {
    const classifier = await setupClassifier();
    await classifier.type('first\ntesco stores\nlast');
    await expect.element(classifier.cell(2, 'account')).toHaveTextContent('6100');
    classifier.cell(1, 'description').element().focus();
    return classifier;
  }

  it('has one stop in the tab order, and arrows move it', async () => {
    const { cell } = await setup();
    expect(grid.element().querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    await expect.element(cell(2, 'account')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Home}');
    await expect.element(cell(3, 'description')).toHaveFocus();
  });

  it.each(['{Enter}', '{F2}'])(
    'edits a description with %s; Enter and Tab save, Escape does not',
    async (key) => {
      const { cell } = await setup();
      await userEvent.keyboard(`${key}Premier Inn{Escape}`);
      await expect.element(cell(1, 'description')).toHaveTextContent('first');
      await expect.element(cell(1, 'description')).toHaveFocus();
      await userEvent.keyboard(key);
      await expect.element(page.getByRole('textbox', { name: 'Description of row 1' })).toHaveFocus();
      await userEvent.keyboard('Premier Inn York{Enter}');
      await expect.element(cell(1, 'description')).toHaveTextContent('Premier Inn York');
      await expect.element(cell(1, 'account')).toHaveTextContent('6200');
      await expect.element(cell(2, 'description')).toHaveFocus();
      await userEvent.keyboard(`{ArrowDown}${key}`);
      await expect.element(page.getByRole('textbox', { name: 'Description of row 3' })).toHaveFocus();
      await userEvent.keyboard('Premier Inn{Tab}');
      await expect.element(cell(3, 'account')).toHaveTextContent('6200');
      await expect.element(cell(3, 'account')).toHaveFocus();
    },
  );

  it('copies the focused cell', async () => {
    const { cell } = await setup();
    const copies: string[] = [];
    const note = (event: ClipboardEvent) => copies.push(event.clipboardData?.getData('text/plain') ?? '');
    document.addEventListener('copy', note);
    onTestFinished(() => document.removeEventListener('copy', note));
    await expect.element(cell(1, 'description')).toHaveFocus();
    await userEvent.keyboard('{Control>}c{/Control}{ArrowRight}{Control>}c{/Control}');
    expect(copies).toEqual(['first', 'No Match']);
  });

  it('edits on a double click, and saves when the focus goes elsewhere', async () => {
    const { cell, box, edit } = await setup();
    await edit(3);
    await userEvent.keyboard('Premier Inn');
    await userEvent.click(box);
    await expect.element(cell(3, 'account')).toHaveTextContent('6200');
    await expect.element(box).toHaveFocus();
  });
});

describe('the copy buttons', () => {
  it('copy the whole of a run under way without waiting for its pauses', async () => {
    const copied = catchCopy();
    const { paste } = await setupClassifier();
    paste(lines(20_000));
    await expect.element(page.getByRole('progressbar')).toBeVisible();
    await says(button('Copy GL Account Only').click(), 'Copied 20,000 GL accounts!');
    expect(copied().split('\n')).toHaveLength(20_000);
  });

  it('say so when the clipboard refuses', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    const { type, cell } = await setupClassifier();
    await type('tesco stores');
    await expect.element(cell(1, 'account')).toHaveTextContent('6100');
    await button('Copy GL Account Only').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to copy data.');
  });
});

describe('a row to verify', () => {
  async function setup() {
    const classifier = await setupClassifier();
    await classifier.type('tesco stores leeds\nother');
    await expect.element(classifier.cell(1, 'account')).toHaveTextContent('6100');
    await says(classifier.memory.changeMapping('TESCO STORES', '7777'), button('Use New'));
    return classifier;
  }

  it('shows both accounts; Use New saves the mapping of an admin, or stays when it cannot be saved', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { cell, memory } = await setup();
    await expect.element(cell(1, 'account')).toHaveTextContent(/6100.*7777/);
    await memory.refuse(true);
    await button('Use New').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to save your choice.');
    await memory.refuse(false);
    await says(button('Use New').click(), 'Mapping updated with your choice.');
    await expect.element(cell(1, 'account')).toHaveTextContent(/^7777$/);
    await expect.element(page.getByText('3 mappings')).toBeVisible();
  });

  it('is found by keyboard: its actions come after its account; Keep Current takes the suggestion away', async () => {
    const { cell } = await setup();
    await button('Review next').click();
    await expect.element(cell(1, 'account')).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Use New')).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Keep Current')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Keep Current')).not.toBeInTheDocument();
    await expect.element(cell(1, 'account')).toHaveTextContent(/^6100$/);
    await expect.element(cell(1, 'account')).toHaveFocus();
  });
});

it.each(SCHEMES)('axe-core finds nothing in %s, with rows, one to verify and one edited', async (scheme) => {
  const { type, cell, memory, edit } = await setupClassifier({ scheme });
  await type('tesco stores leeds\nother\n\nlast');
  await expect.element(cell(1, 'account')).toHaveTextContent('6100');
  await says(memory.changeMapping('TESCO STORES', '7777'), button('Use New'));
  await edit(2);
  await expectAccessible();
});

describe('on a phone', () => {
  it.each([390, 320])('of %i px the kinds and tools stand whole in the window', async (width) => {
    await page.viewport(width, 844);
    const { type } = await setupClassifier();
    await type(['Tesco Stores 1', 'unknown', '', 'Premier Inn'].join('\n'));
    const kinds = page.getByRole('radiogroup', { name: 'Rows shown' });
    await expect.element(kinds.getByText('No Match 1')).toBeVisible();
    const shown = [
      ...kinds.element().children,
      ...document.querySelectorAll('main button, main [type="search"]'),
    ]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).clipPath === 'none')
      .map((element) => element.getBoundingClientRect());
    expect(Math.min(...shown.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...shown.map(({ right }) => right))).toBeLessThanOrEqual(width);
    await expectAccessible();
  });

  it('the counts of the user stand beside the title', async () => {
    await page.viewport(320, 640);
    await setupClassifier();
    const boxOf = (one: Locator) => one.element().getBoundingClientRect();
    const total = page.getByText('Total', { exact: true });
    const { bottom } = boxOf(page.getByRole('heading', { name: 'Classifier', level: 1 }));
    // Once the list is there, which needs a word until then.
    await expect.poll(() => boxOf(total).top).toBeLessThan(bottom);
    expect(boxOf(total).right).toBeLessThanOrEqual(320);
  });

  it('what is needed less is behind More, and the reason in a sheet that is pulled up', async () => {
    await page.viewport(390, 844);
    const { type } = await setupClassifier();
    await type('Tesco Stores 1\nunknown');
    await expect.element(button('Clear')).not.toBeInTheDocument();
    await says(page.getByRole('button', { name: 'More', exact: true }).click(), button('Clear'));
    const why = page.getByRole('complementary', { name: 'Why this account' });
    const height = () => why.element().getBoundingClientRect().height;
    await expect.element(why.getByText('Row 1')).toBeVisible();
    const low = height();
    await why.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(height).toBeGreaterThan(low);
    await userEvent.keyboard('{Escape}');
    await expect.poll(height).toBe(low);
  });
});
