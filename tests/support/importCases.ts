import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of tests/fixtures/import, and what must come out of it: the pairs, or the error. */
type ImportCase = {
  readonly file: string;
  /** Options of the command line. */
  readonly args?: readonly string[];
  readonly error?: string;
  readonly encoding?: string | null;
  readonly format?: string;
  readonly delimiter?: string | null;
  readonly sheet?: string;
  readonly header?: readonly string[] | null;
  /** Numbers of description and account, from 1; a bank statement has no accounts. */
  readonly columns?: readonly [number, number | null];
  readonly pairs?: readonly (readonly [string, string])[];
  /** All cells of a bank statement. */
  readonly rows?: readonly (readonly string[])[];
  readonly rejected?: readonly (readonly [line: number, reason: string])[];
  /** Numbers of the lines that are left out as no data. */
  readonly skipped?: readonly number[];
  /** Numbers of the lines in which a quotation mark was read as a character; none if missing. */
  readonly strayMarks?: readonly number[];
};

export const IMPORT_FOLDER = fileURLToPath(new URL('../fixtures/import/', import.meta.url));

export const IMPORT_CASES: readonly ImportCase[] = JSON.parse(
  readFileSync(`${IMPORT_FOLDER}cases.json`, 'utf8'),
);
