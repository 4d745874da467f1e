import type { AccessEntry } from '#model/access.ts';
import type { BackendSettings } from '#model/backend.ts';
import type { Explanation, MappingId, NoPayment } from '#model/classification.ts';
import type { Day } from '#model/day.ts';
import type { Email } from '#model/email.ts';
import type { IntegrityMismatch } from '#model/integrityMismatch.ts';
import type { KeyProblem } from '#model/keyProblem.ts';
import type { DailyUsage, UsageCounts, UsageStatistics, UserUsage } from '#model/usage.ts';
import type { Access, Account } from '#model/user.ts';
import type { ChartApi } from './chart.ts';
import type { AccessHistoryApi, ChartHistoryApi, HistoryApi } from './history.ts';
import type { Preview } from './preview.ts';
import type { OwnProposals, ProposalsApi, WaitingCount } from './proposals.ts';
import type { GuessedAccount, RowState, RunId } from './rows.ts';
import type { AmountChoice, AmountReading, Journal, JournalChoice, SummaryWithTexts } from './summary.ts';
import type { AccountUse, BatchId, EditorApi, TableApi, TextTarget } from './table.ts';
import type { UnmatchedApi } from './unmatched.ts';
import type { UploadApi } from './upload.ts';

export type { GuessedAccount, RowState, RunId } from './rows.ts';

/** In place of a mapping id: the row has not been classified yet. */
export const PENDING = -3;
/** In place of a suggested mapping id: there is nothing to verify. */
export const NO_SUGGESTION = -4;
/** Mapping ids from here on stand for accounts that somebody gave to rows alone. */
export const FIRST_CHOSEN_ID = 3 * 2 ** 29;

/** How the shared mapping list stands in the worker. */
export type ListStatus =
  | { readonly kind: 'loading' }
  /**
   * The list that this browser cached on an earlier visit, at `cachedAt` (milliseconds since 1970): good to classify
   * with, and still to be compared with the stored list. `isUnreachable`: the server has not answered for a while.
   */
  | {
      readonly kind: 'cached';
      readonly size: number;
      readonly cachedAt: number;
      readonly isUnreachable: boolean;
    }
  | { readonly kind: 'ready'; readonly size: number }
  /** The stored list is not what its history says: changed outside the app, or incomplete. New rows get no answer. */
  | { readonly kind: 'mismatch'; readonly size: number; readonly mismatch: IntegrityMismatch }
  /** `refused`: no right to read it. `unreachable`: no answer so far. `broken`: anything else. */
  | { readonly kind: 'failed'; readonly reason: 'refused' | 'unreachable' | 'broken' };

/**
 * What this browser has seen of the list's history, and the server has not any more. `altered`: it has all entries, and the
 * seal of one is another.
 */
export type HistoryLoss = {
  readonly kind: 'missing' | 'altered';
  /** The first entry that is missing; null where that is not known. */
  readonly from: number | null;
  /** The newest entry that was seen, and when, in milliseconds since 1970. */
  readonly seq: number;
  readonly at: number;
  /** Of an altered one: the seal that was seen, as `shortSeal` writes it. */
  readonly seal?: string;
};

/** What the person's own entry of `access` allows; `unreachable` while there is no answer. */
export type OwnAccess = Access | 'unreachable';

/** The parts of the ledger whose answers change by themselves. */
export type FollowedPart = 'history' | 'accessHistory' | 'chartHistory' | 'chart';

/** Events that the ledger worker posts to the page. Typed arrays are transferred. */
export type LedgerEvent =
  | { readonly kind: 'access'; readonly access: OwnAccess }
  | { readonly kind: 'list'; readonly status: ListStatus }
  /** Null: the server has everything again, or somebody has acknowledged it. */
  | { readonly kind: 'loss'; readonly loss: HistoryLoss | null }
  /** `blocked`: the address whose WebSockets the network does not let through, while ordinary requests pass. */
  | { readonly kind: 'connection'; readonly isConnected: boolean; readonly blocked: string | null }
  | { readonly kind: 'usage'; readonly usage: UsageCounts }
  /** The counters could not be read or written. */
  | { readonly kind: 'usage-failed'; readonly detail: string }
  /** The draft could not be read or saved: the text will not be there after a reload. */
  | { readonly kind: 'draft-failed'; readonly detail: string }
  /** A page of a history, or a snapshot of the chart, of a smaller revision reads otherwise now. */
  | { readonly kind: FollowedPart; readonly revision: number }
  /** See {@link ProposalsApi.followOwn} and {@link ProposalsApi.followWaiting}. */
  | { readonly kind: 'own-proposals'; readonly own: OwnProposals }
  | { readonly kind: 'waiting-proposals'; readonly waiting: WaitingCount }
  | RunEvent;

