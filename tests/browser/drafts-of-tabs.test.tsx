import { keys, set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftKeys, draftsPrefix } from '#contract/browserStorage.ts';
import type { DraftNotes } from '#contract/ledger.ts';
import type { Day } from '#model/day.ts';
import { deleteDrafts } from '#src/services/browserStorage.ts';
import { tabOf } from '#src/services/tab.ts';
import { openChoiceStorage } from '#workers/ledger/guess/GuessChoices.ts';
import { findLastText } from '#workers/ledger/preview/PreviewText.ts';
import type { DraftStorage } from '#workers/ledger/rows/DraftStore.ts';
import { MAX_CLEARED_TEXT, MAX_DRAFTS, openDraftStorage } from '#workers/ledger/rows/draftStorage.ts';
import { setupClassifier, TAB } from './support/classifierSetup.tsx';

const PLAIN = { column: undefined, layout: null, headerIsRow: false, names: null };
const text = (line: string) => ({ text: line, ...PLAIN });
const notes = (isCounted: boolean): DraftNotes => ({ isCounted, edits: [], kept: [], otherColumns: [] });
const RUN = { id: 'r1', day: '2026-03-01' as Day, n: 1, unmatched: 0 };

let now = 0;
beforeEach(() => {
  vi.spyOn(Date, 'now').mockImplementation(() => ++now);
});

/** The storage of a tab that has had this user before. */
const tab = (uid: string, id: string) => openDraftStorage(uid, { id, isNew: false });
const newTab = (uid: string, id: string) => openDraftStorage(uid, { id, isNew: true });

async function store(storage: DraftStorage, line: string, isCounted = true): Promise<void> {
  await storage.writeText(text(line));
  await storage.writeNotes(notes(isCounted), []);
}

describe('the draft of a tab', () => {
  it('comes back after a reload, whatever another tab has stored since', async () => {
    const uid = crypto.randomUUID();
    await store(tab(uid, 'a'), 'first', false);
    await store(tab(uid, 'b'), 'second');
    expect(await tab(uid, 'a').read()).toEqual({ ...text('first'), ...notes(false) });
    expect(await tab(uid, 'b').read()).toEqual({ ...text('second'), ...notes(true) });
  });

  it('begins as the last one of the user in a new tab, which has it after a reload too', async () => {
    const uid = crypto.randomUUID();
    await store(tab(uid, 'b'), 'last but one');
    await store(tab(uid, 'a'), 'last', false);
    expect(await newTab(uid, 'c').read()).toEqual({ ...text('last'), ...notes(false) });
    await store(tab(uid, 'a'), 'later');
    expect(await tab(uid, 'c').read()).toEqual({ ...text('last'), ...notes(false) });
  });

  it('comes back as a former version stored it, with one column or whole lines', async () => {
    const { text: textKey, notes: notesKey } = draftKeys('old', 'a');
    const edits = [[0, 'edited']];
    await set(textKey, { text: 'a\tb', column: 1, stamp: 1 });
    await set(notesKey, { otherColumns: [{ column: null, edits, kept: [] }], stamp: 1 });
    expect(await tab('old', 'a').read()).toMatchObject({
      column: [1],
      otherColumns: [{ column: [], edits }],
    });
    await set(textKey, { text: 'a\tb', column: null, stamp: 1 });
    expect(await tab('old', 'a').read()).toMatchObject({ column: [] });
  });

  it('stays that of a new tab that had a text before the last one was found', async () => {
    const uid = crypto.randomUUID();
    await store(tab(uid, 'a'), 'last');
    const storage = newTab(uid, 'b');
    const reading = storage.read();
    await store(storage, 'pasted');
    await reading;
    expect((await tab(uid, 'b').read())?.text).toBe('pasted');
  });

  it('is not that of another tab where it has been cleared', async () => {
    const uid = crypto.randomUUID();
    await store(tab(uid, 'a'), 'first');
    await store(tab(uid, 'b'), 'second');
    await tab(uid, 'b').delete();
    expect(await tab(uid, 'b').read()).toBeNull();
    expect(await newTab(uid, 'c').read()).toBeNull();
    expect(await tab(uid, 'a').read()).toEqual({ ...text('first'), ...notes(true) });
    const opened = newTab(uid, 'd');
    expect(await opened.read()).toBeNull();
    await store(tab(uid, 'a'), 'third');
    expect(await opened.read()).toBeNull();
  });

  it('is deleted when it is the oldest of too many', async () => {
    const uid = crypto.randomUUID();
    const ids = Array.from({ length: MAX_DRAFTS + 1 }, (_, n) => `t${n}`);
    const stored = async () => {
      const drafts = await Promise.all(ids.map((id) => tab(uid, id).read()));
      return drafts.flatMap((draft) => draft?.text ?? []);
    };
    for (const id of ids) await store(tab(uid, id), id);
    expect(await stored()).toEqual(ids.slice(1));
    await store(tab(uid, 't1'), 't1 again');
    expect(await stored()).toEqual(['t1 again', ...ids.slice(2)]);
    await store(tab(uid, 't0'), 't0 again');
    expect(await stored()).toEqual(['t0 again', 't1 again', ...ids.slice(3)]);
    const left = (await keys<string>()).filter((key) => key.startsWith(draftsPrefix(uid)));
    expect(left).toHaveLength(MAX_DRAFTS * 2);
  });

  it('has its notes when the text came while the page still looked for a former one', async () => {
    const uid = crypto.randomUUID();
    const storage = tab(uid, 'a');
    const reading = storage.read();
    await storage.writeText(text('first'));
    expect(await reading).toBeNull();
    await storage.writeNotes(notes(true), []);
    expect(await tab(uid, 'a').read()).toEqual({ ...text('first'), ...notes(true) });
  });

  it('of a former version, which had one for all tabs, comes back in a new tab', async () => {
    const uid = crypto.randomUUID();
    await set(`classifier-work/${uid}/text`, { ...text('as it was'), stamp: 1 });
    await set(`classifier-work/${uid}/notes`, { ...notes(true), stamp: 1 });
    expect(await newTab(uid, 'a').read()).toEqual({ ...text('as it was'), ...notes(true) });
  });

  it('keeps its notes when a duplicate of the tab notes something about a former text', async () => {
    const uid = crypto.randomUUID();
    const [first, second] = [tab(uid, 'a'), tab(uid, 'a')];
    await store(first, 'first');
    await store(second, 'second');
    await first.writeNotes(notes(false), [RUN]);
    expect(await second.read()).toEqual({ ...text('second'), ...notes(true) });
    expect(await second.readRuns()).toEqual([RUN]);
    await store(first, 'first again');
    expect(await second.read()).toEqual({ ...text('first again'), ...notes(true) });
  });
});

