import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadRules } from '#server/rules/loadRules.ts';
import { byStage } from '../support/fullRun.ts';
import { cells } from './support/cells.ts';
import { authOf } from './support/people.ts';
import { RulesDriver } from './support/RulesDriver.ts';
import { secondJudge } from './support/secondJudge.ts';
import { seed } from './support/seed.ts';
import { misdecidedCases, stateCases } from './support/stateCases.ts';

const text = readFileSync(new URL('../../rules/database.rules.json', import.meta.url), 'utf8');
const rulesOf = (file: string) => ({ ...loadRules(), database: secondJudge(file) });

/** The decisions of the Realtime Database that it takes otherwise than expected, and those at which it fails itself. */
function replay(file: string) {
  const rules = rulesOf(file);
  const driver = RulesDriver.of(rules, seed);
  const onSeed = cells.map(({ name, by, action, given, allowed }) => ({
    name: `${by} ${name}`,
    action,
    isRight: () => driver.allows(authOf(by), action, given) === allowed,
  }));
  const inStates = stateCases.map((one) => ({
    name: one.name,
    action: one.action,
    isRight: () => misdecidedCases(rules, [one]).length === 0,
  }));
  const all = [...onSeed, ...inStates].filter(({ action }) => action.on === 'tree');
  const decisions = all.filter(({ name }, i) => i % ONE_OF === 0 || ALWAYS.has(name));
  const [disagreed, failed]: [string[], string[]] = [[], []];
  for (const { name, isRight } of decisions) {
    try {
      if (!isRight()) disagreed.push(name);
    } catch {
      failed.push(name);
    }
  }
  return { count: decisions.length, disagreed, failed };
}

/** It keeps trees in plain objects, and takes for a child what every object has: keys that our rules reserve. */
const OWN_FAILURES = [
  ...['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__', 'constructor'],
  ...['hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString', 'toString', 'valueOf'],
].map((key) => `admin adds a mapping with the key ${key}`);
const MORE_OWN_FAILURES = [
  'admin removes a reserved key',
  'admin makes an entry that removes a key which the SDK cannot read',
  'admin adds an access entry for constructor',
  'admin approves an item under a key that nobody may add',
  'admin adds an account with the code "constructor" as constructor',
];
const AT_ANOTHER_TIME = 'admin makes an entry at another time';
/** Decisions that the tests below name. */
const ALWAYS = new Set([...OWN_FAILURES, ...MORE_OWN_FAILURES, AT_ANOTHER_TIME]);
/** Of so many others one is taken; a prime, so that the sample is of every kind. */
const ONE_OF = byStage({ usual: 11, full: 1 });

describe('an independent implementation of the rules language', () => {
  it('takes each decision as ours, but where it fails itself', () => {
    const { count, disagreed, failed } = replay(text);
    expect(disagreed).toEqual([]);
    expect(failed.toSorted()).toEqual([...OWN_FAILURES, ...MORE_OWN_FAILURES].toSorted());
    expect(count).toBeGreaterThan(3_000 / ONE_OF);
  });

  it('would notice another decision', () => {
    const lenient = text.replaceAll('newData.val()==now', 'newData.isNumber()');
    expect(replay(lenient).disagreed).toContain(AT_ANOTHER_TIME);
  });
});
