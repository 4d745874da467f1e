import type { KeyProblem } from '#model/keyProblem.ts';
import type { Letter } from '#model/letter.ts';
import type { ListChange } from '#model/listChange.ts';
import type { Mapping, MappingFields, MappingKey, NewFields } from '#model/mapping.ts';
import type { Preview } from './preview.ts';
import type { SerializedMappings } from './serializedMappings.ts';

/** How the table is sorted. Mappings of one account are sorted by keyword, as they are without another choice. */
export const TABLE_ORDERS = ['keyword', 'keyword-desc', 'account', 'account-desc'] as const;
export type TableOrder = (typeof TABLE_ORDERS)[number];

/**
 * Which mappings are listed, and in which order: those of a letter, or those of all letters whose keyword or account has
 * `text` in it and, where one is named, whose account is `account`.
 */
export type TableQuery = { readonly order?: TableOrder } & (
  | { readonly kind: 'letter'; readonly letter: Letter }
  | { readonly kind: 'search'; readonly text: string; readonly account?: string | null }
);

/** What lines are made for. On the clipboard, what a spreadsheet would run is guarded; a file does that by itself. */
export type TextTarget = 'clipboard' | 'file';

export type MappingRow = { readonly mapping: Mapping; readonly isSelected: boolean };

/** One page of the table, and the counts around it. */
export type TablePage = {
  readonly rows: readonly MappingRow[];
  /** Counted from 1; the last page if the requested one does not exist any more. */
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
  /** Mappings that the query finds. */
  readonly found: number;
  /** Of those, how many are selected. */
  readonly foundSelected: number;
  /** Mappings in the list. */
  readonly total: number;
  /** Mappings that are selected, on any page and under any letter. */
  readonly selected: number;
  /** Mappings per letter, in the order of the tabs. */
  readonly perLetter: readonly number[];
  /** Mappings changed since the last analysis, not counting its own approved consolidations. */
  readonly changedSinceAnalysis: number;
};

/** Names a change, to undo it: the batch of its entries in the history. */
export type BatchId = string;

/** How one entry was changed or removed. */
export type EditResult =
  /** `undo` is null when the list had it already. */
  | { readonly kind: 'saved'; readonly undo: BatchId | null }
  /** Someone else has changed the entry since; `stored` is what it is now, null if it is gone. */
  | { readonly kind: 'changed'; readonly stored: Mapping | null }
  /** The new description is the keyword of another entry. */
  | { readonly kind: 'taken'; readonly holder: Mapping }
  /**
   * The new description is the keyword of `variant` in another spelling (`ACME`, `acme`); saving it needs the user's
   * consent. Of the two the classifier would use the one that `wins`.
   */
  | { readonly kind: 'case-variant'; readonly variant: Mapping; readonly wins: 'variant' | 'edited' }
  /** The key made of the description cannot be stored. */
  | { readonly kind: 'unstorable'; readonly problem: KeyProblem }
  /** The entry is stored under a key that the history cannot name; only the operator can remove it. */
  | { readonly kind: 'unchangeable' }
  | { readonly kind: 'failed'; readonly detail: string };

/** How a change of many entries ended. */
export type ChangeResult =
  /** `undo` is null when there was nothing left to change. */
  | { readonly kind: 'saved'; readonly count: number; readonly undo: BatchId | null }
  /** Someone has changed the entry `description` since the analysis; nothing was written. */
  | { readonly kind: 'outdated'; readonly description: string }
  /** The key made of `description` cannot be stored; nothing was written. */
  | { readonly kind: 'unstorable'; readonly description: string; readonly problem: KeyProblem }
  /** The entry `description` is one that only the operator can remove; nothing was written. */
  | { readonly kind: 'unchangeable'; readonly description: string }
  | FailedInPart;

/** `count` entries were written before it failed; `undo` takes them back. */
export type FailedInPart = {
  readonly kind: 'failed';
  readonly detail: string;
  readonly count: number;
  readonly undo: BatchId | null;
};

export type UndoResult =
  /** `skipped`: descriptions of entries, or codes of accounts, that someone has changed since; they stay as they are. */
  | { readonly kind: 'undone'; readonly count: number; readonly skipped: readonly string[] }
  /** The history does not have it. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly detail: string };

export type AcceptResult = { readonly kind: 'saved' } | { readonly kind: 'failed'; readonly detail: string };

/** An account, blanks around it left out, and the number of mappings that have it; none where only rows of the text do. */
export type AccountUse = { readonly glAccount: string; readonly mappings: number };

/**
 * Mappings that are copied or exported: all, those that are selected, those that a query finds, or those of the list that was
 * set aside (see {@link TableApi.setAside}), each with what the present list has in its place.
 */
export type LinesWanted =
  | { readonly kind: 'all' | 'selection' | 'set-aside' }
  | { readonly kind: 'found'; readonly query: TableQuery };

/** Mappings as text: one line each, keyword and account with a tab between them. */
export type TableLines = { readonly lines: Blob; readonly count: number };

/** What another account would do to the selected mappings. */
export type AccountChangePreview = {
  /** Selected mappings that would get it. */
  readonly changing: number;
  /** Those that have it already. */
  readonly same: number;
  /** The accounts that those changing have now, most mappings first. */
  readonly from: readonly AccountUse[];
  readonly preview: Preview;
  /** The first of the selected mappings that cannot be stored again, and how many they are. */
  readonly unchangeable: { readonly description: string; readonly count: number } | null;
};

/** How a change of the account of many mappings ended. `undo` takes back what was changed; null when nothing was. */
export type AccountChangeResult = {
  /** Mappings that the server has stored with the account. */
  readonly changed: number;
  /** Those that somebody else changed meanwhile: they stay as they are. */
  readonly skipped: number;
  readonly undo: BatchId | null;
} & (
  | { readonly kind: 'saved' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly detail: string }
);

