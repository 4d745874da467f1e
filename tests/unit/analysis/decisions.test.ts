import { describe, expect, it } from 'vitest';
import {
  analyseAtOnce,
  applyConsolidation,
  changedList,
  reassess,
  replacedTexts,
  resolveConflict,
} from '#engine/analysis/analyse.ts';
import { normalise } from '#engine/normalise.ts';
import { runToEnd } from '#engine/steps.ts';
import { type ChangedText, type Choice, type Consolidation, isSafe } from '#model/consolidation.ts';
import type { ListChange } from '#model/listChange.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { byStage } from '../../support/fullRun.ts';
import { mapping } from '../../support/mapping.ts';
import { reassessNaively } from '../../support/naiveAnalysis.ts';
import { changedNaively } from '../../support/naiveClassifier.ts';
import { pick, seededRandom, shuffled } from '../../support/random.ts';

const SEEDS = byStage({ usual: 12, full: 1_000 });
/** Of one list in so many, the consolidations are compared with the naive rules, which take half a second each time. */
const COMPARED_EVERY = byStage({ usual: 11, full: 100 });
/** Of each, so that the test does not pass for want of one. */
const LEAST = byStage({ usual: 2, full: 40 });

describe('deciding consolidations one after another', () => {
  it('changes exactly the known texts that each decision names, in whatever order', () => {
    const counts = { conflict: 0, approval: 0, all: 0, changing: 0, withdrawn: 0, undone: 0 };
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = seededRandom(seed);
      const list = chainList(random, seed % 3 === 0);
      const stored = seed % 2 === 0 ? [] : chainList(random, false).slice(0, 25);
      const compares = seed % COMPARED_EVERY === 0;
      decideAll(random, { list, stored, compares }, counts, `seed ${seed}`);
    }
    expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(LEAST);
  });

  it('withdraws the consolidations of a keyword that is decided for another account', () => {
    const zebras = [...numbered(13, 'ZEBRA CLEANING', '7100'), ...numbered(13, 'ZEBRA CLEANING', '7200', 50)];
    const report = analyseAtOnce({ list: zebras });
    expect(report.consolidations).toMatchObject([{ glAccount: '7100' }, { glAccount: '7200' }]);
    const { consolidations } = decide(zebras, report.consolidations, [[0, '7100']]);
    expect(consolidations).toEqual([null, null]);
  });

  it('names the replaced texts that a longer keyword would take away', () => {
    const list = [
      ...numbered(9, 'OCELOT CATERING', 'A'),
      ...numbered(4, 'OCELOT CATERING LONDON', 'A'),
      ...numbered(12, 'OCELOT CATERING LONDON', 'B', 50),
    ];
    const report = analyseAtOnce({ list });
    expect(report.consolidations[1]).toMatchObject({ keyword: 'OCELOT CATERING LONDON', changes: 0 });
    const { consolidations } = decide(list, report.consolidations, [[0, 'A']]);
    expect(consolidations[1]).toMatchObject({
      status: 'CONFLICT',
      conflictMappings: 0,
      conflictReplaced: 4,
      conflictAccounts: 1,
      changes: 4,
      alternative: { glAccount: 'A', changes: 0 },
    });
    const expected = { description: 'OCELOT CATERING LONDON 0', from: 'A', to: 'B' };
    expect(consolidations[1]?.changedTexts[0]).toEqual(expected);
  });

  it('counts the mappings of other accounts that are left', () => {
    const list = [
      ...numbered(13, 'OCELOT CATERING LONDON', 'A'),
      ...numbered(13, 'OCELOT CATERING', 'B'),
      ...numbered(2, 'OCELOT CATERING YORK', 'C'),
    ];
    const report = analyseAtOnce({ list });
    const [london, ocelot] = report.consolidations;
    expect(london).toMatchObject({ status: 'OK' });
    expect(ocelot).toMatchObject({ conflictMappings: 15, conflictAccounts: 2 });
    const { consolidations } = decide(list, report.consolidations, [[0, 'A']]);
    const wanted = { conflictMappings: 3, conflictReplaced: 13, conflictAccounts: 2 };
    expect(consolidations[1]).toMatchObject(wanted);
  });

  it('withdraws a consolidation that has too few originals left', () => {
    const list = [
      ...numbered(12, 'OCELOT CATERING LONDON', 'A'),
      ...numbered(12, 'OCELOT CATERING LONDON BRIDGE', 'B'),
    ];
    const report = analyseAtOnce({ list });
    const answer = ['OCELOT CATERING LONDON', 'OCELOT CATERING LONDON BRIDGE'];
    expect(report.consolidations.map(({ keyword }) => keyword)).toEqual(answer);
    const { consolidations } = decide(list, report.consolidations, [[0, 'B']]);
    expect(consolidations).toEqual([null, null]);
  });
});

