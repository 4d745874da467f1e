import { expect, it, vi } from 'vitest';
import type { MappingKey } from '#model/mapping.ts';

/** The engine's modules as in a new process, in which no letter has been met yet. */
async function freshEngine() {
  vi.resetModules();
  const { createClassifier } = await import('#engine/classifier.ts');
  const { splitRows } = await import('#engine/rows.ts');
  return { createClassifier, splitRows };
}

it('matches letters in a case that no keyword has, as the first thing it does', async () => {
  const used = await freshEngine();
  const { createClassifier, splitRows } = await freshEngine();
  expect(createClassifier).not.toBe(used.createClassifier);
  const classifier = createClassifier([{ key: 'k' as MappingKey, description: 'aablb/$b]', glAccount: '1' }]);
  const ids = new Int32Array(1);
  classifier.classifyRows(splitRows('AABLB/$B] aab&#aaM'), 0, 1, ids);
  expect(ids[0]).toBe(0);
});
