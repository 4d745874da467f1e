import type { Email } from '#model/email.ts';
import { storeTogether } from '../../store/store.ts';
import { type Answer, ok, refuse } from '../answer.ts';
import { type Caller, emailOf, type Fields, textOf } from '../request.ts';
import { signIn } from '../sessions.ts';
import type { AuthState } from '../state.ts';

/**
 * `accounts:signInWithPassword`. An unknown address and a wrong password get the same answer after the same
 * work, and both use up a try, so that nobody can learn who has an account.
 */
export async function signInWithPassword(state: AuthState, fields: Fields, caller: Caller): Promise<Answer> {
  const address = emailOf(fields);
  if (address.kind === 'refused') return address;
  const password = textOf(fields, 'password');
  if (password === undefined) return refuse('MISSING_PASSWORD');
  const { email } = address;
  // Taken before the work begins: tries made at the same time must not slip past the limit together.
  if (!takeTry(state, email, caller)) return refuse('TOO_MANY_ATTEMPTS_TRY_LATER');

  const hash = state.accounts.byEmail(email)?.passwordHash ?? null;
  const matches = await state.passwords
    .matches(password, hash, caller.address)
    .catch((error: unknown) => giveUp(state, email, caller, error));
  if (!matches) return refuse('INVALID_LOGIN_CREDENTIALS');
  return storeTogether(state.store, () => finish(state, email, hash, caller));
}

/** Looks again: the password may have been changed, or the account removed, in the meantime. */
function finish(state: AuthState, email: Email, hash: string | null, caller: Caller): Answer {
  const account = state.accounts.byEmail(email);
  if (account === undefined || account.passwordHash !== hash) return refuse('INVALID_LOGIN_CREDENTIALS');
  if (account.disabled) return refuse('USER_DISABLED');
  giveBack(state, email, caller);
  return ok({
    localId: account.uid,
    email,
    displayName: account.displayName ?? '',
    registered: true,
    ...signIn(state, account, 'password'),
  });
}

/** A password that was not looked at is not a try. */
function giveUp(state: AuthState, email: Email, caller: Caller, error: unknown): never {
  giveBack(state, email, caller);
  throw error;
}

function takeTry({ limits }: AuthState, email: Email, caller: Caller): boolean {
  return limits.signInPerAddress.take(caller.address) && limits.signInPerAccount.take(email);
}

function giveBack({ limits }: AuthState, email: Email, caller: Caller): void {
  limits.signInPerAccount.giveBack(email);
  limits.signInPerAddress.giveBack(caller.address);
}
