import type { KeyProblem } from '../../src/model/keyProblem.ts';
import type { UsageCounts } from '../../src/model/usage.ts';
import type { Explanation, MappingId } from '../engine/classifier.ts';
import type { Edit } from './carriedEdits.ts';

/** In place of a mapping id: the row has not been classified yet. */
export const PENDING = -3;
/** In place of a suggested mapping id: there is nothing to verify. */
export const NO_SUGGESTION = -4;

/** The shared mapping list as the page may know it. */
export type ListStatus =
  | { readonly kind: 'loading' }
  /**
   * What this browser kept of an earlier visit, at `keptAt` (milliseconds since 1970): good to classify with, and
   * still to be compared with what is stored. `isUnreachable`: the server has not answered for a while.
   */
  | {
      readonly kind: 'kept';
      readonly size: number;
      readonly keptAt: number;
      readonly isUnreachable: boolean;
    }
  | { readonly kind: 'ready'; readonly size: number }
  /** `refused`: no right to read it. `unreachable`: no answer so far. `broken`: anything else. */
  | { readonly kind: 'failed'; readonly reason: 'refused' | 'unreachable' | 'broken' };

/** One classification of a text, numbered by the page; what belongs to an earlier one is to be ignored. */
export type RunId = number;

/** What the ledger worker tells the page. Arrays are transferred. */
export type LedgerEvent =
  | { readonly kind: 'list'; readonly status: ListStatus }
  | { readonly kind: 'connection'; readonly isConnected: boolean }
  | { readonly kind: 'usage'; readonly usage: UsageCounts }
  /** The counters could not be read or written. */
  | { readonly kind: 'usage-failed'; readonly detail: string }
  /** The browser does not keep the text over a reload. */
  | { readonly kind: 'keep-failed'; readonly detail: string }
  | RunEvent;

export type RunEvent =
  /** Row i of the text is `text.slice(starts[i], ends[i])`, unless `edits` has another; all rows are pending. */
  | {
      readonly kind: 'rows';
      readonly run: RunId;
      /** Null when it is the pasted text as it was. */
      readonly text: string | null;
      readonly starts: Uint32Array;
      readonly ends: Uint32Array;
      readonly columns: ColumnChoice | null;
      readonly edits: readonly Edit[];
    }
  /** `ids[i]` is the answer for row `from + i`; `faces` are those that rows on screen need. */
  | {
      readonly kind: 'batch';
      readonly run: RunId;
      readonly from: number;
      readonly ids: Int32Array;
      readonly percent: number;
      readonly faces: readonly (readonly [MappingId, MappingFace])[];
    }
  | { readonly kind: 'complete'; readonly run: RunId }
  /** Rows that a change of the mapping list touched: what each shows now, and the id suggested for it. */
  | {
      readonly kind: 'changed';
      readonly run: RunId;
      readonly rows: Uint32Array;
      readonly shown: Int32Array;
      readonly suggested: Int32Array;
    };

/** The columns of a pasted table. */
export type ColumnChoice = {
  /** The one that is classified, counted from 0; null when whole lines are. */
  readonly chosen: number | null;
  /** By column, its first cell that is not blank. */
  readonly examples: readonly string[];
};

/** What the page knows about a text beyond the text: what the user chose, and what came before a reload. */
export type TextOptions = {
  /** See {@link ColumnChoice}; missing when the user has not chosen. */
  readonly column?: number | null | undefined;
  readonly edits?: readonly Edit[];
  /** Whether the usage counters have this text already. */
  readonly isCounted?: boolean;
};

/** Which rows are shown. */
export type RowFilter = 'all' | 'matched' | 'no-match' | 'to-verify' | 'edited';

/** `search`: in description or account, whatever the case; blank for everything. */
export type RowQuery = { readonly filter: RowFilter; readonly search: string };

/** Why a row has its account. `isShown` is false when the row keeps an older account than the one explained. */
export type RowExplanation = {
  readonly description: string;
  readonly explanation: Explanation;
  readonly isShown: boolean;
};

/** Rows without a match by the phrase they share; `leftOut` of the `unmatched` rows were too many to look at. */
export type UnmatchedGroups = {
  readonly groups: readonly {
    readonly phrase: string;
    readonly count: number;
    readonly examples: readonly string[];
  }[];
  /** Rows that share no phrase. */
  readonly alone: number;
  readonly unmatched: number;
  readonly leftOut: number;
};

/** Rows that a keyword matches: those without a match get its account, the others may be asked to verify. */
export type KeywordReach = { readonly unmatched: number; readonly others: number };

/** How the saving of one mapping ended. */
export type KeywordResult =
  | { readonly kind: 'saved' }
  | { readonly kind: 'unstorable'; readonly problem: KeyProblem }
  | { readonly kind: 'failed'; readonly detail: string };

/** What one row shows: a mapping id, and another that is suggested, or {@link NO_SUGGESTION}. */
export type RowState = { readonly row: number; readonly shown: MappingId; readonly suggested: MappingId };

/** How a mapping is drawn in a result row. */
export type MappingFace = { readonly glAccount: string; readonly keyword: string };

export type CopyColumns = 'description-and-account' | 'account';

/** A result as text, one line per row. `superseded`: another text was pasted meanwhile. */
export type CopyResult =
  | { readonly kind: 'text'; readonly text: Blob; readonly rows: number }
  | { readonly kind: 'superseded' };

/** `saved`: the shared list was changed. `row-only`: this row alone took the suggestion. */
export type ChoiceResult =
  | { readonly kind: 'saved' | 'row-only'; readonly rows: readonly RowState[] }
  /** The row's description makes no key that can be stored. */
  | { readonly kind: 'unstorable'; readonly description: string; readonly problem: KeyProblem }
  | { readonly kind: 'failed'; readonly detail: string };
