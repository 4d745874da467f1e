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

/** A counter grows by exactly the number of the run. What is stored and no number counts as nothing. */
function growsByRun(counter: (root: string) => string): string {
  const before = counter('root');
  const after = counter(newRoot(DEPTH));
  return `${after}.val() == (${before}.isNumber() ? ${before}.val() : 0) + ${RUN(newRoot(DEPTH))}.val()`;
}

/** Only one's own: nobody can make the counters of another grow. */
const lastRun: RuleTemplate = {
  '.write': all(
    IS_ALLOWED,
    isDay(DAY),
    isId(ID),
    `!${RUN('root')}.exists()`,
    growsByRun((root) => `${root}.child('usage/daily').child(${DAY})`),
    growsByRun((root) => `${root}.child('usage/total')`),
    growsByRun((root) => `${OWN(root)}.child('daily').child(${DAY})`),
    growsByRun((root) => `${OWN(root)}.child('total')`),
  ),
  day: { '.validate': 'newData.isString()' },
  id: { '.validate': 'newData.isString()' },
  $other: { '.validate': false },
};

const RUN_OWNER = 'newData.parent().parent().parent()';

/** The number of descriptions of one run, written once, together with the counters. */
const run: RuleTemplate = {
  '.write': all(
    '!data.exists()',
    `$id == ${RUN_OWNER}.child('last_run/id').val()`,
    `$day == ${RUN_OWNER}.child('last_run/day').val()`,
  ),
  '.validate': all(isWhole(1), `newData.val() <= ${MAX_COUNTED_AT_ONCE}`),
};

const usage: RuleTemplate = {
  '.read': IS_ADMIN,
  daily: { $day: { '.write': all(hasNewRun(3), isDayOfRun(3)) } },
  total: { '.write': hasNewRun(2) },
  users: {
    $user: {
      '.read': all(IS_ALLOWED, IS_MY_USAGE),
      // The removal of another user.
      '.write': all('!newData.exists()', IS_ADMIN, `!(${IS_MY_USAGE})`),
      daily: { $day: { '.write': all(IS_MY_USAGE, hasNewRun(5), isDayOfRun(5)) } },
      total: { '.write': all(IS_MY_USAGE, hasNewRun(4)) },
      last_run: lastRun,
      runs: { $day: { $id: run } },
    },
  },
};

export const usageRules: RuleTemplate = { usage };
