/**
 * - `full`: there is no space left
 * - `unwritable`: the disk or folder is read-only, or fails
 */
type StorageFailureKind = 'full' | 'unwritable';

const MESSAGES: Readonly<Record<StorageFailureKind, string>> = {
  full: 'The disk of the server is full: nothing was saved.',
  unwritable: 'The disk of the server cannot be written: nothing was saved.',
};

/** The disk refused a transaction; nothing of it is stored. Reading goes on, and writing once the disk takes it again. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';

  constructor(
    readonly kind: StorageFailureKind,
    options?: ErrorOptions,
  ) {
    super(MESSAGES[kind], options);
  }
}

/** An error of SQLite as a {@link StorageFailure} where the disk is the cause; any other error as it is. */
export function asStorageFailure(error: unknown): unknown {
  const code = codeOf(error);
  if (code.startsWith('SQLITE_FULL')) return new StorageFailure('full', { cause: error });
  if (/^SQLITE_(READONLY|IOERR|CANTOPEN)/.test(code))
    return new StorageFailure('unwritable', { cause: error });
  return error;
}

/** The code of an error of SQLite or of the system; blank for none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
