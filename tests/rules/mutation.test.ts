import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { compileDatabaseRules } from '#server/rules/database/compileDatabaseRules.ts';
import { compileFirestoreRules } from '#server/rules/firestore/compileFirestoreRules.ts';
import { loadRules } from '#server/rules/loadRules.ts';
import { byStage } from '../support/fullRun.ts';
import type { Action } from './support/actions.ts';
import { cells } from './support/cells.ts';
import { EQUIVALENT } from './support/equivalentMutants.ts';
import { refusalOf } from './support/evaluate.ts';
import {
  DATABASE_INVENTORY,
  databaseInventory,
  FIRESTORE_INVENTORY,
  firestoreInventory,
} from './support/inventory.ts';
import { databaseMutants, firestoreMutants } from './support/mutants.ts';
import { authOf } from './support/people.ts';
import { type Rules, RulesDriver } from './support/RulesDriver.ts';
import { seed } from './support/seed.ts';
import { misdecidedCases, stateCases } from './support/stateCases.ts';

/** Whether some cell of the matrix or some field case comes out otherwise under `rules`. */
function isNoticed(rules: Rules, on: Action['on']): boolean {
  const driver = RulesDriver.of(rules, seed);
  const isCellNoticed = cells.some(
    ({ by, action, allowed, given }) =>
      action.on === on && driver.allows(authOf(by), action, given) !== allowed,
  );
  const states = stateCases.filter(({ action }) => action.on === on);
  return isCellNoticed || misdecidedCases(rules, states).length > 0;
}

const intact = loadRules();
const text = (file: string) => readFileSync(new URL(`../../rules/${file}`, import.meta.url), 'utf8');
const subjects = [
  {
    file: 'firestore.rules',
    mutants: firestoreMutants(text('firestore.rules')),
    notices: (rules: string) =>
      !isDeepStrictEqual(firestoreInventory(rules), FIRESTORE_INVENTORY) ||
      isNoticed({ ...intact, firestore: compileFirestoreRules(rules) }, 'document'),
  },
  {
    file: 'database.rules.json',
    mutants: databaseMutants(text('database.rules.json')),
    notices: (rules: string) =>
      !isDeepStrictEqual(databaseInventory(rules), DATABASE_INVENTORY) ||
      // No server starts with it.
      refusalOf(compileDatabaseRules, rules) !== 'accepted' ||
      isNoticed({ ...intact, database: compileDatabaseRules(rules) }, 'tree'),
  },
] as const;

/** Of so many mutants one is tried; a prime, so that the sample is of every kind. */
const ONE_OF = byStage({ usual: 53, full: 1 });

describe.each(subjects)('each clause of $file is needed', ({ mutants, notices }) => {
  const needed = mutants.filter(({ name }) => !EQUIVALENT.some((known) => known.mutants.test(name)));
  for (const { name, text: mutated } of needed.filter((_mutant, i) => i % ONE_OF === 0)) {
    it(name, () => expect(notices(mutated)).toBe(true));
  }
});

// Only a full run shows that nothing notices them: every one passes through all cells.
describe('the mutants listed as equivalent', () => {
  const all = subjects.flatMap(({ mutants, notices }) => mutants.map((mutant) => ({ ...mutant, notices })));
  for (const { mutants, count, reason } of EQUIVALENT) {
    it(`${mutants} (${reason})`, () => {
      const found = all.filter(({ name }) => mutants.test(name));
      expect(found).toHaveLength(count);
      const tried = byStage({ usual: [], full: found });
      expect(tried.some(({ notices, text: mutated }) => notices(mutated))).toBe(false);
    });
  }
});
