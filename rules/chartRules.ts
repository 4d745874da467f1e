import { CHART_LOG } from '#model/chartHistory.ts';
import { RESERVED_KEYS } from '#model/keyProblem.ts';
import { MAX_ACCOUNT_NAME_LENGTH, MAX_CODE_LENGTH, MAX_NOTE_LENGTH } from '#model/limits.ts';
import { CHART_HISTORY_PATH, CHART_PATH, CHART_VERSION_PATH } from '#model/paths.ts';
import {
  all,
  encodedKeyOf,
  IS_ALLOWED,
  IS_NOT_NO_MATCH,
  isNoneOf,
  isText,
  type RuleTemplate,
} from './conditions.ts';
import { entriesWithChanges, hasFields, isInNewEntry, versionOf } from './logRules.ts';

const accounts: RuleTemplate = {
  '.read': IS_ALLOWED,
  $ckey: {
    // Who may change an account, the rules of the version say, which comes with it.
    '.write': isInNewEntry(CHART_LOG, 2, '$ckey'),
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

const history = entriesWithChanges({
  log: CHART_LOG,
  key: '$ckey',
  fixed: ['code'],
  changeable: ['name', 'note', 'retired'],
  indexes: ['seq', 'batch'],
});

/** The chart of accounts and its history. */
export const chartRules: RuleTemplate = {
  [CHART_PATH]: accounts,
  [CHART_VERSION_PATH]: versionOf(CHART_LOG, IS_ALLOWED),
  [CHART_HISTORY_PATH]: history,
};
