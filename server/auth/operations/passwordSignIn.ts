import { type Email, isAddress, isMailable } from '#model/email.ts';
import { storeTogether } from '../../store/store.ts';
import { newAccount } from '../accounts.ts';
import { type AuthState, isGrantedBrowser, signIn } from '../authState.ts';
import { type Try, turnOf } from '../limits.ts';
import { checkPassword } from '../passwordRules.ts';
import { Stopping } from '../passwords.ts';
import {
  type Answer,
  type Caller,
  type Fields,
  ok,
  only,
  Refusal,
  readEmail,
  readMembers,
  refuse,
  required,
  TEXT,
} from '../protocol.ts';

/** The SDK sends `clientType` for reCAPTCHA, which this server does not have. */
const CREDENTIALS = {
  email: TEXT,
  password: TEXT,
  returnSecureToken: required(true),
  clientType: only('CLIENT_TYPE_WEB'),
} as const;

type Credentials = { readonly email: Email; readonly password: string };

function readCredentials(fields: Fields, operation: string, isFit = isAddress): Credentials {
  const { email, password = '' } = readMembers(fields, operation, CREDENTIALS);
  const credentials = { email: readEmail(email, isFit), password };
  return password === '' ? refuse('MISSING_PASSWORD') : credentials;
}

/** `accounts:signUp`: creates an account with a password and signs it in. */
export async function signUp(state: AuthState, fields: Fields, caller: Caller): Promise<Answer> {
  // What the SDK's `signInAnonymously` sends.
  if (!Object.hasOwn(fields, 'email') && !Object.hasOwn(fields, 'password'))
    return refuse('ADMIN_ONLY_OPERATION', 'Anonymous accounts are not offered.');
  const { email, password } = readCredentials(fields, 'accounts:signUp', isMailable);
  await checkPassword(password, { email, brand: state.brand });
  // Sign-up has to say that an address has an account, since the SDK needs tokens otherwise: few may be asked about.
  if (!state.limits.trySignUp(caller, isGrantedBrowser(state, caller.browser)))
    return refuse('TOO_MANY_ATTEMPTS_TRY_LATER');

  if (state.accounts.byEmail(email) !== undefined) return refuse('EMAIL_EXISTS');
  const passwordHash = await state.passwords.hash(password, caller.address);
  return storeTogether(state.store, () => {
    // Another sign-up may have taken the address while the password was being hashed.
    if (state.accounts.byEmail(email) !== undefined) return refuse('EMAIL_EXISTS');
    const account = { ...newAccount(email, state.now()), passwordHash };
    const body = {
      localId: account.uid,
      email,
      ...signIn(state, account, 'password'),
    };
    return ok(body, { account, by: 'signed-up' });
  });
}

/**
 * `accounts:signInWithPassword`. An unknown address and a wrong password get the same answer after the same
 * work, and both use up a try: nobody can find out who has an account.
 */
export async function signInWithPassword(state: AuthState, fields: Fields, caller: Caller): Promise<Answer> {
  if (fields['email'] === '') return refuse('INVALID_EMAIL');
  const { email, password } = readCredentials(fields, 'accounts:signInWithPassword');
  // Taken before the work begins: tries made at the same time must not exceed the limit together.
  const known = state.accounts.byEmail(email);
  const taken = state.limits.trySignIn(email, known, caller);
  if (taken === null) return refuse('TOO_MANY_ATTEMPTS_TRY_LATER');

  const hash = known?.passwordHash ?? null;
  const matches = await state.passwords
    .matches(password, hash, turnOf(known, caller))
    .catch((error: unknown) => {
      // A password that was not checked is not a try.
      taken.refund();
      throw error;
    });
  if (!matches || hash === null) return refuse('INVALID_LOGIN_CREDENTIALS');
  const checked = { email, hash, renewed: await renewedHash(state, password, hash, turnOf(known, caller)) };
  const answer = await storeTogether(state.store, () => finishSignIn(state, checked, taken));
  return answer ?? signInWithPassword(state, fields, caller);
}

/** The hash to store from now on: of today's scheme, now that the password is known. A failure can wait for the next sign-in. */
async function renewedHash(state: AuthState, password: string, hash: string, turn: string): Promise<string> {
  if (!state.passwords.isOutdated(hash)) return hash;
  return state.passwords.hash(password, turn).catch((error: unknown) => {
    const isForeseen = error instanceof Refusal || error instanceof Stopping;
    if (!isForeseen) state.logError('A password could not be hashed anew:', error);
    return hash;
  });
}

/** The hash with which a password was compared, and what to store in its place. */
type Checked = { readonly email: Email; readonly hash: string; readonly renewed: string };

/**
 * Looks the account up again: the account may have been removed in the meantime. Null when it has another hash by now, of
 * another password or as another browser has renewed it: then the password is to be compared with that one.
 */
function finishSignIn(state: AuthState, { email, hash, renewed }: Checked, taken: Try): Answer | null {
  const found = state.accounts.byEmail(email);
  if (found === undefined) return refuse('INVALID_LOGIN_CREDENTIALS');
  if (found.disabled) return refuse('USER_DISABLED');
  taken.refund();
  if (found.passwordHash !== hash) return null;
  // Its sessions and mailed links stay: the password is the same.
  const account = { ...found, passwordHash: renewed };
  const body = {
    localId: account.uid,
    email,
    displayName: account.displayName ?? '',
    registered: true,
    ...signIn(state, account, 'password'),
  };
  return ok(body, { account, by: 'signed-in' });
}
