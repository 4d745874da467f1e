import { increment, type TreeValue } from './actions.ts';
import { type Bend, bent, matchedRunUpdate, runUpdate } from './entries.ts';
import { type FieldCase, updatesBy } from './FieldCase.ts';
import { other, people } from './people.ts';
import { TODAY, unmatchedOf, usageOf } from './seed.ts';

const me = people.pinned;
const mine = usageOf(me);
const long = (length: number) => 'x'.repeat(length);

const counters = {
  day: `usage/daily/${TODAY}`,
  total: 'usage/total',
  ownDay: `${mine}/daily/${TODAY}`,
  ownTotal: `${mine}/total`,
};

const unmatchedCounters = {
  day: `usage/unmatched/daily/${TODAY}`,
  total: 'usage/unmatched/total',
  ownDay: `${unmatchedOf(me)}/daily/${TODAY}`,
  ownTotal: `${unmatchedOf(me)}/total`,
};

/** Those of another. */
const unmatchedOfOther = [
  `${unmatchedOf(other)}/daily/${TODAY}`,
  `${unmatchedOf(other)}/daily/null`,
  `${unmatchedOf(other)}/total`,
];

const counts: readonly (readonly [name: string, count: number, allowed: boolean])[] = [
  ['of 1', 1, true],
  ['of 1,000,000', 1_000_000, true],
  ['of 1,000,001', 1_000_001, false],
  ['of 0', 0, false],
  ['of -1', -1, false],
  ['of 1.5', 1.5, false],
  ['of 0.5', 0.5, false],
];

const days: readonly (readonly [name: string, day: string, allowed: boolean])[] = [
  ['on another day', '2031-12-31', true],
  ['on the first day that can be', '2000-01-01', true],
  ['in the middle of a month', '2026-01-15', true],
  ['on the 30th', '2026-03-30', true],
  ['on a word', 'today', false],
  ['in a month', TODAY.slice(0, 7), false],
  ['on a day without dashes', TODAY.replaceAll('-', ''), false],
  ['in the 13th month', '2026-13-01', false],
  ['in month zero', '2026-00-01', false],
  ['on the 32nd', '2026-01-32', false],
  ['on the zeroth', '2026-01-00', false],
  ['on a day with its end twice', `${TODAY}${TODAY.slice(7)}`, false],
  ['on a day with its year twice', `${TODAY.slice(0, 4)}${TODAY}`, false],
  ['on a day with text behind it', `${TODAY}x`, false],
  ['on a day with text before it', `x${TODAY}`, false],
  ['in another century', '1999-12-31', false],
];

const ids: readonly (readonly [name: string, id: string, allowed: boolean])[] = [
  ['of the shortest id', 'r', true],
  ['of the longest id', long(64), true],
  ['of an id that is too long', long(65), false],
  ['of an id with every kind of character', 'aZ_0-9', true],
  ['of an id with a space', 'r 2', false],
  ['of the id of a former run', 'r1', false],
];

/** What differs from a run of 7. */
const bends: readonly (readonly [name: string, bend: Bend])[] = [
  ...Object.entries(counters).flatMap(([name, path]): [string, Bend][] => [
    [`without the counter ${name}`, { [path]: undefined }],
    [`with one more in the counter ${name}`, { [path]: increment(8) }],
    [`with one less in the counter ${name}`, { [path]: increment(6) }],
    [`with the counter ${name} as text`, { [path]: '7' }],
    [`with the counter ${name} as children`, { [path]: { x: 7 } }],
    [`with the counter ${name} taken away`, { [path]: null }],
  ]),
  ['without its number', { [`${mine}/runs/${TODAY}/r2`]: undefined }],
  ['with another number', { [`${mine}/runs/${TODAY}/r2`]: 8 }],
  ['with its number as text', { [`${mine}/runs/${TODAY}/r2`]: '7' }],
  ['without being the last', { [`${mine}/last_run`]: undefined }],
  ['with another last one', { [`${mine}/last_run/id`]: 'r3' }],
  ['with a last one of another day', { [`${mine}/last_run/day`]: '2026-01-01' }],
  ['with a last one without a day', { [`${mine}/last_run/day`]: null }],
  ['with a last one without an id', { [`${mine}/last_run/id`]: null }],
  ['with more about the last one', { [`${mine}/last_run/device`]: 'x' }],
  ['with a second run', { [`${mine}/runs/${TODAY}/r3`]: 7 }],
  ['with a run on another day', { [`${mine}/runs/2026-01-01/r2`]: 7 }],
  ['with a former run changed', { [`${mine}/runs/${TODAY}/r1`]: 8 }],
  ['with a former run taken away', { [`${mine}/runs/${TODAY}/r1`]: null }],
  ['with the counter of another day', { 'usage/daily/2026-01-01': increment(7) }],
  ['with the own counter of another day', { [`${mine}/daily/2026-01-01`]: increment(7) }],
  ["with another's counter of the day", { [`${usageOf(other)}/daily/${TODAY}`]: increment(7) }],
  ["with another's total", { [`${usageOf(other)}/total`]: increment(7) }],
  ["with another's run", { [`${usageOf(other)}/runs/${TODAY}/r2`]: 7 }],
];

