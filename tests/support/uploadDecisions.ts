import { decideAll, StoredKeywords } from '#engine/upload/uploadDecision.ts';
import type { Mapping } from '#model/mapping.ts';
import type { UploadDecision } from '#model/pair.ts';

/** A stored list as the decisions look it up. */
export function storedKeywords(stored: readonly Mapping[]): StoredKeywords {
  const keywords = new StoredKeywords();
  for (const mapping of stored) keywords.put(mapping.key, mapping);
  return keywords;
}

/** Decides about all pairs without pauses. */
export function decideAtOnce(
  pairs: readonly Mapping[],
  stored: readonly Mapping[],
): readonly UploadDecision[] {
  const steps = decideAll(pairs, storedKeywords(stored));
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
