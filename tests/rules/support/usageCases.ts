import { tablesOf } from '../../support/tablesOf.ts';
import { increment, type TreeValue } from './actions.ts';
import { type Bend, bent, matchedRunUpdate, type RunOptions, runUpdate } from './entries.ts';
import { type FieldCase, updatesBy } from './FieldCase.ts';
import { other, people } from './people.ts';
import { TODAY, unmatchedOf, usageOf } from './seed.ts';

const me = people.pinned;
const mine = usageOf(me);

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

const RUN = `${mine}/runs/${TODAY}/r2`;

const table = tablesOf('rules/usage', {
  mine,
  unmatched: unmatchedOf(me),
  others: usageOf(other),
  othersUnmatched: unmatchedOf(other),
  RUN,
  TODAY,
  year: TODAY.slice(0, 4),
  month: TODAY.slice(0, 7),
  end: TODAY.slice(7),
  dayWithoutDashes: TODAY.replaceAll('-', ''),
});

/** What differs in each of the counters, by name, of a run that adds `n` to them. */
const bendsOfCounters = (paths: Readonly<Record<string, string>>, n: number) =>
  Object.entries(paths).flatMap(([name, path]): [string, Bend][] => [
    [`without the counter ${name}`, { [path]: undefined }],
    [`with one more in the counter ${name}`, { [path]: increment(n + 1) }],
    [`with one less in the counter ${name}`, { [path]: increment(n - 1) }],
    [`with the counter ${name} as text`, { [path]: String(n) }],
    [`with the counter ${name} as children`, { [path]: { x: n } }],
    [`with the counter ${name} taken away`, { [path]: null }],
  ]);

const bends = [...bendsOfCounters(counters, 7), ...table<[string, Bend]>('differences')];
const unmatchedBends = [
  ...bendsOfCounters(unmatchedCounters, 2),
  ...table<[string, Bend]>('differences of those'),
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
  ...table<[string, number, RunOptions, boolean]>('runs').map(([name, count, options, allowed]) =>
    by(`counts a run ${name}`, runUpdate(me, count, options), allowed),
  ),
  ...bends.map(([name, bend]) => by(`counts a run ${name}`, bent(runUpdate(me, 7), bend), false)),
  ...table<[number, number, boolean]>('runs with lines without a match').map(([n, unmatched, allowed]) =>
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
