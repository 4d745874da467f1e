import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { previewWords } from '#model/text/previewWords.ts';
import type { AccessActions } from '#src/services/accessActions.ts';
import type { HistoryService } from '#src/services/ledger.ts';
import { sampledByStage } from '../support/fullRun.ts';
import { BOB, createHistoryFixture, type HistoryFixture } from '../support/historyFixture.ts';
import { fakeActions } from './support/adminPanel.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { historyServiceOf, openHistory } from './support/historyScreen.tsx';
import { SCHEMES } from './support/schemes.ts';
import { says } from './support/steps.ts';

beforeEach(async () => {
  await page.viewport(1280, 900);
});

const NOON = new Date(2026, 2, 2, 12).getTime();
const DAY = 24 * 3_600_000;

/** An upload on Monday; an edit by Bob and a deletion on Tuesday. */
function daily(): HistoryFixture {
  const fixture = createHistoryFixture();
  const upload = { kind: 'upload', batch: 'b1', at: NOON } as const;
  fixture.set({ ACME: '6100', TESCO: '6200', SHELL: '6300' }, upload);
  fixture.set({ PIZZA: '6400' }, upload);
  fixture.set({ ACME: '6150' }, { by: BOB, at: NOON + DAY });
  fixture.set({ TESCO: null }, { kind: 'delete', at: NOON + DAY + 60_000 });
  return fixture;
}
type Screen = Awaited<ReturnType<typeof openHistory>>;
const lines = (screen: Screen) =>
  [...screen.container.querySelectorAll('[data-change-set]')].map((row) => row.textContent ?? '');
const line = (screen: Screen, name: string) => screen.getByRole('button', { name });
const address = (screen: Screen) => screen.getByLabelText('Address');

describe('the list', () => {
  it('has lines of at most 64 px on phones, however long the names are', async () => {
    await page.viewport(320, 640);
    const fixture = createHistoryFixture();
    const keyword = 'BRITISH GAS BUSINESS ELECTRICITY LEEDS AND YORK';
    fixture.set({ [keyword]: '6310 Gas and electricity of offices and stores' }, { kind: 'add' });
    fixture.set({ [keyword]: '6330 Repairs and cleaning of rented premises' }, { by: BOB });
    const screen = await openHistory(fixture);
    await expect.poll(() => lines(screen)).toHaveLength(2);
    const buttons = [...screen.container.querySelectorAll('[data-change-set]')];
    const heights = buttons.map((button) => button.getBoundingClientRect().height);
    expect(Math.max(...heights)).toBeLessThanOrEqual(64);
    expect(Math.min(...heights)).toBeGreaterThan(32);
  });

  it('has a line per act, newest first, under its day, and new ones without a reload', async () => {
    const fixture = daily();
    fixture.put('gl_mappings_seal', { seq: 4, hash: '9f86d081884c7d65'.repeat(4) });
    const screen = await openHistory(fixture);
    await expect.element(line(screen, 'TESCO: 6200 removed')).toBeVisible();
    expect(lines(screen)).toEqual([
      '12:01TESCO: 6200 removedann@example.com',
      '12:00ACME: 6100 → 6150bob@example.com',
      '12:00Upload: 4 addedann@example.com',
    ]);
    const days = screen.getByRole('list', { name: 'Changes' }).getByRole('heading').elements();
    expect(days.map(({ textContent }) => textContent)).toEqual([
      'Tuesday, 3 March 2026',
      'Monday, 2 March 2026',
    ]);
    await expect.element(screen.getByText('3 actions', { exact: true })).toBeVisible();
    // Seals are in the export, and no mappings are without a history.
    await expect.element(screen.getByText(/seal|older than the history/)).not.toBeInTheDocument();
    fixture.set({ HOTEL: '6500' }, { kind: 'add' });
    await expect.element(line(screen, 'HOTEL: 6500 added')).toBeVisible();
  });

  it.each(SCHEMES)(
    'marks what was stopped, and figures that differ from the changes (%s)',
    async (scheme) => {
      const fixture = createHistoryFixture();
      fixture.set({ ACME: '6100', BOLT: '6200' }, { kind: 'upload', batch: 'b1', left: 3_000, at: NOON });
      const bent = fixture.set({ CAFE: '6300' }, { kind: 'add', at: NOON + DAY });
      fixture.put(`gl_mappings_history/${bent}/set`, 2);
      const screen = await openHistory(fixture, { scheme });
      await expect.element(screen.getByText('2 of 3,002, stopped', { exact: true })).toBeVisible();
      await expect.element(screen.getByText('Upload: 2 of 3,002, stopped', { exact: true })).toBeVisible();
      await expect.element(screen.getByText('Figures differ')).toBeVisible();
      await expect.element(screen.getByText(/says other numbers of changes than it has/)).toBeVisible();
      await expectAccessible();
      await screen.getByRole('button', { name: 'Leave it so' }).click();
      await expect.element(line(screen, 'Stopped action left as it is')).toBeVisible();
      await expect.element(screen.getByText(/stopped$/)).not.toBeInTheDocument();
    },
  );

  it('says so when there is nothing, and when no change passes the filters', async () => {
    const empty = await openHistory(createHistoryFixture());
    await expect
      .element(empty.getByText('Nothing has been changed since the list has a history.'))
      .toBeVisible();
    await empty.unmount();
    const filtered = await openHistory(daily(), { start: '/history?text=nowhere' });
    await expect.element(filtered.getByText('No actions found for these filters.')).toBeVisible();
  });

  it('says when it cannot be read, and tries again', async () => {
    const fixture = daily();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    fixture.failNextRead();
    const screen = await openHistory(fixture);
    await expect.element(screen.getByText('Failed to read the history.')).toBeVisible();
    await says(screen.getByRole('button', { name: 'Retry' }).click(), line(screen, 'TESCO'));
    await expect.element(screen.getByText('Failed to read the history.')).not.toBeInTheDocument();
  });

  it('draws only the lines on screen of thousands, and finds the last one', async () => {
    const fixture = createHistoryFixture();
    for (let i = 0; i < 600; i++) fixture.set({ ACME: String(i) });
    const screen = await openHistory(fixture);
    await expect.element(screen.getByText('600 actions', { exact: true })).toBeVisible();
    expect(lines(screen).length).toBeLessThan(60);
    await line(screen, 'ACME: 598 → 599').click();
    await userEvent.keyboard('{Enter}{End}');
    await expect.element(line(screen, 'ACME: 0 added')).toHaveFocus();
  });
});

