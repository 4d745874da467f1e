import { describe, expect, it } from 'vitest';
import { editDistance, nearestCodes } from '#engine/nearestCodes.ts';
import { seededRandom } from '../support/random.ts';

describe('the nearest codes', () => {
  it.each<[code: string, codes: readonly string[], nearest: readonly string[]]>([
    ['6109', ['6100', '6200', '7000'], ['6100']],
    ['6l00', ['6100', '6200'], ['6100', '6200']],
    ['61000', ['6100'], ['6100']],
    ['1600', ['6100', '1700'], ['1700', '6100']],
    ['6100', ['6100'], []],
    ['TRAVEL', ['travel', 'Travels'], ['travel', 'Travels']],
    ['7', ['8', '77', '123'], ['77', '8']],
    ['6109', ['6101', '6102', '6103', '6104'], ['6101', '6102', '6103']],
    ['6109', [], []],
  ])('of %s among %j are %j', (code, codes, nearest) => {
    expect(nearestCodes(code, codes)).toEqual(nearest);
  });

  it('agree with a plain search on random codes', () => {
    const random = seededRandom(11);
    const code = () =>
      Array.from({ length: 1 + Math.floor(random() * 7) }, () => '01a'[Math.floor(random() * 3)]).join('');
    for (let i = 0; i < 300; i++) {
      const codes = [...new Set(Array.from({ length: 30 }, code))];
      const wanted = code();
      expect(nearestCodes(wanted, codes)).toEqual(plainNearest(wanted, codes));
    }
  });

  it('are found by the distance of the plain recursion', () => {
    const random = seededRandom(13);
    const text = () =>
      Array.from({ length: Math.floor(random() * 6) }, () => 'abc'[Math.floor(random() * 3)]).join('');
    for (let i = 0; i < 500; i++) {
      const [a, b] = [text(), text()];
      expect(editDistance(a, b), `${a} ${b}`).toBe(plainDistance(a, b));
    }
  });
});

/** From the last characters: the definition of optimal string alignment, word by word. */
function plainDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(0, -1), b.slice(0, -1)];
  const choices = [
    plainDistance(restA, b) + 1,
    plainDistance(a, restB) + 1,
    plainDistance(restA, restB) + (a.at(-1) === b.at(-1) ? 0 : 1),
  ];
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1))
    choices.push(plainDistance(a.slice(0, -2), b.slice(0, -2)) + 1);
  return Math.min(...choices);
}

function plainNearest(wanted: string, codes: readonly string[]): string[] {
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const alike = (code: string) => {
    for (let n = Math.min(code.length, wanted.length); ; n--)
      if (code.startsWith(wanted.slice(0, n))) return n;
  };
  return codes
    .filter((code) => code !== wanted)
    .map((code) => ({ code, distance: plainDistance(wanted, code) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || alike(b.code) - alike(a.code) || (a.code < b.code ? -1 : 1))
    .slice(0, 3)
    .map(({ code }) => code);
}
