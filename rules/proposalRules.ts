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
export const proposal = (root: string) => `${root}.child('${PROPOSALS_PATH}/'+$uid+'/'+$id)`;
const waiting = (root: string) => `${root}.child('${WAITING_PROPOSALS_PATH}/'+$uid+'/'+$id)`;

/** The keys of the items of a proposal of several, in their order: `00` to `29`. */
const ITEM_KEY = /^[0-2]\d$/;
/** What a proposal of several has beside the item; a choice of fields of the one, or items of the other. */
const IS_OF_ONE = "!newData.parent().hasChildren(['items'])";

/** The number that stands for a key, `07` for 7: digit by digit, since the language reads no number from a text. */
const PLACE = [
  ['[13579]$', 1],
  ['[2367]$', 2],
  ['[4-7]$', 4],
  ['[89]$', 8],
  ['^1', 10],
  ['^2', 20],
]
  .map(([pattern, value]) => `($item.matches(/${pattern}/)?${value}:0)`)
  .join('+');

/** The key after this one. The letter stands behind the digit that grows, and goes with it: of nine it goes before the nought. */
const NEXT_KEY = Array.from({ length: 9 }, (_, digit) => `.replace('${digit}e','${digit + 1}')`).reduce(
  (key, step) => key + step,
  "($item+'e').replace('9e','e0')",
);

/**
 * The items are those from `00` to the last that their number says: each but the last has a next one, and the first is asked
 * for beside it. Rules cannot count children.
 */
const IS_IN_SEQUENCE = `newData.parent().child(${NEXT_KEY}).exists() != (${PLACE} + 1 == newData.parent().parent().child('count').val())`;

/** Keys above the fields of what an approval stored. */
const DEPTH = 6;
const STORED = `${newRoot(DEPTH)}.child('${MAPPINGS_PATH}/'+newData.parent().child('key').val())`;
const versionId = (root: string) => `${root}.child('${LIST_VERSION_PATH}/id').val()`;
const newEntry = (field: string) =>
  `${newRoot(DEPTH)}.child('${HISTORY_PATH}/'+${versionId(newRoot(DEPTH))}+'/${field}').val()`;

/** What the list has at the key after an approval; `batch` names the entry of the history, if the update makes one. */
const mapping: RuleTemplate = {
  '.validate': all(hasFields('keyword', 'account'), "newData.parent().child('decision').val() == 'approved'"),
  // What stands there has this keyword and account. A slash would lead to the same place under other names.
  key: { '.validate': 'newData.val().matches(/^[^\\/]+$/)' },
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

/** `decided` is the decision of a proposal of one, `decided:07` that of an item: the keyword of each, and what says that it waits. */
const SUBJECT = "($decided+'/keyword').replace('decided:','items/').replace('decided/','')";
const MARK = "$decided.replace('decided','').replace(':','/')";

/** Made once, by an admin, of what somebody else has proposed and is stored already. Every other name is refused: it is no subject. */
const decided: RuleTemplate = {
  '.write': all(
    IS_ADMIN,
    '$uid != auth.uid',
    '!data.exists()',
    `!${newRoot(4)}.child('${WAITING_PROPOSALS_PATH}/'+$uid+'/'+$id+${MARK}).exists()`,
  ),
  '.validate': all(
    `${proposal('root')}.child(${SUBJECT}).exists()`,
    hasFields('decision', 'by', 'at'),
    "newData.child(newData.child('decision').val() == 'approved' ? 'mapping' : 'word').exists()",
  ),
  decision: { '.validate': 'newData.val().matches(/^(approved|rejected)$/)' },
  word: { '.validate': isText(MAX_NOTE_LENGTH) },
  by: byMe,
  at: isNow,
  mapping,
  $other: { '.validate': false },
};

const KEYWORD = isText(MAX_KEYWORD_LENGTH);
const LINE = isText(MAX_EXAMPLE_LENGTH);

/** One of the mappings of a proposal of several. The mark that it waits asks for it, and the other way round. */
const item: RuleTemplate = {
  '.validate': all(
    `$item.matches(${ITEM_KEY})`,
    hasFields('keyword', 'account'),
    `${waiting(newRoot(5)).slice(0, -1)}+'/'+$item).exists()`,
    IS_IN_SEQUENCE,
  ),
  keyword: { '.validate': KEYWORD },
  account: { '.validate': IS_ACCOUNT },
  line: { '.validate': LINE },
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
        `$id == ${fieldOf(at(newRoot(3), PROPOSAL_LIMIT_PATH), 'last')}.val()`,
        `${waiting(newRoot(3))}.exists()`,
      ),
      // Of one, the mark that it waits asks for the time.
      '.validate': `${hasFields('count', 'email', 'at')} || ${hasFields('keyword', 'account', 'email')}`,
      keyword: { '.validate': all(KEYWORD, IS_OF_ONE) },
      account: { '.validate': all(IS_ACCOUNT, IS_OF_ONE) },
      line: { '.validate': all(LINE, IS_OF_ONE) },
      items: { $item: item },
      // Without it no item is the last.
      count: { '.validate': "newData.parent().child('items/00').exists()" },
      note: { '.validate': isText(MAX_NOTE_LENGTH) },
      email: isMyEmail,
      at: isNow,
      $decided: decided,
    },
  },
};

const lastOf = (root: string) => `${at(root, PROPOSALS_PATH)}.child(newData.child('last').val())`;

const LAST_COUNT = `root.child('${PROPOSALS_PATH}/'+$uid+'/'+data.child('last').val()+'/count')`;

/** The time of a person's last proposal: written with the next one, which comes so much later for each mapping of the last. */
const limit: RuleTemplate = {
  $uid: {
    '.write': all(
      `!${lastOf('root')}.exists()`,
      `${lastOf(newRoot(2))}.exists()`,
      `(!data.exists() || data.child('at').val() + ${PROPOSAL_INTERVAL_MS} * (${LAST_COUNT}.exists() ? ${LAST_COUNT}.val() : 1) <= now)`,
      // Here, since `.validate` does not run for a time that an update leaves as it was.
      "newData.child('at').val() == now",
    ),
    last: { '.validate': isId('newData.val()') },
    at: { '.validate': true },
    $other: { '.validate': false },
  },
};

/** What people propose for the list, and what becomes of it: docs/rules.md. */
export const proposalRules: RuleTemplate = {
  [PROPOSALS_PATH]: proposals,
  [PROPOSAL_LIMIT_PATH]: limit,
};
