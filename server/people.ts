import { accessKey, type Email } from '../src/model/email.ts';
import { ACCESS_PATH, USERS_COLLECTION } from '../src/model/paths.ts';
import type { Fields } from './rules/guard.ts';
import type { Services } from './services.ts';

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
