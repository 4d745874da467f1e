import { describe, expect, it } from 'vitest';
import { createClassifier } from '#engine/classifier.ts';
import { checkHealthAtOnce } from '#engine/health/checkHealth.ts';
import type { Finding } from '#model/health.ts';
import type { Mapping } from '#model/mapping.ts';
import { fullRun } from '../../support/fullRun.ts';
import { checkNaively } from '../../support/naiveHealth.ts';
import { storedMappingsOf } from '../../support/pairsOfText.ts';
import { descriptionsOf, realListsOfStage } from '../../support/realSets.ts';

/** The plain loops take minutes beyond this. */
const MOST_FOR_LOOPS = 1000;

const lists = realListsOfStage();

describe('health of the real lists', () => {
  for (const { name, text, set } of lists) {
    const list = storedMappingsOf(text);
    const findings = checkHealthAtOnce({ list });

    it(`${name}: what could go changes no mapping's own text and no line`, () => {
      const lines = new Set([...descriptionsOf(set), ...list.map(({ description }) => description)]);
      const before = accountsOf(list, lines);
      for (const kinds of [['redundant'], ['never-wins'], ['redundant', 'never-wins']]) {
        expect(changed(before, accountsOf(without(list, findings, kinds), lines))).toEqual([]);
      }
    });

    it.runIf(fullRun && list.length <= MOST_FOR_LOOPS)(`${name}: the plain loops find the same`, () => {
      expect(findings).toEqual(checkNaively(list));
    });
  }

  it.runIf(fullRun)('find what could go in every list', () => {
    const counts = lists.map(({ text }) => {
      const findings = checkHealthAtOnce({ list: storedMappingsOf(text) });
      return findings.filter(({ kind }) => kind === 'redundant').length;
    });
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });
});

function without(
  list: readonly Mapping[],
  findings: readonly Finding[],
  kinds: readonly string[],
): Mapping[] {
  const gone = new Set(findings.filter(({ kind }) => kinds.includes(kind)).map(({ mapping }) => mapping));
  return list.filter((mapping) => !gone.has(mapping));
}

function accountsOf(list: readonly Mapping[], lines: Iterable<string>): Map<string, string | null> {
  const classifier = createClassifier(list);
  return new Map(
    Array.from(lines, (line) => {
      const id = classifier.classify(line);
      return [line, id < 0 ? null : classifier.mapping(id).glAccount];
    }),
  );
}

function changed(
  before: ReadonlyMap<string, string | null>,
  after: ReadonlyMap<string, string | null>,
): string[] {
  return [...before].flatMap(([line, account]) => (after.get(line) === account ? [] : [line]));
}
