import { describe, expect, it } from 'vitest';
import { lastLoginText } from '#model/lastLogin.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const local = (time: Date) => `local ${time.toISOString()}`;

const cases: readonly [name: string, lastLogin: string | undefined, expected: string][] = [
  ['a user who never signed in', undefined, 'Never'],
  ['an empty time', '', 'Never'],
  ['this moment', '2026-11-20T12:00:00.000Z', 'Just now'],
  ['almost a minute ago', '2026-11-20T11:59:00.001Z', 'Just now'],
  ['a minute ago', '2026-11-20T11:59:00.000Z', '1m ago'],
  ['almost an hour ago', '2026-11-20T11:00:00.001Z', '59m ago'],
  ['an hour ago', '2026-11-20T11:00:00.000Z', '1h ago'],
  ['almost a day ago', '2026-11-19T12:00:00.001Z', '23h ago'],
  ['a day ago', '2026-11-19T12:00:00.000Z', '1d ago'],
  ['almost seven days ago', '2026-11-13T12:00:00.001Z', '6d ago'],
  ['seven days ago', '2026-11-13T12:00:00.000Z', 'local 2026-11-13T12:00:00.000Z'],
  ['a clock that runs ahead', '2026-11-20T12:00:30.000Z', 'Just now'],
  ['no time at all', 'yesterday-ish', 'Invalid date'],
];

describe('the last login', () => {
  it.each(cases)('of %s', (_name, lastLogin, expected) => {
    expect(lastLoginText(lastLogin, now, local)).toBe(expected);
  });

  it('is a local date and time when it was long ago', () => {
    const time = new Date('2026-10-01T08:00:00Z');
    expect(lastLoginText(time.toISOString(), now)).toBe(time.toLocaleString());
  });
});
