import type { KeyProblem } from '#model/keyProblem.ts';
import type { Preview } from './preview.ts';
import type { GuessedAccount, RowState, RunId } from './rows.ts';
import type { BatchId, FailedInPart } from './table.ts';

/** Names a group in one text: the row of its first line when the groups were made. */
export type GroupId = number;

/** Which groups are listed. */
export type QueueQuery = {
  /** In the name of a group or in one of its lines, whatever the case; blank for all. */
  readonly search: string;
  /** Names of groups that were skipped. */
  readonly skipped: readonly string[];
  /** Whether the skipped ones are listed, and no others. */
  readonly showsSkipped: boolean;
};

/** The rows without a match in groups: those of more lines first, and one-offs after them in the order of the rows. */
export type Queue = {
  /** The groups that the query finds. */
  readonly ids: Uint32Array;
  /** By place, their numbers of lines. */
  readonly counts: Uint32Array;
  /** Of all rows without a match, found or not: groups of several lines, one-offs, lines, and skipped groups. */
  readonly groups: number;
  readonly oneOffs: number;
  readonly lines: number;
  readonly skipped: number;
};

/** One group as it is listed. */
export type QueueItem = {
  readonly id: GroupId;
  /** What its lines have in common, in small letters: it names the group where groups are skipped. */
  readonly name: string;
  /** The same, as typed in its first line. */
  readonly title: string;
  /** The keyword that is offered, as typed in its first line; null where none tells something. */
  readonly phrase: string | null;
  readonly count: number;
  /** Number of different descriptions. */
  readonly texts: number;
  /** Some of them. */
  readonly examples: readonly string[];
  /** No line is long enough for a mapping. */
  readonly isShort: boolean;
};

export type QueueLine = { readonly row: number; readonly description: string };

/** A mapping that is to be saved. */
export type NewMapping = { readonly keyword: string; readonly glAccount: string };

/** How the saving of several mappings ended. */
export type SaveResult =
  /** `undo` is null when the list had them already. */
  | { readonly kind: 'saved'; readonly count: number; readonly undo: BatchId | null }
  /** The key made of `keyword` cannot be stored; nothing was written. */
  | { readonly kind: 'unstorable'; readonly keyword: string; readonly problem: KeyProblem }
  | FailedInPart;

/** Each has its own question under way: the panel of the active group, and the dialog over it. */
export type PreviewRequester = 'panel' | 'dialog';

/** The queue of rows without a match. Calls that name a replaced run do nothing. */
export type UnmatchedApi = {
  /**
   * The groups by the present rows. Rows that have got an account leave their groups; the groups are rebuilt only when
   * there are rows that none has. Undefined when the run has been replaced meanwhile.
   */
  find(run: RunId, query: QueueQuery): Promise<Queue | undefined>;
  /** The groups with these ids, in the given order; undefined for one that has no line left. */
  items(run: RunId, ids: readonly GroupId[]): readonly (QueueItem | undefined)[];
  /** Lines `from` to `to` (excluded) of a group. */
  lines(run: RunId, id: GroupId, from: number, to: number): readonly QueueLine[];
  /**
   * Up to three accounts that are likely for each of these groups, in the given order, best first. The first is the likeliest
   * one of some of its lines: strong where it is for one of them and no other has another account. The first call waits until
   * the list has been learned. Undefined when the run or the list has been replaced meanwhile.
   */
  guesses(run: RunId, ids: readonly GroupId[]): Promise<readonly (readonly GuessedAccount[])[] | undefined>;
  /**
   * What saving the mappings would do; the lines of these groups are the rows named. Of mappings with one key the last
   * counts. Undefined also when the same requester asks again meanwhile.
   */
  preview(
    run: RunId,
    mappings: readonly NewMapping[],
    ids: readonly GroupId[],
    requester?: PreviewRequester,
  ): Promise<Preview | undefined>;
  /** Saves the mappings for everybody as one change set; resolves when the server has them. */
  save(run: RunId, mappings: readonly NewMapping[]): Promise<SaveResult>;
  /**
   * Call it when a save has been undone: rows that it gave an account, and that the list has none for any more, are without
   * a match again. Elsewhere a row keeps its account until somebody has verified that.
   */
  reopen(run: RunId, undo: BatchId): readonly RowState[];
  /**
   * The keyword to offer for a row that gets an account: that of its group, or, where a mapping or row of another account
   * contains it, the first name of the row that none does; else the whole description. Blank for a row of words that name
   * nobody. Undefined when the run has been replaced.
   */
  suggestKeyword(run: RunId, row: number, glAccount: string): Promise<string | undefined>;
  /** Gives all lines of these groups an account of their own, which is not shared. */
  chooseForLines(run: RunId, ids: readonly GroupId[], glAccount: string): readonly RowState[];
  /** Takes the rows' own accounts back, where they are still this one. */
  takeBack(run: RunId, rows: readonly number[], glAccount: string): readonly RowState[];
};
