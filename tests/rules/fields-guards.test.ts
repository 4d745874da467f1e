import { describe, expect, it } from 'vitest';
import { loadGuards } from '../../server/rules/load.ts';
import { fieldCases } from './support/field-cases.ts';
import { GuardDriver } from './support/guard-driver.ts';
import { authOf } from './support/people.ts';
import { seed } from './support/seed.ts';

const driver = new GuardDriver(loadGuards(), seed);

describe('field by field, judged by the guards', () => {
  for (const { name, by, action, allowed, given } of fieldCases) {
    it(`${by} ${name}: ${allowed ? 'allowed' : 'refused'}`, () => {
      expect(driver.allows(authOf(by), action, given)).toBe(allowed);
    });
  }
});
