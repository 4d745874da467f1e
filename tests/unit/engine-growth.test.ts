import { describe, expect, it } from 'vitest';
import { GROWING_LISTS } from '#bench/growingLists.ts';
import { classifierOf } from '#engine/classifier.ts';
import { buildIndex, type KeyIndex } from '#engine/keyIndex.ts';
import { createMappingsById } from '#engine/keywords.ts';
import { normalise } from '#engine/normalise.ts';
import { splitRows } from '#engine/rows.ts';
import { type Mapping, type MappingKey, NO_MATCH } from '#model/mapping.ts';
import { byStage } from '../support/fullRun.ts';
import { heldBytes } from '../support/heldBytes.ts';
import { classifyNaively } from '../support/naiveClassifier.ts';
import { below, pick, type Random, seededRandom } from '../support/random.ts';

const LINES = byStage({ usual: 10, full: 200 });
const RANDOM_STAGES = byStage({ usual: 2, full: 20 });
const FEW_AT_ONCE = 10_000;
const lists = Object.entries(GROWING_LISTS);

/** A classifier that changes, and beside it the mappings that it should have. */
function createFixture(mappingOf: (n: number) => Mapping, seed: number) {
  const random = seededRandom(seed);
  const mappings = createMappingsById([]);
  const index = buildIndex(mappings);
  const classifier = classifierOf(mappings, index);
  const current = new Map<MappingKey, Mapping>();
  let added = 0;
  let ids = 0;
  const apply = (set: readonly Mapping[], removed: readonly MappingKey[]) => {
    for (const key of removed) current.delete(key);
    for (const mapping of set) current.set(mapping.key, mapping);
    classifier.apply(set, removed);
    ids += set.length;
  };
  return {
    size: () => current.size,
    /** Grows to `size` or a little more, by `step` at a time, but not beyond `limit`. False where there is nothing to do. */
    growTo(size: number, step = size, limit = size): boolean {
      const before = current.size;
      while (current.size < size) {
        const count = Math.min(step, limit - current.size);
        apply(
          Array.from({ length: count }, () => mappingOf(added++)),
          [],
        );
      }
      return current.size > before;
    },
    /** Shrinks to `size` or a little less, by `step` at a time, oldest first. False where there is nothing to do. */
    shrinkTo(size: number, step: number): boolean {
      const before = current.size;
      const keys = [...current.keys()];
      for (let from = 0; current.size > size; from += step) apply([], keys.slice(from, from + step));
      return current.size < before;
    },
    /** Stores a new keyword under the key of mapping `number`, which must be in the list. */
    edit(number: number) {
      const { key } = mappingOf(number);
      const { description, glAccount } = mappingOf(added++);
      apply([{ key, description, glAccount }], []);
    },
    expectAnswers() {
      const lines = Array.from({ length: LINES }, () => randomLine(random, mappingOf, added));
      const rows = splitRows(lines.join('\n'));
      const found = new Int32Array(rows.count);
      classifier.classifyRows(rows, 0, rows.count, found);
      const expected = plainAnswers(lines, current.values());
      const context = `seed ${seed}, ${current.size} mappings`;
      const account = (id: number) => (id < 0 ? NO_MATCH : classifier.mapping(id).glAccount);
      expect([...found].map(account), context).toEqual(expected);
      expect(
        lines.map((line) => account(classifier.classify(line))),
        context,
      ).toEqual(expected);
    },
    expectBoundedMemory() {
      const fresh = changeableBytes(buildIndex(createMappingsById(current.values())));
      expect(changeableBytes(index) / fresh, `seed ${seed}, ${current.size} mappings`).toBeLessThanOrEqual(2);
      let known = 0;
      for (let id = 0; id < ids; id++) if (mappings.get(id)) known++;
      expect(known).toBe(current.size);
    },
  };
}

/** The oracle's answers. It gets only the mappings whose keyword is part of the line, since no other can win. */
function plainAnswers(lines: readonly string[], mappings: Iterable<Mapping>): string[] {
  const byKeyword = new Map<string, Mapping[]>();
  for (const mapping of mappings) {
    const keyword = normalise(mapping.description);
    byKeyword.set(keyword, [...(byKeyword.get(keyword) ?? []), mapping]);
  }
  return lines.map((line) => {
    const held = partsOf(normalise(line)).flatMap((part) => byKeyword.get(part) ?? []);
    return classifyNaively(line, held)?.glAccount ?? NO_MATCH;
  });
}

function partsOf(text: string): string[] {
  const parts = new Set<string>();
  for (let from = 0; from < text.length; from++)
    for (let to = from + 1; to <= text.length; to++) parts.add(text.slice(from, to));
  return [...parts];
}

/** Without the automaton, which is built because of texts and not of changes. */
function changeableBytes(index: KeyIndex): number {
  return heldBytes({ ...index, automaton: null });
}

/** A line with a keyword that is in the list, was in it, will be in it, or with none. */
function randomLine(random: Random, mappingOf: (n: number) => Mapping, added: number): string {
  const { description } = mappingOf(below(random, added + 2));
  const text = random() < 0.2 ? description.slice(0, -1) : description;
  return pick(random, [text, `${text} ON 12 NOVEMBER`, `REF 7 ${text.toLowerCase()}`]);
}

/** The sizes to check at: each doubling, and some in between. */
function stages(random: Random, last: number): Set<number> {
  const sizes = new Set<number>([last, ...doublings(last)]);
  for (let i = 0; i < RANDOM_STAGES; i++) sizes.add(1 + below(random, last));
  return sizes;
}

function doublings(last: number): number[] {
  const sizes: number[] = [];
  for (let size = 1; size < last; size *= 2) sizes.push(size);
  return sizes;
}

describe.each(lists)('a list of %s', (_name, mappingOf) => {
  const growths = byStage({
    usual: { 1: 200, 10: 500, 500: 1_500, 5000: 5_000 },
    full: { 1: 100_000, 10: 100_000, 500: 100_000, 5000: 100_000 },
  });
  it.each(Object.entries(growths).map(([step, last]) => [Number(step), last] as const))(
    'grows by %i to %i and shrinks to nothing, with right answers and the memory of one built at once',
    (step, last) => {
      const fixture = createFixture(mappingOf, step);
      const sizes = [...stages(seededRandom(step), last)].sort((a, b) => a - b);
      const check = () => {
        fixture.expectAnswers();
        if (step > 1 || fixture.size() <= FEW_AT_ONCE) fixture.expectBoundedMemory();
      };
      for (const size of sizes) if (fixture.growTo(size, step, last)) check();
      for (const size of [...doublings(last).toReversed(), 0]) if (fixture.shrinkTo(size, step)) check();
      expect(fixture.size()).toBe(0);
    },
    600_000,
  );

  it('gives right answers and keeps its memory over random edits', () => {
    const [size, edits] = byStage({ usual: [300, 1_000] as const, full: [10_000, 100_000] as const });
    const random = seededRandom(7);
    const fixture = createFixture(mappingOf, 7);
    fixture.growTo(size);
    const sizes = stages(random, edits);
    for (let edit = 1; edit <= edits; edit++) {
      fixture.edit(below(random, size));
      if (!sizes.has(edit)) continue;
      fixture.expectAnswers();
      fixture.expectBoundedMemory();
    }
    expect(fixture.size()).toBe(size);
  }, 600_000);
});
