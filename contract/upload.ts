import type { UploadDecision } from '#model/pair.ts';
import type { Preview } from './preview.ts';
import type { SerializedMappings } from './serializedMappings.ts';

/** Number of pairs per decision. */
export type DryRunCounts = Readonly<Record<UploadDecision['kind'], number>>;

/** What a dry run sorts the pairs into, each a list of its own. */
export type DecisionListName = UploadDecision['kind'];

/**
 * Cells of one line, as the screen shows and copies them: for a pair its description and account, followed, where
 * another mapping stands in its way, by those of that mapping; for a rejected line its number and text.
 */
export type ListedLine = readonly string[];

/** The stored list, and the number of its state: another number means that the list may have changed. */
export type StoredList = { readonly mappings: SerializedMappings; readonly revision: number };

/** What an upload adds: enough to resume it with the same outcome after the tab was closed. */
export type UploadPlan = {
  /** The pairs that are new. */
  readonly pairs: SerializedMappings;
  /** Number of pairs whose keyword exists already. */
  readonly skipped: number;
  /** What the entries of the history have in common that this upload makes. */
  readonly batch: string;
};

/** Pairs that the server has acknowledged, and pairs skipped because their keyword exists. */
type UploadCounts = { readonly added: number; readonly skipped: number };

export type UploadResult = UploadCounts &
  (
    | { readonly kind: 'complete' | 'cancelled' }
    | { readonly kind: 'failed'; readonly detail: string }
    /** The list is not whole: which keywords exist is not known. */
    | { readonly kind: 'no-list' }
  );

/** An account, and the same one as the list has it: 6100-01, which a former import has stored as 610001. */
export type OtherForm = { readonly account: string; readonly stored: string };

/** Adds many mappings to the shared list, and says beforehand what that would do. */
export type UploadApi = {
  /**
   * Compares pairs with the stored list; writes nothing. Remembers the pairs and the decisions. Null while the list is
   * not whole, and when another dry run has begun meanwhile.
   */
  dryRun(pairs: SerializedMappings): Promise<DryRunCounts | null>;
  /** Compares the pairs of the last dry run with the list as it is now. */
  repeatDryRun(): Promise<DryRunCounts | null>;
  /** The upload planned by the last preview. */
  plan(): UploadPlan;
  /** Lines `from` to `to` (excluded) of a list of the last dry run. */
  lines(name: DecisionListName, from: number, to: number): readonly ListedLine[];
  /** A whole list for the clipboard: cells with tabs between them. */
  linesText(name: DecisionListName): Blob;
  /** What adding the pairs that are new would do; null when it is asked again meanwhile. */
  preview(): Promise<Preview | null>;
  /** The different accounts of the pairs that are new in the last dry run. */
  newAccounts(): readonly string[];
  /** Accounts of the pairs of the last dry run that the list has in another form. */
  otherForms(): Promise<readonly OtherForm[]>;
  /** Forgets the last dry run. */
  forgetDryRun(): void;
  /** The stored list, for the analysis of pending pairs; null until it is whole. */
  serializeList(): StoredList | null;
  /** The revision that {@link serializeList} would give now; null until the list is whole. */
  listRevision(): number | null;
  /**
   * Adds the pairs that are new, in chunks. With `isResumed` pairs that an earlier try has written count as added.
   * `onProgress` gets the number of pairs done with. Resolves when the server has acknowledged them.
   */
  upload(
    plan: Pick<UploadPlan, 'pairs' | 'batch'>,
    isResumed: boolean,
    onProgress: (done: number) => void,
  ): Promise<UploadResult>;
  /** Ends the upload under way after the chunks that are on their way: they cannot be called back. */
  cancel(): void;
};
