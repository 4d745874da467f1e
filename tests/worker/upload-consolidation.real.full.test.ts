import { describe } from 'vitest';
import { itKeepsAccountsOf } from '../support/consolidationChecks.ts';
import { realLists } from '../support/realSets.ts';

describe('upload, analysis and consolidation of real lists', () => {
  itKeepsAccountsOf(realLists());
});
