import { expect, it } from 'vitest';
import type { MappingKey } from '../../src/model/mapping.ts';
import { createClassifier } from '../../workers/engine/createClassifier.ts';
import { splitRows } from '../../workers/engine/rows.ts';

// A file of its own, and so a fresh module: nothing may depend on letters having been met before.
it('matches letters in a case that no keyword has, as the first thing it does', () => {
  const classifier = createClassifier([{ key: 'k' as MappingKey, description: 'aablb/$b]', glAccount: '1' }]);
  const ids = new Int32Array(1);
  classifier.classifyRows(splitRows('AABLB/$B] aab&#aaM'), 0, 1, ids);
  expect(ids[0]).toBe(0);
});