describe('the filters', () => {
  it('are those of the address', async () => {
    const screen = await openHistory(daily(), { start: '/history?person=bob&from=2026-03-03' });
    await expect.element(line(screen, 'ACME: 6100 → 6150')).toBeVisible();
    expect(lines(screen)).toHaveLength(1);
    await expect.element(screen.getByLabelText('Person')).toHaveValue('bob');
    await expect.element(screen.getByLabelText('From day')).toHaveValue('2026-03-03');
  });

  it('are written to the address', async () => {
    const screen = await openHistory(daily());
    await screen.getByLabelText('Kind of change').selectOptions('upload');
    await expect.element(line(screen, 'Upload: 4 added')).toBeVisible();
    await expect.poll(() => lines(screen)).toHaveLength(1);
    await screen.getByLabelText('To day').fill('2026-03-02');
    await expect.element(address(screen)).toHaveTextContent('/history?kind=upload&to=2026-03-02');
    await screen.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => lines(screen)).toHaveLength(3);
    await expect.element(address(screen)).toHaveTextContent(/^\/history$/);
    await screen.getByRole('searchbox').fill('shell');
    await expect.poll(() => lines(screen)).toEqual(['12:00Upload: 4 addedann@example.com']);
    await expect.element(address(screen)).toHaveTextContent('/history?text=shell');
  });

  it('leave nothing beside the list that they leave out', async () => {
    await page.viewport(1440, 900);
    const screen = await openHistory(daily());
    const beside = screen.getByRole('complementary');
    await expect.element(beside.getByRole('heading', { name: 'TESCO: 6200 removed' })).toBeVisible();
    await screen.getByRole('combobox', { name: 'Kind of change' }).selectOptions('Upload');
    await expect.element(beside.getByRole('heading', { name: 'Upload: 4 added' })).toBeVisible();
  });

  it('show the history of one mapping', async () => {
    const screen = await openHistory(daily(), { start: '/history?key=ACME' });
    await expect.element(line(screen, 'ACME: 6100 → 6150')).toBeVisible();
    await expect.element(line(screen, 'Upload: ACME: 6100 added')).toBeVisible();
    expect(lines(screen)).toHaveLength(2);
    await screen.getByRole('button', { name: 'Only ACME: show all mappings' }).click();
    await expect.poll(() => lines(screen)).toHaveLength(3);
  });
});

