import { type Email, normaliseEmail } from '#model/email.ts';
import type { StoredAccount } from '../accounts.ts';
import { type AuthState, endSessions, signedInAccount } from '../authState.ts';
import { type Answer, type Caller, type Fields, FLAG, ok, readMembers, refuse, TEXT } from '../protocol.ts';

/**
 * `POST /account/signOutEverywhere`, a request of our own: ends all sessions of the account that asks. Tabs and workers of
 * the browser that asks find out by themselves, as after a Logout.
 */
export function signOutEverywhere(state: AuthState, fields: Fields, caller: Caller): Answer {
  readMembers(fields, '/account/signOutEverywhere', {});
  const { account, session } = signedInAccount(state, caller.idToken);
  endSessions(state, account, session);
  state.audit(account.email, 'sessions-ended', account.email);
  return ok({});
}

/** `POST /account/describe`: what an admin may know of the account with an address. */
export function describeAccount(state: AuthState, fields: Fields, caller: Caller): Answer {
  const asked = readQuestion(state, fields, caller, '/account/describe');
  const account = state.accounts.byEmail(asked.email);
  if (account === undefined) return ok({ exists: false });
  const { disabled, uid } = account;
  return ok({ exists: true, disabled, sessions: state.sessions.countOf(uid) });
}

/** `POST /account/endSessions`: ends all sessions of somebody, at the wish of an admin. */
export function endSessionsOf(state: AuthState, fields: Fields, caller: Caller): Answer {
  const asked = readQuestion(state, fields, caller, '/account/endSessions');
  const account = state.accounts.byEmail(asked.email);
  if (account === undefined) return refuse('USER_NOT_FOUND');
  endSessions(state, account);
  state.audit(asked.admin.email, 'sessions-ended', account.email);
  return ok({});
}

/** `POST /account/setDisabled`: an admin stops somebody from signing in, or lets them again. All their sessions end. */
export function setDisabled(state: AuthState, fields: Fields, caller: Caller): Answer {
  const { email, disabled } = readMembers(fields, '/account/setDisabled', { email: TEXT, disabled: FLAG });
  const asked = asAdmin(state, email, caller);
  if (disabled === undefined) return refuse('INVALID_ARGUMENT', '"disabled" is missing.');
  const account = state.accounts.byEmail(asked.email);
  if (account === undefined) return refuse('USER_NOT_FOUND');
  // So there always is an admin left.
  if (account.uid === asked.admin.uid)
    return refuse('PERMISSION_DENIED', 'Nobody can disable their own account.');
  if (account.disabled !== disabled) {
    endSessions(state, { ...account, disabled });
    state.audit(asked.admin.email, disabled ? 'account-disabled' : 'account-enabled', account.email);
  }
  return ok({});
}

/** An admin's question about the account with an address. */
type Question = { readonly admin: StoredAccount; readonly email: Email };

function readQuestion(state: AuthState, fields: Fields, caller: Caller, path: string): Question {
  const { email } = readMembers(fields, path, { email: TEXT });
  return asAdmin(state, email, caller);
}

function asAdmin(state: AuthState, email: string | undefined, caller: Caller): Question {
  const { account: admin } = signedInAccount(state, caller.idToken);
  if (state.accessOf(admin) !== 'admin')
    return refuse('PERMISSION_DENIED', 'Only an administrator may do this.');
  if (email === undefined || email === '') return refuse('MISSING_EMAIL');
  return { admin, email: normaliseEmail(email) };
}
