import { RESERVED_KEYS, UNREADABLE_KEYS } from '#model/keyProblem.ts';
import {
  MAX_ACCOUNT_LENGTH,
  MAX_COUNTED_AT_ONCE,
  MAX_KEYWORD_LENGTH,
  MAX_VERSION_LENGTH,
} from '#model/limits.ts';

/** The rules of one place: `.read`, `.write`, `.validate`, and the rules of its children. */
type RuleTemplate = { readonly [name: string]: string | boolean | RuleTemplate };

/**
 * The rules of the Realtime Database as a template: its rules language has no functions, so the conditions are
 * written once here and put where they are needed. What is not granted is refused; an expression without a
 * value (signed out, no e-mail address) refuses, too.
 */
function databaseRules(): RuleTemplate {
  return { rules: { gl_mappings: mappings, gl_mappings_version: listVersion, usage, access } };
}

/** The text of rules/database.rules.json. */
export function databaseRulesJson(): string {
  return `${JSON.stringify(databaseRules(), null, 2)}\n`;
}

/** `text` with each key of `replacements` replaced, wherever it occurs. The language takes plain texts here. */
function replaced(text: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((sum, [from, to]) => `${sum}.replace('${from}', '${to}')`, text);
}

/** An e-mail address as key under `access`, see `accessKey` in model/email.ts. */
function accessKeyOf(email: string): string {
  return replaced(`${email}.toLowerCase()`, [
    ['%', '%25'],
    ['.', '%2E'],
    ['#', '%23'],
    ['$', '%24'],
    ['[', '%5B'],
    [']', '%5D'],
    ['/', '%2F'],
  ]);
}

/** An e-mail address as key under `usage/users`, see `usageKey` in model/email.ts. */
function usageKeyOf(email: string): string {
  return replaced(
    `${email}.toLowerCase()`,
    ['.', '#', '$', '[', ']', '/'].map((character) => [character, '_'] as const),
  );
}

const all = (...conditions: string[]) => conditions.join(' && ');

const MY_EMAIL = 'auth.token.email';
const MY_ENTRY = `root.child('access').child(${accessKeyOf(MY_EMAIL)})`;

/** The Kelvin sign (U+212A) becomes a plain k in lower case: who has the mailbox of the one has not that of the other. */
const HAS_MAILBOX = all('auth.token.email_verified == true', `!${MY_EMAIL}.contains('\u212a')`);

/**
 * The visitor is the one meant by an entry of `access`: by the account pinned in it or, where none is pinned, by
 * having shown that the mailbox is theirs.
 */
const isProven = (entry: string) =>
  `(${entry}.child('uid').exists() ? ${entry}.child('uid').val() == auth.uid : (${HAS_MAILBOX}))`;

const IS_ALLOWED = all(`${MY_ENTRY}.child('allow').val() == true`, isProven(MY_ENTRY));
const IS_ADMIN = all(`${MY_ENTRY}.child('admin').val() == true`, IS_ALLOWED);

/** A text of 1 to `most` UTF-16 units. */
const isText = (most: number) =>
  all('newData.isString()', 'newData.val().length >= 1', `newData.val().length <= ${most}`);

const VERSION = "child('gl_mappings_version')";
const NEW_VERSION = `newData.parent().parent().${VERSION}`;

/** A new version of the list is stored in the same update: what browsers keep of it goes by the version. */
const HAS_NEW_VERSION = all(
  `${NEW_VERSION}.child('id').val() != root.${VERSION}.child('id').val()`,
  // One that names what has changed names all of it.
  `(!${NEW_VERSION}.child('keys').exists() || ${NEW_VERSION}.child('keys').child($key).exists())`,
);

/** Keys that nobody may add: see model/keyProblem.ts. */
const isNone = (keys: readonly string[]) => `!$key.matches(/^(${keys.join('|')})$/)`;

const mappings: RuleTemplate = {
  '.read': IS_ALLOWED,
  $key: {
    '.write': all(IS_ADMIN, HAS_NEW_VERSION),
    // A removal is not validated: what is stored under such a key from before can go.
    '.validate': all("newData.hasChildren(['description', 'glAccount'])", isNone(RESERVED_KEYS)),
    description: { '.validate': isText(MAX_KEYWORD_LENGTH) },
    // What the app shows where no keyword matches is never an account.
    glAccount: {
      '.validate': all(
        isText(MAX_ACCOUNT_LENGTH),
        '!newData.val().toLowerCase().matches(/^\\s*no\\s+match\\s*$/)',
      ),
    },
    $other: { '.validate': false },
  },
};

/** The name of the version that is there; `none` where the list was last changed before there were versions. */
const VERSION_SO_FAR = "(data.exists() ? data.child('id').val() : 'none')";

/**
 * The version of the list. A writer who names the version that the change was planned on is refused when somebody
 * else's change was first. In `.write`, since a removal skips `.validate`: no rule would evaluate what it leaves of the
 * version before.
 */
const listVersion: RuleTemplate = {
  '.read': IS_ALLOWED,
  '.write': all(
    IS_ADMIN,
    "newData.child('id').val() != data.child('id').val()",
    "newData.child('id').exists()",
    `(!newData.child('after').exists() || newData.child('after').val() == ${VERSION_SO_FAR})`,
  ),
  id: { '.validate': isText(MAX_VERSION_LENGTH) },
  after: { '.validate': 'newData.isString()' },
  keys: { $key: { '.validate': all('newData.val() == true', isNone(UNREADABLE_KEYS)) } },
  $other: { '.validate': false },
};