const RUN = `${mine}/runs/${TODAY}/r2`;

const unmatchedCounts: readonly (readonly [n: number, unmatched: number, allowed: boolean])[] = [
  [7, 0, true],
  [7, 7, true],
  [7, 8, false],
  [7, -1, false],
  [7, 1.5, false],
  [1, 1, true],
  [0, 0, false],
  [1.5, 1, false],
  [1_000_000, 1_000_000, true],
  [1_000_001, 1, false],
];

/** What differs from a run of 7 with 2 lines without a match. */
const unmatchedBends: readonly (readonly [name: string, bend: Bend])[] = [
  ...Object.entries(unmatchedCounters).flatMap(([name, path]): [string, Bend][] => [
    [`without the counter ${name}`, { [path]: undefined }],
    [`with one more in the counter ${name}`, { [path]: increment(3) }],
    [`with one less in the counter ${name}`, { [path]: increment(1) }],
    [`with the counter ${name} as text`, { [path]: '2' }],
    [`with the counter ${name} as children`, { [path]: { x: 2 } }],
    [`with the counter ${name} taken away`, { [path]: null }],
  ]),
  ['without its n', { [RUN]: { unmatched: 2 } }],
  ['with another n', { [RUN]: { n: 8, unmatched: 2 } }],
  ['with its n as text', { [RUN]: { n: '7', unmatched: 2 } }],
  ['with its n as children', { [RUN]: { n: { x: 7 }, unmatched: 2 } }],
  ['with another number of them', { [RUN]: { n: 7, unmatched: 3 } }],
  ['with their number as text', { [RUN]: { n: 7, unmatched: '2' } }],
  ['with n alone', { [RUN]: { n: 7 } }],
  ['with the plain number', { [RUN]: 7 }],
  ['with more about the run', { [RUN]: { n: 7, unmatched: 2, x: 1 } }],
  ['and of another day', { 'usage/unmatched/daily/2026-01-01': increment(2) }],
  ['and own ones of another day', { [`${unmatchedOf(me)}/daily/2026-01-01`]: increment(2) }],
  ["and another's of the day", { [`${unmatchedOf(other)}/daily/${TODAY}`]: increment(2) }],
  ["and another's in total", { [`${unmatchedOf(other)}/total`]: increment(2) }],
];

/** Runs that say nothing of lines without a match, as earlier versions of the app write them, leave their counters alone. */
const plainBends = Object.entries(unmatchedCounters).flatMap(([name, path]): [string, Bend][] => [
  [`and lines without a match in the counter ${name}`, { [path]: increment(1) }],
  [`and the counter ${name} of lines without a match taken away`, { [path]: null }],
]);

const by = updatesBy('pinned');

const started = (value: TreeValue) =>
  Object.fromEntries(Object.values(counters).map((path) => [path, value]));

const unmatchedStarted = (value: TreeValue) =>
  Object.fromEntries(Object.values(unmatchedCounters).map((path) => [path, value]));

