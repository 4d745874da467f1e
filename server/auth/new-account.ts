import type { Email } from '../../src/model/email.ts';
import { MIN_PASSWORD_LENGTH } from '../../src/model/limits.ts';
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

/** Why a password cannot be chosen; null when it can. */
export function passwordFault(password: string): Refusal | null {
  if (password.length < MIN_PASSWORD_LENGTH)
    return refuse('WEAK_PASSWORD', `Password should be at least ${MIN_PASSWORD_LENGTH} characters`);
  if (password.length > LONGEST_PASSWORD)
    return refuse('WEAK_PASSWORD', `Password should be at most ${LONGEST_PASSWORD} characters`);
  return null;
}
