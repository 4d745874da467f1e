import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mappingKey } from '#model/mapping.ts';
import type { ProposedMapping } from '#model/proposal.ts';
import { messages } from '#model/text/messages.ts';
import { previewWords } from '#model/text/previewWords.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { catchCopy } from './support/catchCopy.ts';
import { setupClassifier } from './support/classifierSetup.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { says } from './support/steps.ts';

/** Rows that get an account, and nothing else. */
const gained = (unmatched: number) => previewWords({ unmatched, others: 0 });

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const groups = page.getByRole('grid', { name: 'Groups without a match' });
const group = (name: string | RegExp) => groups.getByRole('row', { name });
const account = (name: string | RegExp) => page.getByRole('combobox', { name });
const dialog = page.getByRole('dialog');
const summary = (lines: number, many: number, oneOffs: number) =>
  page.getByText(unmatchedMessages.summary(lines, many, oneOffs));

const LINES = [
  'AMAZON.CO.UK*MW1',
  'QUIGLEY & SONS 1',
  'PREMIER INN',
  'amazon prime',
  'AB 1',
  'Amazon EU 7',
  'quigley & sons 2',
  'Tattersall 9',
];

afterEach(() => {
  sessionStorage.clear();
});

async function setup(options: Parameters<typeof setupClassifier>[0] = {}) {
  const classifier = await setupClassifier(options);
  await classifier.type(LINES.join('\n'));
  await says(button('Unmatched (7)').click(), summary(7, 2, 2));
  await expect.element(groups).toHaveFocus();
  return classifier;
}

