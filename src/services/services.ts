import type { BackendSettings } from '#model/backend.ts';
import type { Account } from '#model/user.ts';
import { attempt, createAuthService } from './auth.ts';
import type { Directory } from './directory.ts';
import { startFirebase } from './firebase.ts';
import type { ApplicationsService, UsersService } from './records.ts';

/** What is stored in Firestore. Loaded after sign-in only: the sign-in screen does without that code. */
export type FirestoreDocuments = {
  readonly users: UsersService;
  readonly applications: ApplicationsService;
  /** All users and applications, for an admin with this account. The caller stops it. */
  startDirectory(uid: string): Directory;
};

export type Services = ReturnType<typeof startServices>;

/** The outside world as the app sees it. */
export function startServices(backend: BackendSettings) {
  const firebase = startFirebase(backend);
  let records: Promise<FirestoreDocuments> | null = null;
  return {
    backend,
    auth: createAuthService(firebase),
    /** Loads our own requests about accounts; null on Firebase, which has none. Rejects as `records` does. */
    accountCalls:
      backend.kind === 'embedded'
        ? async () => (await import('./accountCalls.ts')).createAccountCalls(firebase.auth, attempt)
        : null,
    /** Loads and starts {@link FirestoreDocuments} once. Rejects when the code cannot be fetched; may then be called again. */
    records(): Promise<FirestoreDocuments> {
      records ??= startRecords().catch((error: unknown) => {
        records = null;
        throw error;
      });
      return records;
    },
    /** Starts the ledger worker for the signed-in account. The caller stops it. Rejects as `records` does. */
    startLedger: async (account: Account) => (await import('./ledger.ts')).startLedger({ backend, account }),
  };

  async function startRecords(): Promise<FirestoreDocuments> {
    const [{ openRecords }, { startDirectory }] = await Promise.all([
      import('./records.ts'),
      import('./directory.ts'),
    ]);
    return { ...openRecords(firebase), startDirectory: (uid) => startDirectory({ backend, uid }) };
  }
}
