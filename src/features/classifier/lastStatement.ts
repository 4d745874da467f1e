import type { FileReadingSummary } from '#contract/analysis.ts';
import type { ReadChoices } from '#model/fileReading.ts';
import { createObservable } from '../../services/observable.ts';
import type { RowStore } from './RowStore.ts';

/** The file whose lines were put into the box last. */
export type LastStatement = {
  readonly file: File;
  /** The lines, by which is known whether the box still has them. */
  readonly text: string;
  readonly reading: FileReadingSummary;
  readonly choices: ReadChoices;
  /** Reads the file in another way; null when that is no longer offered. */
  readonly readAgain: ((choices: ReadChoices) => void) | null;
};

const create = () => createObservable<LastStatement | null>(null);
const byStore = new WeakMap<RowStore, ReturnType<typeof create>>();

/** The last file of the rows; it stays when the page is left. */
export function lastStatementOf(store: RowStore): ReturnType<typeof create> {
  const known = byStore.get(store) ?? create();
  byStore.set(store, known);
  return known;
}

/** Offers no other way of reading any more; the names of the columns stay known. */
export function closeStatement(store: RowStore): void {
  const last = lastStatementOf(store);
  const now = last.get();
  if (now?.readAgain) last.set({ ...now, readAgain: null });
}

/** The names of the columns of the text in the box, where the file or the text itself has them; null for none. */
export function columnNamesOf(store: RowStore): readonly string[] | null {
  const last = lastStatementOf(store).get();
  if (last?.text === store.text) return last.reading.names;
  const header = store.header.get();
  const count = store.columns.get()?.examples.length ?? 0;
  // Names without their places are of use only where no column lacks one.
  return header && !header.isRow && header.names.length === count ? header.names : null;
}
