import type { Email } from '#model/email.ts';
import { MIN_PASSWORD_LENGTH } from '#model/limits.ts';
import type { StoredAccount } from './accounts.ts';
import { type Refusal, refuse } from './answer.ts';
import { newUid } from './secrets.ts';

/** Longer texts are refused before any work is spent on them. */
const LONGEST_PASSWORD = 4096;

/** An account that nobody has signed in to yet. */
export function newAccount(email: Email, now: number): StoredAccount {
  return {
    uid: newUid(),
    email,
    emailVerified: false,
    passwordHash: null,
    displayName: null,
    photoUrl: null,
    disabled: false,
    createdAt: now,
    lastLoginAt: null,
    validSince: Math.floor(now / 1000),
  };
}

/** Both stand in every ID token, which has to stay of a size to be sent with every request. */
const LONGEST_NAME = 256;
const LONGEST_PHOTO_URL = 2048;

/** Why a profile cannot be stored; null when it can. */
export function profileFault(displayName: string | null, photoUrl: string | null): Refusal | null {
  if ((displayName ?? '').length > LONGEST_NAME)
    return refuse('INVALID_PROFILE_ATTRIBUTE', `A name has at most ${LONGEST_NAME} characters`);
  if ((photoUrl ?? '').length > LONGEST_PHOTO_URL)
    return refuse(
      'INVALID_PROFILE_ATTRIBUTE',
      `The address of a picture has at most ${LONGEST_PHOTO_URL} characters`,
    );
  return null;
}

/** Why a password cannot be chosen; null when it can. */
export function passwordFault(password: string): Refusal | null {
  if (password.length < MIN_PASSWORD_LENGTH)
    return refuse('WEAK_PASSWORD', `Password should be at least ${MIN_PASSWORD_LENGTH} characters`);
  if (password.length > LONGEST_PASSWORD)
    return refuse('WEAK_PASSWORD', `Password should be at most ${LONGEST_PASSWORD} characters`);
  return null;
}
