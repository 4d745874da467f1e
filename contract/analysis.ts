import type { Choice, Consolidation } from '#model/consolidation.ts';
import type { FileReading, ListChoices, Unreadable } from '#model/fileReading.ts';
import type { ListChange } from '#model/listChange.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import type { Pair, PairFileFailure, RejectionReason } from '#model/pair.ts';
import type { HealthSessionApi } from './health.ts';
import type { SerializedMappings } from './serializedMappings.ts';
import type { ListedLine } from './upload.ts';

/** What reading a text sorts its lines into besides the pairs, each a list of its own. */
export type ReadListName = 'repeated-line' | 'contradiction' | RejectionReason;

/** Names a consolidation of the report last made. */
export type ConsolidationId = number;

export type ChoiceSummary = {
  readonly glAccount: string;
  /** Mappings removed together with writing the keyword. */
  readonly removed: number;
  /** Known texts whose account would change; `changedTexts` has the first of them. */
  readonly changes: number;
} & Pick<Choice, 'kept' | 'changedTexts'>;

/** A consolidation without its originals, of which there may be very many: ask for those that are shown. */
export type ConsolidationSummary = ChoiceSummary &
  Pick<
    Consolidation,
    'status' | 'keyword' | 'count' | 'conflict' | 'conflictMappings' | 'conflictReplaced' | 'conflictAccounts'
  > & {
    readonly id: ConsolidationId;
    readonly alternative: ChoiceSummary | null;
  };

/** One of the choices of a consolidation. */
export type Decision = { readonly id: ConsolidationId; readonly glAccount: string };

/**
 * The consolidations that are open after the decisions made so far. Each decision, and each taken back, makes another
 * revision: what a revision says of a consolidation holds for that revision only.
 */
export type Assessment = {
  readonly revision: number;
  readonly consolidations: readonly ConsolidationSummary[];
};

export type AnalysisOutcome =
  | ({ readonly kind: 'report'; readonly duplicates: readonly MappingKey[] } & Assessment)
  | { readonly kind: 'cancelled' };

/** What a text holds, in a form that the page can take without a pause; the lines themselves are asked for. */
export type ImportedPairs = {
  readonly pairs: SerializedMappings;
  readonly repeated: number;
  /** Number of lines with more than two columns, of which only the first two are read. */
  readonly wide: number;
  readonly rejectedCounts: Readonly<Partial<Record<RejectionReason, number>>>;
  readonly contradictionCount: number;
  /** A first line that names the columns: left out of `pairs`. */
  readonly header: Pair | null;
};

/** How a file was read; the first of its skipped lines, and what was left out of all in sentences. */
export type FileReadingSummary = FileReading & { readonly leftOut: readonly string[] };

export type ImportOutcome =
  | {
      readonly kind: 'lines';
      /** The file as tab-separated lines, as if they had been pasted. */
      readonly text: string;
      /** Repeated lines left out of `text`, there being very many of them. */
      readonly leftOut: number;
      /** What the text last read holds with these lines below it. */
      readonly imported: ImportedPairs;
      readonly reading: FileReadingSummary;
    }
  | Exclude<PairFileFailure, { kind: 'columns-unknown' }>
  | (Extract<PairFileFailure, { kind: 'columns-unknown' }> & { readonly reading: FileReadingSummary })
  | Unreadable
  | { readonly kind: 'cancelled' };

/** Keyword analysis: one at a time; a new one cancels the one before it. */
export type AnalysisSessionApi = {
  /** Analyses `list`; `stored` is the shared list when `list` is the pending pairs of an upload. `onProgress`: 0 to 1. */
  analyse(
    list: SerializedMappings,
    stored: SerializedMappings | null,
    onProgress: (done: number) => void,
  ): Promise<AnalysisOutcome>;
  /** Ends the analysis under way, if any; it answers `cancelled`. */
  cancel(): void;
  /** Originals `from` to `to` (excluded) of a consolidation of the report last made. */
  originals(id: ConsolidationId, from: number, to: number): readonly Mapping[];
  /** What a decision changes in the list as the revision has it; null if that is not the latest revision. */
  change(revision: number, decision: Decision): ListChange | null;
  /**
   * Takes note of decisions, to be approved together, and computes the other consolidations again: what each would
   * change now, known texts included that keywords have replaced. Null if `revision` is not the latest one: nothing is
   * decided then.
   */
  decide(revision: number, decisions: readonly Decision[]): Promise<Assessment | null>;
  /** Takes the decisions last made back; null if `revision`, which they led to, is not the latest one. */
  takeBack(revision: number): Promise<Assessment | null>;
  /** The analysed list after the decisions; null where there are none. */
  decidedList(): SerializedMappings | null;
};

/** Reads pairs for an upload, one text or file at a time; remembers what was read last. */
export type PairImporterApi = {
  /** `headerIsPair`: a first line that names the columns is a pair like the others. */
  readText(text: string, headerIsPair: boolean): ImportedPairs;
  /**
   * Reads a file as lines that go below the text last read. `isFirst`: that text is blank, and a header of the file is
   * recognised. `choices`: what the user has chosen instead of what was recognised, and the chart. What was read last is then the text with
   * these lines.
   */
  readFile(
    file: Blob,
    isFirst: boolean,
    choices: ListChoices,
    onProgress: (done: number) => void,
  ): Promise<ImportOutcome>;
  /** Ends the reading of a file under way, if any; it answers `cancelled`. */
  cancel(): void;
  /** Lines `from` to `to` (excluded) of a list of the text last read; very long texts are shortened. */
  lines(name: ReadListName, from: number, to: number): readonly ListedLine[];
  /** A whole list for the clipboard: cells with tabs between them. */
  linesText(name: ReadListName): Blob;
  /** The lines of the text last read that were no pairs. */
  rejectedText(): string;
  /** Pairs as a file for download. */
  toCsv(pairs: SerializedMappings): Promise<Blob>;
};

/** What the analysis worker exposes. */
export type AnalysisApi = {
  readonly session: AnalysisSessionApi;
  readonly importer: PairImporterApi;
  readonly health: HealthSessionApi;
};
