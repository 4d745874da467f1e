import type { AdminData } from '#contract/ledger.ts';
import type { BackendSettings } from '#model/backend.ts';
import { type AccessActions, createAccessActions } from './accessActions.ts';
import { createAccount } from './newAccount.ts';
import type { Records } from './services.ts';

/** The admin's actions on the real stores. */
export function startAccessActions(
  backend: BackendSettings,
  { users, applications }: Records,
  adminData: AdminData,
): AccessActions {
  return createAccessActions({
    readRecord: users.readUser,
    writeRecord: users.writeUser,
    updateRecord: users.updateUser,
    removeRecord: users.removeUser,
    removeApplication: applications.removeApplication,
    writeEntry: adminData.writeAccess,
    removeEntry: adminData.removeAccess,
    removeCounters: adminData.removeCounters,
    createAccount: (email, password) => createAccount(backend, email, password),
  });
}
