import type {
  ChoiceResult,
  GuessedAccount,
  MappingLabel,
  RowExplanation,
  RowQuery,
  RowState,
  RowsApi,
  RunId,
} from '#contract/ledger.ts';
import type { Preview } from '#contract/preview.ts';
import type { AmountChoice, JournalChoice } from '#contract/summary.ts';
import type { AccountUse } from '#contract/table.ts';
import type { UnmatchedApi } from '#contract/unmatched.ts';
import { runToEnd } from '#engine/steps.ts';
import { type MappingId, noPaymentOf } from '#model/classification.ts';
import { isNoMatch, typedMapping } from '#model/mapping.ts';
import { lazyService, loadOnce } from '../../lazyService.ts';
import type { WritableList } from '../list/listWrites.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { Timing } from '../timing.ts';
import { otherCells } from './pastedText.ts';
import type { ResultTable } from './ResultTable.ts';
import { filterRows } from './rowQueries.ts';

type RowCommandsOptions = {
  /** Whose choices count for guesses. */
  readonly uid: string;
  readonly list: WritableList & Pick<MappingList, 'classifier' | 'watch'>;
  readonly timing: Pick<Timing, 'pause' | 'yieldToEventLoop'>;
  /** The rows of a run, unless it has been replaced. */
  tableOf(run: RunId): ResultTable | undefined;
  /** Called after a row was edited, with its new text and the mapping that answers it now. */
  onEdited(text: string, isCounted: boolean, answer: MappingId): void;
  /** Called after accounts of rows were taken or kept. */
  onDecided(): void;
};

/**
 * The worker's side of {@link RowsApi}, which describes each method. What is done only now and then is loaded at its first
 * use: the first load has no room for it.
 */
export class RowCommands implements RowsApi {
  readonly #options: RowCommandsOptions;
  readonly #loadGuesser = loadOnce(
    async () => new (await import('../guess/AccountGuesser.ts')).AccountGuesser(this.#options),
  );
  readonly unmatched = lazyService<UnmatchedApi>(
    async () =>
      new (await import('./UnmatchedQueue.ts')).UnmatchedQueue({
        ...this.#options,
        loadGuesser: this.#loadGuesser,
      }),
  );

  constructor(options: RowCommandsOptions) {
    this.#options = options;
  }

  describe(run: RunId, mappings: readonly MappingId[]): (MappingLabel | undefined)[] {
    const table = this.#options.tableOf(run);
    return mappings.map((mapping) => table?.label(mapping));
  }

  editRow(run: RunId, row: number, text: string, isUndo = false): RowState | undefined {
    const table = this.#options.tableOf(run);
    if (table === undefined || table.description(row) === text) return table?.state(row);
    const state = table.edit(row, text);
    this.#options.onEdited(text, !isUndo, state.shown);
    return state;
  }

  async takeNew(run: RunId, row: number, isShared: boolean): Promise<ChoiceResult> {
    const { takeNew } = await import('./takeNew.ts');
    const { list, tableOf } = this.#options;
    return this.#decided(await takeNew(list, tableOf(run), row, isShared));
  }

  takeAllNew(run: RunId): readonly RowState[] {
    const table = this.#options.tableOf(run);
    return this.#decided(table?.rowsToVerify().map((row) => table.accept(row)) ?? []);
  }

  undoTakeNew(run: RunId, rows: readonly number[]): readonly RowState[] {
    return this.#decided(this.#options.tableOf(run)?.undoAccept(rows) ?? []);
  }

  keepCurrent(run: RunId, rows: readonly number[], isKept: boolean): RowState[] {
    const table = this.#options.tableOf(run);
    return this.#decided(table ? rows.map((row) => table.decline(row, isKept)) : []);
  }

  filter(run: RunId, query: RowQuery): Uint32Array<ArrayBuffer> | undefined {
    const table = this.#options.tableOf(run);
    return table && filterRows(table, query);
  }

  explain(run: RunId, row: number): RowExplanation | undefined {
    const table = this.#options.tableOf(run);
    const description = table?.description(row) ?? '';
    const explanation = table && this.#options.list.classifier?.explain(description);
    if (!explanation) return undefined;
    const isShown = table.isAnswerShown(row);
    const noPayment = noPaymentOf(table.shown(row));
    return { description, explanation, isShown, noPayment, otherCells: otherCells(table.pasted, row) };
  }

  async likelyAccounts(
    run: RunId,
    rows: readonly number[],
  ): Promise<readonly (readonly GuessedAccount[])[] | undefined> {
    const guesser = await this.#loadGuesser();
    return guesser.guessRows(() => this.#options.tableOf(run), rows);
  }

  async accountsInUse(run: RunId): Promise<readonly AccountUse[]> {
    const { accountsInUse } = await import('./accountsInUse.ts');
    const table = this.#options.tableOf(run);
    return table === undefined ? [] : accountsInUse(this.#options.list.entries.values(), table);
  }

  chooseAccount(run: RunId, row: number, glAccount: string | null): RowState | undefined {
    const table = this.#options.tableOf(run);
    const account = glAccount?.trim() ?? null;
    if (table === undefined || (account !== null && (account === '' || isNoMatch(account)))) return undefined;
    this.#loadGuesser().then((guesser) => guesser.chooseForRow(table, row, account), console.warn);
    return this.#decided(table.choose(row, account));
  }

  async previewKeyword(
    run: RunId,
    keyword: string,
    glAccount: string,
    row: number | null = null,
  ): Promise<Preview | undefined> {
    const { addition, preview } = await import('../preview/preview.ts');
    const table = this.#options.tableOf(run);
    const change = addition(typedMapping({ description: keyword, glAccount }));
    const named = new Set(row === null ? [] : [row]);
    return table && runToEnd(preview({ ...this.#options, table }, [change], named));
  }

  async summarise(run: RunId, choice: AmountChoice): ReturnType<RowsApi['summarise']> {
    const { summarise } = await import('./accountSummary.ts');
    const table = this.#options.tableOf(run);
    return table && summarise(table, choice);
  }

  async reading(run: RunId, choice: AmountChoice): ReturnType<RowsApi['reading']> {
    const { amountsOf, readingOf } = await import('./tableAmounts.ts');
    const table = this.#options.tableOf(run);
    if (table === undefined) return undefined;
    table.amountChoice = choice;
    return table.pasted.columns === null ? null : readingOf(amountsOf(table, choice), choice);
  }

  async amounts(run: RunId, rows: readonly number[]): ReturnType<RowsApi['amounts']> {
    const { shownAmounts } = await import('./tableAmounts.ts');
    const table = this.#options.tableOf(run);
    return table === undefined ? [] : shownAmounts(table, rows);
  }

  async journal(run: RunId, choice: JournalChoice): ReturnType<RowsApi['journal']> {
    const { makeJournal } = await import('./journal.ts');
    const table = this.#options.tableOf(run);
    return table && makeJournal(table, choice);
  }

  #decided<Outcome>(outcome: Outcome): Outcome {
    this.#options.onDecided();
    return outcome;
  }
}