it('an admin gives a group its account by keyboard: three keys, the effect before, Undo after', async () => {
  const { ledger } = await setup();
  const entry = () => ledger.table.entry(mappingKey('AMAZON'));
  await expectAccessible();
  await expect.element(group(/^3 AMAZON AMAZON\.CO\.UK\*MW1 · amazon prime · Amazon EU 7/)).toBeVisible();
  await expect.element(page.getByText('Keyword offered: AMAZON.', { exact: false })).toBeVisible();
  const lines = page.getByRole('region', { name: 'Lines of the group' });
  await expect.element(lines).toHaveTextContent('6 Amazon EU 7');
  const expected = ['AMAZON', 'amazon', 'Amazon'];
  expect([...lines.element().querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(expected);
  await userEvent.keyboard('{Enter}');
  await expect.element(account('Account of AMAZON, 3 lines')).toHaveFocus();
  await expect.element(page.getByRole('option', { name: '6100 1 mapping' })).toBeVisible();
  await userEvent.keyboard('6500{Enter}');
  await expect.element(dialog.getByLabelText('Keyword')).toHaveValue('AMAZON');
  await expect.element(dialog.getByText(gained(3))).toBeVisible();
  await expectAccessible();
  await says(userEvent.keyboard('{Enter}'), messages.keywordSaved('AMAZON', '6500'));
  await expect.element(summary(4, 1, 2)).toBeVisible();
  // No account is likely for the next group.
  await expect.element(account('Account of QUIGLEY & SONS, 2 lines')).toHaveFocus();
  expect(await entry()).toMatchObject({ description: 'AMAZON', glAccount: '6500' });
  await says(button('Undo').click(), messages.undone);
  await expect.element(summary(7, 2, 2)).toBeVisible();
  expect(await entry()).toBeNull();
});

it('the heading has the focus when the last group has its account', async () => {
  const classifier = await setupClassifier();
  await classifier.type('Quigley taxi 1\nQuigley taxi 2');
  await button('Unmatched (2)').click();
  await expect.element(groups).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  await says(userEvent.keyboard('6500{Enter}'), dialog.getByText(gained(2)));
  await userEvent.keyboard('{Enter}');
  await expect.element(groups).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Unmatched' })).toHaveFocus();
});

it('what a changed keyword leaves without a match is said before it is saved', async () => {
  await setup();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('6500{Enter}');
  await expect.element(dialog.getByLabelText('Keyword')).toHaveValue('AMAZON');
  await userEvent.fill(dialog.getByLabelText('Keyword'), 'amazon prime');
  await expect
    .element(dialog.getByText(previewWords({ unmatched: 1, others: 0, missed: 2 }, { hasGroups: true })))
    .toBeVisible();
  await expect.element(dialog.getByText(rowAccountMessages.commonWordsOnly)).not.toBeInTheDocument();
  await userEvent.fill(dialog.getByLabelText('Keyword'), 'card payment');
  await expect.element(dialog.getByText(rowAccountMessages.commonWordsOnly)).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Keyword'), 'amaz');
  await expect.element(dialog.getByText(gained(0), { exact: false })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(messages.mappingTooShort);
});

it('several ticked groups get one account; one without a keyword gets it for its lines alone', async () => {
  const { cell } = await setup();
  await userEvent.keyboard('{ArrowDown} {Shift>}{ArrowDown}{/Shift}');
  await expect.element(group(/^2 QUIGLEY/)).toHaveAttribute('aria-selected', 'true');
  await expect.element(group(/^1 AB 1/)).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('heading', { name: '2 groups ticked' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(account('Account of 2 ticked groups')).toHaveFocus();
  await userEvent.keyboard('7000{Enter}');
  await expect.element(dialog.getByLabelText('Keyword of QUIGLEY & SONS')).toHaveValue('QUIGLEY & SONS');
  await expect
    .element(dialog.getByText(`${gained(2)} ${unmatchedMessages.withoutKeyword(1, 1)}`))
    .toBeVisible();
  await expectAccessible();
  await says(userEvent.keyboard('{Enter}'), unmatchedMessages.savedAndGiven(1, 1, '7000'));
  await expect.element(summary(4, 1, 1)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the Classifier' }).click();
  await expect.element(cell(2, 'account')).toHaveTextContent(/^7000$/);
  await expect.element(cell(5, 'account')).toHaveTextContent('7000this row');
});

it('groups are found, all found are ticked, and skipped ones come back', async () => {
  await setup();
  expect(page.getByText(/^Show skipped/).elements()).toEqual([]);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Find groups' }), 'sons 2');
  await expect.element(page.getByText(unmatchedMessages.found(1, 2))).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(groups).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(page.getByText('1 group ticked', { exact: false }).first()).toBeVisible();
  await says(button('Skip').first().click(), unmatchedMessages.nothingFound('sons 2'));
  await button('Clear the search').click();
  await expect.poll(() => groups.getByRole('row').elements().length).toBe(3);
  await says(button('Show skipped (1)').click(), group(/^2 QUIGLEY/));
  await expectAccessible();
  await says(button('Bring back').first().click(), unmatchedMessages.nothingSkipped);
  await button('Show skipped (0)').click();
  await expect.poll(() => groups.getByRole('row').elements().length).toBe(4);
  expect(page.getByText(/^Show skipped/).elements()).toEqual([]);
  expect(document.activeElement).not.toBe(document.body);
});

it('Ctrl+Z takes back what was skipped or brought back, not what was done before', async () => {
  const { ledger } = await setup();
  const entry = () => ledger.table.entry(mappingKey('AMAZON'));
  await userEvent.keyboard('{Enter}');
  await says(userEvent.keyboard('6500{Enter}'), dialog.getByText(gained(3)));
  await userEvent.keyboard('{Enter}');
  await expect.element(account('Account of QUIGLEY & SONS, 2 lines')).toHaveFocus();
  await says(userEvent.keyboard('{Escape}s'), unmatchedMessages.skipped(1));
  await expect.element(group(/^2 QUIGLEY/)).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByRole('heading', { level: 2, name: 'QUIGLEY & SONS' })).toBeVisible();
  expect(await entry()).not.toBeNull();

  await userEvent.keyboard('s');
  await button('Show skipped (1)').click();
  await says(button('Bring back').first().click(), unmatchedMessages.broughtBack(1));
  await says(button('Undo').click(), group(/^2 QUIGLEY/));
  await expect.element(button('Show skipped (1)')).toBeVisible();
  expect(await entry()).not.toBeNull();
});

it('an account that is being chosen is not for the group that takes the place of its own', async () => {
  const { memory } = await setup();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(account('Account of QUIGLEY & SONS, 2 lines')).toHaveFocus();
  await userEvent.keyboard('61');
  await says(memory.addMappings([['QUIGLEY', '6500']]), summary(5, 1, 2));
  await expect.element(page.getByText(unmatchedMessages.choiceLost)).toBeVisible();
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument();
  await expect.element(groups).toHaveFocus();
});

it('others give an account to the lines alone, and take it back by Ctrl+Z', async () => {
  const { ledger } = await setup({ isAdmin: false });
  await userEvent.keyboard('{Enter}');
  await says(userEvent.keyboard('6500{Enter}'), unmatchedMessages.linesGiven(3, '6500'));
  await expect.element(summary(4, 1, 2)).toBeVisible();
  expect(await ledger.table.entry(mappingKey('AMAZON'))).toBeNull();
  await says(userEvent.keyboard('{Control>}z{/Control}'), summary(7, 2, 2));
});

it('lines that somebody else gives an account while the dialog is open are not said to stay without one; a refused save loses nothing', async () => {
  const { memory } = await setup();
  await memory.refuse(true);
  await userEvent.keyboard('{Enter}');
  await says(userEvent.keyboard('6500{Enter}'), dialog.getByText(gained(3)));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(unmatchedMessages.saveFailed(0));
  await expect.element(dialog.getByLabelText('Keyword')).toHaveValue('AMAZON');
  await memory.refuse(false);
  await memory.addMappings([['AMAZON', '6100']]);
  await expect
    .element(dialog.getByText(previewWords({ unmatched: 0, others: 3 }), { exact: false }))
    .toBeVisible();
});

it('or propose a mapping, where that is offered', async () => {
  const proposed: (readonly ProposedMapping[])[] = [];
  await setup({ isAdmin: false, onPropose: (mappings) => proposed.push(mappings) });
  await userEvent.keyboard('{Enter}');
  await expect.element(account('Account of AMAZON, 3 lines')).toHaveFocus();
  await says(userEvent.keyboard('6500{Enter}'), dialog.getByText(gained(3)));
  await button('Propose to the admins').click();
  expect(proposed).toMatchObject([
    [{ keyword: 'AMAZON', account: '6500', line: expect.stringContaining('AMAZON') }],
  ]);
});

it('lines too short for a mapping say so, and what helps', async () => {
  await setup();
  await says(userEvent.keyboard('{ArrowDown}{ArrowDown}'), unmatchedMessages.tooShort(true));
  await userEvent.keyboard('{Enter}');
  await says(userEvent.keyboard('6500{Enter}'), unmatchedMessages.linesGiven(1, '6500'));
});

it('the groups are copied with their numbers of lines, guarded where a spreadsheet would run them', async () => {
  const copied = catchCopy();
  const classifier = await setupClassifier();
  await classifier.type('=HYPERLINK("http://x.test")\nQuigley taxi 1\nQuigley taxi 2');
  await button('Unmatched (3)').click();
  await button('Copy groups').click();
  await expect.poll(copied).toBe(`Quigley taxi\t2\n'=HYPERLINK("http://x.test")\t1`);
});

/** A list that is long enough to learn from, and lines like its mappings. */
async function setupLikely(
  options: Parameters<typeof setupClassifier>[0] = {},
  lines = ['BRIGG TAXI 1', 'BRIGG TAXI 2', 'BRIGG TAXI 3', 'FILEY HOTEL 1', 'FILEY HOTEL 2', 'qwv jzk'],
  others: readonly (readonly [string, string])[] = [],
  unmatched = lines.length,
) {
  const classifier = await setupClassifier(options);
  const kinds = { TAXI: '6300', HOTEL: '6350', STATIONERY: '6500' };
  const list = Object.entries(kinds).flatMap(([kind, glAccount]) =>
    Array.from({ length: 40 }, (_unused, i) => [`${kind} company ${i.toString(36)}x`, glAccount] as const),
  );
  await classifier.memory.addMappings([...list, ...others]);
  await classifier.type(lines.join('\n'));
  await says(button(`Unmatched (${unmatched})`).click(), page.getByRole('list', { name: 'Likely accounts' }));
  await expect.element(groups).toHaveFocus();
  return classifier;
}

const effect = (text: string) => page.getByRole('status').filter({ hasText: text });
const harmless = (lines: number) => `${gained(lines)} ${unmatchedMessages.nothingElse}`;

it('one key saves the likely account whose effect is on screen, and goes on; each is taken back by itself', async () => {
  const { ledger } = await setupLikely();
  const entry = (keyword: string) => ledger.table.entry(mappingKey(keyword));
  await expect.element(group(/BRIGG TAXI.*6300\s*Likely/)).toBeVisible();
  await expect.element(page.getByText('5 of 6 lines have a likely account')).toBeVisible();
  await expect.element(effect(harmless(3))).toBeVisible();
  await expectAccessible();
  await says(userEvent.keyboard('a'), messages.keywordSaved('BRIGG TAXI', '6300'));
  expect(dialog.elements()).toHaveLength(0);
  await expect.element(effect(harmless(2))).toBeVisible();
  await expect.element(groups).toHaveFocus();
  await says(userEvent.keyboard('b'), /^Mapping saved: “FILEY HOTEL”/);
  expect(await entry('BRIGG TAXI')).toMatchObject({ glAccount: '6300' });
  expect(await entry('FILEY HOTEL')).not.toMatchObject({ glAccount: '6350' });
  await expect.element(page.getByRole('heading', { level: 2, name: 'qwv jzk' })).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByRole('heading', { level: 2, name: 'FILEY HOTEL' })).toBeVisible();
  await expect.element(groups).toHaveFocus();
  expect(await entry('FILEY HOTEL')).toBeNull();
  expect(await entry('BRIGG TAXI')).toMatchObject({ glAccount: '6300' });
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByRole('heading', { level: 2, name: 'BRIGG TAXI' })).toBeVisible();
  expect(await entry('BRIGG TAXI')).toBeNull();
});

it('Ctrl+Z while a mapping is being saved takes that one back, and not the one before', async () => {
  const { ledger, memory } = await setupLikely();
  await expect.element(effect(harmless(3))).toBeVisible();
  await says(userEvent.keyboard('a'), effect(harmless(2)));
  await memory.holdAnswers();
  await says(userEvent.keyboard('a'), unmatchedMessages.saving);
  await userEvent.keyboard('{Control>}z{/Control}');
  await says(memory.answer(), page.getByText(messages.undone));
  await expect.element(page.getByRole('heading', { level: 2, name: 'FILEY HOTEL' })).toBeVisible();
  expect(await ledger.table.entry(mappingKey('FILEY HOTEL'))).toBeNull();
  expect(await ledger.table.entry(mappingKey('BRIGG TAXI'))).toMatchObject({ glAccount: '6300' });
});

it('an account that is in use is saved by the Enter that takes it, or after its keyword was edited with Shift', async () => {
  const { ledger } = await setupLikely();
  await expect.element(effect(harmless(3))).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(account('Account of BRIGG TAXI, 3 lines')).toHaveFocus();
  await says(userEvent.keyboard('61'), page.getByRole('option', { name: /^6100/, selected: true }));
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.element(dialog.getByLabelText('Keyword')).toHaveValue('BRIGG TAXI');
  await userEvent.keyboard('{Escape}');
  await expect.element(account('Account of BRIGG TAXI, 3 lines')).toHaveFocus();
  await says(userEvent.keyboard('{Enter}'), messages.keywordSaved('BRIGG TAXI', '6100'));
  expect(await ledger.table.entry(mappingKey('BRIGG TAXI'))).toMatchObject({ glAccount: '6100' });
  await expect.element(page.getByRole('heading', { level: 2, name: 'FILEY HOTEL' })).toBeVisible();
  await userEvent.keyboard('e');
  await expect.element(dialog.getByLabelText('Keyword')).toHaveValue('FILEY HOTEL');
});

it('a key saves nothing whose effect is not on screen, nor what would change other lines', async () => {
  const { ledger } = await setupLikely(
    {},
    ['BRIGG TAXI 1', 'BRIGG TAXI 2', 'FILEY BRIGG TAXI'],
    [['FILEY', '6100']],
    2,
  );
  await expect.element(page.getByRole('heading', { level: 2, name: 'BRIGG TAXI' })).toBeVisible();
  await expect.element(effect(unmatchedMessages.seenBefore)).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(dialog.getByText(/1 row on the Classifier has an account and keeps it/)).toBeVisible();
  expect(await ledger.table.entry(mappingKey('BRIGG TAXI'))).toBeNull();
});

it('all likely accounts are accepted as one act, those that are unticked left out', async () => {
  const { ledger } = await setupLikely();
  const entry = (keyword: string) => ledger.table.entry(mappingKey(keyword));
  await says(button('Accept all likely (2)').click(), dialog.getByText(gained(5)));
  await expectAccessible();
  await expect.element(dialog.getByRole('checkbox', { name: 'Accept BRIGG TAXI' })).toHaveFocus();
  await says(userEvent.keyboard('{ArrowDown} '), dialog.getByText(gained(3)));
  await dialog.getByRole('checkbox', { name: 'Accept FILEY HOTEL' }).click();
  await expect.element(dialog.getByText(gained(5))).toBeVisible();
  await dialog.getByRole('button', { name: 'Save 2 mappings' }).click();
  await expect.element(page.getByText(unmatchedMessages.mappingsSaved(2, null))).toBeVisible();
  expect(await entry('BRIGG TAXI')).toMatchObject({ glAccount: '6300' });
  expect(await entry('FILEY HOTEL')).toMatchObject({ glAccount: '6350' });
  await says(button('Undo').click(), messages.undone);
  expect([await entry('BRIGG TAXI'), await entry('FILEY HOTEL')]).toEqual([null, null]);
});

it('keys that come before the dialog of all likely accounts do nothing to the list below it', async () => {
  await setupLikely();
  await expect.element(button('Accept all likely (2)')).toBeVisible();
  await expect.element(groups).toHaveFocus();
  const grid = groups.element();
  const keys = ['l', 'ArrowDown', ' ', 'Enter', 'ArrowUp'];
  for (const key of keys) {
    grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await Promise.resolve();
  }
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 2, name: 'BRIGG TAXI' })).toBeVisible();
  await expect.element(group(/BRIGG TAXI/)).toHaveAttribute('aria-selected', 'false');
  await expect.element(group(/FILEY HOTEL/)).toHaveAttribute('aria-selected', 'false');
});