export type RunEvent =
  /** Row i of the text is `text.slice(starts[i], ends[i])`, unless `edits` has another; all rows are pending. */
  | {
      readonly kind: 'rows';
      readonly run: RunId;
      /** Null when it is the pasted text unchanged. */
      readonly text: string | null;
      readonly starts: Uint32Array;
      readonly ends: Uint32Array;
      readonly columns: ColumnChoice | null;
      readonly header: HeaderLine | null;
      readonly edits: readonly Edit[];
    }
  /** `ids[i]` is the answer for row `from + i`; `labels` are those of the mappings that rows on screen show. */
  | {
      readonly kind: 'batch';
      readonly run: RunId;
      readonly from: number;
      readonly ids: Int32Array;
      readonly percent: number;
      readonly labels: readonly (readonly [MappingId, MappingLabel])[];
    }
  | { readonly kind: 'complete'; readonly run: RunId }
  /** The text is counted, or it is stored that it is to be: it must not be counted again after a reload. */
  | { readonly kind: 'counted'; readonly run: RunId }
  /** Rows that look different after a change of the mapping list: what each shows now, and the id suggested for it. */
  | {
      readonly kind: 'changed';
      readonly run: RunId;
      readonly rows: Uint32Array;
      readonly shown: Int32Array;
      readonly suggested: Int32Array;
    };

/** The columns of a pasted table. */
export type ColumnChoice = {
  /** Those that are classified together, counted from 0 and in their order; none when whole lines are. */
  readonly chosen: readonly number[];
  /** Those that look like the descriptions. */
  readonly found: readonly number[];
  /** By column, its first cell that is not blank. */
  readonly examples: readonly string[];
  /** By column, its name in the header of the file or of the text; empty where it has none. */
  readonly names: readonly string[];
  /** The headings of the table, as one text: a column chosen here is meant for tables with the same. Null without any. */
  readonly layout: string | null;
};

/** The line that names the columns, and others around a table: no rows, unless the user has taken them in. */
export type HeaderLine = {
  readonly names: readonly string[];
  /** From 1. */
  readonly line: number;
  /** What else is left out, in sentences. */
  readonly leftOut: readonly string[];
  readonly isRow: boolean;
};

/** What belongs to a text: the columns that the user chose, and what was saved of it before a reload or `Clear`. */
export type TextOptions = Partial<Omit<Draft, 'text'>>;

/** Which rows are shown. */
export type RowFilter = 'all' | 'matched' | 'to-verify' | 'no-match' | 'blank' | 'edited';

/** `search`: in description or account, whatever the case; blank for everything. */
export type RowQuery = { readonly filter: RowFilter; readonly search: string };

/** Why a row has its account. `isShown` is false when the row keeps an older account than the one explained. */
export type RowExplanation = {
  readonly description: string;
  readonly explanation: Explanation;
  readonly isShown: boolean;
  /** The row is no payment, whatever its description matches; null for a payment. */
  readonly noPayment: NoPayment | null;
  /** The filled cells beside the description, where the text has columns; `name` is empty where the column has none. */
  readonly otherCells: readonly { readonly column: number; readonly name: string; readonly text: string }[];
};

/** What a result row shows of its mapping; `keyword` is empty where somebody gave the account to the row alone. */
export type MappingLabel = { readonly glAccount: string; readonly keyword: string };

export type CopyColumns = 'description-and-account' | 'account';

/** A result as text, one line per row. `superseded`: another text was pasted meanwhile. */
export type CopyResult =
  | { readonly kind: 'text'; readonly text: Blob; readonly rows: number }
  | { readonly kind: 'superseded' };

/** `saved`: the shared list was changed, `undo` is null where it was so already. `row-only`: this row alone took the suggestion. */
export type ChoiceResult =
  | { readonly kind: 'saved'; readonly rows: readonly RowState[]; readonly undo: BatchId | null }
  | { readonly kind: 'row-only'; readonly rows: readonly RowState[] }
  /** The key made of the row's description cannot be stored. */
  | { readonly kind: 'unstorable'; readonly description: string; readonly problem: KeyProblem }
  | { readonly kind: 'failed'; readonly detail: string };

