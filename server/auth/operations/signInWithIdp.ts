import { isMailable } from '#model/email.ts';
import { newAccount, type StoredAccount } from '../accounts.ts';
import { type AuthState, endSessions, signIn } from '../authState.ts';
import type { Identity } from '../identity/identityProvider.ts';
import { GOOGLE, SESSION_ID } from '../identity/popupPages.ts';
import { type Answer, type Fields, ok, only, readMembers, refuse, required, TEXT } from '../protocol.ts';

const REQUEST = {
  requestUri: TEXT,
  sessionId: only(SESSION_ID),
  returnSecureToken: required(true),
  returnIdpCredential: only(true),
} as const;

/** `accounts:signInWithIdp`: signs in with the proof that the provider's popup sent, in the query of `requestUri`. */
export async function signInWithIdp(state: AuthState, fields: Fields): Promise<Answer> {
  const { requestUri = '' } = readMembers(fields, 'accounts:signInWithIdp', REQUEST);
  if (requestUri === '') return refuse('MISSING_REQUEST_URI');
  if (!URL.canParse(requestUri)) return refuse('INVALID_REQUEST_URI');
  const proof = new URL(requestUri).searchParams;
  if (proof.get('providerId') !== GOOGLE)
    return refuse('OPERATION_NOT_ALLOWED', 'Only Google is offered as a provider.');
  const identity = await state.identities.identify(proof);
  return state.store.transaction(() => signInAs(state, identity));
}

function signInAs(state: AuthState, identity: Identity): Answer {
  const known = state.accounts.byProvider(GOOGLE, identity.rawId);
  const sameAddress = state.accounts.byEmail(identity.email);
  const existing = known ?? sameAddress;
  if (existing === undefined && !isMailable(identity.email)) return refuse('INVALID_EMAIL');
  if (existing?.disabled) return refuse('USER_DISABLED');
  // An address that the provider has not verified proves nothing about the account that has it.
  if (known === undefined && sameAddress !== undefined && !identity.emailVerified)
    return ok({ needConfirmation: true, email: identity.email, verifiedProvider: [] });

  const account = withIdentity(state, existing, identity);
  const tokens = signIn(state, account, GOOGLE);
  const body = {
    ...describe(identity),
    localId: account.uid,
    isNewUser: existing === undefined,
    ...tokens,
  };
  return ok(body, { account, by: 'signed-in' });
}

/** The account as it is after this sign-in, linked and stored. */
function withIdentity(
  state: AuthState,
  existing: StoredAccount | undefined,
  identity: Identity,
): StoredAccount {
  const { rawId, email, emailVerified } = identity;
  const base =
    existing === undefined
      ? { ...newAccount(email, state.now()), emailVerified }
      : provenAccount(state, existing, identity);
  const { displayName, photoUrl } = fittingProfile(identity);
  const account = {
    ...base,
    displayName: base.displayName ?? displayName,
    photoUrl: base.photoUrl ?? photoUrl,
  };
  state.accounts.save(account);
  state.accounts.link(account.uid, { providerId: GOOGLE, rawId, email, displayName, photoUrl });
  return account;
}

/**
 * Google's linking rule: when the provider proves the address of an account that had not proven it, whoever made
 * that account need not be the owner of the address. Its password, profile, links and sessions end here.
 */
function provenAccount(state: AuthState, account: StoredAccount, identity: Identity): StoredAccount {
  const proves = identity.emailVerified && identity.email === account.email;
  if (account.emailVerified || !proves) return account;
  state.accounts.unlinkAll(account.uid);
  const bare = { passwordHash: null, displayName: null, photoUrl: null };
  return endSessions(state, { ...account, ...bare, emailVerified: true });
}

/** A name and the address of a picture stand in every ID token, which is sent with every request. Characters. */
const MAX_NAME_LENGTH = 256;
const MAX_PHOTO_URL_LENGTH = 2048;

/** The profile as far as it fits into the tokens. */
function fittingProfile({ displayName, photoUrl }: Identity): Pick<Identity, 'displayName' | 'photoUrl'> {
  const fits = (text: string | null, limit: number) => (text !== null && text.length <= limit ? text : null);
  return {
    displayName: fits(displayName, MAX_NAME_LENGTH),
    photoUrl: fits(photoUrl, MAX_PHOTO_URL_LENGTH),
  };
}

function describe({ rawId, email, emailVerified, displayName, photoUrl, idToken }: Identity): object {
  const profile = { name: displayName ?? '', picture: photoUrl ?? '' };
  return {
    providerId: GOOGLE,
    federatedId: `https://accounts.google.com/${rawId}`,
    email,
    emailVerified,
    displayName: displayName ?? '',
    photoUrl: photoUrl ?? '',
    rawUserInfo: JSON.stringify({ sub: rawId, email, email_verified: emailVerified, ...profile }),
    oauthIdToken: idToken,
  };
}
