import {
  BEHIND_PATH,
  CHANGES_BY_KEY_PATH,
  CHANGES_PATH,
  HISTORY_PATH,
  LIST_VERSION_PATH,
  PROPOSALS_PATH,
  WAITING_PROPOSALS_PATH,
} from '#model/paths.ts';
import { all, HAS_ADMIN, IS_ALLOWED, newRoot, type RuleTemplate } from './conditions.ts';

const IS_WAITING = `$node == '${WAITING_PROPOSALS_PATH}'`;
const proposal = (root: string) => `${root}.child('${PROPOSALS_PATH}/'+$of+'/'+$id)`;

/** The number of an entry of the list, for each key that it changes. */
const MARKS_KEY = all(
  `$node == '${CHANGES_BY_KEY_PATH}'`,
  `$id != root.child('${LIST_VERSION_PATH}/id').val()`,
  `${newRoot(3)}.child('${CHANGES_PATH}/'+$id+'/changes/'+$of).exists()`,
  `$id == ${newRoot(3)}.child('${LIST_VERSION_PATH}/id').val()`,
);
const IS_ITS_NUMBER = `newData.val() == ${newRoot(3)}.child('${LIST_VERSION_PATH}/seq').val()`;

/** The time of a proposal, or of each of its items, from when it is stored until it is decided. */
const MARKS_WAITING = `(newData.exists() ? !${proposal('root')}.exists() : ${all(
  'data.exists()',
  `${proposal(newRoot(3))}.child('decided').exists()`,
)})`;

const IS_BEHIND = `$node == '${BEHIND_PATH}'`;
const NAMED_ENTRY = `child('${HISTORY_PATH}/'+newData.child('id').val()`;

/** It comes with the entry that it names, which is a new one, and so that of the version. */
const NAMES_BEHIND = all(
  IS_BEHIND,
  `${newRoot(1)}.${NAMED_ENTRY}+'/kind').val() == 'behind'`,
  `!root.${NAMED_ENTRY}).exists()`,
  `newData.child('seq').val() == ${newRoot(1)}.child('${LIST_VERSION_PATH}/seq').val()`,
  "newData.child('at').val() == now",
);

/**
 * Marks, `{node}/{of}/{id}`: which entries change a key of the list, which proposals wait. Beside them the newest seal of each
 * log (`SEALS` in model/log/seal.ts), which the embedded backend writes and nobody else. Admins read them all: one wildcard,
 * since the condition of a reader is long, and the size of the rules is limited. No other place ends so. The newest entry of
 * kind `behind` is named here too, for all who are allowed.
 */
export const markRules: RuleTemplate = {
  $node: {
    '.read': all(`(${IS_BEHIND} || $node.matches(/_(seal|waiting|by_key)$/) && ${HAS_ADMIN})`, IS_ALLOWED),
    '.write': NAMES_BEHIND,
    $of: {
      '.validate': `$node != '${BEHIND_PATH}' || $of.matches(/^(id|seq|at)$/)`,
      $id: {
        '.write': `(${IS_WAITING} ? ${MARKS_WAITING} : ${MARKS_KEY})`,
        '.validate': `(${IS_WAITING} ? newData.hasChildren() || newData.val() == ${proposal(newRoot(3))}.child('at').val() : ${IS_ITS_NUMBER})`,
        $item: {
          '.write': all(
            IS_WAITING,
            // The decision asks that it is gone.
            'data.exists()',
            `${proposal(newRoot(4))}.child('decided:'+$item).exists()`,
          ),
          '.validate': all('newData.val() == now', `${proposal(newRoot(4))}.child('items/'+$item).exists()`),
        },
      },
    },
  },
};
