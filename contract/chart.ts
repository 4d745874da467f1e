import type { ChartAccount, ChartProblem } from '#model/chart.ts';
import type { ReadFailure, Unreadable } from '#model/fileReading.ts';
import type { FileReadingSummary } from './analysis.ts';
import type { FailedInPart, UndoResult } from './table.ts';

/** The chart of accounts; empty: there is none. */
export type ChartSnapshot = {
  /** Changes with every change of the chart. */
  readonly revision: number;
  /** By code, digits in them as numbers. */
  readonly accounts: readonly ChartAccount[];
};

/** An account that may be meant instead, best first. `name` is blank where it has none. */
type NearAccount = { readonly code: string; readonly name: string };

/** What there is to say about an account that somebody enters. It may be used all the same. */
export type AccountWarning =
  /** Not in the chart; without a chart (`hasChart` is false), no mapping has it. */
  | {
      readonly kind: 'unknown';
      readonly code: string;
      readonly hasChart: boolean;
      readonly nearest: readonly NearAccount[];
    }
  | { readonly kind: 'retired'; readonly code: string; readonly name: string };

/** Numbers of different accounts that are unknown and retired, and what there is to say about the first of them. */
export type AccountsCheck = {
  readonly unknown: number;
  readonly retired: number;
  readonly warnings: readonly AccountWarning[];
};

/** How a change of the chart ended; `undo` names it, and is null when there was nothing to change. */
export type ChartResult =
  | { readonly kind: 'saved'; readonly count: number; readonly undo: string | null }
  /** Somebody else has changed the account since; `stored` is what it is now, null if it is gone. */
  | { readonly kind: 'changed'; readonly stored: ChartAccount | null }
  /** Another account has the new code. */
  | { readonly kind: 'taken'; readonly holder: ChartAccount }
  | { readonly kind: 'impossible'; readonly problem: ChartProblem }
  | FailedInPart;

/** What becomes of a line of an import. `repeated`: its code comes earlier; the first counts. */
export type ChartLineKind = 'new' | 'changed' | 'unchanged' | 'repeated' | 'refused';

/** What was read for an import. `rows`: its lines as JSON, which the page hands on without reading them. */
export type ChartTable = {
  readonly kind: 'rows';
  readonly rows: Blob;
  readonly reading: FileReadingSummary;
};

/** Why nothing can be imported. */
export type ChartRefusal = ReadFailure | Unreadable | { readonly kind: 'too-many'; readonly most: number };

/** What an import would do. Nothing is stored yet. */
export type ChartDryRun = {
  readonly kind: 'ready';
  readonly id: number;
  readonly counts: Readonly<Record<ChartLineKind, number>>;
  /** Accounts of the chart that the import does not name: they stay. */
  readonly absent: number;
};

export type ChartReading = ChartDryRun | ChartRefusal;

/** A line of an import. */
export type ChartLine = {
  /** From 1. */
  readonly line: number;
  readonly after: ChartAccount;
  /** What the chart has under this code, or, of a repeated line, the line that counts. */
  readonly before: ChartAccount | null;
  readonly problem: ChartProblem | null;
};

/** The chart of accounts. Reading is for everybody with access, the rest for admins. Every method rejects when refused. */
export type ChartApi = {
  snapshot(): Promise<ChartSnapshot>;
  /** One account as it is stored, without reading the others; null where the chart has none of this code. */
  account(code: string): Promise<ChartAccount | null>;
  /** What there is to say about accounts that somebody enters; of nothing, where no account is known. */
  check(codes: readonly string[]): Promise<AccountsCheck>;
  /** The accounts of the mappings, with their numbers of mappings. */
  usage(): Promise<readonly (readonly [code: string, mappings: number])[]>;
  /**
   * Puts `after` in the place of `before`, which is what was shown: null for `before` adds, for `after` removes. Texts are
   * trimmed. A new code moves the account.
   */
  save(before: ChartAccount | null, after: ChartAccount | null): Promise<ChartResult>;
  /** What importing a table's rows would do. */
  read(rows: Blob): Promise<ChartDryRun>;
  /** The accounts that mappings have and the chart has not, for an import; only `codes` where they are given. */
  readAccountsInUse(codes?: readonly string[]): Promise<ChartReading>;
  /** Lines `from` to `to` (excluded) of a dry run; none if there is another one. */
  lines(id: number, kind: ChartLineKind, from: number, to: number): Promise<readonly ChartLine[]>;
  /** Stores what a dry run shows, as one change set. `changed` accounts get what the lines say. */
  import(id: number): Promise<ChartResult>;
  /** Puts back what a change set changed, except where somebody has changed it since. */
  undo(id: string): Promise<UndoResult>;
};
