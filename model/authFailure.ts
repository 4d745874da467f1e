import { messages } from './text/messages.ts';

const texts = {
  'wrong-credentials': 'The email or the password is not correct.',
  'email-in-use': 'An account with this email already exists. Sign in, or reset its password.',
  'weak-password': messages.passwordTooShort,
  'common-password': messages.passwordCommon,
  'password-names-owner': messages.passwordNamesOwner,
  'invalid-email': messages.emailInvalid,
  'too-many-attempts': 'Too many attempts. Please wait a few minutes and try again.',
  disabled: 'This account is disabled. Please contact the website admin.',
  offline: 'The server cannot be reached. Check your connection and try again.',
  'not-enabled': 'This way to sign in is not set up. Please contact the website admin.',
  'popup-blocked': 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  'link-expired': 'This link has expired. Please ask for a new one.',
  'link-invalid': 'This link is not valid. It may have been used already; please ask for a new one.',
  'needs-recent-sign-in': 'For this, please sign out and sign in again first.',
  'needs-password': 'You signed in a while ago. Enter your current password as well.',
};

/** Why the identity service refused, in terms that a person can act on. */
export type AuthFailure = keyof typeof texts | 'popup-closed' | 'other';

/**
 * What to tell the person. `fallback` is the specification's words for a failure that is not known by name; a
 * closed popup is the person's own doing and says nothing: null.
 */
export function authFailureText(failure: AuthFailure, fallback: string): string | null {
  if (failure === 'popup-closed') return null;
  return failure === 'other' ? fallback : texts[failure];
}
