import {
  type Auth,
  applyActionCode,
  browserPopupRedirectResolver,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  onIdTokenChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  type UserCredential,
  updatePassword,
} from 'firebase/auth';
import type { AuthFailure } from '#model/authFailure.ts';
import { type Email, normaliseEmail } from '#model/email.ts';
import { messages } from '#model/text/messages.ts';
import type { Account } from '#model/user.ts';
import type { Firebase } from './firebase.ts';
import { installPopupBridge } from './popupBridge.ts';
import { watchNextWindow } from './popupWindow.ts';
import { tryStorage } from './webStorage.ts';

/** The signed-in account, and when this session was signed in. */
export type SignedIn = { readonly account: Account; readonly signedInAt: Date };

export type AuthOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly failure: AuthFailure };

export type AuthService = ReturnType<typeof createAuthService>;

/** A mailed link, good or not. */
export type MailedLink =
  | { readonly kind: 'valid'; readonly email: Email }
  | { readonly kind: 'failed'; readonly failure: AuthFailure };

/** The identity service in the verbs of our subject. */
export function createAuthService({ auth, backend }: Firebase) {
  const isEmbedded = backend.kind === 'embedded';
  return {
    /**
     * Reports who is signed in: once the stored session is read, and at every change, in this tab or another.
     * Returns the function that ends the watch.
     */
    watchAccount(onChange: (signedIn: SignedIn | null) => void): () => void {
      const leaveIfEnded = () => signOutIfEnded(auth);
      const endTokenWatch = onIdTokenChanged(auth, (user) => {
        // After signing out, the SDK reports the end of the session as the next event.
        if (user === null || !leaveIfEnded()) onChange(user && describe(user));
      });
      const endEndWatch = watchEndedSessions(leaveIfEnded);
      return () => {
        endTokenWatch();
        endEndWatch();
      };
    },
    signIn: (email: string, password: string) =>
      attempt(() => signInWithEmailAndPassword(auth, normaliseEmail(email), password)),
    /**
     * Opens the provider's window. Calls `onWindowClosed` when it is closed: by the person, of which the outcome
     * `popup-closed` follows seconds later, or at the end of a sign-in that is still under way.
     */
    signInWithGoogle: (onWindowClosed: () => void) =>
      attempt(() => openGoogleWindow(auth, isEmbedded, onWindowClosed)),
    /**
     * Creates the account, signs in to it, and has a verification mail sent. An account that is there already, as after
     * an attempt whose answer was lost, is signed in to if the password is its own.
     */
    register: (email: string, password: string) => attempt(() => createAccount(auth, email, password)),
    /** Succeeds for unknown addresses too, so as not to reveal who has an account. */
    sendPasswordReset: (email: string) => attempt(() => sendPasswordResetEmail(auth, normaliseEmail(email))),
    /** Sends the verification mail to the signed-in account (again). */
    sendVerification: () => attempt(() => sendEmailVerification(signedInUser(auth))),
    /** Asks the server for the account as it is now, for instance after its email was verified elsewhere. */
    refreshAccount: () => attempt(() => refresh(signedInUser(auth))),
    /** Whose password the mailed link with this code resets. Does not use the code up. */
    readResetLink: (code: string) => readLink(auth, 'PASSWORD_RESET', code),
    /** Whose address the mailed link with this code verifies. Does not use the code up. */
    readVerificationLink: (code: string) => readLink(auth, 'VERIFY_EMAIL', code),
    resetPassword: (code: string, password: string) =>
      attempt(() => confirmPasswordReset(auth, code, password)),
    /** Uses a mailed verification link of the signed-in account, and renews the token of the session. */
    verifyEmail: (code: string) => attempt(() => verifyEmail(auth, isEmbedded, code)),
    /**
     * Changes the password of the signed-in account; its other sessions end. `needs-password`: the sign-in was too long
     * ago, so the `current` password must be given.
     */
    changePassword: (password: string, current?: string) => changePassword(auth, password, current),
    async signOut(): Promise<void> {
      const user = auth.currentUser;
      if (user !== null) noteEndedSession(user);
      await signOut(auth);
      if (user !== null && isEmbedded) endSessionOnServer(user);
    },
  };
}

