import { encodedKey } from './encodedKey.ts';
import { hiddenCharacterInAddress } from './hiddenCharacters.ts';

/** An email address, trimmed and lower-cased: the identity of a person everywhere in the product. */
export type Email = string & { readonly __brand: 'Email' };

/** Trims and lower-cases an address as typed. Does not judge it; see {@link isMailable}. */
export function normaliseEmail(typed: string): Email {
  return typed.trim().toLowerCase() as Email;
}

/** Longest email address (RFC 5321, §4.5.3.1, as clarified by erratum 1690). */
const MAX_EMAIL_LENGTH = 254;
/**
 * What stands before the `@`, without what headers of mails have a meaning for: `<ann@x>` would be mailed to `ann@x`,
 * which is somebody else. No slash either: a document is named after the address.
 */
const LOCAL_PART = /^[^\s"(),:;<>@[\]\\/]+$/;
/** Labels of letters, digits and hyphens. One that ends with a number would be read as an address of the internet. */
const DOMAIN = /^(?!(?:.*\.)?(?:\d+|0x[\da-f]*)$)[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)*$/u;

/**
 * Whether a mail to an address as typed goes to that address and to no other. The specification asks for an `@` alone; what
 * a mailer would take apart, or write in another way, is refused wherever an address comes in.
 */
export function isMailable(typed: string): boolean {
  const email = normaliseEmail(typed);
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return (
    email.length <= MAX_EMAIL_LENGTH &&
    LOCAL_PART.test(email.slice(0, Math.max(at, 0))) &&
    DOMAIN.test(domain) &&
    isPlainDomain(domain) &&
    hiddenCharacterInAddress(typed.trim()) === undefined
  );
}

/** Mailers write what looks alike as one (UTS 46): full width letters as plain ones, `ᲀ` as `в`. `ß` and `ς` stay. */
function isPlainDomain(domain: string): boolean {
  const changing = domain.replace(/[ßς]/g, '');
  return domain.normalize('NFKC') === domain && changing.toUpperCase().toLowerCase() === changing;
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
