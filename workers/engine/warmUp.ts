import { createClassifier } from './createClassifier.ts';
import { makePractice } from './practice.ts';
import { splitRows } from './rows.ts';

const ROUNDS = 64;

/**
 * Makes the engine ready for its first list: what a browser runs for the first time it interprets, and what it has often
 * seen it compiles, for the kinds of data that it has seen. So small lists and texts, made up but with all that real ones
 * have, go the way of real ones, until nothing is left to compile. Each step takes some milliseconds at first; yields the
 * share that is done. May be left off at any step; no answer depends on it.
 */
export function* warmUpEngine(): Generator<number, void> {
  let round = 0;
  for (const { mappings, text } of makePractice(ROUNDS)) {
    yield (round + 1 / 3) / ROUNDS;
    const classifier = createClassifier(mappings);
    yield (round + 2 / 3) / ROUNDS;
    const rows = splitRows(text);
    classifier.classifyRows(rows, 0, rows.count, new Int32Array(rows.count));
    yield ++round / ROUNDS;
  }
}
