import { describe, expect, it } from 'vitest';
import type { Classifier } from '#engine/classifier.ts';
import { createClassifier } from '#engine/classifier.ts';
import { type Mapping, mappingKey, NO_MATCH } from '#model/mapping.ts';
import { readPasted } from '#workers/ledger/rows/pastedText.ts';
import { NO_NOTES, ResultTable } from '#workers/ledger/rows/ResultTable.ts';
import { byStage } from '../support/fullRun.ts';
import { mapping } from '../support/mapping.ts';
import { classifyNaively } from '../support/naiveClassifier.ts';

/** Numbers from 0 to `below` (excluded), the same for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = ['tesco', 'inn', 'stores', 'premier', 'rail', 'é.on', 'shell'];

function phrase(random: (below: number) => number, longest: number): string {
  return Array.from({ length: 1 + random(longest) }, () => WORDS[random(WORDS.length)]).join(' ');
}

const ROWS = 60;
const SEEDS = byStage({ usual: [1, 2], full: [1, 2, 3, 4, 5, 6, 7, 8] });

/** A table of random rows over a random list, and what a person has done to it. */
function createWorld(seed: number) {
  const random = createRandom(seed);
  const stored = new Map<string, Mapping>();
  const draw = () => mapping(phrase(random, 3), String(random(4)));
  for (let i = 0; i < 6; i++) {
    const entry = draw();
    stored.set(entry.key, entry);
  }
  const classifier = createClassifier([...stored.values()]);
  const text = Array.from({ length: ROWS }, () => phrase(random, 4)).join('\n');
  const table = new ResultTable(readPasted(text), NO_NOTES, {
    classifierNow: () => classifier,
    isAnswering: () => true,
  });
  table.classifyBatch({ from: 0, to: ROWS });
  /** By row, the account last turned down. */
  const declined = new Map<number, string>();

  const actions = {
    /** Returns the row whose shown account the person changed. */
    edit(row: number): number {
      table.edit(row, phrase(random, 4));
      declined.delete(row);
      return row;
    },
    accept(row: number): number | undefined {
      if (table.suggestedAccount(row) === undefined) return undefined;
      table.accept(row);
      return row;
    },
    decline(row: number): undefined {
      const suggestion = table.suggestedAccount(row);
      if (suggestion === undefined) return;
      table.decline(row, true);
      declined.set(row, suggestion);
    },
    store(): undefined {
      const entry = draw();
      stored.set(entry.key, entry);
      table.reclassify(classifier.apply([entry], []));
    },
    remove(): undefined {
      const key = [...stored.keys()][random(stored.size)];
      if (key === undefined) return;
      stored.delete(key);
      table.reclassify(classifier.apply([], [mappingKey(key)]));
    },
  };
  const act = () => {
    const { edit, accept, decline, store, remove } = actions;
    const choice = [edit, accept, decline, store, store, remove][random(6)] ?? store;
    return choice(random(ROWS));
  };
  const answer = (row: number) =>
    classifyNaively(table.description(row), [...stored.values()])?.glAccount ?? NO_MATCH;
  return { table, declined, act, answer };
}

function shownAccounts(table: ResultTable): string[] {
  return Array.from({ length: ROWS }, (_, row) => table.account(row));
}

describe('after any changes of the list, edits and choices', () => {
  it.each(SEEDS)('each row shows or suggests what the rules say (seed %i)', (seed) => {
    const { table, declined, act, answer } = createWorld(seed);
    for (let step = 0; step < 60; step++) {
      const before = shownAccounts(table);
      const chosen = act();
      shownAccounts(table).forEach((shown, row) => {
        const calculated = answer(row);
        // A real account gives way to the person's own doing only.
        const mayChange = row === chosen || before[row] === NO_MATCH;
        expect(shown).toBe(mayChange ? calculated : before[row]);
        if (shown === calculated || declined.get(row) !== calculated) declined.delete(row);
        const isQuiet = shown === calculated || declined.has(row);
        expect(table.suggestedAccount(row)).toBe(isQuiet ? undefined : calculated);
      });
    }
  });
});

describe('what the list no longer holds', () => {
  const change = (classifier: Classifier, table: ResultTable, ...entries: Mapping[]) =>
    table.reclassify(classifier.apply(entries, []));

  it('is drawn as before in rows that go on showing it, over many changes', () => {
    const classifier = createClassifier([mapping('premier inn', '1'), mapping('tesco', '0')]);
    const table = new ResultTable(readPasted('tesco\npremier inn'), NO_NOTES, {
      classifierNow: () => classifier,
      isAnswering: () => true,
    });
    table.classifyBatch({ from: 0, to: 2 });
    const first = table.shown(0);
    for (let i = 1; i <= 300; i++) {
      change(classifier, table, mapping('tesco', String(i)), mapping('premier inn', String(1 + (i % 2))));
      expect(table.account(0)).toBe('0');
      expect(table.suggestedAccount(0)).toBe(String(i));
      expect(table.label(first)).toEqual({ glAccount: '0', keyword: 'tesco' });
    }
    expect(classifier.findMapping(first)).toBeUndefined();
    table.accept(0);
    change(classifier, table, mapping('tesco', '300'), mapping('shell', '5'), mapping('premier inn', '9'));
    expect(table.account(0)).toBe('300');
  });

  it('is forgotten with the last row that shows it', () => {
    const classifier = createClassifier([mapping('tesco', 'same')]);
    const table = new ResultTable(readPasted('tesco'), NO_NOTES, {
      classifierNow: () => classifier,
      isAnswering: () => true,
    });
    table.classifyBatch({ from: 0, to: 1 });
    const shown = new Set<number>();
    for (let i = 0; i < 20; i++) {
      shown.add(table.shown(0));
      change(classifier, table, mapping('tesco', 'same'), mapping(`tesco `.repeat(i + 2), 'same'));
      change(classifier, table, {
        ...mapping('tesco', 'same'),
        description: i % 2 === 0 ? 'Tesco' : 'TESCO',
      });
    }
    expect(shown.size).toBe(20);
    const known = [...shown].filter((id) => table.label(id) !== undefined && id !== table.shown(0));
    expect(known.length).toBeLessThanOrEqual(1);
  });
});