/** A row and the user's own text for it. */
export type Edit = readonly [row: number, text: string];

/** A saved text of the Classifier screen. */
export type DraftText = {
  readonly text: string;
  /** See {@link ColumnChoice}; undefined when the user has not chosen one. */
  readonly column: readonly number[] | undefined;
  /** See {@link ColumnChoice}: where `column` was chosen, and no other table has it. Null: it is of this text. */
  readonly layout: string | null;
  /** See {@link HeaderLine}. */
  readonly headerIsRow: boolean;
  /** The names of the columns, where they are not in the text: those of a file. */
  readonly names: readonly string[] | null;
};

/** Rows that keep the account of `label` although the list has given them another, or none. */
export type PinnedRows = {
  readonly label: MappingLabel;
  /** The other account, if the user has declined it; null: the rows are still to be verified. */
  readonly declined: string | null;
  readonly rows: readonly number[];
};

/** What the user, or a change of the list, has done to rows. */
export type RowNotes = { readonly edits: readonly Edit[]; readonly kept: readonly PinnedRows[] };

/** What belongs to the text and changes more often. */
export type DraftNotes = RowNotes & {
  /** Whether the text has been added to the usage counters. */
  readonly isCounted: boolean;
  /** The notes of the columns that are not shown at present; see {@link ColumnChoice}. */
  readonly otherColumns: readonly (RowNotes & { readonly column: readonly number[] })[];
};

/** The text on the Classifier screen as it is saved over a reload. */
export type Draft = DraftText & DraftNotes;

/**
 * What admins read and write in the Realtime Database: everybody's usage, and the access entries. Every method
 * rejects when the server refuses.
 */
export type AdminData = {
  /** Usage of all users on each of `days`, and in total. */
  readUsage(days: readonly Day[]): Promise<UsageStatistics>;
  /** Usage of these users, in their order: on the last of `days`, in total, and their matches on all of `days`. */
  readUserUsage(emails: readonly Email[], days: readonly Day[]): Promise<readonly UserUsage[]>;
  /** The usage of one person day by day; for installations whose operator has asked for it. */
  readUserDays(email: Email, days: readonly Day[]): Promise<readonly DailyUsage[]>;
  readAccess(): Promise<readonly AccessEntry[]>;
  /** Stores an access entry with an entry of the history of access; does nothing where it is stored just so. */
  writeAccess(entry: AccessEntry): Promise<void>;
  removeAccess(email: Email): Promise<void>;
  /** Removes all that was counted for the user; the counters of everybody together stay. */
  removeCounters(email: Email): Promise<void>;
};

/** A tab of the browser as its user knows it. */
export type Tab = {
  /** The same after a reload. */
  readonly id: string;
  /** It has not had this user before. */
  readonly isNew: boolean;
};

/** Whose ledger is opened, on which backend, and in which tab. */
export type LedgerStart = {
  readonly backend: BackendSettings;
  readonly account: Account;
  readonly tab: Tab;
};

/** The text on the page and its classification. Calls that name a run other than the current one do nothing. */
export type ClassificationApi = {
  /** Begins to classify `text`, one description per line; a run under way is cancelled and counts nothing. */
  classify(run: RunId, text: string | Blob, options?: TextOptions): void | Promise<void>;
  /** Rows `from` to `to` (excluded) are on screen: they are classified first. */
  showRows(run: RunId, from: number, to: number): void;
  /** The whole result, or `rows` of it, as text; a run under way first goes on to its end without pauses. */
  copy(run: RunId, columns: CopyColumns, target: TextTarget, rows?: Uint32Array): Promise<CopyResult>;
  /** The text that was on the page before a reload; null for nothing. */
  readDraft(): Promise<Draft | null>;
  /** What was done to the rows of a text, to be given back to `classify`; undefined when it has been replaced. */
  notes(run: RunId): DraftNotes | undefined;
  /** Reads the mapping list again after a failure. */
  retry(): void;
};

