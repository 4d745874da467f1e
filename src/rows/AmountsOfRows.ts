import type { ColumnChoice } from '#contract/ledger.ts';
import { type AmountChoice, type AmountReading, AS_FOUND } from '#contract/summary.ts';
import { AnswerCache } from '../services/AnswerCache.ts';
import type { LedgerRun } from '../services/ledger.ts';
import { createObservable } from '../services/observable.ts';
import { parseStored, tryStorage } from '../services/webStorage.ts';

/** In this browser, what was answered for layouts: pairs of the headings and the answer, the latest last. */
const STORAGE_KEY = 'amount-answers';
const MOST_LAYOUTS = 50;
const LOSS = 'How amounts are read will be asked again:';

/** What is answered for a layout, and not for one text alone. */
type LayoutAnswer = Omit<AmountChoice, 'leavesOutRepeated' | 'opening' | 'closing'>;

/** How the amounts of the text in the box are read, and what the user chose of it, which is remembered for its layout. */
export class AmountsOfRows {
  readonly choice = createObservable(AS_FOUND);
  /** Null without columns, and until the rows are classified. */
  readonly reading = createObservable<AmountReading | null>(null);
  #layout: string | null = null;
  #isRemembered = false;
  #asked = 0;
  #run: LedgerRun | null = null;
  readonly #texts: AnswerCache<number, string>;

  /** `onTexts` is called when texts that were requested have come. */
  constructor(onTexts: () => void) {
    this.#texts = new AnswerCache(async (rows) => (await this.#run?.amounts(rows)) ?? [], onTexts);
  }

  /** The amount of a row as it is shown; undefined until it is known, and without columns of amounts. */
  textOf(row: number): string | undefined {
    return this.reading.get()?.columns.length ? this.#texts.get(row) : undefined;
  }

  /** Rows come. `isOther`: of another text than the last; without headings nothing is remembered for it. */
  begin(columns: ColumnChoice | null, isOther: boolean): void {
    const layout = columns?.layout ?? null;
    // They are those of the rows before, which may stand elsewhere now.
    this.#run = null;
    this.#texts.clear();
    if (!isOther && layout === this.#layout) return;
    const answer = layout === null ? undefined : new Map(rememberedAnswers()).get(layout);
    this.#layout = layout;
    this.#isRemembered = answer !== undefined;
    this.#asked++;
    this.reading.set(null);
    this.choice.set({ ...AS_FOUND, ...answer });
  }

  /** Asks how the amounts of classified rows are read. Balances that prove a reading outdo what was said of other texts. */
  async ask(run: LedgerRun | null): Promise<void> {
    const asked = ++this.#asked;
    try {
      const found = this.#isRemembered ? await run?.reading(AS_FOUND) : null;
      const { isDebitPositive } = this.choice.get();
      const choice = found?.isProven ? { ...AS_FOUND, isDebitPositive } : this.choice.get();
      const reading = await run?.reading(choice);
      if (asked !== this.#asked) return;
      this.#isRemembered = false;
      this.#run = run;
      this.#texts.clear();
      this.choice.set(choice);
      this.reading.set(reading ?? null);
    } catch (error) {
      console.warn('It is not known how the amounts are read:', error);
    }
  }

  /** Reads the amounts so from now on; the layout remembers it. */
  choose(choice: AmountChoice, run: LedgerRun | null): Promise<void> {
    this.choice.set(choice);
    this.#isRemembered = false;
    if (this.#layout !== null) rememberAnswer(this.#layout, choice);
    return this.ask(run);
  }
}

/**
 * The amounts as they are read now, or the other way round. Of a pair it is kept which column is which: in a later file the
 * shapes of the two may say something else, which would turn the answer round.
 */
export function withSides(
  choice: AmountChoice,
  { columns }: AmountReading,
  isOtherWay: boolean,
): AmountChoice {
  if (columns.length === 2)
    return { ...choice, columns: isOtherWay ? columns.toReversed() : columns, isReversed: null };
  return { ...choice, isReversed: isOtherWay !== (choice.isReversed ?? false) };
}

function rememberAnswer(layout: string, choice: AmountChoice): void {
  const { columns, isReversed, decimal, currency, isDebitPositive } = choice;
  const others = rememberedAnswers().filter(([known]) => known !== layout);
  const answers = [...others, [layout, { columns, isReversed, decimal, currency, isDebitPositive }]];
  tryStorage(LOSS, () => localStorage.setItem(STORAGE_KEY, JSON.stringify(answers.slice(-MOST_LAYOUTS))));
}

function rememberedAnswers(): readonly (readonly [string, LayoutAnswer])[] {
  const stored = parseStored(tryStorage(LOSS, () => localStorage.getItem(STORAGE_KEY)));
  return Array.isArray(stored) ? stored.filter(isAnswer) : [];
}

/** Another version may have stored something else. */
function isAnswer(stored: unknown): stored is readonly [string, LayoutAnswer] {
  if (!Array.isArray(stored) || typeof stored[0] !== 'string') return false;
  const { columns, isReversed, decimal, currency, isDebitPositive } = Object(stored[1]);
  const isColumns = Array.isArray(columns) && columns.every(Number.isInteger);
  return (
    (columns === null || isColumns) &&
    (isReversed === null || typeof isReversed === 'boolean') &&
    [null, '.', ','].includes(decimal) &&
    (currency === null || typeof currency === 'string') &&
    typeof isDebitPositive === 'boolean'
  );
}