const COUNTED = '(newData.val() - (data.isNumber() ? data.val() : 0))';

/** A counter that grows by a whole number. In `.write`, since a removal skips `.validate`. */
const isCounting = all(
  'newData.isNumber()',
  `${COUNTED} % 1 == 0`,
  `${COUNTED} >= 1`,
  `${COUNTED} <= ${MAX_COUNTED_AT_ONCE}`,
);

const IS_MY_USAGE = `$user == ${usageKeyOf(MY_EMAIL)}`;

/** A number chosen by the first condition that holds; 0 where none does. */
function choice(cases: readonly (readonly [condition: string, value: number])[]): string {
  return `(${cases.map(([condition, value]) => `${condition} ? ${value} : `).join('')}0)`;
}

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** A digit of `$day`, found by asking for each in turn: the language cannot turn a text into a number. */
const digit = (isDigit: (digit: number) => string, digits: readonly number[] = DIGITS) =>
  choice(digits.map((candidate) => [isDigit(candidate), candidate]));

const DECADE = digit((candidate) => `$day.beginsWith('20${candidate}')`);
const YEAR_OF_DECADE = digit((candidate) => `$day.matches(/^...${candidate}/)`);
/** Whole years since 2000, each of 365.25 days; what is missing to a whole day, until the next leap year begins. */
const DAYS_OF_YEARS = `365.25 * (10 * ${DECADE} + ${YEAR_OF_DECADE})`;
const ROUNDING_UP = choice([
  ['$day.matches(/^..([02468][37]|[13579][159])/)', 0.25],
  ['$day.matches(/^..([02468][26]|[13579][048])/)', 0.5],
  ['$day.matches(/^..([02468][159]|[13579][37])/)', 0.75],
]);
/** Days of the months before that of `$day`. */
const DAYS_OF_MONTHS = choice(
  [31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334].map((days, index) => [
    `$day.contains('-${String(index + 2).padStart(2, '0')}-')`,
    days,
  ]),
);
const LEAP_DAY = choice([['$day.matches(/^..([02468][048]|[13579][26])-(0[3-9]|1)/)', 1]]);
const TENS_OF_DAY = digit((candidate) => `$day.matches(/-${candidate}.$/)`, [1, 2, 3]);
const DAY_OF_MONTH = `10 * ${TENS_OF_DAY} + ${digit((candidate) => `$day.endsWith('${candidate}')`)}`;
/** From 1970 to the last day of 1999. */
const DAYS_BEFORE_2000 = 10_956;
/** Days that have passed since `$day` began: 0 to 1 today, 1 to 2 yesterday, -1 to 0 tomorrow. */
const AGE = `(now / 86400000 - (${DAYS_BEFORE_2000} + ${DAYS_OF_YEARS} + ${ROUNDING_UP} + ${DAYS_OF_MONTHS} + ${LEAP_DAY} + ${DAY_OF_MONTH}))`;

/** A day at most one away from the server's: clocks differ, and a run may end after midnight. */
const IS_RECENT_DAY = all(
  '$day.matches(/^20[0-9][0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/)',
  `${AGE} >= -1`,
  `${AGE} < 2`,
);

const usage: RuleTemplate = {
  '.read': IS_ADMIN,
  daily: { $day: { '.write': all(IS_ALLOWED, IS_RECENT_DAY, isCounting) } },
  total: { '.write': all(IS_ALLOWED, isCounting) },
  users: {
    $user: {
      '.read': all(IS_ALLOWED, IS_MY_USAGE),
      // The removal of another user.
      '.write': all('!newData.exists()', IS_ADMIN, `!(${IS_MY_USAGE})`),
      daily: { $day: { '.write': all(IS_ALLOWED, IS_MY_USAGE, IS_RECENT_DAY, isCounting) } },
      total: { '.write': all(IS_ALLOWED, IS_MY_USAGE, isCounting) },
    },
  },
};

const IS_MY_ACCESS = `$ekey == ${accessKeyOf(MY_EMAIL)}`;

/** What these rules know of the user documents, which they cannot read (docs/rules.md). */
const access: RuleTemplate = {
  '.read': IS_ADMIN,
  $ekey: {
    '.read': all(IS_MY_ACCESS, `(!data.exists() || ${isProven('data')})`),
    '.write': all(IS_ADMIN, `!(${IS_MY_ACCESS})`),
    '.validate': all(
      "newData.hasChildren(['email', 'allow', 'admin'])",
      "(newData.child('admin').val() == false || newData.child('allow').val() == true)",
    ),
    email: {
      '.validate': all(
        'newData.isString()',
        'newData.val() == newData.val().toLowerCase()',
        // So that no key is a name of Object.prototype, here and, as nobody else is allowed, under `usage/users`.
        "newData.val().contains('@')",
        `$ekey == ${accessKeyOf('newData.val()')}`,
      ),
    },
    allow: { '.validate': 'newData.isBoolean()' },
    admin: { '.validate': 'newData.isBoolean()' },
    uid: { '.validate': isText(128) },
    $other: { '.validate': false },
  },
};
