import { describe, expect, it, vi } from 'vitest';
import type { TableQuery } from '#contract/table.ts';
import { LETTERS, letterOf } from '#model/letter.ts';
import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import { TableIndex } from '#workers/ledger/table/TableIndex.ts';
import { settled } from '../support/fakeTiming.ts';
import { seededRandom } from '../support/random.ts';
import { setupTable } from '../support/tableSetup.ts';

const WORDS = 'Acme|acme|Élan|E\u0301lan|Ünal|3M| Bolt|zeta|Zeta  Co|#1|inn|東京|A.B'.split('|');
const LETTER_A: TableQuery = { kind: 'letter', letter: 'A' };

function randomMapping(random: () => number): Mapping {
  const word = () => WORDS[Math.floor(random() * WORDS.length)] as string;
  const description = `${word()} ${word()} ${Math.floor(random() * 40)}`;
  const glAccount = random() < 0.1 ? 'Rent Inn' : `6${Math.floor(random() * 12)}00`;
  return { key: mappingKey(description), description, glAccount };
}

function build(mappings: Iterable<Mapping>): TableIndex {
  const steps = TableIndex.build([...mappings]);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const fold = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The plain answer: filter everything, then sort everything. */
function naive(list: Iterable<Mapping>, query: TableQuery): Mapping[] {
  const isListed = (mapping: Mapping) =>
    query.kind === 'letter'
      ? letterOf(mapping.description) === query.letter
      : [mapping.description, mapping.glAccount].some((text) => fold(text).includes(fold(query.text)));
  const rank = (mapping: Mapping) => LETTERS.indexOf(letterOf(mapping.description));
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...list]
    .filter(isListed)
    .sort(
      (a, b) =>
        rank(a) - rank(b) || compare(fold(a.description), fold(b.description)) || compare(a.key, b.key),
    );
}

it.each([
  ['acme', 'A'],
  ['  Zeta', 'Z'],
  ['\u00a0Bolt', 'B'],
  ['\u200b\u00adCafe', 'C'],
  ['Élan', '#'],
  ['E\u0301lan', '#'],
  ['3M', '#'],
  ['東京', '#'],
  ['ıstanbul', '#'],
  ['ßen', '#'],
  ['Ａcme', '#'],
  ['', '#'],
])('the letter of a description of %j is %s', (description, letter) => {
  expect(letterOf(description)).toBe(letter);
});

const TEXTS = ['acme', 'ÉLAN', 'inn', ' 6', '6100', 'zeta co', 'co 1', 'a.b', 'e', '', 'nowhere', 'rent'];
const QUERIES: readonly TableQuery[] = [
  ...LETTERS.map((letter) => ({ kind: 'letter', letter }) as const),
  ...TEXTS.map((text) => ({ kind: 'search', text }) as const),
];

/** Some thirty entries written and removed, applied to the list too. */
function changeSome(random: () => number, list: Map<MappingKey, Mapping>): Map<MappingKey, Mapping | null> {
  const changes = new Map<MappingKey, Mapping | null>();
  for (let i = 0; i < random() * 30; i++) {
    const mapping = randomMapping(random);
    changes.set(mapping.key, random() < 0.4 ? null : mapping);
  }
  for (const [key, mapping] of changes) {
    if (mapping) list.set(key, mapping);
    else list.delete(key);
  }
  return changes;
}

it.each([1, 2, 3, 4, 5, 6])(
  'the table finds what the naive filter finds, through changes (seed %i)',
  (seed) => {
    const random = seededRandom(seed);
    const first = Array.from({ length: 300 }, () => randomMapping(random));
    const list = new Map(first.map((mapping) => [mapping.key, mapping]));
    const index = build(list.values());
    for (let round = 0; round < 20; round++) {
      const query = QUERIES[Math.floor(random() * QUERIES.length)] as TableQuery;
      const expected = naive(list.values(), query);
      expect(index.find(query)).toEqual(expected);
      expect(index.size).toBe(list.size);
      index.apply(changeSome(random, list));
    }
    for (const query of QUERIES) expect(index.find(query)).toEqual(naive(list.values(), query));
    const numbers = LETTERS.map((letter) => naive(list.values(), { kind: 'letter', letter }).length);
    expect(index.perLetter()).toEqual(numbers);
  },
);

