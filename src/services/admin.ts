import type { BackendSettings } from '../model/backend.ts';
import { type AccessActions, createAccessActions } from './access-actions.ts';
import type { AdminData } from './admin-data.ts';
import { createAccount } from './new-account.ts';
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
    writeMirror: adminData.writeAccess,
    removeMirror: adminData.removeAccess,
    removeCounters: adminData.removeCounters,
    createAccount: (email, password) => createAccount(backend, email, password),
  });
}