type Input = {
  readonly list: readonly Mapping[];
  readonly stored: readonly Mapping[];
  /** Whether the consolidations are compared with the naive rules after every step. */
  readonly compares: boolean;
};
type Counts = Record<'conflict' | 'approval' | 'all' | 'changing' | 'withdrawn' | 'undone', number>;
type Decision = { readonly numbers: readonly number[]; readonly changes: readonly ListChange[] };

/** Decides them in random order, and compares after every step what has become of the known texts. */
function decideAll(random: () => number, { list, ...input }: Input, counts: Counts, name: string): void {
  const { stored } = input;
  const report = analyseAtOnce({ list, stored });
  const base = list.filter(({ key }) => !report.duplicates.includes(key));
  const log: Decision[] = [];
  const dismissed = new Set<number>();
  let state: State = { now: base, replaced: [], consolidations: report.consolidations };
  for (let step = 0; step < 12; step++) {
    const open = [...state.consolidations.keys()].filter((i) => state.consolidations[i] && !dismissed.has(i));
    if (random() < 0.15 && open.length > 0) dismissed.add(pick(random, open));
    else if (random() < 0.15 && log.length > 0) {
      log.pop();
      counts.undone++;
      state = carryOut({ ...input, list: base }, report.consolidations, log, name);
    } else if (open.length > 0) {
      const { decision, announced } = decisionOf(random, state.consolidations, open, counts);
      const known = [...base, ...log.flatMap(({ changes }) => changes.flatMap(({ set }) => set)), ...stored];
      log.push(decision);
      const after = carryOut({ ...input, list: base }, report.consolidations, log, name);
      const changed = changedNaively(known, effective(state.now, stored), effective(after.now, stored));
      expect(sorted(announced), `${name}, step ${step}`).toEqual(sorted(changed));
      counts.changing += changed.length > 0 ? 1 : 0;
      counts.withdrawn += lost(state.consolidations, after.consolidations) - decision.numbers.length;
      state = after;
    }
  }
}

/** A random choice of an open consolidation, or the approval of all that nobody needs to look at, and what it says. */
function decisionOf(
  random: () => number,
  consolidations: readonly (Consolidation | null)[],
  open: readonly number[],
  counts: Counts,
): { decision: Decision; announced: readonly ChangedText[] } {
  const safe = open.filter((i) => isSafe(consolidations[i] as Consolidation));
  if (safe.length > 1 && random() < 0.5) {
    counts.all++;
    const changes = safe.map((i) => applyConsolidation(consolidations[i] as Consolidation));
    return { decision: { numbers: safe, changes: shuffled(random, changes) }, announced: [] };
  }
  const number = pick(random, open);
  const consolidation = consolidations[number] as Consolidation;
  counts[consolidation.status === 'OK' ? 'approval' : 'conflict']++;
  const choice: Choice = random() < 0.5 ? consolidation : (consolidation.alternative ?? consolidation);
  const changes = [resolveConflict(consolidation, choice.glAccount)];
  return { decision: { numbers: [number], changes }, announced: choice.changedTexts };
}

