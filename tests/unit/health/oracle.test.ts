import { afterAll, describe, expect, it } from 'vitest';
import { checkHealthAtOnce } from '#engine/health/checkHealth.ts';
import { FINDING_KINDS, type Finding } from '#model/health.ts';
import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import { byStage } from '../../support/fullRun.ts';
import { classifyNaively } from '../../support/naiveClassifier.ts';
import { checkNaively } from '../../support/naiveHealth.ts';
import { below, pick, type Random, seededRandom } from '../../support/random.ts';

const SEEDS = byStage({ usual: 12, full: 500 });

const alphabets: readonly [name: string, words: readonly string[]][] = [
  ['names', ['ACME', 'LTD', 'ACME LTD', 'SHOP', 'Tesco', 'stores', 'CO.UK', 'CO/UK', 'Unknown shop', 'BP']],
  ['few letters', ['a', 'aa', 'ab', 'aab', 'b', 'bbbbb', ' ']],
  ['characters that nobody sees', ['SHO\u00adP', 'SHOP', 'SHOPS', '\u200bINN', 'INN', '\u2060']],
  ['accents and ideographs', ['CAFÉ', 'CAFE\u0301', '東京', '都', 'カメラ', 'Řeka', '12', '2016']],
];

const accounts = ['6100', '6110', 'x', '6100 ', 'Fuel', 'FUEL', 'fu el', '1600', '', 'Unknown'];

const kinds = new Set<string>();

describe('the health check against the plain loops', () => {
  afterAll(() => expect([...kinds].sort()).toEqual([...FINDING_KINDS].sort()));

  for (const [name, words] of alphabets) {
    it(`agrees on ${name}`, () => {
      for (let seed = 0; seed < SEEDS; seed++) {
        const random = seededRandom(seed);
        const list = randomList(random, words, 5 + below(random, 60));
        const chart = random() < 0.4 ? ['6100', 'Fuel', '4711'] : null;
        const found = checkHealthAtOnce({ list, chart });
        expect(found.map(inShort), `seed ${seed}`).toEqual(checkNaively(list, chart).map(inShort));
        for (const { kind } of found) kinds.add(kind);
      }
    });

    it(`finds only what can go on ${name}`, () => {
      for (let seed = 0; seed < SEEDS; seed++) {
        const random = seededRandom(5000 + seed);
        const list = randomList(random, words, 5 + below(random, 60));
        const found = checkHealthAtOnce({ list });
        expectNothingChanged(list, without(list, found, isRedundant), ownTexts(list), `seed ${seed}`);
        expectNothingChanged(list, without(list, found, canGo), ownTexts(list), `seed ${seed}`);
      }
    });
  }
});

type Redundant = Extract<Finding, { kind: 'redundant' }>;

function isRedundant(finding: Finding): finding is Redundant {
  return finding.kind === 'redundant';
}

function canGo({ kind }: Finding): boolean {
  return kind === 'redundant' || kind === 'never-wins';
}

function without(
  list: readonly Mapping[],
  findings: readonly Finding[],
  isGone: (finding: Finding) => boolean,
): Mapping[] {
  const gone = new Set(findings.filter(isGone).map(({ mapping }) => mapping));
  return list.filter((mapping) => !gone.has(mapping));
}

function ownTexts(list: readonly Mapping[]): string[] {
  return list.map(({ description }) => description);
}

function expectNothingChanged(
  before: readonly Mapping[],
  after: readonly Mapping[],
  lines: readonly string[],
  message: string,
): void {
  for (const line of lines.filter((text) => text.trim() !== '')) {
    const [old, now] = [classifyNaively(line, before), classifyNaively(line, after)];
    expect(now?.glAccount.trim(), `${message}: ${line}`).toBe(old?.glAccount.trim());
  }
}

function inShort({ mapping, ...finding }: Finding): unknown {
  const other = 'other' in finding ? finding.other?.key : undefined;
  return { ...finding, key: mapping.key, other };
}

function randomList(random: Random, words: readonly string[], size: number): Mapping[] {
  const list = new Map<MappingKey, Mapping>();
  const most = 1 + below(random, accounts.length);
  const filler = random() < 0.3 ? Array.from({ length: 25 }, (_unused, i) => `Filler ${i}`) : [];
  for (let i = 0; i < size; i++) {
    const description = filler[i] ?? randomText(random, words, 4);
    const glAccount = i < filler.length ? '6100' : pick(random, accounts.slice(0, most));
    const key = mappingKey(description);
    if (key !== '') list.set(key, { key, description, glAccount });
  }
  return [...list.values()];
}

function randomText(random: Random, words: readonly string[], most: number): string {
  const count = 1 + below(random, most);
  let text = '';
  for (let i = 0; i < count; i++) text += pick(random, words) + (random() < 0.7 ? ' ' : '');
  const trimmed = text.trim();
  return random() < 0.3 ? trimmed.toLowerCase() : trimmed;
}
