import { deleteApp } from 'firebase/app';
import { createUserWithEmailAndPassword, deleteUser } from 'firebase/auth';
import type { AuthFailure } from '#model/authFailure.ts';
import type { BackendSettings } from '#model/backend.ts';
import type { Email } from '#model/email.ts';
import { authFailureOf } from './authFailures.ts';
import { type Firebase, startSecondFirebase } from './firebase.ts';

/** An account just made for somebody else. `discard` removes it again; `close` lets go of it. */
export type NewAccount = {
  readonly kind: 'created';
  readonly uid: string;
  discard(): Promise<void>;
  close(): Promise<void>;
};

export type NewAccountOutcome =
  | NewAccount
  /** Somebody can sign in with this address already. */
  | { readonly kind: 'exists' }
  | { readonly kind: 'failed'; readonly failure: AuthFailure };

let started = 0;

/**
 * Creates a sign-in account on a second instance of the SDK: creating one signs in to it, and the admin who does
 * this is to stay who they are.
 */
export async function createAccount(
  backend: BackendSettings,
  email: Email,
  password: string,
): Promise<NewAccountOutcome> {
  const second = startSecondFirebase(backend, `new-account-${++started}`);
  try {
    return await signUp(second, email, password);
  } catch (error) {
    await deleteApp(second.app);
    const failure = authFailureOf(error);
    return failure === 'email-in-use' ? { kind: 'exists' } : { kind: 'failed', failure };
  }
}

async function signUp({ app, auth }: Firebase, email: Email, password: string): Promise<NewAccount> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  return {
    kind: 'created',
    uid: user.uid,
    discard: () => deleteUser(user),
    close: () => deleteApp(app),
  };
}
