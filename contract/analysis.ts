import type { ProxyMarked } from 'comlink';
import type { ListChange } from '#model/listChange.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import type { Pair, PairFileFailure, RejectionReason, UploadOutcome } from '#model/pair.ts';
import type { Proposal } from '#model/proposal.ts';
import type { SerializedMappings } from './serializedMappings.ts';

/** What a dry run sorts the lines into, each a list of its own. */
export type PairListName = UploadOutcome['kind'] | 'repeated-line' | 'contradiction' | RejectionReason;

/**
 * Cells of one line, as the screen shows and copies them:
 * for a pair its description and account, followed, where another mapping stands in its way, by that one's;
 * for a rejected line its number and text.
 */
export type ListedLine = readonly string[];

/** Names a proposal of the report last made. */
export type ProposalId = number;

export type ChoiceSummary = {
  readonly glAccount: string;
  /** Mappings removed together with writing the keyword. */
  readonly removed: number;
  /** Known texts whose account would change. */
  readonly changes: number;
};

/** A proposal without its originals, of which there may be very many: ask for those that are shown. */
export type ProposalSummary = ChoiceSummary &
  Pick<Proposal, 'status' | 'keyword' | 'count' | 'conflict' | 'conflictMappings' | 'conflictAccounts'> & {
    readonly id: ProposalId;
    readonly alternative: ChoiceSummary | null;
  };

export type AnalysisOutcome =
  | {
      readonly kind: 'report';
      readonly duplicates: readonly MappingKey[];
      readonly proposals: readonly ProposalSummary[];
    }
  | { readonly kind: 'cancelled' };

/** What a text holds, in a form that the page can take without a pause; the lines themselves are asked for. */
export type ImportedPairs = {
  readonly pairs: SerializedMappings;
  readonly repeated: number;
  readonly rejectedCounts: Readonly<Partial<Record<RejectionReason, number>>>;
  readonly contradictionCount: number;
  /** Left out of `pairs`; see `keepHeader`. */
  readonly header: Pair | null;
};

export type ImportOutcome =
  | {
      readonly kind: 'lines';
      /** The file as tab-separated lines, as if they had been pasted. */
      readonly text: string;
      /** Repeated lines left out of `text`, there being very many of them. */
      readonly leftOut: number;
    }
  | PairFileFailure
  | { readonly kind: 'unreadable'; readonly detail: string }
  | { readonly kind: 'cancelled' };

/** Number of pairs per outcome. */
export type DryRunCounts = Readonly<Record<UploadOutcome['kind'], number>>;

/** Keyword analysis: one at a time; a new one cancels the one before it. */
export type AnalystApi = {
  /** Analyses `list`; `stored` is the shared list when `list` is the pending pairs of an upload. `onProgress`: 0 to 1. */
  analyse(
    list: SerializedMappings,
    stored: SerializedMappings | null,
    onProgress: (share: number) => void,
  ): Promise<AnalysisOutcome>;
  /** Ends the analysis under way, if any; it answers `cancelled`. */
  cancel(): void;
  /** Originals `from` to `to` (excluded) of a proposal of the report last made. */
  originals(id: ProposalId, from: number, to: number): readonly Mapping[];
  /** What giving the keyword to `glAccount` changes in the list that was analysed. */
  change(id: ProposalId, glAccount: string): ListChange;
  /** Makes that change in the list that was analysed, and returns that list. */
  apply(id: ProposalId, glAccount: string): SerializedMappings;
  /** Approves several proposals in the list that was analysed, and returns that list. */
  applyAll(ids: readonly ProposalId[]): SerializedMappings;
  /** The list as it was before the last `apply` or `applyAll`. */
  undoApply(): SerializedMappings;
};

/** Reads pairs for an upload, one text or file at a time; remembers the text last read and the dry run last made. */
export type ImporterApi = {
  /** `keepHeader`: a first line that names the columns is a pair like the others. */
  readText(text: string, keepHeader: boolean): ImportedPairs;
  /** Reads a file as lines for the text; `isFirst`: as its first lines, where a header is recognised. */
  readFile(file: Blob, isFirst: boolean, onProgress: (share: number) => void): Promise<ImportOutcome>;
  /** Ends the reading under way, if any; it answers `cancelled`. */
  cancel(): void;
  /** Compares pairs with the stored list; writes nothing. */
  dryRun(pairs: SerializedMappings, stored: SerializedMappings): Promise<DryRunCounts>;
  /** What the dry run last made would add. */
  newPairs(): SerializedMappings;
  /** Lines `from` to `to` (excluded) of a list of the text last read and the dry run last made. */
  lines(name: PairListName, from: number, to: number): readonly ListedLine[];
  /** A whole list for the clipboard: cells with tabs between them. */
  linesText(name: PairListName): Blob;
  /** The lines of the text last read that were no pairs. */
  rejectedText(): string;
  /** Pairs as tab-separated lines. */
  toText(pairs: SerializedMappings): Promise<string>;
  /** Pairs as a file for download. */
  toCsv(pairs: SerializedMappings): Promise<Blob>;
};

/** What the analysis worker exposes. */
export type AnalysisApi = {
  readonly analyst: AnalystApi & ProxyMarked;
  readonly importer: ImporterApi & ProxyMarked;
};
