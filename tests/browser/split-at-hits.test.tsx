import { expect, it } from 'vitest';
import { searchPattern } from '#model/searchPattern.ts';
import { splitAtHits } from '#src/ui/Marked.tsx';

it.each([
  ['PREMIER INN', '', ['PREMIER INN']],
  ['PREMIER INN', 'tesco', ['PREMIER INN']],
  ['PREMIER INN', 'premier', ['', 'PREMIER', ' INN']],
  ['PREMIER  INN', ' premier inn ', ['', 'PREMIER  INN', '']],
  ['INN to INN', 'inn', ['', 'INN', ' to ', 'INN', '']],
  ['A.B (x) [y] /z', '(x) [y] /', ['A.B ', '(x) [y] /', 'z']],
  ['A.B AXB', 'a.b', ['', 'A.B', ' AXB']],
  ['ÉLAN', 'élan', ['', 'ÉLAN', '']],
  ['RE\u00adWE 1', 'rewe', ['', 'RE\u00adWE', ' 1']],
])('in %j, %j is found at %j', (text, search, parts) => {
  expect(splitAtHits(text, searchPattern(search))).toEqual(parts);
});
