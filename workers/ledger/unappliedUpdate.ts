import type { Database } from 'firebase/database';
import type { Changes } from './database.ts';

/** The connection of the SDK, which sends what it is given and sends it again after a lost connection. */
type Connection = {
  merge(
    path: string,
    changes: Changes,
    onAnswer: (status: string, reason: string | null | undefined) => void,
  ): void;
};

/**
 * Sends an update of very many paths without applying it to what the SDK shows of the database before the server has it:
 * of that nothing is wanted here (see `suppressOptimisticEvents`), and it takes most of the processor time of an upload.
 * The SDK has no public name for this. Null where the SDK is not as it was: then the public way leads to the same.
 */
export function updateUnapplied(database: Database, changes: Changes): Promise<void> | null {
  const connection = connectionOf(database);
  if (connection === null) return null;
  return new Promise((resolve, reject) => {
    connection.merge('/', changes, (status, reason) => {
      if (status === 'ok') resolve();
      else reject(errorOf(status, reason));
    });
  });
}

function connectionOf(database: Database): Connection | null {
  const { _repo: repo } = database as { readonly _repo?: { readonly server_?: Partial<Connection> } };
  const connection = repo?.server_;
  return typeof connection?.merge === 'function' ? (connection as Connection) : null;
}

/** As the SDK words it. */
function errorOf(status: string, reason: string | null | undefined): Error {
  const code = status.toUpperCase();
  return Object.assign(new Error(reason ? `${code}: ${reason}` : code), { code });
}
