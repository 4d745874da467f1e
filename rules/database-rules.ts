import { MAX_ACCOUNT_LENGTH, MAX_COUNTED_AT_ONCE, MAX_KEYWORD_LENGTH } from '../src/model/limits.ts';

/** The rules of one place: `.read`, `.write`, `.validate`, and the rules of its children. */
type DatabaseRules = { readonly [name: string]: string | boolean | DatabaseRules };

/**
 * The rules of the Realtime Database as a template: its rules language has no functions, so the conditions are
 * written once here and put where they are needed. What is not granted is refused; an expression without a
 * value (signed out, no e-mail address) refuses, too.
 */
function databaseRules(): DatabaseRules {
  return { rules: { gl_mappings: mappings, usage, access } };
}

/** The text of rules/database.rules.json. */
export function databaseRulesJson(): string {
  return `${JSON.stringify(databaseRules(), null, 2)}\n`;
}

/** `text` with each key of `replacements` replaced, wherever it occurs. The language takes plain texts here. */
function replaced(text: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((sum, [from, to]) => `${sum}.replace('${from}', '${to}')`, text);
}

/** An e-mail address as key under `access`, see `accessKey` in src/model/email.ts. */
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

/** An e-mail address as key under `usage/users`, see `usageKey` in src/model/email.ts. */
function usageKeyOf(email: string): string {
  return replaced(
    `${email}.toLowerCase()`,
    ['.', '#', '$', '[', ']', '/'].map((character) => [character, '_'] as const),
  );
}

const all = (...conditions: string[]) => conditions.join(' && ');

const MY_EMAIL = 'auth.token.email';
const MY_ENTRY = `root.child('access').child(${accessKeyOf(MY_EMAIL)})`;

/**
 * The visitor is the one meant by an entry of `access`: by the account pinned in it or, where none is pinned, by
 * having shown that the mailbox is theirs.
 */
const isProven = (entry: string) =>
  `(${entry}.child('uid').exists() ? ${entry}.child('uid').val() == auth.uid : auth.token.email_verified == true)`;

const IS_ALLOWED = all(`${MY_ENTRY}.child('allow').val() == true`, isProven(MY_ENTRY));
const IS_ADMIN = all(`${MY_ENTRY}.child('admin').val() == true`, IS_ALLOWED);

/** A text of 1 to `most` UTF-16 units. */
const isText = (most: number) =>
  all('newData.isString()', 'newData.val().length >= 1', `newData.val().length <= ${most}`);

const mappings: DatabaseRules = {
  '.read': IS_ALLOWED,
  $key: {
    '.write': IS_ADMIN,
    '.validate': "newData.hasChildren(['description', 'glAccount'])",
    description: { '.validate': isText(MAX_KEYWORD_LENGTH) },
    glAccount: { '.validate': isText(MAX_ACCOUNT_LENGTH) },
    $other: { '.validate': false },
  },
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
const IS_DAY = '$day.matches(/^20[0-9][0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/)';

const usage: DatabaseRules = {
  '.read': IS_ADMIN,
  daily: { $day: { '.write': all(IS_ALLOWED, IS_DAY, isCounting) } },
  total: { '.write': all(IS_ALLOWED, isCounting) },
  users: {
    $user: {
      '.read': all(IS_ALLOWED, IS_MY_USAGE),
      // The removal of another user.
      '.write': all('!newData.exists()', IS_ADMIN, `!(${IS_MY_USAGE})`),
      daily: { $day: { '.write': all(IS_ALLOWED, IS_MY_USAGE, IS_DAY, isCounting) } },
      total: { '.write': all(IS_ALLOWED, IS_MY_USAGE, isCounting) },
    },
  },
};

const IS_MY_ACCESS = `$ekey == ${accessKeyOf(MY_EMAIL)}`;

/** What these rules know of the user documents, which they cannot read (docs/rules.md). */
const access: DatabaseRules = {
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
        `$ekey == ${accessKeyOf('newData.val()')}`,
      ),
    },
    allow: { '.validate': 'newData.isBoolean()' },
    admin: { '.validate': 'newData.isBoolean()' },
    uid: { '.validate': isText(128) },
    $other: { '.validate': false },
  },
};
