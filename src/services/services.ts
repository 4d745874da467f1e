import type { BackendSettings } from '#model/backend.ts';
import type { Account } from '#model/user.ts';
import type { ApplicationsService } from './applications.ts';
import { type AuthService, createAuthService } from './auth.ts';
import type { Directory } from './directory.ts';
import { startFirebase, startFirestore } from './firebase.ts';
import type { LedgerService } from './ledger.ts';
import { startLedger } from './ledger.ts';
import type { UsersService } from './users.ts';

/** What is kept in Firestore. Loaded after sign-in only: the sign-in screen does without that code. */
export type Records = {
  readonly users: UsersService;
  readonly applications: ApplicationsService;
  /** All users and applications, for an admin with this account. The caller stops it. */
  startDirectory(uid: string): Directory;
};

type StartedRecords = Records & { reconnect(): Promise<void> };

/** The outside world as the app sees it. */
export type Services = {
  readonly backend: BackendSettings;
  readonly auth: AuthService;
  /** Loads and starts {@link Records} once. Rejects when the code cannot be fetched; may then be called again. */
  records(): Promise<Records>;
  /** Has Firestore, where it is started, connect anew at once: for when the network is back. */
  readonly reconnect: () => void;
  /** Starts the ledger worker for the signed-in, allowed account. The caller stops it. */
  startLedger(account: Account): LedgerService;
};

export function startServices(backend: BackendSettings): Services {
  const firebase = startFirebase(backend);
  let records: Promise<StartedRecords> | null = null;
  return {
    backend,
    auth: createAuthService(firebase),
    records() {
      records ??= startRecords().catch((error: unknown) => {
        records = null;
        throw error;
      });
      return records;
    },
    reconnect: () => void records?.then((started) => started.reconnect()).catch(console.error),
    startLedger: (account) => startLedger({ backend, account }),
  };

  async function startRecords(): Promise<StartedRecords> {
    const [firestore, users, applications, { startDirectory }, { reconnect }] = await Promise.all([
      startFirestore(firebase),
      import('./users.ts'),
      import('./applications.ts'),
      import('./directory.ts'),
      import('./reconnect.ts'),
    ]);
    return {
      reconnect: () => reconnect(firestore),
      users: users.createUsersService(firestore),
      applications: applications.createApplicationsService(firestore),
      startDirectory: (uid) => startDirectory({ backend, uid }),
    };
  }
}
