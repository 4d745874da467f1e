import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createClassifier } from '#engine/classifier.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function usedBytes(): number {
  // Buffers are swept beside the program; the next collection waits for that.
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

it('memory stays level when lists are made ready one after another', () => {
  const build = () => {
    for (let i = 0; i < 6; i++) {
      createClassifier(mappings).classify('keyword number 7 of the list');
    }
    return usedBytes();
  };
  build();
  const first = build();
  const last = [build(), build(), build()];
  // One index of this list takes about 0.7 MB; one leaked per build would be ten.
  expect(Math.min(...last) - first).toBeLessThan(500_000);
});