/** Where a mapping is used. */
export type MappingUse = {
  /** Mappings with the same account, this one among them. */
  readonly sameAccount: number;
  /** The rows on the Classifier screen that it wins, and the first few different descriptions of them; null without a text. */
  readonly rows: { readonly count: number; readonly examples: readonly string[] } | null;
};

/** Lines that *Try it* looks at. */
export const MAX_TRIED_LINES = 50;

/** A mapping as it would be saved; `key`: where it is stored now, null for a new one. */
export type UnsavedMapping = { readonly key: MappingKey | null; readonly after: Mapping };

/** What a line gets: the mapping that wins, and up to three that match as well, best first. */
export type TriedMatch =
  | { readonly kind: 'blank' | 'none' }
  | {
      readonly kind: 'exact' | 'contained';
      readonly winner: MappingFields;
      readonly losers: readonly MappingFields[];
    };

/** What a line gets now, and with the unsaved change; null where there is none. */
export type TriedLine = {
  readonly line: string;
  readonly now: TriedMatch;
  readonly after: TriedMatch | null;
};

/** The mapping list, one page at a time, and the selected mappings. */
export type TableApi = {
  /** The last page if there is no such page; null until the list is complete. Ask again when the list changes. */
  page(query: TableQuery, page: number): Promise<TablePage | null>;
  /** The entry at `key` as the list has it; null: there is none; undefined until the list is complete. */
  entry(key: MappingKey): Promise<Mapping | null | undefined>;
  /** Where the mapping at `key` is used; null: there is none. */
  use(key: MappingKey): Promise<MappingUse | null>;
  /** What the first {@link MAX_TRIED_LINES} of these lines get, now and with an unsaved change; null until the list is there. */
  tryLines(lines: readonly string[], unsaved: UnsavedMapping | null): readonly TriedLine[] | null;
  select(keys: readonly MappingKey[], isSelected: boolean): void;
  /** Selects all that the query finds now. */
  selectFound(query: TableQuery): Promise<void>;
  clearSelection(): void;
  /** The accounts that mappings have, most mappings first. */
  accounts(): Promise<readonly AccountUse[]>;
  /** Mappings for a file (`file`), or guarded for the clipboard of a spreadsheet. */
  lines(wanted: LinesWanted, target: TextTarget): Promise<TableLines>;
  /** Number of mappings of the list that this browser had, and the server's history no longer leads on from; 0 for none. */
  setAside(): Promise<number>;
  /** Resolves when everything that the server has at the time of the call is here. */
  refresh(): Promise<'in-step' | 'unreachable'>;
};

/** Changes of the mapping list. Every change resolves when the server has it. */
export type EditorApi = {
  /**
   * Changes the entry at `key`, which read `before` when editing began; null brings back one that is gone meanwhile.
   * `allowsCaseVariant`: the description may become another spelling of a keyword in the list.
   */
  edit(
    key: MappingKey,
    before: Mapping | null,
    fields: NewFields,
    allowsCaseVariant?: boolean,
  ): Promise<EditResult>;
  /** What adding a mapping would do; null, as of all these, when the same is asked again meanwhile. */
  previewAdd(fields: NewFields): Promise<Preview | null>;
  /** What {@link edit} would do; null also for a keyword that cannot be stored. */
  previewEdit(key: MappingKey, fields: NewFields): Promise<Preview | null>;
  /** What {@link changeMany} would do. */
  previewMany(before: SerializedMappings, accounts: readonly string[] | null): Promise<Preview | null>;
  /** What the removal of these mappings, or of the selected ones, would do. */
  previewRemoval(keys: readonly MappingKey[] | 'selection'): Promise<Preview | null>;
  /** What {@link apply} would do; never null because it is asked again. */
  previewApply(change: ListChange): Promise<Preview | null>;
  remove(mapping: Mapping): Promise<EditResult>;
  removeSelected(onProgress: (done: number) => void): Promise<ChangeResult>;
  /** What {@link changeAccounts} would do; null when another preview has been asked for meanwhile. */
  previewAccounts(glAccount: string): Promise<AccountChangePreview | null>;
  /**
   * Gives the selected mappings another account, in entries of one batch: what is changed leaves the selection. To go on
   * after a failure or a cancellation, name its `undo` as `batch`, which the further entries then share.
   */
  changeAccounts(
    glAccount: string,
    batch: BatchId | null,
    onProgress: (changed: number, of: number) => void,
  ): Promise<AccountChangeResult>;
  /** Ends the change of accounts under way after the entries that are on their way. */
  cancelAccounts(): void;
  /** Removes the duplicates that an analysis found. */
  removeDuplicates(keys: readonly MappingKey[]): Promise<ChangeResult>;
  /**
   * Gives each of these mappings the account in its place, or removes them all where `accounts` is null: one change set of the
   * history. Entries that are not any more what they were, `before`, stay; `onProgress` gets the number changed.
   */
  changeMany(
    before: SerializedMappings,
    accounts: readonly string[] | null,
    onProgress: (done: number) => void,
  ): Promise<ChangeResult>;
  /** The whole list, for an analysis; `apply` checks what others have changed since. */
  takeSnapshot(): SerializedMappings;
  apply(change: ListChange): Promise<ChangeResult>;
  /** Puts back what was there before a change, except where someone has changed it since. */
  undo(id: BatchId): Promise<UndoResult>;
  /** Makes a list that is not what its history says the one that counts. */
  acceptMismatch(): Promise<AcceptResult>;
  /** Goes on without entries that are missing: an entry of kind `behind`, before which nothing is missed any more. */
  acknowledgeBehind(note?: string): Promise<AcceptResult>;
};
