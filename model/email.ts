import { encodedKey } from './encodedKey.ts';

/** An email address, trimmed and lower-cased: the identity of a person everywhere in the product. */
export type Email = string & { readonly __brand: 'Email' };

/** Trims and lower-cases an address as typed. Does not judge it; see {@link looksLikeEmail}. */
export function normaliseEmail(typed: string): Email {
  return typed.trim().toLowerCase() as Email;
}

/** The specification's test of an address: it contains `@`. */
export function looksLikeEmail(typed: string): boolean {
  return typed.includes('@');
}

/** Key under `usage/users`: `. # $ [ ] /` replaced by `_` (not injective; only counters live there). */
export function usageKey(email: Email): string {
  return email.replace(/[.#$[\]/]/g, '_');
}

/**
 * Key under `access`: `% . # $ [ ] /` percent-encoded. Injective, so that no two people share a right
 * (the underscore form would let `a_b@x` inherit `a.b@x`).
 */
export function accessKey(email: Email): string {
  return encodedKey(email);
}
