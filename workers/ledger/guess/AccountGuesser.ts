import type { GuessedAccount } from '#contract/ledger.ts';
import { type Bands, bandsOf, calibrate, judge } from '#engine/guess/bands.ts';
import type { LikelyAccounts } from '#engine/guess/LikelyAccounts.ts';
import { train } from '#engine/guess/train.ts';
import { UNMATCHED } from '#model/classification.ts';
import type { Mapping } from '#model/mapping.ts';
import { type ListChanges, ListIndex } from '../list/ListIndex.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { ResultTable } from '../rows/ResultTable.ts';
import type { Timing } from '../timing.ts';
import { GuessChoices, openChoiceStorage } from './GuessChoices.ts';

/** Milliseconds between two steps of learning: a run and the page's messages go first. */
const PAUSE_MS = 10;
/** With more changes than a training is worth, and than one mapping in so many, it is trained again. */
const FEW_CHANGES = 1000;
const ONE_OF = 4;

type AccountGuesserOptions = {
  readonly list: Pick<MappingList, 'entries' | 'watch'>;
  readonly timing: Pick<Timing, 'pause'>;
  /** Whose choices count. */
  readonly uid: string;
};

/** What is known of the list. */
type Learned = { readonly likely: LikelyAccounts; readonly bands: Bands };

/**
 * Learns the list when somebody asks for the first time, in steps with pauses between them, and then follows its
 * changes.
 */
export class AccountGuesser {
  readonly #options: AccountGuesserOptions;
  readonly #choices: GuessChoices;
  readonly #learned: ListIndex<Learned>;

  constructor(options: AccountGuesserOptions) {
    this.#options = options;
    this.#choices = new GuessChoices(openChoiceStorage(options.uid));
    this.#learned = new ListIndex({
      list: options.list,
      make: (mappings, signal) => this.#learn(mappings, signal),
      apply: applyChanges,
    });
  }

  /** The accounts to show for each description; undefined when the list is replaced while it is being learned. */
  async guess(descriptions: readonly string[]): Promise<readonly (readonly GuessedAccount[])[] | undefined> {
    const learned = await this.#learned.get();
    if (learned === null) return undefined;
    const guesses = descriptions.map((description) => accountsToShow(description, learned));
    return this.#choices.applyTo(descriptions, guesses);
  }

  /** The accounts to show for rows, none for those with an account; undefined when the rows or the list are replaced meanwhile. */
  async guessRows(tableNow: () => ResultTable | undefined, rows: readonly number[]) {
    const table = tableNow();
    if (table === undefined) return undefined;
    const open = rows.filter((row) => table.shown(row) === UNMATCHED);
    const guesses = await this.guess(open.map((row) => table.description(row)));
    if (guesses === undefined || tableNow() !== table) return undefined;
    const ofRow = new Map(open.map((row, i) => [row, guesses[i] ?? []]));
    return rows.map((row) => ofRow.get(row) ?? []);
  }

  /** A row got an account of its own, which counts where the list has none for it; null: it was taken back. */
  async chooseForRow(table: ResultTable, row: number, glAccount: string | null): Promise<void> {
    if (table.mapping(table.answerId(row)) === undefined)
      await this.choose([table.description(row)], glAccount);
  }

  /** See {@link GuessChoices.choose}. */
  choose(descriptions: readonly string[], glAccount: string | null): Promise<void> {
    return this.#choices.choose(descriptions, glAccount);
  }

  async #learn(mappings: readonly Mapping[], signal: AbortSignal): Promise<Learned> {
    const likely = await this.#inSteps(train(mappings), signal);
    return { likely, bands: await this.#inSteps(calibrate(likely), signal) };
  }

  /** Takes a job's steps with pauses between them. */
  async #inSteps<Result>(steps: Generator<void, Result>, signal: AbortSignal): Promise<Result> {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      await this.#options.timing.pause(PAUSE_MS);
      signal.throwIfAborted();
    }
  }
}

/** Returns false after so many changes that it is trained again. */
function applyChanges({ likely }: Learned, changes: ListChanges): boolean {
  if (changes.size > FEW_CHANGES) return false;
  likely.apply(
    [...changes.values()].filter((mapping) => mapping !== null),
    [...changes.keys()].filter((key) => changes.get(key) === null),
  );
  return likely.changes <= FEW_CHANGES || likely.changes * ONE_OF <= likely.size;
}

/** Below the weak band nothing is shown. */
function accountsToShow(description: string, { likely, bands }: Learned): GuessedAccount[] {
  const judged = judge(likely, description);
  const bandOf = bandsOf(judged, bands);
  return judged.guesses.flatMap(({ glAccount }, i) => {
    const band = bandOf[i] ?? 'none';
    if (band === 'none') return [];
    const { mappings, words } = likely.explain(description, glAccount);
    return [{ glAccount, band, reason: { keywords: mappings.map(({ description }) => description), words } }];
  });
}
