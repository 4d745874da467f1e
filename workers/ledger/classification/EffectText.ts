import { get } from 'idb-keyval';
import type { DraftText, RunId, Tab } from '#contract/ledger.ts';
import type { Account } from '#model/user.ts';
import type { Ledger } from '../Ledger.ts';
import { draftsByAge } from './draftStorage.ts';
import type { EffectRows } from './mappingEffect.ts';
import { type HeaderFinder, readPasted } from './pastedText.ts';
import { NO_NOTES, ResultTable } from './ResultTable.ts';

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

type EffectTextOptions = {
  readonly ledger: Pick<Ledger, 'list' | 'tableNow' | 'wanted' | 'readDraft' | 'classify'>;
  readonly start: { readonly account: Pick<Account, 'uid'>; readonly tab: Pick<Tab, 'isNew'> };
  loadHeaderFinder(): Promise<HeaderFinder>;
};

/** The page's number as long as it has asked for no text: nobody hears the events. */
const STORED_RUN: RunId = 0;

const hasBeenAsked = ({ wanted }: Pick<Ledger, 'wanted'>) => wanted !== null && wanted !== STORED_RUN;

/**
 * Over which rows the effect of a change is counted: those of the text in this tab, also where its Classifier has not been
 * opened since a reload; without one, those of the last text that this browser kept, as if classified just now.
 */
export class EffectText {
  readonly #options: EffectTextOptions;
  readonly #findText: typeof findLastText;
  readonly #opened: Promise<void>;
  #kept: EffectRows | null = null;

  constructor(options: EffectTextOptions, findText = findLastText) {
    this.#options = options;
    this.#findText = findText;
    this.#opened = this.#openStored().catch((error: unknown) =>
      console.warn('The stored text was not read:', error),
    );
    options.ledger.list.watch(() => {
      this.#kept = null;
    });
  }

  /** Null where no text is known. */
  async rows(): Promise<EffectRows | null> {
    await this.#opened;
    const { ledger, start } = this.#options;
    const table = ledger.tableNow();
    // A new tab takes the last text over: until its Classifier shows it, it is not that of the tab.
    const isOwn = hasBeenAsked(ledger) || !start.tab.isNew;
    if (isOwn && table !== undefined && table.rows.count > 0) return { table, keptText: null };
    const last = await this.#findText(start.account.uid);
    if (last === null) return null;
    if (this.#kept?.keptText?.at !== last.at) this.#kept = await this.#classifyAnew(last);
    return this.#kept;
  }

  async #openStored(): Promise<void> {
    const { ledger } = this.#options;
    if (hasBeenAsked(ledger)) return;
    const draft = await ledger.readDraft();
    if (draft === null || hasBeenAsked(ledger)) return;
    const { text, ...options } = draft;
    await ledger.classify(STORED_RUN, text, options);
  }

  async #classifyAnew(last: LastText): Promise<EffectRows | null> {
    const draft = await last.read();
    if (draft === null) return null;
    const { ledger, loadHeaderFinder } = this.#options;
    const { list } = ledger;
    const findHeader = await loadHeaderFinder().catch(() => null);
    const table = new ResultTable(readPasted(draft.text, { ...draft, findHeader }), NO_NOTES, {
      classifierNow: () => list.classifier,
      isAnswering: () => list.mismatch === null,
    });
    if (list.classifier === null || list.mismatch !== null) return null;
    table.classifyBatch({ from: 0, to: table.rows.count });
    return { table, keptText: { rows: table.rows.count - table.blankRows, at: last.at } };
  }
}
