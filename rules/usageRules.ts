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
const IS_ME = `$user == ${MY_USAGE_KEY}`;

/** The beginning of a place in `usage`, up to its name: as the update leaves it, for a rule at a place of `depth` keys below. */
const newUsage = (depth: number) => `${newRoot(depth)}.child('`;
const STORED_USAGE = "root.child('usage/";

/** The last run of a user, by their key. */
const lastRunOf = (user: string, usage: string, field: 'day' | 'id') =>
  `${usage}users/'+${user}+'/last_run/${field}').val()`;

/**
 * The update counts a run of the visitor: the rules of `last_run` say that it is a new one, and those of the run that all
 * counters grow by it. So an update that is sent twice, since its answer was lost, counts once.
 */
const hasNewRun = (user: string, depth: number) =>
  `${lastRunOf(user, newUsage(depth), 'id')} != ${lastRunOf(user, STORED_USAGE, 'id')}`;
/** The total grows, which it does by a new run of the visitor only. */
const isCounted = (depth: number) => `${newUsage(depth)}total').val() != ${STORED_USAGE}total').val()`;
const isDayOfRun = (user: string, depth: number) => `$day == ${lastRunOf(user, newUsage(depth), 'day')}`;

/** The form of a day; which day it is, is not checked: clocks differ, and a run may be counted late. */
const IS_DAY = 'newData.val().matches(/^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$/)';

const DAY = "newData.child('day').val()";
const ID = "newData.child('id').val()";
const runsOf = (user: string) => `${user}.child('runs/'+${DAY}+'/'+${ID})`;

/** Only one's own: nobody can make the counters of another grow. */
const lastRun: RuleTemplate = {
  '.write': all(
    IS_ALLOWED,
    IS_ME,
    `!${runsOf('data.parent()')}.exists()`,
    `${runsOf('newData.parent()')}.exists()`,
  ),
  day: { '.validate': IS_DAY },
  id: { '.validate': isId('newData.val()') },
  $other: { '.validate': false },
};

/** Keys from `usage/users/$user` down to a run. */
const DEPTH = 3;
/** Descriptions of the run: the number itself, or `n` where those without a match are beside it. */
const COUNTED = "(newData.isNumber() ? newData : newData.child('n')).val()";
const UNMATCHED = "newData.child('unmatched')";

/** What is stored and no number counts as nothing. */
const numberIn = (counter: string) => `(${counter}.isNumber() ? ${counter}.val() : 0)`;

/** A counter as the update leaves it, reached the shortest way from the run, and as it is stored. */
type Counter = readonly [written: string, stored: string];

/** The four counters of one kind: of `usage` itself, where `kind` is blank, or of `usage/unmatched`. */
function countersOf(kind: '' | 'unmatched/'): readonly Counter[] {
  const user =
    kind === '' ? `${newRoot(DEPTH)}.child('` : `${newRoot(DEPTH + 2)}.child('${kind}users/'+$user+'/`;
  const everybody = `${newRoot(DEPTH + 2)}.child('${kind}`;
  const stored = `root.child('usage/${kind}`;
  return ["daily/'+$day)", "total')"].flatMap((counter): Counter[] => [
    [everybody + counter, stored + counter],
    [user + counter, `${stored}users/'+$user+'/${counter}`],
  ]);
}

/** A counter grows by exactly the number of the run. */
const growsByRun = ([written, stored]: Counter) => `${written}.val() == ${numberIn(stored)} + ${COUNTED}`;

/** A counter of descriptions without a match grows by exactly those of the run; it stays where the run does not say. */
const growsByUnmatched = ([written, stored]: Counter) =>
  `${written}.val() == (${UNMATCHED}.exists() ? ${numberIn(stored)} + ${UNMATCHED}.val() : ${stored}.val())`;

/** The number of descriptions of a run, 1 to the most that is counted at once. */
const IS_COUNT = all(isWhole(1), `newData.val() <= ${MAX_COUNTED_AT_ONCE}`);

/**
 * The number of descriptions of one run, written once, together with the counters: alone, or as `n` beside the number of
 * those without a match.
 */
const run: RuleTemplate = {
  '.write': all(
    // Of another day, or a second time, the counters of that day would not grow.
    `$id == ${newRoot(DEPTH)}.child('last_run/id').val()`,
    ...countersOf('').map(growsByRun),
    ...countersOf('unmatched/').map(growsByUnmatched),
  ),
  '.validate': `newData.child('unmatched').exists() || (${IS_COUNT})`,
  n: { '.validate': IS_COUNT },
  unmatched: { '.validate': all(isWhole(0), "newData.val() <= newData.parent().child('n').val()") },
  $other: { '.validate': false },
};

/** The removal of another user. */
const REMOVES_OTHER = all('!newData.exists()', IS_ADMIN, `$user != ${MY_USAGE_KEY}`);

/** The four counters again, of the descriptions without a match. */
const unmatched: RuleTemplate = {
  // Beside the counter of all descriptions of that day, which grows by a new run only.
  daily: { $day: { '.write': `${newUsage(3)}daily/'+$day).val() != ${STORED_USAGE}daily/'+$day).val()` } },
  total: { '.write': isCounted(2) },
  users: {
    $user: {
      '.write': REMOVES_OTHER,
      // Also where the update removes what is stored of this user beside these counters, and so their last run.
      daily: { $day: { '.write': all(hasNewRun('$user', 5), isDayOfRun('$user', 5)) } },
      total: { '.write': all(isCounted(4), IS_ME) },
    },
  },
};

const usage: RuleTemplate = {
  '.read': IS_ADMIN,
  daily: { $day: { '.write': all(isCounted(2), isDayOfRun(MY_USAGE_KEY, 2)) } },
  total: { '.write': hasNewRun(MY_USAGE_KEY, 1) },
  users: {
    $user: {
      '.read': all(IS_ALLOWED, IS_ME),
      '.write': REMOVES_OTHER,
      daily: { $day: { '.write': all(hasNewRun('$user', 4), isDayOfRun('$user', 4)) } },
      total: { '.write': hasNewRun('$user', 3) },
      last_run: lastRun,
      runs: { $day: { $id: run } },
    },
  },
  unmatched,
};

export const usageRules: RuleTemplate = { usage };
