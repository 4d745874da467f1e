import type { FileReading, ListChoices } from '#model/fileReading.ts';
import type { PairFileFailure, RejectionReason } from '#model/pair.ts';
import type { ByteSource } from './byteSource.ts';
import { PAIR_ROLES, PairCollector, type ParsedPairs, toPair } from './pairs.ts';
import { type ColumnRow, readColumns } from './readColumns.ts';

/** Files with more pairs and rejected lines than this are refused, so that the tab does not run out of memory. */
export const MAX_PAIRS = 500_000;

/** What a file holds, or why it could not be read. */
export type PairFileResult =
  | {
      readonly kind: 'pairs';
      readonly parsed: ParsedPairs;
      readonly reading: FileReading;
      readonly placed: PairCollector['placed'];
    }
  | PairFileFailure;

/**
 * Reads the pairs of a file, whatever its format ({@link readColumns}). In a text of two columns the first delimiter
 * separates, as specified: the rest of the line is the second column. `onProgress` gets the share read, 0 to 1. `above`: the
 * text below which the lines are placed ({@link PairCollector}). Throws the signal's reason when cancelled, and what
 * `source.read` throws.
 */
export async function parsePairFile(
  source: ByteSource,
  onProgress: (share: number) => void = () => {},
  signal?: AbortSignal,
  choices: ListChoices = {},
  above?: ParsedPairs | null,
): Promise<PairFileResult> {
  const collector = new PairCollector(above);
  const most = collector.size + MAX_PAIRS;
  let isTooLong = false;
  const onRow = (row: ColumnRow) => {
    const read = fileRow(row);
    const isTaken = collector.add(read);
    isTooLong = collector.size > most;
    if (isTooLong) return 'stop';
    if (!isTaken) return 'skip';
    return read.problem === null ? 'taken' : 'rejected';
  };
  const result = await readColumns(source, PAIR_ROLES, choices, onRow, {
    onProgress,
    signal,
    onReading({ header, columns, names }) {
      const parts = columns?.map((column) => names[column] ?? '') ?? [];
      if (header) collector.setHeader(toPair(header.line, parts));
    },
    // As specified: a line of a CSV file is split at its first comma.
    delimiterInDoubt: ',',
  });
  if (result.kind !== 'read') return result;
  if (isTooLong) return { kind: 'too-many-pairs', limit: MAX_PAIRS };
  return { kind: 'pairs', parsed: collector.found, reading: result.reading, placed: collector.placed };
}

function fileRow({ line, values, cells, ...row }: ColumnRow) {
  const [description, account] = values;
  const parts = [description ?? '', ...(account === undefined ? [] : [account])];
  const problem = rowProblem(row);
  // Without a tab: else the line would be a pair where it is pasted.
  const isWhole = problem !== null || parts.length < 2;
  const text = isWhole ? trimmed(cells).join(', ') : parts.join('\t');
  return { line, parts, text, problem, isTotal: row.isTotal, isWide: row.hasLeftOut };
}

/** Why a line of a file is no pair whatever its parts are; null where these decide. */
export function rowProblem(row: Pick<ColumnRow, 'hasExtra' | 'isDamaged'>): RejectionReason | null {
  if (row.hasExtra) return 'extra-columns';
  return row.isDamaged ? 'undecodable' : null;
}

function trimmed(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
}
