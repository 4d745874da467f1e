import { createHash, randomBytes } from 'node:crypto';

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
