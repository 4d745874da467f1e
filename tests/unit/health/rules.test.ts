import { describe, expect, it } from 'vitest';
import { type Fix, fixFor } from '#contract/health.ts';
import { isNear } from '#engine/health/accounts.ts';
import { checkHealthAtOnce } from '#engine/health/checkHealth.ts';
import { type Finding, type FindingKind, remedyOf } from '#model/health.ts';
import type { Mapping } from '#model/mapping.ts';
import { effectOf, reasonOf } from '#model/text/healthMessages.ts';
import { mapping } from '../../support/mapping.ts';

describe('findings', () => {
  const cases: readonly [name: string, list: string, found: readonly string[]][] = [
    ['none in a list without faults', 'ACME LTD: 1; TESCO: 2', []],
    ['none in an empty list', '', []],
    [
      'two spellings with two accounts: the one that loses, which never wins either',
      'acme ltd: 2; ACME LTD: 1',
      ['variant-conflict acme ltd ACME LTD', 'never-wins acme ltd ACME LTD'],
    ],
    ['two spellings with one account', 'ACME LTD: 1; Acme  ltd: 1 ', ['never-wins Acme  ltd ACME LTD']],
    ['an entry without account', 'ACME LTD: Unknown', ['never-wins ACME LTD null']],
    [
      'a keyword of four letters cannot take the lines of a longer one',
      'ACME: 1; ACME LTD: 1; ACME LTD LONDON: 1',
      ['redundant ACME LTD LONDON ACME LTD', 'exact-only ACME'],
    ],
    [
      'a chain of keywords of one account: the longest, for the others are contained',
      'ACMEA: 1; ACMEA LTD: 1; ACMEA LTD LONDON: 1',
      ['redundant ACMEA LTD LONDON ACMEA LTD'],
    ],
    ['not one whose shorter keyword has another account', 'ACMEA: 1; ACMEA LTD: 2', []],
    [
      'not one with a keyword of another account nearer to it',
      'ACMEA: 1; ACMEA LTD: 2; ACMEA LTD LONDON: 1',
      [],
    ],
    [
      'one that stands alone, although a keyword of another account ranks between',
      'ACMEA: 1; SEVENTY: 2; ACMEA LTD: 1',
      ['redundant ACMEA LTD ACMEA'],
    ],
    [
      'not one that overlaps another keyword while one of another account ranks between',
      'ACMEA: 1; SEVENTY: 2; ACMEA LTD: 1; LTD PLC: 1',
      [],
    ],
    [
      'not one that stands in another text while one of another account ranks between',
      'ACMEA: 1; SEVENTY: 2; ACMEA LTD: 1; AN ACMEA LTD: 3',
      [],
    ],
    [
      'a keyword in mappings of three other accounts',
      'LIMITED: 1; A LIMITED: 2; B LIMITED: 3; C LIMITED: 4; D LIMITED: 4',
      ['overbroad LIMITED C LIMITED'],
    ],
    ['a keyword in mappings of two', 'LIMITED: 1; A LIMITED: 2; B LIMITED: 3', []],
    ['a short keyword', 'B P: 1', ['exact-only B P']],
  ];
  it.each(cases)('%s', (_name, list, found) => {
    expect(checkHealthAtOnce({ list: listOf(list) }).map(inShort)).toEqual(found);
  });

  it('nothing of accounts without a chart: one of two mappings, a character off one of twenty, or in another case', () => {
    const shops = Array.from({ length: 20 }, (_unused, i) => mapping(`Shop ${i + 10}`, '6100'));
    const others = 'ACME LTD: 6110; TESCO: 6110; BOOTS: 7000; WATER: Fuel; POWER: fuel; HEATING: Fuel';
    expect(checkHealthAtOnce({ list: [...shops, ...listOf(others)] })).toEqual([]);
  });
});

