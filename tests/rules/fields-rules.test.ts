import { describe, expect, it } from 'vitest';
import { loadRules } from '#server/rules/loadRules.ts';
import { fieldCases } from './support/fieldCases.ts';
import { authOf } from './support/people.ts';
import { RulesDriver } from './support/RulesDriver.ts';
import { seed } from './support/seed.ts';
import { misdecidedCases, stateCases } from './support/stateCases.ts';

const rules = loadRules();
const driver = RulesDriver.of(rules, seed);

describe('field by field, evaluated by the rules', () => {
  for (const { name, by, action, allowed, given } of fieldCases) {
    it(`${by} ${name}: ${allowed ? 'allowed' : 'refused'}`, () => {
      expect(driver.allows(authOf(by), action, given)).toBe(allowed);
    });
  }

  for (const one of stateCases) {
    it(`${one.name}: ${one.allowed ? 'allowed' : 'refused'}`, () => {
      expect(misdecidedCases(rules, [one])).toEqual([]);
    });
  }
});
