import { type KnownAccount, pinForGrant } from '#model/access.ts';
import { accessKey, type Email } from '#model/email.ts';
import { ACCESS_PATH, APPLICATIONS_COLLECTION, USERS_COLLECTION } from '#model/paths.ts';
import type { Fields } from './rules/rules.ts';
import type { Services } from './services.ts';
import type { Store } from './store/store.ts';

type Places = Services & { readonly store: Store };

export type NewUser = {
  readonly email: Email;
  readonly password: string;
  readonly name: string;
  readonly admin: boolean;
};

/**
 * Adds a person who may use the product, past all rules: the account with a verified address, the user document
 * and its mirror (docs: design, data), pinned to the account. All in one transaction, in which `alongside` runs.
 */
export async function addPerson(
  { auth, documents, tree }: Services,
  user: NewUser,
  createdAt: Date,
  alongside: () => void = () => {},
): Promise<void> {
  const { email, admin } = user;
  await auth.createVerifiedAccount(user, (uid) => {
    documents.setDocument([USERS_COLLECTION, email], userDocument(user, uid, createdAt));
    tree.update({ [`${ACCESS_PATH}/${accessKey(email)}`]: { email, allow: true, admin, uid } });
    alongside();
  });
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

/** How an administrator who was just made one stands. */
export type AdminGrant = {
  readonly account: KnownAccount | null;
  /** Whether the rights are that account's from now on; else they wait for a verified address. */
  readonly isPinned: boolean;
};

/**
 * Makes the person with this address an administrator, past all rules: the user document and its mirror, in one
 * transaction; an application is done with.
 */
export function grantAdmin({ auth, documents, tree, store }: Places, email: Email, now: Date): AdminGrant {
  const account = auth.findAccount(email);
  const record = documents.readDocument([USERS_COLLECTION, email]);
  const { uid: formerPin, ...kept } = record ?? {
    name: { stringValue: '' },
    createdAt: { stringValue: now.toISOString() },
  };
  const uid = pinForGrant(account, formerPin?.['stringValue'] as string | undefined);
  const entry = { email, allow: true, admin: true, ...(uid !== undefined && { uid }) };
  store.transaction(() => {
    documents.setDocument([USERS_COLLECTION, email], {
      ...kept,
      email: { stringValue: email },
      allow: { booleanValue: true },
      admin: { booleanValue: true },
      ...(uid !== undefined && { uid: { stringValue: uid } }),
    });
    documents.deleteDocument([APPLICATIONS_COLLECTION, email]);
    tree.update({ [`${ACCESS_PATH}/${accessKey(email)}`]: entry });
  });
  return { account, isPinned: uid !== undefined };
}
