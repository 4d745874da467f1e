import { describe, expect, it } from 'vitest';
import { loadRules } from '#server/rules/loadRules.ts';
import { fieldCases } from './support/fieldCases.ts';
import { authOf } from './support/people.ts';
import { RulesDriver } from './support/RulesDriver.ts';
import { seed } from './support/seed.ts';

const driver = RulesDriver.of(loadRules(), seed);

describe('field by field, evaluated by the rules', () => {
  for (const { name, by, action, allowed, given } of fieldCases) {
    it(`${by} ${name}: ${allowed ? 'allowed' : 'refused'}`, () => {
      expect(driver.allows(authOf(by), action, given)).toBe(allowed);
    });
  }
});
