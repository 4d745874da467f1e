import { readAccessEntry } from '#model/access.ts';
import { accessKey, type Email, normaliseEmail } from '#model/email.ts';
import { hiddenCharacterInAddress } from '#model/hiddenCharacters.ts';
import type { AuthContext } from '../auth/authContext.ts';

/**
 * Whether somebody has a grant: their access entry has `allow` and is proven, by the pinned account or by the verified
 * address. The same condition as `allowed` in `rules/databaseRules.ts`.
 * @param readEntry the stored access entry of an address
 */
export function isGranted(
  { uid, token }: NonNullable<AuthContext>,
  readEntry: (email: Email) => unknown,
): boolean {
  if (typeof token.email !== 'string') return false;
  const email = normaliseEmail(token.email);
  const entry = readAccessEntry(accessKey(email), readEntry(email));
  if (entry?.allow !== true) return false;
  if (entry.uid !== undefined) return entry.uid === uid;
  return token.email_verified === true && hiddenCharacterInAddress(token.email) === undefined;
}
