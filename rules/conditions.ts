import { MAX_ACCOUNT_LENGTH, MAX_ID_LENGTH } from '#model/limits.ts';

/** The rules of one place: `.read`, `.write`, `.validate`, `.indexOn`, and the rules of its children. */
export type RuleTemplate = { readonly [name: string]: string | boolean | readonly string[] | RuleTemplate };

/** `text` with each key of `replacements` replaced, wherever it occurs. The language takes plain texts here. */
function replaced(text: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((sum, [from, to]) => `${sum}.replace('${from}','${to}')`, text);
}

/** A text as key, see `encodedKey` in model/encodedKey.ts. */
export function encodedKeyOf(text: string): string {
  return replaced(text, [
    ['%', '%25'],
    ['.', '%2E'],
    ['#', '%23'],
    ['$', '%24'],
    ['[', '%5B'],
    [']', '%5D'],
    ['/', '%2F'],
  ]);
}

/** An email address as key under `access`, see `accessKey` in model/email.ts. */
export const accessKeyOf = (email: string) => encodedKeyOf(`${email}.toLowerCase()`);

/** An email address as key under `usage/users`, see `usageKey` in model/email.ts. */
export function usageKeyOf(email: string): string {
  return replaced(
    `${email}.toLowerCase()`,
    ['.', '#', '$', '[', ']', '/'].map((character) => [character, '_'] as const),
  );
}

/** A field of a place that ends with `.child(…)`: one path is shorter than two steps. */
export const fieldOf = (place: string, name: string) =>
  place.endsWith("')") ? `${place.slice(0, -2)}/${name}')` : `${place.slice(0, -1)}+'/${name}')`;

export const all = (...conditions: string[]) => conditions.join('&&');

/** The key `$name` is none of these. Names that differ in a part share their pattern: the size of the rules is limited. */
export const isNoneOf = (name: string, keys: readonly string[]) =>
  `!${name}.matches(/^(${keys.join('|').replace(ACCESSORS.join('|'), '__(define|lookup)[GS]etter__')})$/)`;

const ACCESSORS = ['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'];

export const MY_EMAIL = 'auth.token.email';
/** A field of the visitor's own entry. */
const mine = (field: 'allow' | 'admin' | 'uid') =>
  `root.child('access/'+${accessKeyOf(MY_EMAIL)}+'/${field}')`;

/** The Kelvin sign (U+212A) becomes a plain k in lower case: who has the mailbox of the one has not that of the other. */
const HAS_MAILBOX = all('auth.token.email_verified == true', `!${MY_EMAIL}.contains('\u212a')`);

/**
 * The visitor is the one meant by an entry of `access`, whose field `uid` this is: by the account pinned in it or, where
 * none is pinned, by having shown that the mailbox is theirs.
 */
export const isProven = (uid: string) => `(${uid}.exists() ? ${uid}.val() == auth.uid : ${HAS_MAILBOX})`;

export const IS_ALLOWED = all(`${mine('allow')}.val() == true`, isProven(mine('uid')));
/** Of the two conditions of an admin the one besides `IS_ALLOWED`. */
export const HAS_ADMIN = `${mine('admin')}.val() == true`;
export const IS_ADMIN = all(HAS_ADMIN, IS_ALLOWED);

/** A text of 1 to `most` UTF-16 units; nothing else has a length. */
export const isText = (most: number) => all("newData.val() != ''", `newData.val().length <= ${most}`);

/** A whole number of at least `least`; nothing else has a remainder. */
export const isWhole = (least: number) => all('newData.val() % 1 == 0', `newData.val() >= ${least}`);

/** The form of an id, which is a key: without a slash, it cannot lead elsewhere. */
export const isId = (text: string) => `${text}.matches(/^[\\w-]{1,${MAX_ID_LENGTH}}$/)`;

/** The root of the data as the whole update leaves it, for a rule at a place of `depth` keys. */
export const newRoot = (depth: number) => `newData${'.parent()'.repeat(depth)}`;

/**
 * White space as JavaScript has it, of which the rules' own `\s` has only five characters. The line separators U+2028 and
 * U+2029 end a pattern where they stand in it themselves: a range around them takes in their neighbours, which no account holds.
 */
const SPACE = '[\\s\\v\u00a0\u1680\u2000-\u200a\u2027-\u202f\u205f\u3000\ufeff]';

/** The text is not what the app shows where no keyword matches, in any case and spacing. */
export const IS_NOT_NO_MATCH = `!newData.val().toLowerCase().matches(/^${SPACE}*no${SPACE}+match${SPACE}*$/)`;

/** What the app shows where no keyword matches is never an account. */
export const IS_ACCOUNT = all(isText(MAX_ACCOUNT_LENGTH), IS_NOT_NO_MATCH);
