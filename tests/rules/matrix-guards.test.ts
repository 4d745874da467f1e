import { describe, expect, it } from 'vitest';
import { loadRules } from '#server/rules/loadRules.ts';
import { GuardDriver } from './support/GuardDriver.ts';
import { matrix } from './support/matrix.ts';
import { authOf, personOf, roles } from './support/people.ts';
import { seed } from './support/seed.ts';

const driver = GuardDriver.of(loadRules(), seed);

describe.each(matrix)('$title, judged by the guards', ({ rows }) => {
  describe.each(rows)('$name', ({ action, may }) => {
    it.each(roles)('by %s', (role) => {
      expect(driver.allows(authOf(role), action(personOf(role)))).toBe(may.includes(role));
    });
  });
});
