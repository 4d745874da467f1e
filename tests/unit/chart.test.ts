import { describe, expect, it } from 'vitest';
import {
  chartKey,
  chartProblem,
  readChartAccount,
  storedChartAccount,
  trimmedAccount,
} from '#model/chart.ts';
import { readChartHistoryEntry } from '#model/chartHistory.ts';
import { utf8Length } from '#model/keyProblem.ts';
import { MAX_CODE_LENGTH } from '#model/limits.ts';
import { MAX_KEY_BYTES } from '#model/mapping.ts';
import { byStage } from '../support/fullRun.ts';
import { below, pick, seededRandom } from '../support/random.ts';

const account = (code: string, name = 'Name', note = '', isRetired = false) => {
  return { code, name, note, isRetired };
};

describe('the key of an account', () => {
  it('keeps codes apart that differ only in characters which keys cannot have', () => {
    expect(chartKey('6100.1')).toBe('6100%2E1');
    expect(new Set(['6100.1', '6100_1', '6100%2E1', '6100/1', '6100#1'].map(chartKey)).size).toBe(5);
  });

  it('is that of one code only, and has no character that keys cannot have', () => {
    const random = seededRandom(7);
    const characters = [...'%.#$[]/_25EF61aé '];
    const codes = new Map<string, string>();
    for (let i = 0; i < byStage({ usual: 5_000, full: 20_000 }); i++) {
      const code = Array.from({ length: 1 + below(random, 6) }, () => pick(random, characters)).join('');
      const key = chartKey(code);
      expect(key).not.toMatch(/[.#$[\]/]/);
      expect(codes.get(key) ?? code).toBe(code);
      expect(decodeURIComponent(key)).toBe(code);
      codes.set(key, code);
    }
  });

  it('can be stored whatever the characters of a code of the allowed length', () => {
    for (const character of ['%', '/', '語', '\u{10ffff}']) {
      const code = character.repeat(MAX_CODE_LENGTH / character.length);
      expect(utf8Length(chartKey(code))).toBeLessThanOrEqual(MAX_KEY_BYTES);
      expect(chartProblem(account(code))).toBeNull();
    }
  });
});

describe('an account', () => {
  it.each([
    ['', 'no-code'],
    ['no  match', 'no-match'],
    ['x'.repeat(201), 'code-too-long'],
    ['hasOwnProperty', 'reserved-key'],
    ['61\u000100', 'unstorable-character'],
    ['61\ud80000', 'unstorable-character'],
    ['6100', null],
  ])('with the code %j is impossible by %s', (code, problem) => {
    expect(chartProblem(account(code))).toBe(problem);
  });

  it('can have neither a name nor a note that is too long', () => {
    expect(chartProblem(account('1', 'x'.repeat(201)))).toBe('name-too-long');
    expect(chartProblem(account('1', 'x', 'x'.repeat(1001)))).toBe('note-too-long');
  });

  it('is read as it was stored, and not under the key of another code', () => {
    for (const one of [account('6100.1'), account('7', '', 'note', true)]) {
      expect(readChartAccount(chartKey(one.code), storedChartAccount(one))).toEqual(one);
    }
    expect(storedChartAccount(account('7', ''))).toEqual({ code: '7', name: '' });
    expect(readChartAccount('6100_1', { code: '6100.1', name: 'x' })).toBeNull();
    expect(readChartAccount('x', 'x')).toBeNull();
  });

  it('is trimmed, and has no line breaks', () => {
    expect(trimmedAccount(account(' 61\t00 ', ' a\r\nb ', '\n'))).toEqual(account('61 00', 'a b'));
  });
});

describe('the history of the chart', () => {
  it('is read where keys like numbers come as an array', () => {
    const stored = {
      seq: 2,
      after: 'c1',
      at: 5,
      by: { uid: 'u', email: 'ann@example.com' },
      kind: 'add',
      batch: 'b',
      changes: [null, { after: { code: '1', name: 'One' } }],
    };
    const { after, ...fields } = stored;
    expect(readChartHistoryEntry('c2', stored)).toEqual({
      ...fields,
      id: 'c2',
      parent: after,
      note: null,
      left: null,
      found: null,
      changes: [{ key: '1', before: null, after: account('1', 'One') }],
    });
    expect(readChartHistoryEntry('c2', { ...stored, kind: 'whim' })).toBeNull();
  });
});
