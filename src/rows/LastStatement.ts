import type { FileReadingSummary } from '#contract/analysis.ts';
import type { ReadChoices } from '#model/fileReading.ts';

/** The file whose lines were put into the box last. */
export type LastStatement = {
  readonly file: File;
  /** The lines, by which is known whether the box still has them. */
  readonly text: string;
  readonly reading: FileReadingSummary;
  readonly choices: ReadChoices;
  /** Reads the file in another way; null when that is no longer offered. */
  readonly readAgain: ((choices: ReadChoices) => void) | null;
};