/** Signs out of a session that was ended in another tab and that the SDK has stored again since then. */
function signOutIfEnded(auth: Auth): boolean {
  if (auth.currentUser === null || !isEndedSession(auth.currentUser)) return false;
  signOut(auth).catch((error: unknown) => console.error('The ended session may still be stored:', error));
  return true;
}

async function openGoogleWindow(auth: Auth, isEmbedded: boolean, onWindowClosed: () => void): Promise<void> {
  if (isEmbedded) installPopupBridge();
  const endWatch = watchNextWindow(onWindowClosed);
  try {
    // The resolver is passed here and not at the start: on the hosted backend it loads a script of the provider.
    await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver);
  } finally {
    endWatch();
  }
}

async function createAccount(auth: Auth, email: string, password: string): Promise<void> {
  const address = normaliseEmail(email);
  const { user } = await createUserWithEmailAndPassword(auth, address, password).catch((error: unknown) =>
    findCreated(auth, address, password, error),
  );
  if (!user.emailVerified) await verifyByMail(user);
}

/** Signs in to the account that `refusal` says is there already; rejects with `refusal` if it has another password. */
async function findCreated(
  auth: Auth,
  email: Email,
  password: string,
  refusal: unknown,
): Promise<UserCredential> {
  if (codeOf(refusal) !== 'auth/email-already-in-use') throw refusal;
  try {
    return await signInWithEmailAndPassword(auth, email, password);
  } catch (error) {
    throw authFailureOf(error) === 'wrong-credentials' ? refusal : error;
  }
}

async function changePassword(auth: Auth, password: string, current?: string): Promise<AuthOutcome> {
  const { email, providerData } = signedInUser(auth);
  const outcome = await attempt(async () => {
    if (current !== undefined) await signInWithEmailAndPassword(auth, email ?? '', current);
    await updatePassword(signedInUser(auth), password);
  });
  const hasPassword = providerData.some(({ providerId }) => providerId === 'password');
  const isTooOld = outcome.kind === 'failed' && outcome.failure === 'needs-recent-sign-in';
  return isTooOld && hasPassword ? { kind: 'failed', failure: 'needs-password' } : outcome;
}

async function readLink(
  auth: Auth,
  purpose: 'PASSWORD_RESET' | 'VERIFY_EMAIL',
  code: string,
): Promise<MailedLink> {
  try {
    const { operation, data } = await checkActionCode(auth, code);
    if (operation !== purpose) return { kind: 'failed', failure: 'link-invalid' };
    return { kind: 'valid', email: normaliseEmail(data.email ?? '') };
  } catch (error) {
    return { kind: 'failed', failure: authFailureOf(error) };
  }
}

/** Our server wants to know in whose name; Firebase takes the code from anybody. */
async function verifyEmail(auth: Auth, isEmbedded: boolean, code: string): Promise<void> {
  if (isEmbedded) await (await import('./ownServer.ts')).callServer(auth, 'verifyEmail', { oobCode: code });
  else await applyActionCode(auth, code);
  await refresh(signedInUser(auth));
}

function signedInUser({ currentUser }: Auth): User {
  if (currentUser === null) throw new Error('Nobody is signed in.');
  return currentUser;
}

/** What came of a request to the identity service. Rejects when `work` fails for another reason. */
export async function attempt(work: () => Promise<unknown>): Promise<AuthOutcome> {
  try {
    await work();
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'failed', failure: authFailureOf(error) };
  }
}

/**
 * Deletes the session on the server, for which the SDK has no call. Does not wait for the answer: signing out works
 * offline, too.
 */
function endSessionOnServer({ refreshToken }: User): void {
  const body = JSON.stringify({ refreshToken });
  fetch('/account/signOut', { method: 'POST', body, keepalive: true }).catch((error: unknown) =>
    console.warn('The server may still know the session:', error),
  );
}

