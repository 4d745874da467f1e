import { ACCESS_CHANGE_KINDS } from '#model/accessHistory.ts';
import { ACCESS_HISTORY_PATH, ACCESS_PATH, ACCESS_VERSION_PATH } from '#model/paths.ts';
import {
  accessKeyOf,
  all,
  IS_ADMIN,
  isProven,
  isText,
  MY_EMAIL,
  newRoot,
  type RuleTemplate,
} from './conditions.ts';
import {
  ENTRY_FIELDS,
  entryFields,
  followsStored,
  hasFields,
  isInNewEntry,
  isNewEntry,
  type Log,
  versionFields,
} from './logRules.ts';

/** An entry and its changes are one node: only admins read either. */
const ACCESS: Log = {
  version: ACCESS_VERSION_PATH,
  history: ACCESS_HISTORY_PATH,
  changes: ACCESS_HISTORY_PATH,
};

const IS_MY_ACCESS = `$ekey == ${accessKeyOf(MY_EMAIL)}`;

/** What these rules know of the user documents, which they cannot read (docs/rules.md). */
const access: RuleTemplate = {
  '.read': IS_ADMIN,
  $ekey: {
    '.read': all(IS_MY_ACCESS, `(!data.exists() || ${isProven('data')})`),
    // Who may change an entry, the rules of the version say, which comes with it.
    '.write': all(`!(${IS_MY_ACCESS})`, isInNewEntry(ACCESS, 2, '$ekey')),
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

const version: RuleTemplate = {
  '.read': IS_ADMIN,
  '.write': all(IS_ADMIN, followsStored(ACCESS)),
  ...versionFields,
  $other: { '.validate': false },
};

/** What can change: the address is the key. */
const RIGHTS = ['allow', 'admin', 'uid'];
const FIELDS = ['email', ...RIGHTS];
const BEFORE = "newData.child('before')";
const AFTER = "newData.child('after')";
const STORED = `root.child('${ACCESS_PATH}').child($ekey)`;
const WRITTEN = `${newRoot(4)}.child('${ACCESS_PATH}').child($ekey)`;

const isSame = (a: string, b: string, fields = FIELDS) =>
  all(...fields.map((name) => `${a}.child('${name}').val() == ${b}.child('${name}').val()`));

const history: RuleTemplate = {
  '.read': IS_ADMIN,
  '.indexOn': 'seq',
  $id: {
    '.write': isNewEntry(ACCESS, 2),
    '.validate': hasFields(...ENTRY_FIELDS, 'changes'),
    ...entryFields(ACCESS, ACCESS_CHANGE_KINDS),
    changes: {
      $ekey: {
        '.validate': all(
          isSame(BEFORE, STORED),
          isSame(AFTER, WRITTEN),
          `!(${isSame(BEFORE, AFTER, RIGHTS)})`,
        ),
        $side: {
          '.validate': "($side == 'before' || $side == 'after')",
          $field: { '.validate': FIELDS.map((name) => `$field == '${name}'`).join(' || ') },
        },
      },
    },
  },
};

/** The access entries and their history. */
export const accessRules: RuleTemplate = {
  [ACCESS_PATH]: access,
  [ACCESS_VERSION_PATH]: version,
  [ACCESS_HISTORY_PATH]: history,
};
