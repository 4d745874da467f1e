import { describe, expect, it } from 'vitest';
import { fold, insert } from '#src/ui/folded/foldedText.ts';

const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`).join('\n');

describe('a folded text', () => {
  it.each([
    ['an empty text', '', 0],
    ['a thousand lines', lines(1_000), 0],
    ['more than a thousand lines', lines(1_001), 801],
    ['one very long line', 'x'.repeat(100_001), 1],
  ])('of %s loses nothing', (_name, text, linesBesides) => {
    const { head, tail } = fold(text);
    expect(head + tail).toBe(text);
    expect(tail === '' ? 0 : Math.max(1, tail.split('\n').length - 1)).toBe(linesBesides);
    expect(head.length).toBeLessThanOrEqual(100_000);
  });

  const folded = fold(lines(1_500));
  const end = folded.head.length;
  it.each([
    [
      'in the middle',
      { start: 5, end: 6 },
      `${folded.head.slice(0, 5)}NEW${folded.head.slice(6)}${folded.tail}`,
    ],
    ['over the whole field', { start: 0, end }, 'NEW'],
    ['at the end of the field', { start: end, end }, `${folded.head}${folded.tail}\nNEW`],
  ])('takes what is pasted %s', (_name, selection, expected) => {
    expect(insert(folded, selection, 'NEW')).toBe(expected);
  });

  it('is a plain text where there is nothing besides', () => {
    expect(insert({ head: 'ab', tail: '' }, { start: 2, end: 2 }, 'c')).toBe('abc');
    expect(insert({ head: '', tail: '' }, { start: 0, end: 0 }, 'c')).toBe('c');
  });
});
