import { expect, it } from 'vitest';
import { csvFormats, endingOf } from '#src/ui/csvFormats.ts';

it.each([
  ['en-US', 'csv', 'CSV (semicolons)'],
  ['C', 'csv', 'CSV (semicolons)'],
  ['de-DE', 'csv-semicolons', 'CSV (commas)'],
] as const)(
  '%s: the CSV that its spreadsheets open comes first, the other one is named',
  (language, format, other) => {
    const [first, second] = csvFormats(language);
    expect(first).toEqual({ format, label: 'CSV' });
    expect(second.label).toBe(other);
    expect([first, second].map((kind) => endingOf(kind.format))).toEqual(['csv', 'csv']);
  },
);