/** Counting of descriptions: what the rules take, and what they refuse. */
export const usageCases: readonly FieldCase[] = [
  ...counts.map(([name, count, allowed]) => by(`counts a run ${name}`, runUpdate(me, count), allowed)),
  ...days.map(([name, day, allowed]) => by(`counts a run ${name}`, runUpdate(me, 7, { day }), allowed)),
  ...ids.map(([name, id, allowed]) => by(`counts a run ${name}`, runUpdate(me, 7, { id }), allowed)),
  ...bends.map(([name, bend]) => by(`counts a run ${name}`, bent(runUpdate(me, 7), bend), false)),
  ...unmatchedCounts.map(([n, unmatched, allowed]) =>
    by(`counts a run of ${n}, ${unmatched} without a match`, matchedRunUpdate(me, n, unmatched), allowed),
  ),
  ...unmatchedBends.map(([name, bend]) =>
    by(`counts a run and those without a match ${name}`, bent(matchedRunUpdate(me, 7, 2), bend), false),
  ),
  ...plainBends.map(([name, bend]) => by(`counts a plain run ${name}`, bent(runUpdate(me, 7), bend), false)),
  ...[0, 2].map((unmatched) =>
    by(
      `counts the first run with ${unmatched} without a match`,
      matchedRunUpdate(me, 7, unmatched),
      true,
      unmatchedStarted(null),
    ),
  ),
  by('counts a run with n alone', bent(runUpdate(me, 7), { [RUN]: { n: 7 } }), false),
  by('counts a plain run before any without a match', runUpdate(me, 7), true, unmatchedStarted(null)),
  by(
    'counts anew what was no number of those without a match',
    bent(matchedRunUpdate(me, 7, 2), unmatchedStarted(2)),
    true,
    unmatchedStarted('x'),
  ),
  by(
    'counts a former run again, now with those without a match',
    matchedRunUpdate(me, 7, 2, { id: 'r1' }),
    false,
  ),
  by('counts the first run', runUpdate(me, 7), true, started(null)),
  by('counts the first run of a person', runUpdate(me, 7), true, {
    [`${mine}/last_run`]: null,
    [`${mine}/runs`]: null,
  }),
  by('counts on from a fraction', runUpdate(me, 7), true, started(0.5)),
  by('counts anew what was no number', bent(runUpdate(me, 7), started(7)), true, started('x')),
  by(
    'counts a former run again',
    bent(runUpdate(me, 7, { id: 'r0' }), { [`${mine}/runs/${TODAY}/r0`]: undefined }),
    false,
    { [`${mine}/runs/${TODAY}/r0`]: 7 },
  ),
  by(
    'counts a run of nothing, and no counter grows',
    { [`${mine}/last_run`]: { day: TODAY, id: 'r2' }, [`${mine}/runs/${TODAY}/r2`]: 0 },
    false,
  ),
  by(
    'counts a run of nothing without a match, and no counter grows',
    { [`${mine}/last_run`]: { day: TODAY, id: 'r2' }, [`${mine}/runs/${TODAY}/r2`]: { n: 0, unmatched: 0 } },
    false,
  ),
  by('counts a run for themselves and for another', { ...runUpdate(other, 7), ...runUpdate(me, 7) }, false),
  ...unmatchedOfOther.map((path) => ({
    ...by(
      `removes another and sets what is left of them: ${path}`,
      { [usageOf(other)]: null, [path]: 'x' },
      false,
    ),
    by: 'admin' as const,
  })),
  ...unmatchedOfOther.map((path) => ({
    ...by(
      `counts a run, removes another and sets what is left of them: ${path}`,
      { ...matchedRunUpdate(people.admin, 7, 2), [usageOf(other)]: null, [path]: 5 },
      false,
    ),
    by: 'admin' as const,
  })),
  {
    ...by(
      'counts a run and removes another',
      { ...matchedRunUpdate(people.admin, 7, 2), [usageOf(other)]: null, [unmatchedOf(other)]: null },
      true,
    ),
    by: 'admin',
  },
  by('rewrites the last run', { [`${mine}/runs/${TODAY}/r1`]: 7 }, false),
  by('takes the last run away', { [`${mine}/last_run`]: null }, false),
];
