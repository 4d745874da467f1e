import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Day } from '#model/day.ts';
import { openDraftStorage } from '#workers/ledger/classification/DraftStore.ts';
import { setupClassifier } from './support/classifierSetup.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

const draft = (text: string) => ({ text, column: undefined, headerIsRow: false });
const notes = (isCounted: boolean) => ({ isCounted, edits: [], kept: [], otherColumns: [] });
const RUN = { id: 'r1', day: '2026-03-01' as Day, n: 1, unmatched: 0 };

it('what is noted in one tab does not take the notes of the text that another tab stored later', async () => {
  const uid = crypto.randomUUID();
  const [first, second] = [openDraftStorage(uid), openDraftStorage(uid)];
  const now = vi.spyOn(Date, 'now');
  now.mockReturnValue(1_000);
  await first.writeText(draft('first'));
  await first.writeNotes(notes(true), []);
  now.mockReturnValue(2_000);
  await second.writeText(draft('second'));
  await second.writeNotes(notes(true), []);
  await first.writeNotes(notes(false), [RUN]);
  expect(await second.read()).toEqual({ ...draft('second'), ...notes(true) });
  expect(await second.readRuns()).toEqual([RUN]);
  now.mockReturnValue(3_000);
  await first.writeText(draft('first again'));
  await first.writeNotes(notes(true), []);
  expect(await second.read()).toEqual({ ...draft('first again'), ...notes(true) });
});

it('a text is not counted again after a reload although another tab has stored its own', async () => {
  const first = await setupClassifier();
  await first.type('Tesco Stores 11');
  const today = page.getByText('Today').element().parentElement;
  await expect.element(today).toHaveTextContent('Today1');
  const other = openDraftStorage(first.uid);
  await other.writeText(draft('Premier Inn'));
  await other.writeNotes(notes(true), []);
  window.dispatchEvent(new Event('pagehide'));
  const { cell, box } = await first.reload();
  await expect.element(box).toHaveValue('Tesco Stores 11');
  await expect.element(cell(1, 'account')).toHaveTextContent('6100');
  // What comes after the text is counted.
  await userEvent.dblClick(cell(1, 'description'));
  await userEvent.keyboard('{Control>}a{/Control}Premier Inn{Enter}');
  await expect.element(page.getByText('Today').element().parentElement).toHaveTextContent('Today1');
});
