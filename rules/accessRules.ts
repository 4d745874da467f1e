import { ACCESS_LOG } from '#model/accessHistory.ts';
import { ACCESS_HISTORY_PATH, ACCESS_PATH, ACCESS_VERSION_PATH } from '#model/paths.ts';
import {
  accessKeyOf,
  all,
  encodedKeyOf,
  IS_ADMIN,
  isProven,
  isText,
  MY_EMAIL,
  type RuleTemplate,
} from './conditions.ts';
import { entriesWithChanges, isInNewEntry, versionOf } from './logRules.ts';

const IS_MY_ACCESS = `$ekey == ${accessKeyOf(MY_EMAIL)}`;

/** What these rules know of the user documents, which they cannot read (docs/rules.md). */
const access: RuleTemplate = {
  '.read': IS_ADMIN,
  $ekey: {
    '.read': all(IS_MY_ACCESS, `(!data.exists() || ${isProven("data.child('uid')")})`),
    // Who may change an entry, the rules of the version say, which comes with it.
    '.write': all(`$ekey != ${accessKeyOf(MY_EMAIL)}`, isInNewEntry(ACCESS_LOG, 2, '$ekey')),
    '.validate': all(
      "newData.hasChildren(['email','allow','admin'])",
      "(newData.child('admin').val() == false || newData.child('allow').val() == true)",
    ),
    email: {
      '.validate': all(
        'newData.val() == newData.val().toLowerCase()',
        // So that no key is a name of Object.prototype, here and, as nobody else is allowed, under `usage/users`.
        "newData.val().contains('@')",
        `$ekey == ${encodedKeyOf('newData.val()')}`,
      ),
    },
    allow: { '.validate': 'newData.isBoolean()' },
    admin: { '.validate': 'newData.isBoolean()' },
    uid: { '.validate': isText(128) },
    $other: { '.validate': false },
  },
};

const history = entriesWithChanges({
  log: ACCESS_LOG,
  key: '$ekey',
  fixed: ['email'],
  changeable: ['allow', 'admin', 'uid'],
  indexes: 'seq',
});

/** The access entries and their history. */
export const accessRules: RuleTemplate = {
  [ACCESS_PATH]: access,
  [ACCESS_VERSION_PATH]: versionOf(ACCESS_LOG, IS_ADMIN),
  [ACCESS_HISTORY_PATH]: history,
};