describe('a page of the table', () => {
  const acme = (i: number) => [`Acme ${String(i).padStart(2, '0')}`, '6100'] as const;
  const many = Array.from({ length: 65 }, (_unused, i) => acme(i));

  it('has thirty rows, and the counts around them', async () => {
    const { view } = await setupTable([...many, ['Bolt Ltd', '7000']]);
    const page = await view.page(LETTER_A, 2);
    expect(page).toMatchObject({ page: 2, pages: 3, found: 65, total: 66, selected: 0 });
    expect(page?.rows.map(({ mapping }) => mapping.description)[0]).toBe('Acme 30');
    expect(page?.rows).toHaveLength(30);
    expect(page?.perLetter.slice(0, 3)).toEqual([65, 1, 0]);
  });

  it.each([
    [0, 1],
    [-3, 1],
    [4, 3],
    [1000, 3],
  ])('number %i is page %i of three', async (asked, shown) => {
    const { view } = await setupTable(many);
    expect((await view.page(LETTER_A, asked))?.page).toBe(shown);
  });

  it('is page 1 of 1 where nothing is found', async () => {
    const { view } = await setupTable(many);
    const page = await view.page({ kind: 'search', text: 'nowhere' }, 1);
    expect(page).toMatchObject({ page: 1, pages: 1, found: 0 });
  });

  it('is not there until the list is whole', async () => {
    const { view, database, ledger } = await setupTable(many, { silent: true });
    expect(await view.page(LETTER_A, 1)).toBeNull();
    database.silent = false;
    ledger.retry();
    await settled();
    expect(await view.page(LETTER_A, 1)).toMatchObject({ found: 65 });
  });

  it('shows what somebody else has written, also while the index is being built', async () => {
    const { view, writeElsewhere, elsewhere } = await setupTable(many);
    const page = view.page({ kind: 'letter', letter: 'B' }, 1);
    writeElsewhere('Bolt Ltd', '7000');
    await page;
    await settled();
    expect(await view.page({ kind: 'letter', letter: 'B' }, 1)).toMatchObject({ found: 1 });
    await elsewhere({ 'Bolt Two': '7000' });
    expect(await view.page({ kind: 'letter', letter: 'B' }, 1)).toMatchObject({ found: 2 });
  });

  it('shows older entries and those without usable fields', async () => {
    const { view } = await setupTable([], {
      stored: {
        'Old entry': '6100',
        'No fields': { x: 1 },
        'As number': { description: 'As number', glAccount: 5 },
      },
    });
    const rows = (await view.page({ kind: 'search', text: '' }, 1))?.rows ?? [];
    expect(rows.map(({ mapping }) => [mapping.description, mapping.glAccount])).toEqual([
      ['As number', '5'],
      ['No fields', 'Unknown'],
      ['Old entry', '6100'],
    ]);
  });
});

describe('a refresh', () => {
  it('is in step when the server answers', async () => {
    const { view } = await setupTable([]);
    expect(await view.refresh()).toBe('in-step');
  });

  it('connects anew when it does not', async () => {
    const { view, database } = await setupTable([]);
    const reconnect = vi.spyOn(database, 'reconnect');
    vi.spyOn(database, 'read').mockRejectedValue(new Error('Client is offline.'));
    expect(await view.refresh()).toBe('unreachable');
    expect(reconnect).toHaveBeenCalledOnce();
  });
});

describe('the selection', () => {
  const list = Array.from({ length: 40 }, (_unused, i) => [`Acme ${i}`, '6100'] as const);

  it('survives paging and another letter', async () => {
    const { view } = await setupTable([...list, ['Bolt Ltd', '7000']]);
    view.select(['Acme 1', 'Bolt Ltd'] as MappingKey[], true);
    const page = await view.page(LETTER_A, 2);
    expect(page).toMatchObject({ selected: 2, foundSelected: 1 });
  });

  it('takes in all that is found, and lets single ones go', async () => {
    const { view } = await setupTable(list);
    await view.selectFound({ kind: 'search', text: 'acme' });
    view.select(['Acme 7'] as MappingKey[], false);
    expect(await view.page(LETTER_A, 1)).toMatchObject({ selected: 39, foundSelected: 39 });
    view.clearSelection();
    expect(await view.page(LETTER_A, 1)).toMatchObject({ selected: 0 });
  });

  it('loses entries that somebody else changes or removes', async () => {
    const { view, writeElsewhere, elsewhere } = await setupTable(list);
    view.select(['Acme 1', 'Acme 2', 'Acme 3'] as MappingKey[], true);
    writeElsewhere('Acme 1', '9999');
    await elsewhere({ 'Acme 2': null });
    const page = await view.page(LETTER_A, 1);
    expect(page?.rows.filter((row) => row.isSelected).map(({ mapping }) => mapping.key)).toEqual(['Acme 3']);
  });

  it('takes only what is in the list', async () => {
    const { view } = await setupTable(list);
    view.select(['Nobody'] as MappingKey[], true);
    expect(await view.page(LETTER_A, 1)).toMatchObject({ selected: 0 });
  });
});
