import { type Answer, ok, refuse } from '../answer.ts';
import { passwordFault } from '../newAccount.ts';
import { type Caller, type Fields, textOf } from '../request.ts';
import { endSessions } from '../sessions.ts';
import type { AuthState } from '../state.ts';

/** `accounts:resetPassword`: tells what a mailed code is for or, with a new password, sets that and uses it up. */
export async function resetPassword(state: AuthState, fields: Fields, caller: Caller): Promise<Answer> {
  const code = textOf(fields, 'oobCode');
  if (code === undefined) return refuse('MISSING_OOB_CODE');
  const found = state.actionCodes.find(code);
  if (found.kind === 'refused') return found;
  const newPassword = fields['newPassword'];
  if (newPassword === undefined) return ok({ email: found.email, requestType: found.action });

  if (found.action !== 'PASSWORD_RESET') return refuse('INVALID_OOB_CODE');
  if (typeof newPassword !== 'string') return refuse('MISSING_PASSWORD');
  const fault = passwordFault(newPassword);
  if (fault !== null) return fault;
  const passwordHash = await state.passwords.hash(newPassword, caller.address);
  return state.store.transaction(() => setPassword(state, code, passwordHash));
}

function setPassword(state: AuthState, code: string, passwordHash: string): Answer {
  // Looked up again: while the password was being hashed the code may have been used.
  const found = state.actionCodes.find(code);
  if (found.kind === 'refused') return found;
  const account = state.accounts.byUid(found.uid);
  if (account === undefined || account.email !== found.email) return refuse('INVALID_OOB_CODE');
  if (account.disabled) return refuse('USER_DISABLED');
  // Whoever linked a provider while the address was unproven need not be its owner, who stands here now.
  if (!account.emailVerified) state.accounts.unlinkAll(account.uid);
  endSessions(state, { ...account, passwordHash, emailVerified: true });
  return ok({ email: account.email, requestType: 'PASSWORD_RESET' });
}
