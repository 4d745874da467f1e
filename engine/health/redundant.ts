import type { KeywordNumber } from '../keywords.ts';
import type { Contained } from './contained.ts';
import type { Containment } from './containment.ts';
import { type ListedKeywords, spellingsOf, winnerOf } from './listedKeywords.ts';
import { findOverlapping } from './overlaps.ts';

/** A keyword that could go: `subsumedBy` gets its lines. `isAlwaysSafe`: no line whatsoever would change its account. */
export type Redundancy = { readonly subsumedBy: KeywordNumber; readonly isAlwaysSafe: boolean };

/** Between two of the shares that are yielded, so many keywords are processed. */
const STEP = 512;

/**
 * The keywords whose mappings could go, all of them together (docs/health.md). Yields the share done.
 *
 * From the shortest keyword up, so that it is known of each which keywords in it stay. The subsumedBy of a keyword is the best of
 * these; with the keyword's account it keeps the keyword's own text as it is. In other lines a keyword that ranks between
 * the two could win instead: none does where those between have the same account too. Otherwise the keyword goes only
 * where the list knows of no text in which it stands with others: none contains it or overlaps it.
 */
export function* findRedundant(
  listed: ListedKeywords,
  containment: Containment,
  { isContained, hasSameInside }: Contained,
): Generator<number, Map<KeywordNumber, Redundancy>> {
  const { ranking, ranks } = containment;
  const runs = runsOfOneAccount(listed, ranking);
  const candidates = [...ranking]
    .filter((k) => hasSameInside[k] === 1 && spellingsOf(listed, k).length === 1)
    .reverse();
  const joinable = yield* findOverlapping(
    listed.table,
    candidates.filter((k) => isContained[k] === 0),
  );
  const redundant = new Map<KeywordNumber, Redundancy>();
  for (const [i, k] of candidates.entries()) {
    let subsumedBy = -1;
    containment.visit(k, (found) => {
      if (!redundant.has(found) && (subsumedBy < 0 || rankOf(ranks, found) < rankOf(ranks, subsumedBy)))
        subsumedBy = found;
    });
    if (subsumedBy >= 0 && accountOf(listed, subsumedBy) === accountOf(listed, k)) {
      const isAlwaysSafe = runs[rankOf(ranks, subsumedBy)] === runs[rankOf(ranks, k)];
      const isAlone = isContained[k] === 0 && !joinable.has(k);
      if (isAlwaysSafe || isAlone) redundant.set(k, { subsumedBy, isAlwaysSafe });
    }
    if (i % STEP === 0) yield 1;
  }
  return redundant;
}

/** By rank, the number of the run of keywords with one account that it belongs to. */
function runsOfOneAccount(listed: ListedKeywords, ranking: Int32Array): Int32Array {
  const runs = new Int32Array(ranking.length);
  for (let rank = 1; rank < ranking.length; rank++) {
    const [before, here] = [ranking[rank - 1] as number, ranking[rank] as number];
    const isSame = accountOf(listed, before) === accountOf(listed, here);
    runs[rank] = (runs[rank - 1] as number) + (isSame ? 0 : 1);
  }
  return runs;
}

function rankOf(ranks: Int32Array, k: KeywordNumber): number {
  return ranks[k] as number;
}

function accountOf(listed: ListedKeywords, k: KeywordNumber): number {
  return listed.accounts[winnerOf(listed, k)] as number;
}