describe('the keyboard', () => {
  it('goes through the lines, opens and closes one', async () => {
    const screen = await openHistory(daily());
    const deletion = line(screen, 'TESCO: 6200 removed');
    await expect.element(deletion).toBeVisible();
    (deletion.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const upload = line(screen, 'Upload: 4 added');
    await expect.element(upload).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(line(screen, 'ACME: 6100')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(upload).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Tab}{Tab}');
    await expect.element(screen.getByRole('button', { name: 'Undo this change…' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(upload).toHaveAttribute('aria-expanded', 'false');
    await expect.element(upload).toHaveFocus();
  });
});

describe('an opened line', () => {
  it('shows who and when exactly, the note, and the changes of each part', async () => {
    const screen = await openHistory(daily());
    await line(screen, 'Upload: 4 added').click();
    await expect.element(screen.getByText(/ann@example\.com · 2 entries, the last is 2/)).toBeVisible();
    const table = screen.getByRole('table', { name: 'Changes' });
    await expect.element(table.getByRole('cell', { name: 'PIZZA' })).toBeVisible();
    expect(
      table
        .getByRole('row')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([
      'KeywordBeforeAfter',
      expect.stringMatching(/^Part 1 of 2, .*Restore this part…$/),
      ' ACMEnot in the list6100',
      ' TESCOnot in the list6200',
      ' SHELLnot in the list6300',
      expect.stringMatching(/^Part 2 of 2/),
      ' PIZZAnot in the list6400',
    ]);
  });

  it('is undone in part, where changes of it are ticked', async () => {
    const fixture = daily();
    const screen = await openHistory(fixture);
    await line(screen, 'Upload: 4 added').click();
    await screen.getByRole('checkbox', { name: 'Select the change of PIZZA' }).click();
    await screen.getByRole('checkbox', { name: 'Select the change of SHELL' }).click();
    await screen.getByRole('checkbox', { name: 'Select the change of SHELL' }).click();
    await screen.getByRole('button', { name: 'Undo 1 of these changes…' }).click();
    await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await screen.getByRole('button', { name: 'Restore 1 mapping' }).click();
    await expect.poll(() => fixture.accounts()).toEqual({ ACME: '6150', SHELL: '6300' });
  });

  it('opens a large act page by page', async () => {
    const fixture = createHistoryFixture();
    const accounts = Array.from({ length: 65 }, (_unused, i) => [`K${100 + i}`, '1']);
    fixture.set(Object.fromEntries(accounts), { kind: 'upload' });
    const screen = await openHistory(fixture);
    await says(line(screen, 'Upload: 65 added').click(), screen.getByText('Page 1 of 3'));
    await screen.getByRole('button', { name: 'Next' }).click();
    await expect.element(screen.getByRole('cell', { name: 'K130' })).toBeVisible();
    await expect.element(screen.getByRole('cell', { name: 'K129' })).not.toBeInTheDocument();
  });
});

describe('a restore', () => {
  async function openRestore(fixture: HistoryFixture) {
    const screen = await openHistory(fixture);
    await line(screen, 'Upload: 4 added').click();
    await screen.getByRole('button', { name: 'Undo this change…' }).click();
    const dialog = screen.getByRole('dialog');
    await expect
      .element(dialog.getByRole('status').first())
      .toHaveTextContent('2 mappings change. 1 mapping is already as before.');
    return { screen, dialog };
  }

  it('shows what changes and what was changed since, and leaves the latter alone', async () => {
    const fixture = daily();
    const { screen, dialog } = await openRestore(fixture);
    await expect.element(dialog.getByRole('heading', { name: 'Mappings that change (2)' })).toBeVisible();
    await expect.element(dialog.getByText(previewWords({ unmatched: 0, others: 2 }))).toBeVisible();
    const since = dialog.getByRole('table', { name: 'Changed by somebody since' });
    await expect.element(since.getByRole('row', { name: 'ACME 6100 6150 not in the list' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Restore 2 mappings' }).click();
    await expect.element(screen.getByText('2 mappings restored.')).toBeVisible();
    expect(fixture.accounts()).toEqual({ ACME: '6150' });
    await expect.element(line(screen, 'Restore: 2 removed')).toBeVisible();
  });

  it('breaks no keyword in the middle on the smallest phone', async () => {
    await page.viewport(320, 640);
    const fixture = createHistoryFixture();
    fixture.set({ TRAVELODGE: '6210', PIZZA: '6310' }, { kind: 'upload' });
    const screen = await openHistory(fixture);
    await line(screen, 'Upload: 2 added').click();
    await screen.getByRole('button', { name: 'Undo this change…' }).click();
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog.getByRole('cell', { name: 'TRAVELODGE' })).toBeVisible();
    const text = document.createRange();
    text.selectNodeContents(dialog.getByRole('cell', { name: 'TRAVELODGE' }).element());
    expect(new Set([...text.getClientRects()].map(({ top }) => top)).size).toBe(1);
  });

  it.each(sampledByStage([1280, 390, 320], 2))(
    'stays where it is when its effect comes, and when it is counted again, at %i px',
    async (width) => {
      await page.viewport(width, 844);
      const { dialog } = await openRestore(daily());
      const tick = dialog.getByRole('checkbox', { name: 'Restore ACME' });
      const confirm = dialog.getByRole('button', { name: /^Restore \d mappings$/ });
      await expect.element(tick).toBeVisible();
      const places = () => [tick, confirm].map((one) => one.element().getBoundingClientRect().top);
      const before = places();
      await expect.element(dialog.getByText(previewWords({ unmatched: 0, others: 2 }))).toBeVisible();
      expect(places()).toEqual(before);
      await tick.click();
      await expect.element(confirm).toHaveTextContent('Restore 3 mappings');
      expect(places()).toEqual(before);
      await expect.element(dialog.getByText(previewWords({ unmatched: 0, others: 3 }))).toBeVisible();
      expect(places()).toEqual(before);
    },
  );

  it('does not wait for ever for its effect', async () => {
    const fixture = daily();
    const history = { ...historyServiceOf(fixture), previewRows: () => new Promise<never>(() => {}) };
    const screen = await openHistory(fixture, { history });
    await line(screen, 'Upload: 4 added').click();
    await screen.getByRole('button', { name: 'Undo this change…' }).click();
    await screen.getByRole('button', { name: 'Restore 2 mappings' }).click();
    await expect.element(screen.getByText('2 mappings restored.')).toBeVisible();
    expect(fixture.accounts()).toEqual({ ACME: '6150' });
  });

  it('is cancelled without a change; restores what was changed since if it is ticked', async () => {
    const fixture = daily();
    const { screen, dialog } = await openRestore(fixture);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(fixture.accounts()).toEqual({ ACME: '6150', SHELL: '6300', PIZZA: '6400' });
    await screen.getByRole('button', { name: 'Undo this change…' }).click();
    const tick = dialog.getByRole('checkbox', { name: /^Restore all of them too/ }).element();
    const words = dialog.getByText(/^Restore all of them too/).element();
    expect(tick.getBoundingClientRect().right).toBeLessThanOrEqual(words.getBoundingClientRect().left);
    await dialog.getByRole('checkbox', { name: 'Restore ACME' }).click();
    await expect.element(dialog.getByText(/^3 rows on the Classifier have an account/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Restore 3 mappings' }).click();
    await expect.poll(() => fixture.accounts()).toEqual({});
  });

  it('brings the whole list back to a moment', async () => {
    const fixture = daily();
    const screen = await openHistory(fixture);
    await line(screen, 'Upload: 4 added').click();
    await screen.getByRole('button', { name: 'Restore the whole list as of here…' }).click();
    await screen.getByRole('button', { name: 'Restore 2 mappings' }).click();
    await expect
      .poll(() => fixture.accounts())
      .toEqual({ ACME: '6100', SHELL: '6300', PIZZA: '6400', TESCO: '6200' });
  });

  it('says why it failed', async () => {
    const fixture = daily();
    const history: HistoryService = {
      ...historyServiceOf(fixture),
      restore: async () => ({ kind: 'failed', detail: 'The server refused.', count: 1 }),
    };
    const screen = await openHistory(fixture, { history });
    await line(screen, 'TESCO').click();
    await screen.getByRole('button', { name: 'Undo this change…' }).click();
    await screen.getByRole('button', { name: 'Restore 1 mapping' }).click();
    await expect
      .element(
        screen.getByText(
          /Failed to restore everything\. 1 mapping restored before that\. The server refused\./,
        ),
      )
      .toBeVisible();
  });
});

describe('where the history begins', () => {
  it('says how many mappings are older', async () => {
    const fixture = createHistoryFixture(4_999);
    fixture.set({ ACME: '6100' }, { kind: 'upload', at: NOON });
    const screen = await openHistory(fixture);
    const older = '4,999 mappings are older than the history (since 2 Mar 2026)';
    await expect.element(screen.getByText(older)).toBeVisible();
  });

  it('is a line where the server took over the list, and the list can be had as it was', async () => {
    const fixture = createHistoryFixture(4_999);
    fixture.takeOver();
    fixture.set({ ACME: '6100' });
    const load = vi.fn(async () => new Blob(['OLD 1,6000']));
    const screen = await openHistory(fixture, { loadFormerList: load });
    await expect.element(screen.getByText(/^4,999 mappings are older than the history/)).toBeVisible();
    await line(screen, 'The list was taken over with 4,999 mappings').click();
    await expect.element(screen.getByText(/nobody knows who made it/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Undo this change…' })).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Download the list as it was then' }).click();
    await expect.poll(() => load.mock.calls.length).toBe(1);
    await expectAccessible(screen.container);
  });

  it('says so when that list cannot be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const fixture = createHistoryFixture(1);
    fixture.takeOver();
    const screen = await openHistory(fixture, { loadFormerList: () => Promise.reject(new Error('gone')) });
    await screen.getByRole('button', { name: 'Download the list as it was then' }).click();
    await expect
      .element(screen.getByText('Failed to read the list as it was then.', { exact: false }))
      .toBeVisible();
  });
});

describe('the history of access', () => {
  /** Ann, who looks at it, was a user until Bob made her an admin; Bob then removed Carl and lowered Dora. */
  function access(): HistoryFixture {
    const fixture = createHistoryFixture();
    fixture.setAccess({ 'carl@example.com': 'user', 'dora@example.com': 'admin' }, BOB);
    fixture.setAccess({ 'ann@example.com': 'user' }, BOB);
    fixture.setAccess({ 'ann@example.com': 'admin' }, BOB);
    fixture.setAccess({ 'carl@example.com': null }, BOB);
    fixture.setAccess({ 'dora@example.com': 'user' }, BOB);
    return fixture;
  }
  /** The dialog for everybody's access as of when Ann had become a user; `refuses`: whom the server refuses to restore. */
  async function openRestore({ refuses = '' } = {}) {
    const fixture = access();
    const restore = vi.fn<AccessActions['restore']>(async (email, entry) => {
      if (email === refuses) return { kind: 'failed', reason: 'you do not have the right to do this' };
      fixture.setAccess({ [email]: entry?.allow ? (entry.admin ? 'admin' : 'user') : null });
      return { kind: 'done' };
    });
    const actions = { ...fakeActions(), restore };
    const loadActions = async () => actions;
    const screen = await openHistory(fixture, { start: '/history?log=access', loadActions });
    await line(screen, 'ann@example.com: Access granted').click();
    await screen.getByRole('button', { name: 'Restore everybody’s access as of here…' }).click();
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog.getByText('The access of 2 people changes.')).toBeVisible();
    return { fixture, actions, screen, dialog };
  }

  it('is one link from the list’s, and has its filters', async () => {
    const screen = await openHistory(access());
    await screen.getByRole('link', { name: 'Access' }).click();
    await expect.element(address(screen)).toHaveTextContent('/history?log=access');
    await expect
      .element(screen.getByRole('link', { name: 'Access' }))
      .toHaveAttribute('aria-current', 'page');
    await expect.poll(() => lines(screen)).toHaveLength(5);
    expect(lines(screen)[0]).toContain('dora@example.com: No longer admin');
    await screen.getByRole('combobox', { name: 'Kind of change' }).selectOptions('Access removed');
    await expect
      .poll(() => lines(screen))
      .toEqual([expect.stringContaining('carl@example.com: Access removed')]);
    await expect.element(address(screen)).toHaveTextContent('/history?log=access&kind=withdraw');
  });

  it('restores everybody but oneself, and says what does not come back', async () => {
    const { fixture, actions, screen, dialog } = await openRestore();
    const people = dialog.getByRole('table', { name: 'People whose access changes' });
    await expect.element(people.getByRole('row', { name: 'carl@example.com No access User' })).toBeVisible();
    await expect.element(people.getByRole('row', { name: 'dora@example.com User Admin' })).toBeVisible();
    const lost = 'Names and counters were deleted with the access, and do not come back: carl@example.com.';
    await expect.element(dialog.getByText(lost)).toBeVisible();
    await expect.element(dialog.getByText('Your own access stays as it is.', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Restore 2 people' }).click();
    await expect.element(screen.getByText('Access of 2 people restored.')).toBeVisible();
    expect(actions.restore).toHaveBeenCalledTimes(2);
    expect(fixture.rights()).toEqual({
      'ann@example.com': 'admin',
      'carl@example.com': 'user',
      'dora@example.com': 'admin',
    });
    await expect.poll(() => lines(screen)).toHaveLength(7);
  });

  it('says for whom it failed, and that the rest can be done again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { screen, dialog } = await openRestore({ refuses: 'dora@example.com' });
    await dialog.getByRole('button', { name: 'Restore 2 people' }).click();
    const failed =
      'Failed to restore everything. That of 1 person was restored before that. dora@example.com: you do not have the right to do this. Restore again to do the rest.';
    await expect.element(screen.getByText(failed)).toBeVisible();
  });

  it('asks about people whose access was changed since', async () => {
    const fixture = access();
    const screen = await openHistory(fixture, { start: '/history?log=access' });
    await line(screen, 'carl@example.com: Access granted').click();
    await screen.getByRole('button', { name: 'Undo this change…' }).click();
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog.getByText('Nothing to restore. 1 is already as before.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await dialog.getByRole('checkbox', { name: 'Restore dora@example.com' }).click();
    const gone = 'Names and counters are deleted with the access, for good: dora@example.com.';
    await expect.element(dialog.getByText(gone)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Restore 1 person' })).toBeEnabled();
  });

  it.each(SCHEMES)('has no accessibility violations in %s colours', async (scheme) => {
    const screen = await openHistory(access(), { scheme, start: '/history?log=access' });
    await line(screen, 'carl@example.com: Access granted').click();
    await screen.getByRole('button', { name: 'Undo this change…' }).click();
    await expect.element(screen.getByRole('checkbox', { name: 'Restore dora@example.com' })).toBeVisible();
    await expectAccessible(document.body);
  });
});

describe('the history of the chart', () => {
  it('says that nothing has been changed yet', async () => {
    const screen = await openHistory(createHistoryFixture(), { start: '/history?log=chart' });
    await expect.element(screen.getByText('The chart has not been changed yet.')).toBeVisible();
  });
});

describe.each(SCHEMES)('in %s colours', (scheme) => {
  it('has no accessibility violations, closed, open and while restoring', async () => {
    const screen = await openHistory(daily(), { scheme });
    await says(line(screen, 'Upload: 4 added').click(), screen.getByRole('cell', { name: 'PIZZA' }));
    await expectAccessible(screen.container);
    await screen.getByRole('button', { name: 'Undo this change…' }).click();
    await expect.element(screen.getByRole('checkbox', { name: 'Restore ACME' })).toBeVisible();
    await expectAccessible(document.body);
  });
});
