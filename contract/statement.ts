import type { ReadChoices, ReadFailure, Unreadable } from '#model/fileReading.ts';
import type { FileReadingSummary } from './analysis.ts';
import type { ChartRefusal, ChartTable } from './chart.ts';

/** A bank statement, or another list of descriptions, read from a file. */
export type Statement = {
  readonly kind: 'statement';
  /** Its lines with a tab between the cells, as if they had been pasted; preamble, column names and totals are left out. */
  readonly text: string;
  /** Number of lines in `text`. */
  readonly lines: number;
  /** The columns with the descriptions, from 0. */
  readonly columns: readonly number[];
  readonly reading: FileReadingSummary;
  /** The text again, to be handed on. */
  readonly blob?: Blob;
};

export type StatementOutcome = Statement | ReadFailure | Unreadable;

/** A statement as it comes from the worker: a string of megabytes would hold the page up while it arrives. */
type SentStatement = Omit<Statement, 'text'> & { readonly text: Blob };
export type SentOutcome = SentStatement | Exclude<StatementOutcome, Statement>;

/** What the statement worker exposes. */
export type StatementApi = {
  /** `choices`: what the user has chosen instead of what was recognised. `onProgress` gets the share read, 0 to 1. */
  read(file: Blob, choices: ReadChoices, onProgress: (done: number) => void): Promise<SentOutcome>;
  /** Reads a text or a file for an import of accounts. */
  readChart(source: string | Blob, choices: ReadChoices): Promise<ChartTable | ChartRefusal>;
};
