import { expect, it } from 'vitest';
import { createClassifier } from '#engine/classifier.ts';
import { trainAtOnce } from '#engine/guess/train.ts';
import { UNMATCHED } from '#model/classification.ts';
import { storedMappingsOf } from '../support/pairsOfText.ts';
import { realSets } from '../support/realSets.ts';

/** Less 0.03 than the best learner that was measured on the set (docs/likely-accounts.md), in round figures. */
const AMONG_THREE: Readonly<Record<string, number>> = {
  'uk-birmingham-pcard': 0.56,
  'uk-harrogate-spend': 0.13,
  'cz-nove-mesto-ledger': 0.84,
  'jp-abiko-budget': 0.92,
};
const MEAN = 0.64;

/** The share of the lines without a match for which one of three guesses is the account that was booked. */
function measure(mappings: string, labels: string): number {
  const list = storedMappingsOf(mappings);
  const classifier = createClassifier(list);
  const likely = trainAtOnce(list);
  const lines = labels
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([description = '']) => classifier.classify(description) === UNMATCHED);
  const right = lines.filter(([description = '', booked]) =>
    likely.guess(description).some(({ glAccount }) => glAccount === booked),
  );
  return right.length / lines.length;
}

it('guesses accounts of the real sets as well as the best learner measured on each', () => {
  const sets = realSets().filter(({ name }) => name in AMONG_THREE);
  const shares = sets.map(({ name, read }) => {
    const share = measure(read('mappings.tsv') ?? '', read('labels.tsv') ?? '');
    expect(share, name).toBeGreaterThanOrEqual(AMONG_THREE[name] ?? 1);
    return share;
  });
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(MEAN);
});
