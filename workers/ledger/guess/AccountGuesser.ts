import type { GuessedAccount } from '#contract/ledger.ts';
import { type Bands, bandsOf, calibrate, judge } from '#engine/guess/bands.ts';
import type { LikelyAccounts } from '#engine/guess/LikelyAccounts.ts';
import { train } from '#engine/guess/train.ts';
import { UNMATCHED } from '#model/classification.ts';
import type { ListEvent, MappingList } from '../list/MappingList.ts';
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

type Changes = Extract<ListEvent, { kind: 'changed' }>['changes'];

/**
 * Learns the list when somebody asks for the first time, in steps with pauses between them, and then follows its
 * changes. Those that come while it learns are applied at the end.
 */
export class AccountGuesser {
  readonly #options: AccountGuesserOptions;
  readonly #choices: GuessChoices;
  /** Null until somebody asks, and after the list was replaced. */
  #learning: Promise<Learned | null> | null = null;
  #learned: Learned | null = null;
  #waiting: Changes[] = [];
  /** Grows when what is being learned has become useless. */
  #generation = 0;

  constructor(options: AccountGuesserOptions) {
    this.#options = options;
    this.#choices = new GuessChoices(openChoiceStorage(options.uid));
    options.list.watch((event) => {
      if (event.kind === 'changed') this.#onChanged(event.changes);
      else this.#forget();
    });
  }

  /** The accounts to show for each description; undefined when the list is replaced while it is being learned. */
  async guess(descriptions: readonly string[]): Promise<readonly (readonly GuessedAccount[])[] | undefined> {
    this.#learning ??= this.#learn();
    const learned = await this.#learning;
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

  async #learn(): Promise<Learned | null> {
    const generation = this.#generation;
    const likely = await this.#inSteps(train(this.#options.list.entries.values()));
    if (likely === null || generation !== this.#generation) return null;
    const bands = await this.#inSteps(calibrate(likely));
    if (bands === null || generation !== this.#generation) return null;
    for (const changes of this.#waiting.splice(0)) applyChanges(likely, changes);
    this.#learned = { likely, bands };
    return this.#learned;
  }

  /** Takes a job's steps with pauses between them; null when the list is replaced meanwhile. */
  async #inSteps<Result>(steps: Generator<void, Result>): Promise<Result | null> {
    const generation = this.#generation;
    for (let step = steps.next(); generation === this.#generation; step = steps.next()) {
      if (step.done) return step.value;
      await this.#options.timing.pause(PAUSE_MS);
    }
    return null;
  }

  #onChanged(changes: Changes): void {
    if (changes.size > FEW_CHANGES) this.#forget();
    else if (this.#learned === null) this.#waiting.push(changes);
    else {
      const { likely } = this.#learned;
      applyChanges(likely, changes);
      if (likely.changes > FEW_CHANGES && likely.changes * ONE_OF > likely.size) this.#forget();
    }
  }

  #forget(): void {
    this.#generation++;
    this.#learning = null;
    this.#learned = null;
    this.#waiting = [];
  }
}

function applyChanges(likely: LikelyAccounts, changes: Changes): void {
  likely.apply(
    [...changes.values()].filter((mapping) => mapping !== null),
    [...changes.keys()].filter((key) => changes.get(key) === null),
  );
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
