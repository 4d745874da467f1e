import { describe, expect, it } from 'vitest';
import { deletionQuestion } from '#model/text/previewWords.ts';

const SENTENCE = 'Are you sure you want to delete 2 selected mappings? This action cannot be undone.';
const account = (code: string) => (code === '6100' ? '6100 Travel' : code);
const moment = () => 'yesterday';

type Counted = Exclude<Parameters<typeof deletionQuestion>[1], 'unknown' | null>;
const COUNTED: Counted = { unmatched: 0, others: 0, lost: 0, examples: [], storedText: null };

describe('the question before a deletion', () => {
  const cases: readonly [
    name: string,
    effect: Parameters<typeof deletionQuestion>[1],
    lines: readonly string[],
  ][] = [
    ['without a text is the sentence alone', null, []],
    ['says that an effect is not known', 'unknown', ['', 'What it does to your rows is not known yet.']],
    ['says that no row changes', COUNTED, ['', 'No row on the Classifier changes.']],
    [
      'has five examples, those that would lose their account first',
      {
        ...COUNTED,
        others: 12,
        lost: 2,
        examples: [
          ...Array.from({ length: 6 }, (_unused, i) => ({ text: `SHOP ${i}`, from: '6100', to: '7000' })),
          { text: 'HOTEL', from: '6100', to: null },
          { text: 'RAIL', from: '6300', to: null },
        ],
      },
      [
        '',
        '12 rows on the Classifier have an account and keep it, flagged, until you decide; for 2 no other mapping matches.',
        'HOTEL: 6100 Travel → No Match',
        'RAIL: 6300 → No Match',
        'SHOP 0: 6100 Travel → 7000',
        'SHOP 1: 6100 Travel → 7000',
        'SHOP 2: 6100 Travel → 7000',
      ],
    ],
    [
      'shortens long rows, keeps each in a line, and says on which text it was counted',
      {
        ...COUNTED,
        others: 1,
        lost: 1,
        examples: [{ text: `A\nB ${'x'.repeat(100)}`, from: '7', to: null }],
        storedText: { rows: 1_000, at: 0 },
      },
      [
        '',
        '1 row has an account and keeps it, flagged, until you decide; no other mapping matches.',
        'Counted on your last text (1,000 rows, yesterday), as if classified now.',
        `A B ${'x'.repeat(56)}…: 7 → No Match`,
      ],
    ],
  ];
  it.each(cases)('%s', (_name, effect, lines) => {
    expect(deletionQuestion(SENTENCE, effect, account, moment)).toBe([SENTENCE, ...lines].join('\n'));
  });
});
