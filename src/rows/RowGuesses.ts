import type { GuessedAccount } from '#contract/ledger.ts';
import type { LedgerRun } from '../services/ledger.ts';
import { createObservable } from '../services/observable.ts';
import { dropAtEnd } from '../services/workerLink.ts';

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
  readonly #wanted = new Map<string, number>();
  readonly #asked = new Set<string>();
  #isRequesting = false;

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
    for (const { row, description } of rows)
      if (!this.#asked.has(description)) this.#wanted.set(description, row);
    if (this.#wanted.size > 0 && !this.#isRequesting) dropAtEnd(this.#request(run));
  }

  #begin(run: LedgerRun): void {
    this.#run = run;
    this.#isLearned = false;
    this.#wanted.clear();
    this.#asked.clear();
    if (this.state.get().size > 0) this.state.set(new Map());
  }

  async #request(run: LedgerRun): Promise<void> {
    this.#isRequesting = true;
    try {
      while (this.#wanted.size > 0 && run === this.#run) {
        const wanted = [...this.#wanted];
        this.#wanted.clear();
        for (const [description] of wanted) this.#asked.add(description);
        const found = await run.likelyAccounts(wanted.map(([, row]) => row));
        if (found === undefined || run !== this.#run) continue;
        const guesses = new Map(this.state.get());
        for (const [i, [description]] of wanted.entries()) guesses.set(description, found[i] ?? []);
        this.state.set(guesses);
      }
    } catch (error) {
      // Accounts can be chosen without them.
      console.error('No account was guessed:', error);
    } finally {
      this.#isRequesting = false;
    }
  }
}