/** Only warns when the mail cannot be sent: the account exists by now, and the registration has not failed. */
async function verifyByMail(user: User): Promise<void> {
  try {
    await sendEmailVerification(user);
  } catch (error) {
    console.warn(
      `The verification mail was not sent (${authFailureOf(error)}); the person can request it again.`,
    );
  }
}

async function refresh(user: User): Promise<void> {
  await user.reload();
  // The Security Rules read the claims of the token: a token from before the verification must be replaced.
  const { claims } = await user.getIdTokenResult();
  if (claims['email_verified'] !== user.emailVerified) await user.getIdToken(true);
}

function describe({ uid, email, displayName, emailVerified, metadata }: User): SignedIn {
  const account = { uid, email: normaliseEmail(email ?? ''), displayName: displayName ?? '', emailVerified };
  return { account, signedInAt: new Date(metadata.lastSignInTime ?? 0) };
}

const FAILURES: Record<string, AuthFailure> = {
  'auth/invalid-credential': 'wrong-credentials',
  'auth/wrong-password': 'wrong-credentials',
  'auth/user-not-found': 'wrong-credentials',
  'auth/email-already-in-use': 'email-in-use',
  'auth/account-exists-with-different-credential': 'email-in-use',
  'auth/weak-password': 'weak-password',
  'auth/password-does-not-meet-requirements': 'weak-password',
  'auth/invalid-email': 'invalid-email',
  'auth/missing-email': 'invalid-email',
  'auth/too-many-requests': 'too-many-attempts',
  'auth/user-disabled': 'disabled',
  'auth/network-request-failed': 'offline',
  'auth/timeout': 'offline',
  'auth/operation-not-allowed': 'not-enabled',
  'auth/admin-restricted-operation': 'not-enabled',
  'auth/unauthorized-domain': 'not-enabled',
  'auth/popup-blocked': 'popup-blocked',
  'auth/popup-closed-by-user': 'popup-closed',
  'auth/cancelled-popup-request': 'popup-closed',
  'auth/user-cancelled': 'popup-closed',
  'auth/expired-action-code': 'link-expired',
  'auth/invalid-action-code': 'link-invalid',
  'auth/requires-recent-login': 'needs-recent-sign-in',
};

/** The SDK's error codes in our own terms. Rethrows what is not an error of the identity service. */
export function authFailureOf(error: unknown): AuthFailure {
  const code = codeOf(error);
  if (code === null) throw error;
  const failure = FAILURES[code] ?? 'other';
  return failure === 'weak-password' ? passwordFailureOf(error as Error) : failure;
}

/** The SDK has one code for every password that is refused; our server gives the reason in the text. */
function passwordFailureOf({ message }: Error): AuthFailure {
  if (message.includes(messages.passwordCommon)) return 'common-password';
  return message.includes(messages.passwordNamesOwner) ? 'password-names-owner' : 'weak-password';
}

function codeOf(error: unknown): string | null {
  // What a popup reports comes as a plain object.
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && error.code.startsWith('auth/') ? error.code : null;
}

const STORAGE_KEY = 'ended-session';
const LOSS = 'A tab that is just starting may miss a sign-out:';

/**
 * Stores that the person has ended `user`'s session, for all tabs of this browser. The SDK alone does not suffice: a
 * tab or a worker that is just starting has read the stored session, asks the server for the account, and then stores
 * both again, although another tab has signed out meanwhile.
 */
function noteEndedSession(user: User): void {
  tryStorage(LOSS, () => localStorage.setItem(STORAGE_KEY, nameOf(user)));
}

/** Whether the session of `user` is the last one that was ended in this browser. */
function isEndedSession(user: User): boolean {
  return tryStorage(LOSS, () => localStorage.getItem(STORAGE_KEY)) === nameOf(user);
}

/** Calls `onEnd` when a session is ended in another tab. Returns the end of the watch. */
function watchEndedSessions(onEnd: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY) onEnd();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** The name of a session: its account and 32 bits (FNV-1a) of its refresh token, which do not reveal the token. */
function nameOf({ uid, refreshToken }: User): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < refreshToken.length; at++)
    hash = Math.imul(hash ^ refreshToken.charCodeAt(at), 0x01000193);
  return `${uid} ${hash >>> 0}`;
}
