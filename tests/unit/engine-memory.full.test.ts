import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createClassifier } from '#engine/classifier.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function usedBytes(): number {
  // Buffers are freed concurrently; the second collection waits for the first to finish that.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const mappings: Mapping[] = Array.from({ length: 5000 }, (_, i) => ({
  key: `key ${i}` as MappingKey,
  description: `keyword number ${i} of the list`,
  glAccount: String(i % 90),
}));

it('memory stays level when lists are indexed one after another', () => {
  const build = () => {
    for (let i = 0; i < 6; i++) {
      createClassifier(mappings).classify('keyword number 7 of the list');
    }
    return usedBytes();
  };
  build();
  const first = build();
  const last = [build(), build(), build()];
  // An index of this list takes about 0.7 MB; one leaked index per build would add several MB.
  expect(Math.min(...last) - first).toBeLessThan(500_000);
});
