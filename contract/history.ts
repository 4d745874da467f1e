import type { AccessEntry } from '#model/access.ts';
import type { AccessChange } from '#model/accessHistory.ts';
import type { ChartChange } from '#model/chartHistory.ts';
import type { ChangeKind, MappingChange } from '#model/history.ts';
import type { ListChecksum } from '#model/listChecksum.ts';
import type { Author } from '#model/log/author.ts';
import type { EntryId } from '#model/log/version.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import type { LoggedKind } from '#model/text/historyWords.ts';
import type { Preview } from './preview.ts';
import type { BatchId } from './table.ts';

/** Names a change set: all entries that one person made in one go. */
export type ChangeSetId = string & { readonly __brand: 'ChangeSetId' };

/** Which change sets are listed; null for no condition. */
export type HistoryQuery = {
  /** The uid of who made the change. */
  readonly person: string | null;
  readonly kind: LoggedKind | null;
  /** In milliseconds since 1970: `from` included, `to` excluded. */
  readonly from: number | null;
  readonly to: number | null;
  /** Part of what a change says, such as a keyword or an account, whatever the case; blank for all. */
  readonly text: string;
  /** The history of one mapping; the other logs do without. */
  readonly key: MappingKey | null;
};

/** One line of a history: a change set of one or more entries. */
export type HistoryRow<Change = MappingChange> = {
  readonly id: ChangeSetId;
  /** Of the newest entry. */
  readonly entry: EntryId;
  readonly seq: number;
  readonly at: number;
  readonly by: Author;
  readonly kind: LoggedKind;
  readonly note: string | null;
  /** Number of entries. */
  readonly entries: number;
  /** Numbers of children of the node, such as mappings, that were written and removed. */
  readonly set: number;
  readonly removed: number;
  /** Of another account for many mappings: the account; null where the entry does not say it. */
  readonly to: string | null;
  /** Few changes, all of the change set; in the history of one mapping those of that mapping. Null where there are many. */
  readonly changes: readonly Change[] | null;
  /** Of an accepted change outside the app. */
  readonly expected: ListChecksum | null;
  readonly found: ListChecksum | null;
  /** Number of changes that are left, where nobody has closed it; above 0 for some time, it was stopped. */
  readonly left: number;
  /** An entry does not have as many changes as it says, as far as they have been read. */
  readonly differs: boolean;
};

/** A change set that was stopped before its end. */
export type StoppedChangeSet = {
  readonly id: ChangeSetId;
  readonly batch: string;
  readonly kind: ChangeKind;
  readonly by: Author;
  /** When its last entry was stored. */
  readonly at: number;
  readonly done: number;
  readonly of: number;
  /** This browser has its plan, so it can go on. */
  readonly hasPlan: boolean;
};

/** How going on with a stopped change set ended; `gone`: this browser does not have its plan any more. */
export type ContinueResult =
  | { readonly kind: 'done'; readonly count: number; readonly skipped: number }
  | { readonly kind: 'failed'; readonly detail: string; readonly count: number }
  | { readonly kind: 'gone' };

/** A part of the list of change sets, newest first. */
export type HistoryPage<Change = MappingChange> = {
  readonly rows: readonly HistoryRow<Change>[];
  /** The place of the first row. */
  readonly from: number;
  /** Change sets found so far. */
  readonly found: number;
  /** Entries read so far, and all there are. */
  readonly read: number;
  readonly total: number;
  /** Whether all entries have been read. */
  readonly isComplete: boolean;
  /** How far a search for a text has come, in changes; null without one. `isOver`: no more will be read. */
  readonly searched: { readonly done: number; readonly of: number; readonly isOver: boolean } | null;
  /** Who made changes, as far as read. */
  readonly people: readonly Author[];
  /** Changes whenever a page would read otherwise. */
  readonly revision: number;
};

/** One change in an opened change set, with the entry that it belongs to. */
export type ChangeSetLine<Change = MappingChange> = {
  readonly change: Change;
  readonly entry: EntryId;
  /** Counted from 1, oldest first. */
  readonly part: number;
  readonly at: number;
};

/** One page of an opened change set. */
export type ChangeSetPage<Change = MappingChange> = {
  readonly lines: readonly ChangeSetLine<Change>[];
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  /** Changes that are listed. */
  readonly found: number;
  /** Number of entries of the change set. */
  readonly parts: number;
  /** An entry does not have as many changes as it says, as far as they have been read. */
  readonly differs: boolean;
};

/**
 * What is to be put back: the keys of a change set, or of one entry, as they were before; the list, or one mapping, as it
 * was after an entry.
 */
export type RestoreTarget =
  | { readonly kind: 'mapping'; readonly key: MappingKey; readonly entry: EntryId }
  /** `keys`: only these mappings of it; all without. */
  | { readonly kind: 'changeSet'; readonly changeSet: ChangeSetId; readonly keys?: readonly MappingKey[] }
  | { readonly kind: 'entry'; readonly entry: EntryId }
  | { readonly kind: 'as-of'; readonly entry: EntryId };

/** What is to be put back of access: the people of a change set, or everybody as they were after an entry. */
export type AccessRestoreTarget = Extract<RestoreTarget, { readonly kind: 'changeSet' | 'as-of' }>;

export type RestorePart = 'changes' | 'conflicts' | 'unusable';

