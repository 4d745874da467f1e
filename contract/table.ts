import type { KeyProblem } from '#model/keyProblem.ts';
import type { Letter } from '#model/letter.ts';
import type { ListChange } from '#model/listChange.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import type { SerializedMappings } from './serializedMappings.ts';

/** Which mappings are listed: those of a letter, or those of all letters whose keyword or account has `text` in it. */
export type TableQuery =
  | { readonly kind: 'letter'; readonly letter: Letter }
  | { readonly kind: 'search'; readonly text: string };

export type TableRow = { readonly mapping: Mapping; readonly isSelected: boolean };

/** One page of the table, and the counts around it. */
export type TablePage = {
  readonly rows: readonly TableRow[];
  /** From 1; the last one where the page asked for is not there any more. */
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
  /** Mappings that are not as the last analysis saw them, what was approved of it aside. */
  readonly changedSinceAnalysis: number;
};

/** Names what was done last, for undoing it. */
export type UndoId = number;

/** How one entry was changed or removed. */
export type EditResult =
  | { readonly kind: 'saved'; readonly undo: UndoId }
  /** Someone else has changed the entry since; `stored` is what it is now, null if it is gone. */
  | { readonly kind: 'changed'; readonly stored: Mapping | null }
  /** The new description is the keyword of another entry. */
  | { readonly kind: 'taken'; readonly holder: Mapping }
  /**
   * The new description is another spelling of the keyword of `twin` (`ACME`, `acme`), and nobody has agreed to that
   * yet. Of the two the classifier would go by the one that `wins`.
   */
  | { readonly kind: 'twin'; readonly twin: Mapping; readonly wins: 'twin' | 'edited' }
  /** The description makes no key that can be stored. */
  | { readonly kind: 'unstorable'; readonly problem: KeyProblem }
  | { readonly kind: 'failed'; readonly detail: string };

/** How a change of many entries ended. */
export type ChangeResult =
  /** `undo` is null when there was nothing left to change. */
  | { readonly kind: 'saved'; readonly count: number; readonly undo: UndoId | null }
  /** Someone has changed the entry `description` since the analysis; nothing was written. */
  | { readonly kind: 'outdated'; readonly description: string }
  /** The database accepts no key of `description`; nothing was written. */
  | { readonly kind: 'unstorable'; readonly description: string; readonly problem: KeyProblem }
  /** `count` entries were written before it failed; `undo` takes them back. */
  | {
      readonly kind: 'failed';
      readonly detail: string;
      readonly count: number;
      readonly undo: UndoId | null;
    };

export type UndoResult =
  /** `kept`: entries that someone has changed since, and that stay as they are. */
  | { readonly kind: 'undone'; readonly count: number; readonly kept: readonly string[] }
  /** Something else was done since. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly detail: string };

/** What an admin types for an entry. */
export type MappingFields = Pick<Mapping, 'description' | 'glAccount'>;

/** The mapping list, one page at a time, and what is selected in it. */
export type TableApi = {
  /** The last page where there is no such page; null until the list is whole. */
  page(query: TableQuery, page: number): Promise<TablePage | null>;
  select(keys: readonly MappingKey[], isSelected: boolean): void;
  /** Selects all that the query finds now. */
  selectFound(query: TableQuery): Promise<void>;
  clearSelection(): void;
  /** Resolves when everything the server has by now is here. */
  refresh(): Promise<'in-step' | 'unreachable'>;
};

/** Changes of the mapping list. Every change resolves when the server has it. */
export type EditorApi = {
  /**
   * Changes the entry at `key`, which read `before` when editing began; null brings back one that is gone meanwhile.
   * `allowsTwin`: the description may become another spelling of a keyword that is in the list already.
   */
  edit(
    key: MappingKey,
    before: Mapping | null,
    fields: MappingFields,
    allowsTwin?: boolean,
  ): Promise<EditResult>;
  remove(mapping: Mapping): Promise<EditResult>;
  removeSelected(onProgress: (removed: number) => void): Promise<ChangeResult>;
  /** Removes the duplicates that an analysis found. */
  removeDuplicates(keys: readonly MappingKey[]): Promise<ChangeResult>;
  /** The whole list, for the analysis; `apply` heeds what others have changed since. */
  pack(): SerializedMappings;
  apply(change: ListChange): Promise<ChangeResult>;
  /** Puts back what was there before the last change, except where someone has changed it since. */
  undo(id: UndoId): Promise<UndoResult>;
};
