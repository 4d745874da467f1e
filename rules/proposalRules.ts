import {
  MAX_EXAMPLE_LENGTH,
  MAX_KEYWORD_LENGTH,
  MAX_NOTE_LENGTH,
  PROPOSAL_INTERVAL_MS,
} from '#model/limits.ts';
import {
  HISTORY_PATH,
  LIST_VERSION_PATH,
  MAPPINGS_PATH,
  PROPOSAL_LIMIT_PATH,
  PROPOSALS_PATH,
  WAITING_PROPOSALS_PATH,
} from '#model/paths.ts';
import {
  all,
  fieldOf,
  IS_ACCOUNT,
  IS_ADMIN,
  IS_ALLOWED,
  isId,
  isText,
  newRoot,
  type RuleTemplate,
} from './conditions.ts';
import { byMe, hasFields, isMyEmail, isNow } from './logRules.ts';

const IS_MINE = '$uid == auth.uid';

const at = (root: string, node: string) => `${root}.child('${node}/'+$uid)`;
const proposal = (root: string) => `${root}.child('${PROPOSALS_PATH}/'+$uid+'/'+$id)`;
const waiting = (root: string) => `${root}.child('${WAITING_PROPOSALS_PATH}/'+$uid+'/'+$id)`;

/** Keys above the fields of what an approval stored. */
const DEPTH = 6;
const STORED = `${newRoot(DEPTH)}.child('${MAPPINGS_PATH}/'+newData.parent().child('key').val())`;
const versionId = (root: string) => `${root}.child('${LIST_VERSION_PATH}/id').val()`;
const newEntry = (field: string) =>
  `${newRoot(DEPTH)}.child('${HISTORY_PATH}/'+${versionId(newRoot(DEPTH))}+'/${field}').val()`;

/** What the list has at the key after an approval; `batch` names the entry of the history, if the update makes one. */
const mapping: RuleTemplate = {
  '.validate': all(hasFields('keyword', 'account'), "newData.parent().child('decision').val() == 'approved'"),
  // What stands there has this keyword and account.
  key: { '.validate': true },
  keyword: { '.validate': `newData.val() == ${fieldOf(STORED, 'description')}.val()` },
  account: { '.validate': `newData.val() == ${fieldOf(STORED, 'glAccount')}.val()` },
  batch: {
    '.validate': all(
      `newData.val() == ${newEntry('batch')}`,
      `${newEntry('kind')} == 'proposal'`,
      `${versionId(newRoot(DEPTH))} != ${versionId('root')}`,
    ),
  },
  $other: { '.validate': false },
};

/** Made once, by an admin, of somebody else's proposal that is stored already. */
const decided: RuleTemplate = {
  '.write': all(IS_ADMIN, `!(${IS_MINE})`, '!data.exists()', `!${waiting(newRoot(4))}.exists()`),
  '.validate': all(
    `${proposal('root')}.exists()`,
    hasFields('decision', 'by', 'at'),
    "(newData.child('decision').val() == 'approved' ? newData.hasChildren(['mapping']) : newData.hasChildren(['word']))",
  ),
  decision: { '.validate': 'newData.val().matches(/^(approved|rejected)$/)' },
  word: { '.validate': isText(MAX_NOTE_LENGTH) },
  by: byMe,
  at: isNow,
  mapping,
  $other: { '.validate': false },
};

const proposals: RuleTemplate = {
  '.read': IS_ADMIN,
  $uid: {
    '.read': all(IS_ALLOWED, IS_MINE),
    $id: {
      '.write': all(
        IS_ALLOWED,
        IS_MINE,
        '!data.exists()',
        `$id == ${at(newRoot(3), PROPOSAL_LIMIT_PATH)}.child('last').val()`,
        `${waiting(newRoot(3))}.exists()`,
      ),
      // The mark that it waits asks for the time.
      '.validate': hasFields('keyword', 'account', 'email'),
      keyword: { '.validate': isText(MAX_KEYWORD_LENGTH) },
      account: { '.validate': IS_ACCOUNT },
      note: { '.validate': isText(MAX_NOTE_LENGTH) },
      line: { '.validate': isText(MAX_EXAMPLE_LENGTH) },
      email: isMyEmail,
      at: isNow,
      decided,
      $other: { '.validate': false },
    },
  },
};

const lastOf = (root: string) => `${at(root, PROPOSALS_PATH)}.child(newData.child('last').val())`;

/** The time of a person's last proposal: written with the next one, which comes so much later. */
const limit: RuleTemplate = {
  $uid: {
    '.write': all(
      `!${lastOf('root')}.exists()`,
      `${lastOf(newRoot(2))}.exists()`,
      `(!data.exists() || data.child('at').val() + ${PROPOSAL_INTERVAL_MS} <= now)`,
      // Here, since `.validate` does not run for a time that an update leaves as it was.
      "newData.child('at').val() == now",
    ),
    last: { '.validate': isId('newData.val()') },
    at: { '.validate': true },
    $other: { '.validate': false },
  },
};

/** The time of a proposal, from when it is stored until it is decided. */
const waitingOnes: RuleTemplate = {
  '.read': IS_ADMIN,
  $uid: {
    $id: {
      '.write': `(newData.exists() ? !${proposal('root')}.exists() : ${all(
        'data.exists()',
        `${proposal(newRoot(3))}.child('decided').exists()`,
      )})`,
      '.validate': `newData.val() == ${proposal(newRoot(3))}.child('at').val()`,
    },
  },
};

/** What people propose for the list, and what becomes of it: docs/rules.md. */
export const proposalRules: RuleTemplate = {
  [PROPOSALS_PATH]: proposals,
  [PROPOSAL_LIMIT_PATH]: limit,
  [WAITING_PROPOSALS_PATH]: waitingOnes,
};
