import type {
  ChoiceResult,
  KeywordPreview,
  KeywordResult,
  MappingLabel,
  RowExplanation,
  RowQuery,
  RowState,
  RunId,
  UnmatchedGroups,
} from '#contract/ledger.ts';
import type { Classifier } from '#engine/classifier.ts';
import type { MappingId } from '#model/classification.ts';
import type { Mapping } from '#model/mapping.ts';
import type { MappingList } from '../list/MappingList.ts';
import { writeMapping } from '../list/mappingWrites.ts';
import { keepAllCurrent, takeAllNew, takeNew } from './choices.ts';
import type { ResultTable } from './ResultTable.ts';
import { filterRows } from './rowFilter.ts';
import { groupUnmatched, previewKeyword } from './unmatched.ts';

export type RowDeskParts = {
  readonly list: Pick<MappingList, 'entries' | 'classifier' | 'write'>;
  createClassifier(mappings: Iterable<Mapping>): Classifier;
  /** The rows of a run, unless it has been replaced. */
  tableOf(run: RunId): ResultTable | undefined;
  /** A row was edited: it is to be kept, and counted unless it is blank. */
  onEdited(text: string): void;
};

/** What the page asks and does about rows of the result. Calls that name a replaced run do nothing. */
export class RowCommands {
  readonly #parts: RowDeskParts;

  constructor(parts: RowDeskParts) {
    this.#parts = parts;
  }

  /** How these mappings are drawn, in the order asked for; undefined for an id that no row has shown. */
  describe(run: RunId, mappings: readonly MappingId[]): (MappingLabel | undefined)[] {
    const table = this.#parts.tableOf(run);
    return mappings.map((mapping) => table?.label(mapping));
  }

  /** Takes the user's own text for a row. */
  editRow(run: RunId, row: number, text: string): RowState | undefined {
    const table = this.#parts.tableOf(run);
    if (table === undefined || table.description(row) === text) return table?.state(row);
    const state = table.edit(row, text);
    this.#parts.onEdited(text);
    return state;
  }

  /** See {@link takeNew}. */
  async takeNew(run: RunId, row: number, isShared: boolean): Promise<ChoiceResult> {
    const table = this.#parts.tableOf(run);
    return table ? takeNew(this.#parts.list, table, row, isShared) : replaced;
  }

  /** See {@link takeAllNew}. */
  async takeAllNew(run: RunId, isShared: boolean): Promise<ChoiceResult> {
    const table = this.#parts.tableOf(run);
    return table ? takeAllNew(this.#parts.list, table, isShared) : replaced;
  }

  /** Keeps the account that a row shows; the same suggestion is not made again in this session. */
  keepCurrent(run: RunId, row: number): RowState | undefined {
    return this.#parts.tableOf(run)?.decline(row);
  }

  keepAllCurrent(run: RunId): RowState[] {
    const table = this.#parts.tableOf(run);
    return table ? keepAllCurrent(table) : [];
  }

  /** The rows that a filter and a search leave, ascending. */
  filter(run: RunId, query: RowQuery): Uint32Array<ArrayBuffer> | undefined {
    const table = this.#parts.tableOf(run);
    return table && filterRows(table, query);
  }

  /** Why a row has its account; undefined while that is not known. */
  explain(run: RunId, row: number): RowExplanation | undefined {
    const table = this.#parts.tableOf(run);
    const description = table?.description(row);
    const explanation =
      description === undefined ? undefined : this.#parts.list.classifier?.explain(description);
    if (table === undefined || description === undefined || explanation === undefined) return undefined;
    return { description, explanation, isShown: table.isAnswerShown(row) };
  }

  groupUnmatched(run: RunId): UnmatchedGroups | undefined {
    const table = this.#parts.tableOf(run);
    return table && groupUnmatched(table);
  }

  /** What a keyword would do to the rows if it were saved. */
  previewKeyword(run: RunId, keyword: string): KeywordPreview | undefined {
    const table = this.#parts.tableOf(run);
    return table && previewKeyword(table, this.#parts.createClassifier, keyword);
  }

  /** Saves one mapping for everybody; the rows change as with anybody's change of the list. */
  saveKeyword(keyword: string, glAccount: string): Promise<KeywordResult> {
    return writeMapping(this.#parts.list, keyword, glAccount.trim());
  }
}

const replaced = { kind: 'failed', detail: 'Another text has taken the place of these rows.' } as const;