type State = {
  readonly now: readonly Mapping[];
  readonly replaced: readonly Mapping[];
  readonly consolidations: readonly (Consolidation | null)[];
};

/** The list and the consolidations after decisions; the engine must agree with the naive rules. */
function carryOut(
  { list: base, stored, compares }: Input,
  consolidations: readonly Consolidation[],
  log: readonly Decision[],
  name: string,
): State {
  const changes = log.flatMap((decision) => decision.changes);
  const now = changedList(base, ...changes);
  const replaced = replacedTexts(base, ...changes);
  const decided = new Set(log.flatMap(({ numbers }) => numbers));
  const input = { list: now, stored, replaced };
  const reassessed = runToEnd(reassess(input, consolidations, decided));
  if (compares) expect(reassessed, name).toEqual(reassessNaively(input, consolidations, decided));
  return { now, replaced, consolidations: reassessed };
}

function decide(
  list: readonly Mapping[],
  consolidations: readonly Consolidation[],
  choices: readonly (readonly [number: number, glAccount: string])[],
): State {
  const log = choices.map(([number, glAccount]) => ({
    numbers: [number],
    changes: [resolveConflict(consolidations[number] as Consolidation, glAccount)],
  }));
  return carryOut({ list, stored: [], compares: true }, consolidations, log, 'decide');
}

/** What the classifier has after an upload: pairs whose keywords are stored are skipped. */
function effective(list: readonly Mapping[], stored: readonly Mapping[]): Mapping[] {
  const known = new Set(stored.map(({ description }) => normalise(description)));
  return [...stored, ...list.filter(({ description }) => !known.has(normalise(description)))];
}

/**
 * A list of chains with branches: names that are beginnings of each other, or differ in what keys and the classifier
 * leave out, of few accounts, so that keywords conflict and contain each other. Some are stored under odd keys.
 */
function chainList(random: () => number, hasOddKeys: boolean): Mapping[] {
  const list = new Map<string, Mapping>();
  const chains = [
    'OCELOT CATERING',
    'OCELOT CATERING LONDON',
    'A.B ZEBRA CARE',
    'A/B ZEBRA CARE',
    'PUFFIN BAKERY',
    'GIRAFFE WINES',
    'GIRAFFE WINES LONDON',
  ];
  const ends = ['', 'LONDON', 'LONDON BRIDGE', 'ZEBRA CARE', 'SPA', 'straße'];
  const noise = pick(random, [0, 0, 0.05, 0.3]);
  // Some chains have one account throughout, so that approvals are to be had, too.
  const accounts = chains.map((_chain, i) =>
    i < 4 ? ends.map(() => pick(random, ACCOUNTS)) : ends.map(() => ACCOUNTS[i] as string),
  );
  for (let i = 0; i < 120; i++) {
    const [chain, end] = [pick(random, [...chains.keys()]), pick(random, [...ends.keys()])];
    const text = `${chains[chain]} ${ends[end]} ${random() < 0.8 ? i : ''}`.trim();
    const description = random() < 0.15 ? text.toLowerCase() : text;
    const odd = hasOddKeys && random() < 0.1;
    const key = mappingKey(odd ? pick(random, [...chains, 'OCELOT CATERING SPA']) : description);
    const usual = accounts[chain]?.[end] ?? 'A';
    const glAccount = chain < 4 && random() < noise ? pick(random, ACCOUNTS) : usual;
    list.set(key, { key, description, glAccount });
  }
  return [...list.values()];
}

const ACCOUNTS = ['A', 'A', 'B', 'C', 'A', 'B', 'B'];

function numbered(count: number, name: string, glAccount: string, first = 0): Mapping[] {
  return Array.from({ length: count }, (_unused, i) => mapping(`${name} ${first + i}`, glAccount));
}

function lost(before: readonly (Consolidation | null)[], after: readonly (Consolidation | null)[]): number {
  return before.filter((consolidation, i) => consolidation && !after[i]).length;
}

function sorted(texts: readonly ChangedText[]): ChangedText[] {
  return texts.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
