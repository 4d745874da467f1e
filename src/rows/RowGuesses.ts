import type { GuessedAccount } from '#contract/ledger.ts';
import type { LedgerRun } from '../services/ledger.ts';
import { createObservable } from '../services/observable.ts';
import { ignoreAfterExit } from '../services/workerLink.ts';

/** By description, the accounts that are likely for it, best first. */
type Guesses = ReadonlyMap<string, readonly GuessedAccount[]>;
type Row = { readonly row: number; readonly description: string };

/**
 * The likely accounts of rows without a match, as somebody looks at them. The list is learned for the first row that is
 * asked about on purpose; rows that are only in sight come along from then on.
 */
export class RowGuesses {
  readonly state = createObservable<Guesses>(new Map());
  #run: LedgerRun | null = null;
  #isLearned = false;
  /** Descriptions; those without an answer are asked about again when they are drawn next. */
  readonly #asked = new Set<string>();

  /** Somebody wants to know about a row. */
  want(run: LedgerRun, row: Row): void {
    if (run !== this.#run) this.#begin(run);
    this.#isLearned = true;
    this.show(run, [row]);
  }

  /** These rows without a match are in sight. */
  show(run: LedgerRun, rows: readonly Row[]): void {
    if (run !== this.#run) this.#begin(run);
    if (!this.#isLearned) return;
    const unknown = rows.filter(({ description }) => !this.#asked.has(description));
    if (unknown.length > 0) ignoreAfterExit(this.#request(run, unknown));
  }

  #begin(run: LedgerRun): void {
    this.#run = run;
    this.#isLearned = false;
    this.#asked.clear();
    if (this.state.get().size > 0) this.state.set(new Map());
  }

  async #request(run: LedgerRun, rows: readonly Row[]): Promise<void> {
    for (const { description } of rows) this.#asked.add(description);
    const found = await run.likelyAccounts(rows.map(({ row }) => row)).catch((error: unknown) => {
      // Accounts can be chosen without them.
      console.error('No account was guessed:', error);
      return undefined;
    });
    if (run !== this.#run) return;
    const guesses = new Map(this.state.get());
    for (const [i, { description }] of rows.entries())
      if (found === undefined) this.#asked.delete(description);
      else guesses.set(description, found[i] ?? []);
    if (found !== undefined) this.state.set(guesses);
  }
}
