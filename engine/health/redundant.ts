import type { KeywordNumber } from '../keywords.ts';
import type { Contained } from './contained.ts';
import type { Containment } from './containment.ts';
import { type ListedKeywords, spellingsOf, winnerOf } from './listedKeywords.ts';
import { findOverlapping } from './overlaps.ts';

/** Between two of the shares that are yielded, so many keywords are processed. */
const STEP = 512;

/**
 * The keywords whose mappings could go, all of them together (docs/health.md), each with its subsumer, which gets its
 * lines. Yields the share done.
 *
 * From the shortest keyword up, so that it is known of each which keywords in it stay. Its subsumer is the best keyword
 * inside it. If both have one account, the keyword's own text keeps its account. In other lines a keyword that ranks
 * between the two could win instead: so the keyword goes only where the list knows of no text in which it stands with
 * others: none contains it or overlaps it.
 */
export function* findRedundant(
  listed: ListedKeywords,
  containment: Containment,
  { isContained, hasSameInside }: Contained,
): Generator<number, Map<KeywordNumber, KeywordNumber>> {
  const { ranking, ranks } = containment;
  const uncontained = [...ranking]
    .filter((k) => hasSameInside[k] === 1 && isContained[k] === 0 && spellingsOf(listed, k).length === 1)
    .reverse();
  const joinable = yield* findOverlapping(listed.table, uncontained);
  const candidates = uncontained.filter((k) => !joinable.has(k));
  const redundant = new Map<KeywordNumber, KeywordNumber>();
  for (const [i, k] of candidates.entries()) {
    let subsumer = -1;
    containment.visit(k, (found) => {
      if (!redundant.has(found) && (subsumer < 0 || rankOf(ranks, found) < rankOf(ranks, subsumer)))
        subsumer = found;
    });
    if (subsumer >= 0 && accountOf(listed, subsumer) === accountOf(listed, k)) redundant.set(k, subsumer);
    if (i % STEP === 0) yield 1;
  }
  return redundant;
}

function rankOf(ranks: Int32Array, k: KeywordNumber): number {
  return ranks[k] as number;
}

function accountOf(listed: ListedKeywords, k: KeywordNumber): number {
  return listed.accounts[winnerOf(listed, k)] as number;
}
