import type { Email } from '#model/email.ts';
import type { StoredAccount } from '../accounts.ts';
import { type ActionKind, writeActionMail } from '../actionCodes.ts';
import { type AuthState, endSessions, signedInAccount } from '../authState.ts';
import type { Mail } from '../mail.ts';
import { checkPassword } from '../passwordRules.ts';
import {
  type Answer,
  type Caller,
  type Fields,
  notImplemented,
  ok,
  only,
  readEmail,
  readMembers,
  refuse,
  TEXT,
} from '../protocol.ts';

/** `accounts:sendOobCode`: mails a link for a new password, or for verifying an address. */
export function sendOobCode(state: AuthState, fields: Fields, caller: Caller): Answer | Promise<Answer> {
  switch (fields['requestType']) {
    case 'PASSWORD_RESET':
      return sendPasswordReset(state, fields, caller);
    case 'VERIFY_EMAIL':
      return sendVerification(state, fields, caller);
    case undefined:
      return refuse('MISSING_REQ_TYPE');
    default:
      return notImplemented(
        '"requestType" of accounts:sendOobCode other than PASSWORD_RESET or VERIFY_EMAIL',
      );
  }
}

/** Answers the same for any address, and works afterwards: nobody can find out who has an account. */
function sendPasswordReset(state: AuthState, fields: Fields, caller: Caller): Answer {
  const shape = { requestType: TEXT, email: TEXT, clientType: only('CLIENT_TYPE_WEB') } as const;
  const members = readMembers(fields, 'accounts:sendOobCode', shape);
  const email = readEmail(members.email);
  if (!state.limits.tryMail(state.accounts.byEmail(email), caller))
    return refuse('TOO_MANY_ATTEMPTS_TRY_LATER');
  caller.afterAnswer(() => mailResetLink(state, email, caller));
  return ok({ email });
}

/** Mails nothing when there have been enough mails: the last link is in the mailbox and works. */
function mailResetLink(state: AuthState, email: Email, caller: Caller): void {
  const account = state.accounts.byEmail(email);
  const taken = state.limits.tryResetMail(email, account, caller);
  if (account === undefined || account.disabled || taken === null) return;
  state.mailer.post(codeMail(state, 'PASSWORD_RESET', account, caller), taken.refund);
}

/** The answer waits for the mail: the person is signed in, and has to know when it cannot be sent. */
async function sendVerification(state: AuthState, fields: Fields, caller: Caller): Promise<Answer> {
  const members = readMembers(fields, 'accounts:sendOobCode', { requestType: TEXT, idToken: TEXT });
  // What Google's service says of a missing token here, and nowhere else.
  const { account } = signedInAccount(state, members.idToken || 'none');
  const isWithin = state.limits.tryMail(account, caller) && state.limits.tryVerificationMail(account.email);
  if (!isWithin) return refuse('TOO_MANY_ATTEMPTS_TRY_LATER');
  try {
    await state.mailer.send(codeMail(state, 'VERIFY_EMAIL', account, caller));
  } catch (error) {
    state.logError(`The mail to ${account.email} could not be sent:`, error);
    return refuse('EMAIL_NOT_SENT', 'The mail could not be sent. Please try again later.');
  }
  return ok({ email: account.email });
}

function codeMail(state: AuthState, kind: ActionKind, account: StoredAccount, caller: Caller): Mail {
  const code = state.actionCodes.issue(kind, account);
  // Never the Host header where the public address is known: whoever asks for the mail chooses that header.
  const origin = state.publicOrigin ?? caller.origin;
  return writeActionMail({ kind, to: account.email, code, origin, brand: state.brand });
}

/**
 * `accounts:resetPassword`: without a new password it answers what a mailed code is for; with one it sets that and uses
 * the code up.
 */
export async function resetPassword(state: AuthState, fields: Fields, caller: Caller): Promise<Answer> {
  const shape = { oobCode: TEXT, newPassword: TEXT };
  const { oobCode: code = '', newPassword } = readMembers(fields, 'accounts:resetPassword', shape);
  if (code === '') return refuse('MISSING_OOB_CODE');
  const found = state.actionCodes.find(code);
  if (newPassword === undefined) return ok({ email: found.email, requestType: found.action });

  if (found.action !== 'PASSWORD_RESET') return refuse('INVALID_OOB_CODE');
  await checkPassword(newPassword, { email: found.email, brand: state.brand });
  const passwordHash = await state.passwords.hash(newPassword, caller.address);
  return state.store.transaction(() => setPassword(state, code, passwordHash));
}

function setPassword(state: AuthState, code: string, passwordHash: string): Answer {
  // Looked up again: while the password was being hashed the code may have been used.
  const found = state.actionCodes.find(code);
  const account = state.accounts.byUid(found.uid);
  if (account === undefined || account.email !== found.email) return refuse('INVALID_OOB_CODE');
  if (account.disabled) return refuse('USER_DISABLED');
  // While the address was unproven anybody may have linked a provider. Its owner has proven the address now.
  if (!account.emailVerified) state.accounts.unlinkAll(account.uid);
  const saved = endSessions(state, { ...account, passwordHash, emailVerified: true });
  state.limits.clear(saved);
  return ok({ email: saved.email, requestType: 'PASSWORD_RESET' }, { account: saved, by: 'signed-in' });
}

/**
 * `POST /account/verifyEmail`, a request of our own: marks the address as verified and uses the code up. Only for the
 * account itself, signed in: the mail alone would let the owner of the address confirm an account that a stranger has
 * registered with it.
 */
export function verifyEmail(state: AuthState, fields: Fields, caller: Caller): Answer {
  const { oobCode = '' } = readMembers(fields, '/account/verifyEmail', { oobCode: TEXT });
  return state.store.transaction(() => {
    const { account } = signedInAccount(state, caller.idToken);
    const found = state.actionCodes.find(oobCode);
    const isOwn = found.uid === account.uid && found.email === account.email;
    if (found.action !== 'VERIFY_EMAIL' || !isOwn) return refuse('INVALID_OOB_CODE');
    state.actionCodes.discard(account.uid, 'VERIFY_EMAIL');
    state.accounts.save({ ...account, emailVerified: true });
    return ok({});
  });
}
