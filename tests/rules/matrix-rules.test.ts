import { describe, expect, it } from 'vitest';
import { loadRules } from '#server/rules/loadRules.ts';
import { matrix } from './support/matrix.ts';
import { authOf, personOf, roles } from './support/people.ts';
import { RulesDriver } from './support/RulesDriver.ts';
import { seed } from './support/seed.ts';

const driver = RulesDriver.of(loadRules(), seed);

describe.each(matrix)('$title, evaluated by the rules', ({ rows }) => {
  describe.each(rows)('$name', ({ action, may }) => {
    it.each(roles)('by %s', (role) => {
      expect(driver.allows(authOf(role), action(personOf(role)))).toBe(may.includes(role));
    });
  });
});
