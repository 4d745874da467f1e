import { expect, it } from 'vitest';
import { previewSentences } from '#model/text/previewWords.ts';

const mapping = (description: string) => ({ description, glAccount: '6100' });
const account = (code: string) => `${code} Travel`;
const NONE = 'No row on the Classifier changes.';

it.each([
  [{ unmatched: 0, others: 0 }, [NONE]],
  [{ rows: 0, unmatched: 0, others: 0 }, ['There is no text on the Classifier screen to count lines of.']],
  [
    { unmatched: 1_200, others: 1, pending: 1 },
    [
      '1,200 rows on the Classifier get an account.',
      '1 row on the Classifier has an account and keeps it, flagged, until you decide.',
      '1 more row is still to be classified.',
    ],
  ],
  [
    { unmatched: 1, others: 0, storedText: {}, missed: 1 },
    ['1 row gets an account.', 'This line does not contain the keyword and stays without a match.'],
  ],
  [
    { unmatched: 0, others: 0, ownTexts: 2, replaced: [mapping('ACME')] },
    [
      NONE,
      '2 other mappings would get another account on their own text: another spelling of the keyword.',
      'It takes the place of “ACME” → 6100 Travel.',
    ],
  ],
  [
    { unmatched: 0, others: 0, replaced: ['A', 'B', 'C', 'D'].map(mapping) },
    [
      NONE,
      '4 mappings of the list would be replaced: “A” → 6100 Travel, “B” → 6100 Travel, “C” → 6100 Travel …',
    ],
  ],
])('a preview is said in sentences: %j', (preview, sentences) => {
  expect(previewSentences(preview, { account })).toEqual(sentences);
});

it('of groups it is said how many rows are of others, and how many lines lack the keyword', () => {
  expect(previewSentences({ unmatched: 3, others: 0, ofNamed: 1, missed: 2 }, { hasGroups: true })).toEqual([
    '3 rows on the Classifier get an account.',
    '2 of them are of other groups.',
    '2 of these lines do not contain the keyword and stay without a match.',
  ]);
});
