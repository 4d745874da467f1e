import { describe, expect, it } from 'vitest';
import { loadRules } from '#server/rules/loadRules.ts';
import { fieldCases } from './support/fieldCases.ts';
import { GuardDriver } from './support/GuardDriver.ts';
import { authOf } from './support/people.ts';
import { misjudgedDay } from './support/recentDays.ts';
import { seed } from './support/seed.ts';

const driver = GuardDriver.of(loadRules(), seed);

describe('field by field, judged by the guards', () => {
  for (const { name, by, action, allowed, given } of fieldCases) {
    it(`${by} ${name}: ${allowed ? 'allowed' : 'refused'}`, () => {
      expect(driver.allows(authOf(by), action, given)).toBe(allowed);
    });
  }

  it('a day is counted on from the day before until the day after, whatever the year', () => {
    expect(misjudgedDay(loadRules())).toBeUndefined();
  });
});