/** What a restore would do. The lines are asked for page by page. */
export type RestorePreview =
  | {
      readonly kind: 'ready';
      readonly id: number;
      /** Mappings that change, and that nobody has changed since. */
      readonly changes: number;
      /** Mappings that somebody has changed since. */
      readonly conflicts: number;
      /** Mappings that are as they were already. */
      readonly same: number;
      /** Mappings whose former value has no usable account, or whose key can't be stored any more. */
      readonly unusable: number;
      /** Part of what happened since is not known: the list was changed outside the app. */
      readonly isPartial: boolean;
    }
  /** `list`: the list is not here yet. `unknown`: the history does not say what was changed. */
  | { readonly kind: 'impossible'; readonly reason: 'list' | 'unknown' };

/** A line of a preview. `left`: what the restored change set had made of it, for a mapping changed since. */
export type RestoreLine = MappingChange & { readonly left?: Mapping | null };

/** What becomes of mappings changed since: all of them restored or none, but for `except`. */
export type ConflictChoice = { readonly restoreAll: boolean; readonly except: readonly MappingKey[] };

export type RestoreResult =
  /**
   * `skipped`: mappings that were changed between the preview and now, and stay as they are. `undo`: what takes the restore
   * back; null where it has changed nothing.
   */
  | {
      readonly kind: 'restored';
      readonly count: number;
      readonly skipped: number;
      readonly undo: BatchId | null;
    }
  | { readonly kind: 'failed'; readonly detail: string; readonly count: number }
  /** There is another preview, or none. */
  | { readonly kind: 'gone' };

/** The changes that a query finds as lines of cells with tabs between them; `too-many`: more than `most`. */
export type HistoryExport =
  | { readonly kind: 'lines'; readonly lines: Blob; readonly changes: number }
  | { readonly kind: 'too-many'; readonly most: number };

/** A line of a preview of access. `left`: what the restored change set had made of it, for somebody changed since. */
export type AccessRestoreLine = AccessChange & { readonly left?: AccessEntry | null };

/** What a restore of access would do; see {@link RestorePreview}, whose words these are. */
export type AccessRestorePreview =
  | {
      readonly kind: 'ready';
      readonly changes: readonly AccessRestoreLine[];
      readonly conflicts: readonly AccessRestoreLine[];
      readonly same: number;
      readonly isPartial: boolean;
    }
  | { readonly kind: 'impossible' };

/** Where the history of the list begins: what the list had then, and when that was (milliseconds since 1970). */
export type HistoryOrigin = { readonly mappings: number; readonly since: number };

/** A history as it is listed, for admins. Every method rejects when the server refuses. */
export type LogHistoryApi<Change> = {
  /** The change sets from place `from` to `to` (excluded). Older entries are read on in the background, which events of kind `history` announce. */
  page(query: HistoryQuery, from: number, to: number): Promise<HistoryPage<Change>>;
  /** The changes of a change set: those that contain the query's text, or all. */
  changeSet(id: ChangeSetId, query: HistoryQuery, page: number): Promise<ChangeSetPage<Change>>;
  export(query: HistoryQuery): Promise<HistoryExport>;
};

export type ChartHistoryApi = LogHistoryApi<ChartChange>;

/** The history of access. What restores it is done by the page, with the actions of the Admin Panel. */
export type AccessHistoryApi = LogHistoryApi<AccessChange> & {
  preview(target: AccessRestoreTarget): Promise<AccessRestorePreview>;
};

/** The history of the list. */
export type HistoryApi = LogHistoryApi<MappingChange> & {
  /** Where the history begins; null while its entries are not all here, and where it cannot be said. */
  beginning(): Promise<HistoryOrigin | null>;
  preview(target: RestoreTarget): Promise<RestorePreview>;
  /** Lines `from` to `to` (excluded) of the last preview; none if there is another one. */
  previewLines(id: number, part: RestorePart, from: number, to: number): readonly RestoreLine[];
  /** What the restore of the last preview would do to the rows; null where there is another preview. */
  previewRows(id: number, choice: ConflictChoice): Promise<Preview | null>;
  /** Stores what the last preview shows, as an entry of the history. */
  restore(id: number, choice: ConflictChoice, onProgress: (done: number) => void): Promise<RestoreResult>;
  /**
   * Change sets that were stopped before their end, the newest first, as far as the history is read.
   * @param upload the batch of the upload that this tab has begun and not ended; null for none
   */
  stopped(upload: string | null): Promise<readonly StoppedChangeSet[]>;
  /** Makes the changes of a stopped change set that are left; `onProgress` gets the number of those dealt with. */
  continueStopped(batch: string, onProgress: (done: number) => void): Promise<ContinueResult>;
  /** Leaves a stopped change set as it is: it is not called stopped any more. */
  leaveStopped(batch: string): Promise<void>;
};

/** The columns of {@link HistoryExport}, by history. */
export const HISTORY_EXPORT_HEADERS = {
  list: headerWith('Keyword before', 'Account before', 'Keyword after', 'Account after'),
  access: headerWith('Address', 'Access before', 'Access after'),
  chart: headerWith('Account', 'Before', 'After'),
} as const;

/** Names a log on the History screen. */
export type LogName = keyof typeof HISTORY_EXPORT_HEADERS;

function headerWith(...columns: readonly string[]): readonly string[] {
  return ['Time (UTC)', 'Person', 'Kind', ...columns, 'Entry', 'Note'];
}
