import { expect, it } from 'vitest';
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
])('in %j, %j is found at %j', (text, search, parts) => {
  expect(splitAtHits(text, search)).toEqual(parts);
});