/** Questions and changes about rows of the result. Calls that name a replaced run do nothing. */
export type RowsApi = {
  /** The labels of these mappings, in the given order; undefined for an id that no row has shown. */
  describe(run: RunId, mappings: readonly MappingId[]): readonly (MappingLabel | undefined)[];
  /**
   * Sets the user's own text for a row. Undefined when the run has been replaced. `isUndo`: takes an edit back, which is
   * not counted as a description.
   */
  editRow(run: RunId, row: number, text: string, isUndo?: boolean): RowState | undefined;
  /** With `isShared` the suggestion becomes the mapping of the row's description, for everybody. */
  takeNew(run: RunId, row: number, isShared: boolean): Promise<ChoiceResult>;
  /** Shows the suggestion of every row that has one. The list is not changed: the suggestions come from it. */
  takeAllNew(run: RunId): readonly RowState[];
  /** Takes it back that these rows took what was suggested, but for rows that have changed since. */
  undoTakeNew(run: RunId, rows: readonly number[]): readonly RowState[];
  /** Keeps the accounts that rows show: the same suggestions are not made again; or, where `isKept` is false, they are. */
  keepCurrent(run: RunId, rows: readonly number[], isKept: boolean): readonly RowState[];
  /** The rows that pass the query, ascending. */
  filter(run: RunId, query: RowQuery): Uint32Array | undefined;
  /** Why a row has its account; undefined while that is not known. */
  explain(run: RunId, row: number): RowExplanation | undefined;
  /**
   * Up to three likely accounts for each of these rows, best first; none for a row that has an account, and none below
   * the weak band. Meant for the rows on screen. The first call waits until the list has been learned. Undefined when
   * the run or the list has been replaced meanwhile.
   */
  likelyAccounts(
    run: RunId,
    rows: readonly number[],
  ): Promise<readonly (readonly GuessedAccount[])[] | undefined>;
  /** The accounts in use, those with most mappings first. Rejects when its code cannot be loaded. */
  accountsInUse(run: RunId): Promise<readonly AccountUse[]>;
  /**
   * Gives a row an account of its own, which is neither shared nor counted; null takes it back. A later change of the
   * list is suggested for the row as for any other. Undefined when the run has been replaced, or for no account.
   */
  chooseAccount(run: RunId, row: number, glAccount: string | null): RowState | undefined;
  /**
   * What a mapping would do if it were saved. `row`: the one that is named in the question. Rejects when its code cannot be
   * loaded.
   */
  previewKeyword(run: RunId, keyword: string, glAccount: string, row?: number): Promise<Preview | undefined>;
  /**
   * The rows by account, and the sums of their amounts. Undefined while the run is under way, or replaced. Rejects when
   * its code cannot be loaded.
   */
  summarise(run: RunId, choice: AmountChoice): Promise<SummaryWithTexts | undefined>;
  /**
   * How the amounts are read, from now on in previews and {@link amounts}, too; null for a text without columns, undefined
   * and rejected as {@link summarise}.
   */
  reading(run: RunId, choice: AmountChoice): Promise<AmountReading | null | undefined>;
  /** The amounts of these rows as they are shown; none when the run has been replaced. */
  amounts(run: RunId, rows: readonly number[]): Promise<readonly string[]>;
  /** The rows as a journal; undefined and rejected as {@link summarise}. */
  journal(run: RunId, choice: JournalChoice): Promise<Journal | undefined>;
};

type ConnectionApi = {
  /** Whether the page is visible. Call it again when the network has changed: the connection is then checked at once. */
  setVisible(isVisible: boolean): void;
};

/** What the ledger worker exposes: the parts of one ledger, which share its database connection. */
export type LedgerApi = {
  /**
   * Opens the ledger of one person, which comes before every other call. Until the person has access, the worker only
   * follows their own entry of `access`; the promise resolves when they have it, and calls wait until then.
   */
  open(start: LedgerStart): Promise<void>;
  readonly connection: ConnectionApi;
  readonly ledger: ClassificationApi;
  readonly rows: RowsApi;
  readonly unmatched: UnmatchedApi;
  readonly admin: AdminData;
  readonly table: TableApi;
  readonly editor: EditorApi;
  readonly uploader: UploadApi;
  readonly history: HistoryApi;
  readonly accessHistory: AccessHistoryApi;
  readonly chartHistory: ChartHistoryApi;
  readonly proposals: ProposalsApi;
  readonly chart: ChartApi;
};
