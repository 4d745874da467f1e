import type { FileReading, ListChoices } from '#model/fileReading.ts';
import type { PairFileFailure, RejectionReason } from '#model/pair.ts';
import type { ByteSource } from './byteSource.ts';
import { PairCollector, type ParsedPairs } from './pairs.ts';
import { type ColumnRow, readColumns } from './readColumns.ts';

/** Files with more pairs and rejected lines than this are refused, so that the tab does not run out of memory. */
export const MAX_PAIRS = 500_000;

/** What a file holds, or why it could not be read. */
export type PairFileResult =
  | { readonly kind: 'pairs'; readonly parsed: ParsedPairs; readonly reading: FileReading }
  | PairFileFailure;

/**
 * Reads the pairs of a file, whatever its format ({@link readColumns}). In a text of two columns the first delimiter
 * separates, as specified: the rest of the line is the second column. `onProgress` gets the share read, 0 to 1. Throws
 * the signal's reason when cancelled, and what `source.read` throws.
 */
export async function parsePairFile(
  source: ByteSource,
  onProgress: (share: number) => void = () => {},
  signal?: AbortSignal,
  choices: ListChoices = {},
): Promise<PairFileResult> {
  const collector = new PairCollector();
  let isTooLong = false;
  const onRow = (row: ColumnRow) => {
    const read = fileRow(row);
    const isTaken = collector.addFileRow(read);
    isTooLong = collector.size > MAX_PAIRS;
    if (isTooLong) return 'stop';
    if (!isTaken) return 'skip';
    return read.problem === null ? 'taken' : 'rejected';
  };
  const result = await readColumns(source, ['description', 'account'], choices, onRow, {
    onProgress,
    signal,
    // As specified: a line of a CSV file is split at its first comma.
    delimiterInDoubt: ',',
  });
  if (result.kind !== 'read') return result;
  if (isTooLong) return { kind: 'too-many-pairs', limit: MAX_PAIRS };
  const { header, columns, names } = result.reading;
  if (header && columns) {
    const [description = '', glAccount = ''] = columns.map((column) => names[column] ?? '');
    collector.setHeader({ line: header.line, description, glAccount });
  }
  return { kind: 'pairs', parsed: collector.finish(), reading: result.reading };
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
