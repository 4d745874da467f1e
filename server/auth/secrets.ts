import { createHash, randomBytes } from 'node:crypto';

/** A new secret for a person or program to present: 256 random bits as URL-safe text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The form in which a secret is stored. A fast hash is enough: unlike a password, a secret of 256 random bits cannot be
 * guessed.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
