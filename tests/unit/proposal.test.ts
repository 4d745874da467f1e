import { describe, expect, it } from 'vitest';
import { readWaitingProposals } from '#model/proposal.ts';

describe('marks of items that wait', () => {
  it('are read from the array that the SDK makes of keys like numbers', () => {
    // From the tenth item on every key that is left reads as a number; those below are holes.
    const marks: number[] = [];
    marks[10] = 5;
    marks[12] = 5;
    expect(readWaitingProposals({ ann: { m1: marks, p1: 4 } })).toEqual([
      { uid: 'ann', id: 'p1', item: null, at: 4 },
      { uid: 'ann', id: 'm1', item: '10', at: 5 },
      { uid: 'ann', id: 'm1', item: '12', at: 5 },
    ]);
  });

  it('that are none, as another version may store them, are passed over', () => {
    expect(readWaitingProposals({ ann: { m1: { x: { y: 1 } }, m2: 'soon' } })).toEqual([]);
  });
});