describe('with a chart, an account that it lacks', () => {
  const list = listOf(
    'ACME LTD: 6120; TESCO: 6120; BOOTS: 6l00; WATER:  6210 ; Unused: No Match; FLOWERS: 9; PETROL: fu el; HOTEL: 6210',
  );
  const findings = checkHealthAtOnce({ list, chart: ['6100', ' 6210', 'Fuel'] }).filter(({ kind }) =>
    kind.endsWith('account'),
  );

  it('is not in the chart, with the number of its mappings and a near account of the chart', () => {
    expect(findings).toEqual([
      { kind: 'unknown-account', mapping: list[0], mappings: 2, near: '6210' },
      { kind: 'unknown-account', mapping: list[1], mappings: 2, near: '6210' },
      { kind: 'unknown-account', mapping: list[2], mappings: 1, near: '6100' },
      { kind: 'unknown-account', mapping: list[5], mappings: 1, near: null },
      { kind: 'unknown-account', mapping: list[6], mappings: 1, near: 'Fuel' },
    ]);
    expect([1, 3, 4].map((i) => reasonOf(findings[i] as Finding))).toEqual([
      '6120 is not in the chart of accounts; one character from 6210, which is. 2 mappings have it.',
      '9 is not in the chart of accounts. 1 mapping has it.',
      'fu el is not in the chart of accounts; apart from case and spaces the same as Fuel, which is. 1 mapping has it.',
    ]);
  });

  it('is not that of a keyword that nobody sees, which never wins', () => {
    const [finding, ...others] = checkHealthAtOnce({ list: listOf('\u00ad\u200b: 6900'), chart: ['1'] });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ kind: 'never-wins', other: null });
    expect(reasonOf(finding as Finding)).toBe(
      'It cannot match any line: the keyword has no visible character.',
    );
  });

  it('is near no account in use that the chart lacks as well', () => {
    const inUse = listOf('ACME LTD: 6100; TESCO: 6110');
    const expected = [{ near: null }, { near: null }];
    expect(checkHealthAtOnce({ list: inUse, chart: ['7000'] })).toMatchObject(expected);
  });

  it('is added to it: nothing gives its mappings another account by itself', () => {
    expect(new Set(findings.map((finding) => remedyOf(finding)?.kind))).toEqual(new Set(['add-account']));
    expect(fixFor(findings.slice(0, 3))).toEqual({
      kind: 'chart',
      accounts: [
        { glAccount: '6120', mappings: 2 },
        { glAccount: '6l00', mappings: 1 },
      ],
    });
  });
});

describe('what mends several findings', () => {
  const changesOf = (fix: Fix | null) => fix?.kind === 'mappings' && [fix.accounts, fix.moves];

  it('says from which account to which, and how many', () => {
    const list = listOf('acme ltd: 2; ACME LTD: 1; boots: 2 ; BOOTS: 1; tesco: 3; TESCO: 1');
    const findings = checkHealthAtOnce({ list });
    const ofKind = (kind: FindingKind) => fixFor(findings.filter((finding) => finding.kind === kind));
    expect(changesOf(ofKind('variant-conflict'))).toEqual([
      ['1', '1', '1'],
      [
        { from: '2', to: '1', mappings: 2 },
        { from: '3', to: '1', mappings: 1 },
      ],
    ]);
    expect(changesOf(ofKind('never-wins'))).toEqual([null, []]);
  });

  it('is nothing where somebody has to decide', () => {
    expect(fixFor(checkHealthAtOnce({ list: listOf('B P: 1') }))).toBeNull();
  });
});

describe('near accounts', () => {
  const cases: readonly [a: string, b: string, expected: boolean][] = [
    ['6100', '6100', false],
    ['6100', '6110', true],
    ['6100', '610', true],
    ['6100', '61000', true],
    ['6100', '1600', true],
    ['6100', '6010', true],
    ['6100', '0061', false],
    ['6100', '6211', false],
    ['01', '02', false],
    ['Fuel/Oil', 'fuel / oil', true],
    ['a'.repeat(61), 'a'.repeat(60), false],
  ];
  it.each(cases)('%s and %s: %s', (a, b, expected) => {
    expect([isNear(a, b), isNear(b, a)]).toEqual([expected, expected]);
  });
});

it('what is said about a finding names the other mapping and what a change does', () => {
  const [conflict] = checkHealthAtOnce({ list: listOf('acme ltd: 2; ACME LTD: 1') }) as [Finding];
  expect(reasonOf(conflict)).toBe('“ACME LTD” is the same keyword for account 1, and wins.');
  expect(effectOf(conflict)).toBe(
    'With account 1 for both, no line changes. With 2 for both, lines that get 1 from “ACME LTD” get 2.',
  );
});

/** The list of a text such as `ACME LTD: 1; TESCO: 2`. */
function listOf(text: string): Mapping[] {
  if (text === '') return [];
  const pairs = text.split('; ').map((pair) => pair.split(': ') as [string, string]);
  return pairs.map(([description, glAccount]) => mapping(description, glAccount));
}

function inShort(finding: Finding): string {
  const rest = 'other' in finding ? [finding.other?.description ?? 'null'] : [];
  return [finding.kind, finding.mapping.description, ...rest].join(' ');
}
