import { describe, expect, it } from 'vitest';
import { type Classifier, createClassifier } from '#engine/classifier.ts';
import { type Mapping, mappingKey, NO_MATCH } from '#model/mapping.ts';
import { readPasted } from '#workers/ledger/rows/pastedText.ts';
import { NO_NOTES, ResultTable } from '#workers/ledger/rows/ResultTable.ts';
import { byStage } from '../support/fullRun.ts';
import { mapping } from '../support/mapping.ts';
import { classifyNaively } from '../support/naiveClassifier.ts';
import { below, pick, type Random, seededRandom } from '../support/random.ts';

const WORDS = ['tesco', 'inn', 'stores', 'premier', 'rail', 'é.on', 'shell'];

const phrase = (random: Random, longest: number) =>
  Array.from({ length: 1 + below(random, longest) }, () => pick(random, WORDS)).join(' ');

/** The rows of a text, classified. */
function tableOver(classifier: Classifier, text: string): ResultTable {
  const answering = { classifierNow: () => classifier, isAnswering: () => true };
  const table = new ResultTable(readPasted(text), NO_NOTES, answering);
  table.classifyBatch({ from: 0, to: text.split('\n').length });
  return table;
}

const ROWS = 60;
const SEEDS = byStage({ usual: [1, 2], full: [1, 2, 3, 4, 5, 6, 7, 8] });

/** A table of random rows over a random list, and what a person has done to it. */
function createWorld(seed: number) {
  const random = seededRandom(seed);
  const stored = new Map<string, Mapping>();
  const draw = () => mapping(phrase(random, 3), String(below(random, 4)));
  for (let i = 0; i < 6; i++) {
    const entry = draw();
    stored.set(entry.key, entry);
  }
  const classifier = createClassifier([...stored.values()]);
  const text = Array.from({ length: ROWS }, () => phrase(random, 4)).join('\n');
  const table = tableOver(classifier, text);
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
      if (stored.size === 0) return;
      const key = pick(random, [...stored.keys()]);
      stored.delete(key);
      table.reclassify(classifier.apply([], [mappingKey(key)]));
    },
  };
  const act = () => {
    const { edit, accept, decline, store, remove } = actions;
    return pick(random, [edit, accept, decline, store, store, remove])(below(random, ROWS));
  };
  const answer = (row: number) =>
    classifyNaively(table.description(row), [...stored.values()])?.glAccount ?? NO_MATCH;
  return { table, declined, act, answer };
}

function shownAccounts(table: ResultTable): string[] {
  return Array.from({ length: ROWS }, (_, row) => table.account(row));
}

it.each(SEEDS)(
  'after any changes of the list, edits and choices each row shows or suggests what the rules say (seed %i)',
  (seed) => {
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
  },
);

describe('what the list no longer holds', () => {
  const change = (classifier: Classifier, table: ResultTable, ...entries: Mapping[]) =>
    table.reclassify(classifier.apply(entries, []));

  it('is drawn as before in rows that go on showing it, over many changes', () => {
    const classifier = createClassifier([mapping('premier inn', '1'), mapping('tesco', '0')]);
    const table = tableOver(classifier, 'tesco\npremier inn');
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
    const table = tableOver(classifier, 'tesco');
    const shown = new Set<number>();
    for (let i = 0; i < 20; i++) {
      shown.add(table.shown(0));
      change(classifier, table, mapping('tesco', 'same'), mapping(`tesco `.repeat(i + 2), 'same'));
      const description = i % 2 === 0 ? 'Tesco' : 'TESCO';
      change(classifier, table, { ...mapping('tesco', 'same'), description });
    }
    expect(shown.size).toBe(20);
    const known = [...shown].filter((id) => table.label(id) !== undefined && id !== table.shown(0));
    expect(known.length).toBeLessThanOrEqual(1);
  });
});
