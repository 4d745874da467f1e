import { type Answer, ok, refuse } from '../answer.ts';
import { passwordFault, profileFault } from '../newAccount.ts';
import { type Caller, type Fields, textOf } from '../request.ts';
import { endSessions, recentlySignedInAccount, signedInAccount, tokensFor } from '../sessions.ts';
import type { AuthState } from '../state.ts';

/** `accounts:update`: changes the own password or profile, or applies a mailed verification code. */
export function update(state: AuthState, fields: Fields, caller: Caller): Answer | Promise<Answer> {
  const code = textOf(fields, 'oobCode');
  if (code !== undefined) return verifyEmail(state, code);
  // As Google's service with e-mail enumeration protection: the new address would have to be proven first.
  if (fields['email'] !== undefined)
    return refuse('OPERATION_NOT_ALLOWED', 'Changing the e-mail address is not implemented.');
  return fields['password'] === undefined
    ? updateProfile(state, fields)
    : updatePassword(state, fields, caller);
}

function verifyEmail(state: AuthState, code: string): Answer {
  return state.store.transaction(() => {
    const found = state.actionCodes.find(code);
    if (found.kind === 'refused') return found;
    const account = state.accounts.byUid(found.uid);
    if (found.action !== 'VERIFY_EMAIL' || account === undefined || account.email !== found.email)
      return refuse('INVALID_OOB_CODE');
    if (account.disabled) return refuse('USER_DISABLED');
    state.actionCodes.discard(account.uid, 'VERIFY_EMAIL');
    state.accounts.save({ ...account, emailVerified: true });
    return ok({ localId: account.uid, email: account.email, emailVerified: true });
  });
}

async function updatePassword(state: AuthState, fields: Fields, caller: Caller): Promise<Answer> {
  const password = textOf(fields, 'password');
  if (password === undefined) return refuse('MISSING_PASSWORD');
  const fault = passwordFault(password);
  if (fault !== null) return fault;
  const before = recentlySignedInAccount(state, fields);
  if (before.kind === 'refused') return before;
  const passwordHash = await state.passwords.hash(password, caller.address);
  return state.store.transaction(() => {
    // Checked again: while the password was being hashed the session may have ended.
    const found = signedInAccount(state, fields);
    if (found.kind === 'refused') return found;
    const account = endSessions(state, { ...found.account, passwordHash }, found.session);
    return ok({ localId: account.uid, email: account.email, ...tokensFor(state, account, found.session) });
  });
}

/** A field that is null or empty is removed, one that is absent stays. */
function updateProfile(state: AuthState, fields: Fields): Answer {
  const found = signedInAccount(state, fields);
  if (found.kind === 'refused') return found;
  const { account } = found;
  const chosen = (name: string, current: string | null) =>
    fields[name] === undefined ? current : (textOf(fields, name) ?? null);
  const displayName = chosen('displayName', account.displayName);
  const photoUrl = chosen('photoUrl', account.photoUrl);
  const fault = profileFault(displayName, photoUrl);
  if (fault !== null) return fault;
  state.accounts.save({ ...account, displayName, photoUrl });
  return ok({ localId: account.uid, email: account.email, displayName, photoUrl });
}
