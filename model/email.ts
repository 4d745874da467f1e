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
 * What a mailer or a reader takes for another's: another way to write the same (`=?utf-8?q?ann?=`, `ann%0a`), a way through
 * other machines (`ann!bob`, `ann%host`), dots that a mailer drops or quotes, and more than it holds (RFC 5321, §4.5.3.1.1).
 */
const AMBIGUOUS_LOCAL_PART = /[!%]|=\?|^\.|\.\.|\.$|^.{65}/s;
/** A name that no machine has (RFC 1034, §3.5). */
const IMPOSSIBLE_LABEL = /(?:^|\.)-|-(?:\.|$)|[^.]{64}/;
/** Letters of their own, though a standard would write them as others: of Greek, Turkish, Armenian, Thai and Lao. */
const OWN_LETTERS = /[ς\u0131\u0587\u0e33\u0eb3\u0edc\u0edd]/g;

/**
 * Whether somebody may become known by an address as typed: mail to it goes there and to no other, and nobody takes it for
 * another's. The specification asks for an `@` alone; what is not so is refused wherever a new address comes in.
 */
export function isMailable(typed: string): boolean {
  const [local = '', domain = ''] = normaliseEmail(typed).split('@');
  return (
    isAddress(typed) &&
    hiddenCharacterInAddress(typed) === undefined &&
    !AMBIGUOUS_LOCAL_PART.test(local) &&
    !IMPOSSIBLE_LABEL.test(domain) &&
    isPlainLocalPart(local)
  );
}

/** Without characters that are others written in another way: an accent apart, a letter of full width, a long s. */
function isPlainLocalPart(local: string): boolean {
  const text = local.replace(OWN_LETTERS, '0');
  const isOther = (letter: string) => {
    const folded = letter.toUpperCase().toLowerCase();
    return folded !== letter && folded.length === letter.length;
  };
  return text.normalize('NFKC') === text && !Array.from(text).some(isOther);
}

/** Whether somebody may sign in with an address as typed: earlier versions let more be registered than {@link isMailable}. */
export function isAddress(typed: string): boolean {
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
