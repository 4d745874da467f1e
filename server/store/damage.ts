import { StartError } from '../StartError.ts';

/** Stored rows that cannot be right, found while they were read. The message says which. */
export class DamagedData extends Error {}

/** The refusal to start on a data file that cannot be read, with what can be done about it. */
export function damaged(file: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message.replaceAll('\n', ' ') : String(cause);
  return new StartError(
    'data-damaged',
    `The data file ${file} is damaged (${reason}): restore it from a backup (npm run restore -- FILE), or move its folder away to begin anew.`,
    { cause },
  );
}

/** An error of reading the data at the start as a refusal to start, where the data are to blame. */
export function asDamage(file: string, error: unknown): unknown {
  const isSqlites = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
  // A stored value that is no JSON.
  return isSqlites || error instanceof SyntaxError || error instanceof DamagedData
    ? damaged(file, error)
    : error;
}
