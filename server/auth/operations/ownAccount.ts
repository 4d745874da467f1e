import type { ProviderLink, StoredAccount } from '../accounts.ts';
import {
  type AuthState,
  endSessions,
  recentlySignedInAccount,
  signedInAccount,
  tokensFor,
} from '../authState.ts';
import { turnOf } from '../limits.ts';
import { checkPassword } from '../passwordRules.ts';
import {
  type Answer,
  type Caller,
  type Fields,
  ok,
  readMembers,
  refuse,
  required,
  TEXT,
} from '../protocol.ts';

/** `accounts:lookup`: the signed-in account's own record. */
export function lookup(state: AuthState, fields: Fields): Answer {
  const { idToken } = readMembers(fields, 'accounts:lookup', { idToken: TEXT });
  const { account } = signedInAccount(state, idToken);
  return ok({ users: [userRecord(account, state.accounts.linksOf(account.uid))] });
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
    // The SDK only checks whether the field is there.
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

/**
 * `accounts:update` with an ID token: changes the own password. All sessions of the account end but this one, which gets
 * new tokens. (With a mailed code: see `applyCode`.)
 */
export async function updatePassword(state: AuthState, fields: Fields, caller: Caller): Promise<Answer> {
  const shape = { idToken: TEXT, password: TEXT, returnSecureToken: required(true) } as const;
  const { idToken = '', password = '' } = readMembers(fields, 'accounts:update', shape);
  if (idToken === '') return refuse('INVALID_REQ_TYPE', 'Unsupported request parameters.');
  if (password === '') return refuse('MISSING_PASSWORD');
  const before = recentlySignedInAccount(state, idToken);
  await checkPassword(password, { email: before.account.email, brand: state.brand });
  const passwordHash = await state.passwords.hash(password, turnOf(before.account, caller));
  return state.store.transaction(() => {
    // Checked again: while the password was being hashed the session may have ended.
    const found = signedInAccount(state, idToken);
    const account = endSessions(state, { ...found.account, passwordHash }, found.session);
    const body = { localId: account.uid, email: account.email, ...tokensFor(state, account, found.session) };
    return ok(body, { account, by: 'signed-in' });
  });
}

/** `accounts:delete`: removes the own account. */
export function deleteAccount(state: AuthState, fields: Fields): Answer {
  const { idToken } = readMembers(fields, 'accounts:delete', { idToken: TEXT });
  const { uid } = recentlySignedInAccount(state, idToken).account;
  state.store.transaction(() => {
    state.sessions.endAll(uid);
    state.accounts.remove(uid);
  });
  return ok({});
}
