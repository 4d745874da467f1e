import { createHash, randomBytes, randomInt } from 'node:crypto';

const UID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const UID_LENGTH = 28;

/** A new account id in Firebase's form: 28 letters and digits. */
export function newUid(): string {
  return Array.from({ length: UID_LENGTH }, () => UID_LETTERS[randomInt(UID_LETTERS.length)]).join('');
}

/** A new secret for a person or program to present: 256 random bits as URL-safe text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * What is stored of a secret. A fast hash is right here: the secret has 256 random bits, so that there is
 * nothing to guess, unlike a password.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
