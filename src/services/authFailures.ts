import type { AuthFailure } from '#model/authFailure.ts';

const failures: Record<string, AuthFailure> = {
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
  return failures[code] ?? 'other';
}

function codeOf(error: unknown): string | null {
  // What a popup reports comes as a plain object.
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && error.code.startsWith('auth/') ? error.code : null;
}
