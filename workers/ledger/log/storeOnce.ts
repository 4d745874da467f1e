import { type Changes, isRefusal, type LedgerDatabase } from '../database.ts';

type MarkReader = Pick<LedgerDatabase, 'read'>;

/**
 * Stores an update that may be stored only once, and holds a value at `mark` that no other update writes. Rejects as
 * `update` does, unless the update is stored.
 */
export async function storeOnce(
  database: MarkReader & Pick<LedgerDatabase, 'update'>,
  update: Changes,
  mark: string,
): Promise<void> {
  try {
    await database.update(update);
  } catch (error) {
    if (!(await isStoredDespite(database, error, mark))) throw error;
  }
}

/**
 * Whether an update is stored although it was refused: the SDK sends it again when the connection was lost before the
 * answer, and the rules refuse it if it had succeeded. Rejects with `error` when that is no refusal, and when the
 * database does not tell.
 */
export async function isStoredDespite(database: MarkReader, error: unknown, mark: string): Promise<boolean> {
  if (!isRefusal(error)) throw error;
  try {
    return (await database.read(mark)) !== null;
  } catch {
    throw error;
  }
}