describe('the text over which effects are counted where the tab has none', () => {
  const lastOf = async (uid: string) => {
    const last = await findLastText(uid);
    return last && { at: last.at, text: (await last.read())?.text };
  };

  it('is the last one of any tab, also once it is cleared, which no tab takes over then', async () => {
    const uid = crypto.randomUUID();
    expect(await lastOf(uid)).toBeNull();
    await store(tab(uid, 'a'), 'first');
    await store(tab(uid, 'b'), 'second');
    const second = await lastOf(uid);
    expect(second?.text).toBe('second');
    for (let time = 0; time < 2; time++) {
      await tab(uid, 'b').delete();
      expect(await lastOf(uid)).toEqual(second);
    }
    expect(await tab(uid, 'b').read()).toBeNull();
    expect(await newTab(uid, 'c').read()).toBeNull();
    await store(tab(uid, 'a'), 'third');
    expect((await lastOf(uid))?.text).toBe('third');
  });

  it('is nobody else’s, and gone after Logout', async () => {
    const [ann, bob] = [crypto.randomUUID(), crypto.randomUUID()];
    await store(tab(ann, 'a'), 'of ann');
    await store(tab(bob, 'b'), 'of bob');
    await tab(bob, 'b').delete();
    expect((await lastOf(ann))?.text).toBe('of ann');
    expect((await lastOf(bob))?.text).toBe('of bob');
    await tab(ann, 'a').delete();
    await deleteDrafts();
    expect(await lastOf(ann)).toBeNull();
    expect(await lastOf(bob)).toBeNull();
    expect((await keys<string>()).filter((key) => key.startsWith(draftsPrefix(bob)))).toEqual([]);
  });

  it('is not kept once it is cleared where it is very long, and no former one in its place', async () => {
    const uid = crypto.randomUUID();
    await store(tab(uid, 'a'), 'short');
    await tab(uid, 'a').delete();
    await store(tab(uid, 'a'), 'x'.repeat(MAX_CLEARED_TEXT + 1));
    await tab(uid, 'a').delete();
    expect((await lastOf(uid))?.text).toBeUndefined();
  });
});

it('what was chosen in place of guesses is stored for its user, and goes with the drafts at Logout', async () => {
  const uid = crypto.randomUUID();
  const choices = new Map([['taxi leeds', { account: '6300', times: 1, refused: [] }]]);
  await openChoiceStorage(uid).write(choices);
  expect(await openChoiceStorage(uid).read()).toEqual(choices);
  expect(await openChoiceStorage(crypto.randomUUID()).read()).toBeNull();
  await deleteDrafts();
  expect(await openChoiceStorage(uid).read()).toBeNull();
});

describe('the name of a tab', () => {
  afterEach(() => sessionStorage.clear());

  it('stays for its user, and is another for the next one', () => {
    const first = tabOf('ann');
    expect(first.isNew).toBe(true);
    expect(tabOf('ann')).toEqual({ id: first.id, isNew: false });
    const other = tabOf('bob');
    expect(other.isNew).toBe(true);
    expect(other.id).not.toBe(first.id);
  });

  it('is a new one each time where the browser stores nothing', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(tabOf('ann').isNew).toBe(true);
    expect(tabOf('ann').isNew).toBe(true);
  });
});

it('edits come back after a reload, and the text is not counted again, although another tab has stored its own', async () => {
  vi.restoreAllMocks();
  const first = await setupClassifier();
  await first.type('Tesco Stores 11\nnobody knows this');
  const today = page.getByText('Today').element().parentElement;
  await expect.element(today).toHaveTextContent('Today2');
  await userEvent.dblClick(first.cell(2, 'description'));
  await userEvent.keyboard('{Control>}a{/Control}Premier Inn{Enter}');
  await expect.element(today).toHaveTextContent('Today3');
  await expect.poll(() => tab(first.uid, TAB.id).read()).toMatchObject({ isCounted: true, edits: [{}] });
  await store(tab(first.uid, 'other'), 'Premier Inn');
  window.dispatchEvent(new Event('pagehide'));
  const { cell, box } = await first.reload();
  await expect.element(box).toHaveValue('Tesco Stores 11\nnobody knows this');
  await expect.element(cell(1, 'account')).toHaveTextContent('6100');
  await expect.element(cell(2, 'description')).toHaveTextContent('Premier Inn');
  await expect.element(cell(2, 'account')).toHaveTextContent('6200');
  // What comes after the text is counted.
  await userEvent.dblClick(cell(1, 'description'));
  await userEvent.keyboard('{Control>}a{/Control}Premier Inn Hull{Enter}');
  await expect.element(page.getByText('Today').element().parentElement).toHaveTextContent('Today1');
});
