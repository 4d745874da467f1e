import { CHART_CHANGE_KINDS } from '#model/chartHistory.ts';
import { RESERVED_KEYS } from '#model/keyProblem.ts';
import { MAX_ACCOUNT_NAME_LENGTH, MAX_CODE_LENGTH, MAX_NOTE_LENGTH } from '#model/limits.ts';
import { CHART_HISTORY_PATH, CHART_PATH, CHART_VERSION_PATH } from '#model/paths.ts';
import {
  all,
  encodedKeyOf,
  IS_ADMIN,
  IS_ALLOWED,
  IS_NOT_NO_MATCH,
  isNoneOf,
  isText,
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
const CHART: Log = {
  version: CHART_VERSION_PATH,
  history: CHART_HISTORY_PATH,
  changes: CHART_HISTORY_PATH,
};

const accounts: RuleTemplate = {
  '.read': IS_ALLOWED,
  $ckey: {
    // Who may change an account, the rules of the version say, which comes with it.
    '.write': isInNewEntry(CHART, 2, '$ckey'),
    '.validate': all(hasFields('code', 'name'), isNoneOf('$ckey', RESERVED_KEYS)),
    code: {
      '.validate': all(
        // Only a text has a length. A blank one makes no key.
        `newData.val().length <= ${MAX_CODE_LENGTH}`,
        `$ckey == ${encodedKeyOf('newData.val()')}`,
        IS_NOT_NO_MATCH,
      ),
    },
    // A name may be blank.
    name: { '.validate': `newData.val().length <= ${MAX_ACCOUNT_NAME_LENGTH}` },
    note: { '.validate': isText(MAX_NOTE_LENGTH) },
    retired: { '.validate': 'newData.val() == true' },
    $other: { '.validate': false },
  },
};

const version: RuleTemplate = {
  '.read': IS_ALLOWED,
  '.write': all(IS_ADMIN, followsStored(CHART)),
  ...versionFields,
  $other: { '.validate': false },
};

/** What can change: the code is the key. */
const CHANGEABLE = ['name', 'note', 'retired'];
const FIELDS = ['code', ...CHANGEABLE];
const BEFORE = "newData.child('before')";
const AFTER = "newData.child('after')";
const STORED = `root.child('${CHART_PATH}').child($ckey)`;
const WRITTEN = `${newRoot(4)}.child('${CHART_PATH}').child($ckey)`;

const isSame = (a: string, b: string, fields = FIELDS) =>
  all(...fields.map((name) => `${a}.child('${name}').val() == ${b}.child('${name}').val()`));

const history: RuleTemplate = {
  '.read': IS_ADMIN,
  '.indexOn': ['seq', 'batch'],
  $id: {
    '.write': isNewEntry(CHART, 2),
    '.validate': hasFields(...ENTRY_FIELDS, 'changes'),
    ...entryFields(CHART, CHART_CHANGE_KINDS),
    changes: {
      $ckey: {
        '.validate': all(
          isSame(BEFORE, STORED),
          isSame(AFTER, WRITTEN),
          `!(${isSame(BEFORE, AFTER, CHANGEABLE)})`,
        ),
        $side: {
          '.validate': "($side == 'before' || $side == 'after')",
          $field: { '.validate': FIELDS.map((name) => `$field == '${name}'`).join(' || ') },
        },
      },
    },
  },
};

/** The chart of accounts and its history. */
export const chartRules: RuleTemplate = {
  [CHART_PATH]: accounts,
  [CHART_VERSION_PATH]: version,
  [CHART_HISTORY_PATH]: history,
};
