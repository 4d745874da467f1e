import type { ProviderLink, StoredAccount } from '../accounts.ts';
import { type Answer, ok } from '../answer.ts';
import type { Fields } from '../request.ts';
import { signedInAccount } from '../sessions.ts';
import type { AuthState } from '../state.ts';

/** `accounts:lookup`: the signed-in account's own record. */
export function lookup(state: AuthState, fields: Fields): Answer {
  const found = signedInAccount(state, fields);
  if (found.kind === 'refused') return found;
  return ok({ users: [userRecord(found.account, state.accounts.linksOf(found.account.uid))] });
}

function userRecord(account: StoredAccount, links: readonly ProviderLink[]): object {
  return {
    localId: account.uid,
    email: account.email,
    emailVerified: account.emailVerified,
    ...profile(account),
    createdAt: String(account.createdAt),
    ...(account.lastLoginAt === null ? {} : { lastLoginAt: String(account.lastLoginAt) }),
    validSince: String(account.validSince),
    disabled: account.disabled,
    // The SDK only looks whether the field is there.
    ...(account.passwordHash === null ? {} : { passwordHash: 'REDACTED' }),
    providerUserInfo: [
      ...(account.passwordHash === null ? [] : [passwordProvider(account)]),
      ...links.map(linkedProvider),
    ],
  };
}

function profile({ displayName, photoUrl }: Pick<StoredAccount, 'displayName' | 'photoUrl'>): object {
  return { ...(displayName === null ? {} : { displayName }), ...(photoUrl === null ? {} : { photoUrl }) };
}

function passwordProvider(account: StoredAccount): object {
  const { email } = account;
  return { providerId: 'password', email, federatedId: email, rawId: email, ...profile(account) };
}

function linkedProvider(link: ProviderLink): object {
  const { providerId, rawId, email } = link;
  return { providerId, rawId, federatedId: rawId, ...(email === null ? {} : { email }), ...profile(link) };
}
