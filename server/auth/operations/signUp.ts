import { storeTogether } from '../../store/store.ts';
import { type Answer, ok, refuse } from '../answer.ts';
import { newAccount, passwordFault, profileFault } from '../newAccount.ts';
import { type Caller, emailOf, type Fields, textOf } from '../request.ts';
import { signIn } from '../sessions.ts';
import type { AuthState } from '../state.ts';

/** `accounts:signUp`: creates an account with a password and signs it in. */
export async function signUp(state: AuthState, fields: Fields, caller: Caller): Promise<Answer> {
  if (textOf(fields, 'idToken') !== undefined)
    return refuse('OPERATION_NOT_ALLOWED', 'Adding a password to a signed-in account is not implemented.');
  // Without an address the SDK asks for an anonymous account.
  if (fields['email'] === undefined && fields['password'] === undefined)
    return refuse('ADMIN_ONLY_OPERATION');
  const address = emailOf(fields);
  if (address.kind === 'refused') return address;
  const password = textOf(fields, 'password');
  if (password === undefined) return refuse('MISSING_PASSWORD');
  const displayName = textOf(fields, 'displayName') ?? null;
  const fault = passwordFault(password) ?? profileFault(displayName, null);
  if (fault !== null) return fault;
  if (!state.limits.signUpPerAddress.take(caller.address)) return refuse('TOO_MANY_ATTEMPTS_TRY_LATER');

  const { email } = address;
  if (state.accounts.byEmail(email) !== undefined) return refuse('EMAIL_EXISTS');
  const passwordHash = await state.passwords.hash(password, caller.address);
  return storeTogether(state.store, () => {
    // Someone may have taken the address while the password was being hashed.
    if (state.accounts.byEmail(email) !== undefined) return refuse('EMAIL_EXISTS');
    const account = { ...newAccount(email, state.now()), passwordHash, displayName };
    return ok({ localId: account.uid, email, ...signIn(state, account, 'password') });
  });
}
