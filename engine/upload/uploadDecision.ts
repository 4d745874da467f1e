import type { Mapping, MappingKey } from '#model/mapping.ts';
import type { UploadDecision } from '#model/pair.ts';
import { normalise } from '../normalise.ts';

/** Number of pairs per decision. */
type DecisionCounts = Record<UploadDecision['kind'], number>;

/** Entries or pairs between two steps: a few milliseconds of work. */
const PER_STEP = 2_000;

/** The stored list by key and by keyword: finds out whether a pair is stored already. */
export class StoredKeywords {
  readonly #entries = new Map<MappingKey, Mapping>();
  /** By match form, in the order of the list: entries that are one keyword to the classifier (`ACME`, `acme`). */
  readonly #variants = new Map<string, readonly Mapping[]>();

  /** The entry at a key. */
  at(key: MappingKey): Mapping | undefined {
    return this.#entries.get(key);
  }

  /** The first entry that has this keyword, given in the form that `normalise` makes. */
  findCaseVariant(keyword: string): Mapping | undefined {
    return this.#variants.get(keyword)?.[0];
  }

  /** Takes over the entry that is stored at a key now; null for a removed one. */
  put(key: MappingKey, mapping: Mapping | null): void {
    const old = this.#entries.get(key);
    if (old) this.#removeVariant(old);
    if (mapping === null) {
      this.#entries.delete(key);
      return;
    }
    this.#entries.set(key, mapping);
    const keyword = normalise(mapping.description);
    this.#variants.set(keyword, [...(this.#variants.get(keyword) ?? []), mapping]);
  }

  #removeVariant(mapping: Mapping): void {
    const keyword = normalise(mapping.description);
    const left = (this.#variants.get(keyword) ?? []).filter((variant) => variant !== mapping);
    if (left.length > 0) this.#variants.set(keyword, left);
    else this.#variants.delete(keyword);
  }
}

/** The keywords of a list, in steps of a few milliseconds. */
export function* storedKeywords(mappings: readonly Mapping[]): Generator<void, StoredKeywords> {
  const stored = new StoredKeywords();
  for (const [i, mapping] of mappings.entries()) {
    stored.put(mapping.key, mapping);
    if (i % PER_STEP === 0) yield;
  }
  return stored;
}

/**
 * Decides what an upload does with a pair: the dry run and the upload both follow this function. `earlier` holds the
 * pairs decided before, by match form; the pair is added to it. The same pair may be decided about again.
 */
export function decide(pair: Mapping, stored: StoredKeywords, earlier: Map<string, Mapping>): UploadDecision {
  const keyword = normalise(pair.description);
  const first = earlier.get(keyword);
  if (first && first !== pair) return { kind: 'repeated', mapping: pair, first };
  earlier.set(keyword, pair);
  const sameKey = stored.at(pair.key);
  if (sameKey) {
    const kind = sameKey.glAccount === pair.glAccount ? 'present' : 'other-account';
    return { kind, mapping: pair, stored: sameKey };
  }
  const caseVariant = stored.findCaseVariant(keyword);
  return caseVariant
    ? { kind: 'case-variant', mapping: pair, stored: caseVariant }
    : { kind: 'new', mapping: pair };
}

/** Decides about all pairs, in their order, in steps of a few milliseconds. Yields the share done. */
export function* decideAll(
  pairs: readonly Mapping[],
  stored: StoredKeywords,
): Generator<number, readonly UploadDecision[]> {
  const decisions: UploadDecision[] = [];
  const earlier = new Map<string, Mapping>();
  for (const pair of pairs) {
    decisions.push(decide(pair, stored, earlier));
    if (decisions.length % PER_STEP === 0) yield decisions.length / pairs.length;
  }
  return decisions;
}

/** Counts the pairs per decision; the numbers add up to the number of pairs. */
export function countDecisions(decisions: readonly UploadDecision[]): DecisionCounts {
  const counts = { new: 0, present: 0, 'other-account': 0, 'case-variant': 0, repeated: 0 };
  for (const { kind } of decisions) counts[kind]++;
  return counts;
}
