import { runToEnd } from '#engine/steps.ts';
import { decideAll, storedKeywords } from '#engine/upload/uploadDecision.ts';
import type { Mapping } from '#model/mapping.ts';
import type { UploadDecision } from '#model/pair.ts';

/** Decides about all pairs without pauses. */
export function decideAtOnce(
  pairs: readonly Mapping[],
  stored: readonly Mapping[],
): readonly UploadDecision[] {
  return runToEnd(decideAll(pairs, runToEnd(storedKeywords(stored))));
}
