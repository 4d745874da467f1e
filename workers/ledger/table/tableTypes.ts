import type { KeyProblem } from '../../../src/model/keyProblem.ts';
import type { Letter } from '../../../src/model/letter.ts';
import type { Mapping } from '../../../src/model/mapping.ts';

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
