import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import type { UploadOutcome } from '#model/pair.ts';
import { normalise } from '../normalise.ts';

/** What is uploaded: a description and its account. */
export type UploadPair = { readonly description: string; readonly glAccount: string };

/** Compares pairs with the stored list, without changing anything: one outcome per pair, in order. */
export function dryRun(pairs: readonly UploadPair[], stored: readonly Mapping[]): UploadOutcome[] {
  const byKey = new Map<MappingKey, Mapping>();
  const byKeyword = new Map<string, Mapping>();
  for (const mapping of stored) {
    byKey.set(mapping.key, mapping);
    const keyword = normalise(mapping.description);
    if (!byKeyword.has(keyword)) byKeyword.set(keyword, mapping);
  }
  const seen = new Map<string, Mapping>();
  return pairs.map(({ description, glAccount }) => {
    const mapping = { key: mappingKey(description), description, glAccount };
    const keyword = normalise(description);
    const first = seen.get(keyword);
    if (first) return { kind: 'repeated', mapping, first };
    seen.set(keyword, mapping);
    return compare(mapping, byKey.get(mapping.key), byKeyword.get(keyword));
  });
}

/** Number of pairs per outcome; the numbers add up to the number of pairs. */
export function countOutcomes(outcomes: readonly UploadOutcome[]): Record<UploadOutcome['kind'], number> {
  const counts = { new: 0, present: 0, 'other-account': 0, 'case-twin': 0, repeated: 0 };
  for (const { kind } of outcomes) counts[kind]++;
  return counts;
}

function compare(mapping: Mapping, sameKey: Mapping | undefined, twin: Mapping | undefined): UploadOutcome {
  if (sameKey) {
    const kind = sameKey.glAccount === mapping.glAccount ? 'present' : 'other-account';
    return { kind, mapping, stored: sameKey };
  }
  return twin ? { kind: 'case-twin', mapping, stored: twin } : { kind: 'new', mapping };
}