it('whoever may propose puts mappings aside by one key each, takes one back, and sends the others together', async () => {
  const proposed: (readonly ProposedMapping[])[] = [];
  await setupLikely({
    isAdmin: false,
    onPropose: (mappings, onClosed) => {
      proposed.push(mappings);
      onClosed?.(proposed.length > 1);
    },
  });
  await expect.element(effect(harmless(3))).toBeVisible();
  await says(userEvent.keyboard('a'), unmatchedMessages.proposalDrafted('BRIGG TAXI', '6300', 1));
  await expect.element(effect(harmless(2))).toBeVisible();
  await says(userEvent.keyboard('a'), button('Propose 2 mappings'));
  await expectAccessible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByRole('heading', { level: 2, name: 'FILEY HOTEL' })).toBeVisible();
  expect(proposed).toEqual([]);
  await says(userEvent.keyboard('p'), button('Propose 1 mapping'));
  await userEvent.keyboard('p');
  await expect.element(button('Propose 1 mapping')).not.toBeInTheDocument();
  expect(proposed[1]).toEqual([{ keyword: 'BRIGG TAXI', account: '6300', line: 'BRIGG TAXI 1' }]);
  await expect.element(button('Show skipped (1)')).toBeVisible();
});

it('whoever may propose proposes all likely accounts at once, and what was sent is offered no more', async () => {
  const proposed: (readonly ProposedMapping[])[] = [];
  let isSent = false;
  await setupLikely({
    isAdmin: false,
    onPropose: (mappings, onClosed) => {
      proposed.push(mappings);
      onClosed?.(isSent);
    },
  });
  const send = async () => {
    await says(button('Accept all likely (2)').click(), dialog.getByText(gained(5)));
    await dialog.getByRole('button', { name: 'Propose 2 mappings' }).click();
  };
  await send();
  await expect.element(button('Accept all likely (2)')).toBeVisible();
  isSent = true;
  await send();
  await expect.element(button('Show skipped (2)')).toBeVisible();
  await expect.element(button('Accept all likely (2)')).not.toBeInTheDocument();
  expect(proposed[1]).toEqual([
    { keyword: 'BRIGG TAXI', account: '6300', line: 'BRIGG TAXI 1' },
    { keyword: 'FILEY HOTEL', account: '6350', line: 'FILEY HOTEL 1' },
  ]);
});

it('whoever can save no mapping gives all likely accounts to the lines alone, and takes that back', async () => {
  await setupLikely({ isAdmin: false });
  await says(button('Accept all likely (2)').click(), unmatchedMessages.linesGiven(5, null));
  await expect.element(summary(1, 0, 1)).toBeVisible();
  await says(button('Undo').click(), summary(6, 2, 1));
});

it('a name that is too short for a keyword is named as it is typed, and says what helps', async () => {
  const classifier = await setupClassifier();
  await classifier.type(['FEE 1', 'FEE 22', 'FEE 333'].join('\n'));
  await says(button('Unmatched (3)').click(), group(/^3 FEE FEE 1/));
  await expect.element(page.getByText(unmatchedMessages.nameTooShort('FEE'), { exact: false })).toBeVisible();
  await button('Choose an account').click();
  await expect.element(account('Account of FEE, 3 lines')).toHaveFocus();
  await says(userEvent.keyboard('6500{Enter}'), page.getByRole('dialog', { name: 'Use for these rows' }));
});
