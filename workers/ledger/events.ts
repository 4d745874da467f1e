import type { UsageCounts } from '../../src/model/usage.ts';
import type { MappingId } from '../engine/classifier.ts';

/** In place of a mapping id: the row has not been classified yet. */
export const PENDING = -3;
/** In place of a suggested mapping id: there is nothing to verify. */
export const NO_SUGGESTION = -4;

/** The shared mapping list as the page may know it. */
export type ListStatus =
  | { readonly kind: 'loading' }
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
  | RunEvent;

export type RunEvent =
  /** Row i of the text is `text.slice(starts[i], ends[i])`; all rows are pending. */
  | { readonly kind: 'rows'; readonly run: RunId; readonly starts: Uint32Array; readonly ends: Uint32Array }
  /** `ids[i]` is the answer for row `from + i`. */
  | {
      readonly kind: 'batch';
      readonly run: RunId;
      readonly from: number;
      readonly ids: Int32Array;
      readonly percent: number;
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

/** What one row shows: a mapping id, and another that is suggested, or {@link NO_SUGGESTION}. */
export type RowState = { readonly row: number; readonly shown: MappingId; readonly suggested: MappingId };

/** How a mapping is drawn in a result row. */
export type MappingFace = { readonly glAccount: string; readonly keyword: string };

export type CopyColumns = 'description-and-account' | 'account';

/** A whole result as text, one line per row. `superseded`: another text was pasted meanwhile. */
export type CopyResult =
  | { readonly kind: 'text'; readonly text: Blob; readonly rows: number }
  | { readonly kind: 'superseded' };

/** `saved`: the shared list was changed. `row-only`: this row alone took the suggestion. */
export type ChoiceResult =
  | { readonly kind: 'saved' | 'row-only'; readonly rows: readonly RowState[] }
  | { readonly kind: 'failed'; readonly detail: string };
