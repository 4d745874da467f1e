import type { StoredAccount } from '../accounts.ts';
import { type Answer, ok, refuse } from '../answer.ts';
import { GOOGLE, type Identity } from '../identity/identityProvider.ts';
import { newAccount, profileFault } from '../newAccount.ts';
import { type Fields, textOf } from '../request.ts';
import { endSessions, signIn } from '../sessions.ts';
import type { AuthState } from '../state.ts';

/** `accounts:signInWithIdp`: signs in with what the provider's popup, or the app itself, brought back. */
export async function signInWithIdp(state: AuthState, fields: Fields): Promise<Answer> {
  if (textOf(fields, 'idToken') !== undefined)
    return refuse('OPERATION_NOT_ALLOWED', 'Linking a provider to a signed-in account is not implemented.');
  const proof = proofOf(fields);
  if (proof.get('providerId') !== GOOGLE)
    return refuse('OPERATION_NOT_ALLOWED', 'Only Google is offered as a provider.');
  const identity = await state.identities.identify(proof);
  if (identity.kind === 'refused') return identity;
  return state.store.transaction(() => signInAs(state, identity));
}

/** A credential stands in `postBody`; the popup's answer in the query of `requestUri`. */
function proofOf(fields: Fields): URLSearchParams {
  const postBody = textOf(fields, 'postBody');
  if (postBody !== undefined) return new URLSearchParams(postBody);
  const requestUri = textOf(fields, 'requestUri') ?? '';
  return URL.canParse(requestUri) ? new URL(requestUri).searchParams : new URLSearchParams();
}

function signInAs(state: AuthState, identity: Identity): Answer {
  const known = state.accounts.byProvider(GOOGLE, identity.rawId);
  const sameAddress = state.accounts.byEmail(identity.email);
  const existing = known ?? sameAddress;
  if (existing?.disabled) return refuse('USER_DISABLED');
  // An address that the provider does not vouch for proves nothing about the account that has it.
  if (known === undefined && sameAddress !== undefined && !identity.emailVerified)
    return ok({ needConfirmation: true, email: identity.email, verifiedProvider: [] });

  const account = withIdentity(state, existing, identity);
  const tokens = signIn(state, account, GOOGLE);
  return ok({ ...describe(identity), localId: account.uid, isNewUser: existing === undefined, ...tokens });
}

/** The account as it is after this sign-in, linked and stored. */
function withIdentity(
  state: AuthState,
  existing: StoredAccount | undefined,
  identity: Identity,
): StoredAccount {
  const base =
    existing === undefined ? firstAccount(state, identity) : provenAccount(state, existing, identity);
  const { displayName, photoUrl } = fittingProfile(identity);
  const account = {
    ...base,
    displayName: base.displayName ?? displayName,
    photoUrl: base.photoUrl ?? photoUrl,
  };
  const { rawId, email } = identity;
  state.accounts.save(account);
  state.accounts.link(account.uid, { providerId: GOOGLE, rawId, email, displayName, photoUrl });
  return account;
}

function firstAccount(state: AuthState, { email, emailVerified }: Identity): StoredAccount {
  return { ...newAccount(email, state.now()), emailVerified };
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

/** A profile too long for the tokens is left out. */
function fittingProfile({ displayName, photoUrl }: Identity): Pick<Identity, 'displayName' | 'photoUrl'> {
  return profileFault(displayName, photoUrl) === null
    ? { displayName, photoUrl }
    : { displayName: null, photoUrl: null };
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
