import { get } from 'idb-keyval';
import type { DraftText, RunId, Tab } from '#contract/ledger.ts';
import type { Account } from '#model/user.ts';
import type { Ledger } from '../Ledger.ts';
import { draftsByAge } from '../rows/draftStorage.ts';
import { readPasted, type TableReader } from '../rows/pastedText.ts';
import { NO_NOTES, ResultTable } from '../rows/ResultTable.ts';
import type { PreviewRows } from './preview.ts';

/** The text that a person classified last in this browser, whichever tab had it. */
export type LastText = {
  /** When it was stored. Milliseconds since 1970. */
  readonly at: number;
  /** Null when it is gone meanwhile. */
  read(): Promise<DraftText | null>;
};

/** The text that the user `uid` stored last in this browser: the draft of a tab, or one that was cleared; null for none. */
export async function findLastText(uid: string): Promise<LastText | null> {
  const [newest] = await draftsByAge(uid);
  if (newest === undefined) return null;
  return { at: newest.stamp, read: async () => (await get<DraftText>(newest.keys.text)) ?? null };
}

type PreviewTextOptions = {
  readonly ledger: Pick<Ledger, 'list' | 'tableNow' | 'wanted' | 'readDraft' | 'classify'>;
  readonly start: { readonly account: Pick<Account, 'uid'>; readonly tab: Pick<Tab, 'isNew'> };
  loadTableReader(): Promise<TableReader>;
};

/** The page's number as long as it has asked for no text: nobody hears the events. */
const STORED_RUN: RunId = 0;

const hasBeenAsked = ({ wanted }: Pick<Ledger, 'wanted'>) => wanted !== null && wanted !== STORED_RUN;

/**
 * Over which rows a change is counted: those of the text in this tab, also where its Classifier has not been opened since a
 * reload; without one, those of the last text that this browser stored, as if classified just now.
 */
export class PreviewText {
  readonly #options: PreviewTextOptions;
  readonly #findText: typeof findLastText;
  readonly #opened: Promise<void>;
  #stored: PreviewRows | null = null;

  constructor(options: PreviewTextOptions, findText = findLastText) {
    this.#options = options;
    this.#findText = findText;
    this.#opened = this.#openStored().catch((error: unknown) =>
      console.warn('The stored text was not read:', error),
    );
    options.ledger.list.watch(() => {
      this.#stored = null;
    });
  }

  /** None where no text is known. */
  async rows(): Promise<PreviewRows> {
    await this.#opened;
    const { ledger, start } = this.#options;
    const table = ledger.tableNow();
    // A new tab adopts the last draft, but it counts as the tab's own only once the Classifier has shown it.
    const isOwn = hasBeenAsked(ledger) || !start.tab.isNew;
    if (isOwn && table !== undefined && table.rows.count > 0) return { table };
    const last = await this.#findText(start.account.uid);
    if (last === null) return { table: this.#tableOf('') };
    if (this.#stored?.storedText?.at !== last.at) this.#stored = await this.#classifyAnew(last);
    return this.#stored ?? { table: this.#tableOf('') };
  }

  async #openStored(): Promise<void> {
    const { ledger } = this.#options;
    if (hasBeenAsked(ledger)) return;
    const draft = await ledger.readDraft();
    if (draft === null || hasBeenAsked(ledger)) return;
    const { text, ...options } = draft;
    await ledger.classify(STORED_RUN, text, options);
  }

  async #classifyAnew(last: LastText): Promise<PreviewRows | null> {
    const draft = await last.read();
    if (draft === null) return null;
    const { ledger, loadTableReader } = this.#options;
    const { list } = ledger;
    const reader = await loadTableReader().catch(() => null);
    const table = this.#tableOf(draft.text, { ...draft, reader });
    if (list.classifier === null || list.mismatch !== null) return null;
    table.classifyBatch({ from: 0, to: table.rows.count });
    return { table, storedText: { rows: table.rows.count - table.blankRows, at: last.at } };
  }

  #tableOf(text: string, options?: Parameters<typeof readPasted>[1]): ResultTable {
    const { list } = this.#options.ledger;
    return new ResultTable(readPasted(text, options), NO_NOTES, {
      classifierNow: () => list.classifier,
      isAnswering: () => list.mismatch === null,
    });
  }
}
