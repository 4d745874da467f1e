import { MAX_COUNTED_AT_ONCE } from '#model/limits.ts';
import {
  all,
  IS_ADMIN,
  IS_ALLOWED,
  isId,
  isWhole,
  MY_EMAIL,
  newRoot,
  type RuleTemplate,
  usageKeyOf,
} from './conditions.ts';

const MY_USAGE_KEY = usageKeyOf(MY_EMAIL);
const IS_MY_USAGE = `$user == ${MY_USAGE_KEY}`;

const myLastRun = (root: string, field: 'day' | 'id') =>
  `${root}.child('usage/users').child(${MY_USAGE_KEY}).child('last_run/${field}').val()`;

/**
 * The update counts a run: the rules of `last_run` say that it is a new one, and that all four counters grow by it. So an
 * update that is sent twice, since its answer was lost, counts once.
 */
const hasNewRun = (depth: number) => `${myLastRun(newRoot(depth), 'id')} != ${myLastRun('root', 'id')}`;
const isDayOfRun = (depth: number) => `$day == ${myLastRun(newRoot(depth), 'day')}`;

/** The form of a day; which day it is, is not checked: clocks differ, and a run may be counted late. */
const isDay = (text: string) => `${text}.matches(/^20[0-9][0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/)`;

const DAY = "newData.child('day').val()";
const ID = "newData.child('id').val()";
const OWN = (root: string) => `${root}.child('usage/users').child($user)`;
const RUN = (root: string) => `${OWN(root)}.child('runs').child(${DAY}).child(${ID})`;
/** Keys above `usage/users/$user/last_run`. */
const DEPTH = 4;

const NEW_RUN = RUN(newRoot(DEPTH));
/** Descriptions of the run: the number itself, or `n` where those without a match are beside it. */
const COUNTED = `(${NEW_RUN}.isNumber() ? ${NEW_RUN} : ${NEW_RUN}.child('n')).val()`;
const UNMATCHED = `${NEW_RUN}.child('unmatched')`;

/** What is stored and no number counts as nothing. */
const numberIn = (counter: string) => `(${counter}.isNumber() ? ${counter}.val() : 0)`;

/** `parent` is where the counters of one kind stand: `usage`, or `usage/unmatched`. */
function countersIn(parent: string): readonly ((root: string) => string)[] {
  const own = (root: string) => `${root}.child('${parent}/users').child($user)`;
  return [
    (root) => `${root}.child('${parent}/daily').child(${DAY})`,
    (root) => `${root}.child('${parent}/total')`,
    (root) => `${own(root)}.child('daily').child(${DAY})`,
    (root) => `${own(root)}.child('total')`,
  ];
}

/** A counter grows by exactly the number of the run. */
const growsByRun = (counter: (root: string) => string) =>
  `${counter(newRoot(DEPTH))}.val() == ${numberIn(counter('root'))} + ${COUNTED}`;

/** A counter of descriptions without a match grows by exactly those of the run; it stays where the run does not say. */
const growsByUnmatched = (counter: (root: string) => string) =>
  `${counter(newRoot(DEPTH))}.val() == (${UNMATCHED}.exists() ? ${numberIn(counter('root'))} + ${UNMATCHED}.val() : ${counter('root')}.val())`;

/** Only one's own: nobody can make the counters of another grow. */
const lastRun: RuleTemplate = {
  '.write': all(
    IS_ALLOWED,
    isDay(DAY),
    isId(ID),
    `!${RUN('root')}.exists()`,
    ...countersIn('usage').map(growsByRun),
    ...countersIn('usage/unmatched').map(growsByUnmatched),
  ),
  day: { '.validate': 'newData.isString()' },
  id: { '.validate': 'newData.isString()' },
  $other: { '.validate': false },
};

const RUN_OWNER = 'newData.parent().parent().parent()';

/** The number of descriptions of a run, 1 to the most that is counted at once. */
const IS_COUNT = all(isWhole(1), `newData.val() <= ${MAX_COUNTED_AT_ONCE}`);

/**
 * The number of descriptions of one run, written once, together with the counters: alone, or as `n` beside the number of
 * those without a match.
 */
const run: RuleTemplate = {
  '.write': all(
    '!data.exists()',
    `$id == ${RUN_OWNER}.child('last_run/id').val()`,
    `$day == ${RUN_OWNER}.child('last_run/day').val()`,
  ),
  '.validate': `newData.child('unmatched').exists() || (${IS_COUNT})`,
  n: { '.validate': IS_COUNT },
  unmatched: { '.validate': all(isWhole(0), "newData.val() <= newData.parent().child('n').val()") },
  $other: { '.validate': false },
};

/** The removal of another user. */
const REMOVES_OTHER = all('!newData.exists()', IS_ADMIN, `!(${IS_MY_USAGE})`);

/** The four counters again, of the descriptions without a match. */
const unmatched: RuleTemplate = {
  daily: { $day: { '.write': all(hasNewRun(4), isDayOfRun(4)) } },
  total: { '.write': hasNewRun(3) },
  users: {
    $user: {
      '.write': REMOVES_OTHER,
      daily: { $day: { '.write': all(IS_MY_USAGE, hasNewRun(6), isDayOfRun(6)) } },
      total: { '.write': all(IS_MY_USAGE, hasNewRun(5)) },
    },
  },
};

const usage: RuleTemplate = {
  '.read': IS_ADMIN,
  daily: { $day: { '.write': all(hasNewRun(3), isDayOfRun(3)) } },
  total: { '.write': hasNewRun(2) },
  users: {
    $user: {
      '.read': all(IS_ALLOWED, IS_MY_USAGE),
      '.write': REMOVES_OTHER,
      daily: { $day: { '.write': all(IS_MY_USAGE, hasNewRun(5), isDayOfRun(5)) } },
      total: { '.write': all(IS_MY_USAGE, hasNewRun(4)) },
      last_run: lastRun,
      runs: { $day: { $id: run } },
    },
  },
  unmatched,
};

export const usageRules: RuleTemplate = { usage };
