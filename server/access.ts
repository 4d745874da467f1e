import { readAccessEntry } from '#model/access.ts';
import { accessKey, type Email, normaliseEmail } from '#model/email.ts';
import { hiddenCharacterInAddress } from '#model/hiddenCharacters.ts';
import { type Access, accessOf } from '#model/user.ts';
import type { AuthContext } from './auth/authContext.ts';

/** Somebody as their account or their token names them. */
type Person = { readonly uid: string; readonly email: string; readonly emailVerified: boolean };

/** The stored access entry of an address; null where there is none. */
type ReadEntry = (email: Email) => unknown;

/**
 * What somebody may do: what their stored access entry says, if it is proven by the pinned account or by the verified
 * address. The same conditions as `allowed` and `admin` in `rules/databaseRules.ts`, for what the rules do not decide:
 * the budget of strangers, the limits of sign-in, the calls of administrators.
 */
export function accessIn(readEntry: ReadEntry, { uid, email: named, emailVerified }: Person): Access {
  const email = normaliseEmail(named);
  // Lower case turns the Kelvin sign into a k: an address with it proves nothing for the one with the letter.
  const provesAddress = emailVerified && hiddenCharacterInAddress(named) === undefined;
  return accessOf({ uid, emailVerified: provesAddress }, readAccessEntry(accessKey(email), readEntry(email)));
}

/** What somebody may do, as their token names them. */
export function accessByToken(readEntry: ReadEntry, { uid, token }: NonNullable<AuthContext>): Access {
  if (typeof token.email !== 'string') return 'none';
  return accessIn(readEntry, { uid, email: token.email, emailVerified: token.email_verified === true });
}
