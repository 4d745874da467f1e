import type { Remote } from 'comlink';
import type {
  ChoiceResult,
  CopyColumns,
  CopyResult,
  KeywordPreview,
  KeywordResult,
  LedgerApi,
  MappingLabel,
  RowExplanation,
  RowQuery,
  RowState,
  RunId,
  UnmatchedGroups,
} from '#contract/ledger.ts';
import type { MappingId } from '#model/classification.ts';
import { orFailed, type UntilEnded } from './untilEnded.ts';

/** What the ledger worker gives once it is open. */
export type RemoteLedger = Awaited<ReturnType<Remote<LedgerApi>['open']>>;

/** One classification of a text, and what can be asked about its rows. */
export type LedgerRun = {
  /** Rows `from` to `to` (excluded) are on screen: they are classified first. */
  showRows(from: number, to: number): void;
  describe(mappings: readonly MappingId[]): Promise<readonly (MappingLabel | undefined)[]>;
  /** Undefined when another text has taken the place of this run's. */
  editRow(row: number, text: string): Promise<RowState | undefined>;
  /** With `isShared` the suggestion becomes the mapping of the row's description, for everybody. */
  takeNew(row: number, isShared: boolean): Promise<ChoiceResult>;
  /** The same for every row that has a suggestion. */
  takeAllNew(isShared: boolean): Promise<ChoiceResult>;
  keepCurrent(row: number): Promise<RowState | undefined>;
  keepAllCurrent(): Promise<readonly RowState[]>;
  /** The rows, ascending, that the query leaves; undefined for a replaced run. */
  filter(query: RowQuery): Promise<Uint32Array | undefined>;
  /** Why a row has its account; undefined while that is not known. */
  explain(row: number): Promise<RowExplanation | undefined>;
  groupUnmatched(): Promise<UnmatchedGroups | undefined>;
  /** What a keyword would do to the rows if it were saved. */
  previewKeyword(keyword: string): Promise<KeywordPreview | undefined>;
  /** Saves one mapping for everybody; the rows follow by themselves. */
  saveKeyword(keyword: string, glAccount: string): Promise<KeywordResult>;
  /**
   * The whole result (or `rows` of it) as soon as it is complete; the rest of a run then goes on without pauses.
   */
  copy(columns: CopyColumns, rows?: Uint32Array): Promise<CopyResult>;
};

/** The questions and wishes of run `id`; `tell` is for those that have no answer. */
export function connectRun(
  opened: Promise<RemoteLedger>,
  id: RunId,
  tell: (message: (remote: RemoteLedger) => Promise<void>) => void,
  untilEnded: UntilEnded,
): LedgerRun {
  const write = <T>(work: (rows: RemoteLedger['rows']) => Promise<T>) =>
    orFailed(untilEnded(opened.then(({ rows }) => work(rows))), {});
  return {
    showRows: (from, to) => tell((remote) => remote.ledger.showRows(id, from, to)),
    describe: async (mappings) => (await opened).rows.describe(id, mappings),
    editRow: async (row, text) => (await opened).rows.editRow(id, row, text),
    takeNew: (row, isShared) => write<ChoiceResult>(async (rows) => rows.takeNew(id, row, isShared)),
    takeAllNew: (isShared) => write<ChoiceResult>(async (rows) => rows.takeAllNew(id, isShared)),
    keepCurrent: async (row) => (await opened).rows.keepCurrent(id, row),
    keepAllCurrent: async () => (await opened).rows.keepAllCurrent(id),
    filter: async (query) => (await opened).rows.filter(id, query),
    explain: async (row) => (await opened).rows.explain(id, row),
    groupUnmatched: async () => (await opened).rows.groupUnmatched(id),
    previewKeyword: async (keyword) => (await opened).rows.previewKeyword(id, keyword),
    saveKeyword: (keyword, glAccount) =>
      write<KeywordResult>(async (rows) => rows.saveKeyword(keyword, glAccount)),
    copy: async (columns, rows) => untilEnded<CopyResult>((await opened).ledger.copy(id, columns, rows)),
  };
}
