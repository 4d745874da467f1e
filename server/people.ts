import { getRandomValues } from 'node:crypto';
import { type AccessEntry, type KnownAccount, pinForGrant } from '#model/access.ts';
import { accessUpdateTo, readStoredAccess } from '#model/accessHistory.ts';
import type { Email } from '#model/email.ts';
import { SERVER_AUTHOR } from '#model/log/author.ts';
import { newEntryId } from '#model/log/version.ts';
import { ACCESS_VERSION_PATH, APPLICATIONS_COLLECTION, accessPath, USERS_COLLECTION } from '#model/paths.ts';
import type { Fields } from './rules/rules.ts';
import type { BackendServices } from './services.ts';
import type { Store } from './store/store.ts';

export type ServicesAndStore = BackendServices & { readonly store: Store };

type NewUser = {
  readonly email: Email;
  readonly password: string;
  readonly name: string;
  readonly admin: boolean;
};

/**
 * Adds a person who may use the product, past all rules: the account with a verified address, and the user document
 * and the access entry, both pinned to the account. All in one transaction, in which `alongside` runs too.
 */
export async function addPerson(
  { auth, documents, tree }: BackendServices,
  user: NewUser,
  createdAt: Date,
  alongside: () => void = () => {},
): Promise<void> {
  const { email, admin } = user;
  await auth.createVerifiedAccount(user, (uid) => {
    documents.setDocument([USERS_COLLECTION, email], userDocument(user, uid, createdAt));
    writeAccess(tree, { email, allow: true, admin, uid });
    alongside();
  });
}

/** Stores an access entry, past all rules, with an entry of the history of access. */
function writeAccess(tree: BackendServices['tree'], after: AccessEntry): void {
  const { email } = after;
  const stored = readStoredAccess(email, [tree.read(ACCESS_VERSION_PATH), tree.read(accessPath(email))]);
  const update = accessUpdateTo(after, stored, { id: newEntryId(getRandomValues), by: SERVER_AUTHOR });
  if (update !== null) tree.update(update);
}

function userDocument({ email, name, admin }: NewUser, uid: string, createdAt: Date): Fields {
  return {
    email: { stringValue: email },
    name: { stringValue: name },
    allow: { booleanValue: true },
    admin: { booleanValue: admin },
    createdAt: { stringValue: createdAt.toISOString() },
    uid: { stringValue: uid },
  };
}

/** The state of a person who has just been made an administrator. */
export type AdminGrant = {
  /** Who signs in with the address; null: nobody yet. */
  readonly account: KnownAccount | null;
  /** Whether the rights belong to that account from now on; else they take effect when the address is verified. */
  readonly isPinned: boolean;
};

/**
 * Makes the person with this address an administrator, past all rules: writes the user document and the access entry,
 * and removes the application, in one transaction.
 */
export function grantAdmin(
  { auth, documents, tree, store }: ServicesAndStore,
  email: Email,
  now: Date,
): AdminGrant {
  const account = auth.findAccount(email);
  const record = documents.readDocument([USERS_COLLECTION, email]);
  const { uid: formerPin, ...others } = record ?? {
    name: { stringValue: '' },
    createdAt: { stringValue: now.toISOString() },
  };
  const uid = pinForGrant(account, formerPin?.['stringValue'] as string | undefined);
  const entry = { email, allow: true, admin: true, ...(uid !== undefined && { uid }) };
  store.transaction(() => {
    documents.setDocument([USERS_COLLECTION, email], {
      ...others,
      email: { stringValue: email },
      allow: { booleanValue: true },
      admin: { booleanValue: true },
      ...(uid !== undefined && { uid: { stringValue: uid } }),
    });
    documents.deleteDocument([APPLICATIONS_COLLECTION, email]);
    writeAccess(tree, entry);
  });
  return { account, isPinned: uid !== undefined };
}
