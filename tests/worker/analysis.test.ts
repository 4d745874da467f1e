import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  deserializeMappings,
  type SerializedMappings,
  serializeMappings,
} from '#contract/serializedMappings.ts';
import { analyseAtOnce } from '#engine/analysis/analyse.ts';
import type { Mapping } from '#model/mapping.ts';
import { type AnalysisService, startAnalysis } from '#src/services/analysis.ts';
import { mapping as toMapping } from '../support/mapping.ts';

let service: AnalysisService | undefined;
afterEach(() => service?.stop());

function setup() {
  service = startAnalysis();
  const { analyse, readFile, session, importer } = service;
  return { analyse, readFile, session, importer };
}

describe('the analysis worker', () => {
  it('answers as the engine does, and gives originals and changes on demand', async () => {
    const {
      analyse,
      session: { originals, change, decide, decidedList },
    } = setup();
    const list = hotels(30, '6000');
    const outcome = await analyse(serializeMappings(list), null);
    const [expected] = analyseAtOnce({ list }).consolidations;
    expect(outcome).toMatchObject({
      kind: 'report',
      duplicates: [],
      revision: 1,
      consolidations: [{ id: 0, status: 'OK', keyword: 'PREMIER INN', count: 30, removed: 30, changes: 0 }],
    });
    expect(await decidedList()).toBeNull();
    expect(await originals(0, 10, 12)).toEqual(expected?.originals.slice(10, 12));
    const remove = list.map(({ key }) => key);
    const decision = { id: 0, glAccount: '6000' };
    expect(await change(1, decision)).toEqual({ set: [toMapping('PREMIER INN', '6000')], remove });
    expect(await decide(1, [decision])).toEqual({ revision: 2, consolidations: [] });
    const decided = await deserializeMappings((await decidedList()) as SerializedMappings);
    expect(decided).toMatchObject([{ description: 'PREMIER INN' }]);
  });

  it('gives a conflict to the account that is chosen', async () => {
    const {
      analyse,
      session: { change },
    } = setup();
    await analyse(serializeMappings([...hotels(30, '6000'), toMapping('Premier Inn', '7000')]), null);
    const changed = await change(1, { id: 0, glAccount: '7000' });
    expect(changed).toEqual({ set: [toMapping('PREMIER INN', '7000')], remove: ['Premier Inn'] });
  });

  it('computes the other consolidations anew after every decision, and as before when it is taken back', async () => {
    const {
      analyse,
      session: { decide, takeBack, decidedList },
    } = setup();
    const london = (i: number) => toMapping(`Ocelot Catering London ${i}`, 'A');
    const list = [
      ...Array.from({ length: 9 }, (_unused, i) => toMapping(`Ocelot Catering ${i}`, 'A')),
      ...Array.from({ length: 4 }, (_unused, i) => london(i)),
      ...Array.from({ length: 12 }, (_unused, i) => ({ ...london(50 + i), glAccount: 'B' })),
    ];
    const first = await analyse(serializeMappings(list), null);
    expect(first).toMatchObject({ consolidations: [{ glAccount: 'A' }, { glAccount: 'B', changes: 0 }] });
    const [revision] = first.kind === 'report' ? [first.revision] : [];
    const second = await decide(revision as number, [{ id: 0, glAccount: 'A' }]);
    expect(second?.consolidations).toMatchObject([
      { id: 1, glAccount: 'B', changes: 4, conflictMappings: 0, conflictReplaced: 4 },
    ]);
    const back = await takeBack(second?.revision as number);
    expect(back?.consolidations).toEqual(first.kind === 'report' ? first.consolidations : []);
    expect(await decidedList()).toBeNull();
  });

  it('decides nothing on a report that is not the latest', async () => {
    const {
      analyse,
      session: { change, decide, takeBack, decidedList },
    } = setup();
    await analyse(serializeMappings(hotels(30, '6000')), null);
    const decision = { id: 0, glAccount: '6000' };
    const both = await Promise.all([decide(1, [decision]), decide(1, [decision])]);
    expect(both).toEqual([{ revision: 2, consolidations: [] }, null]);
    expect(await change(1, decision)).toBeNull();
    expect(await takeBack(1)).toBeNull();
    expect((await decidedList())?.size).toBe(1);
  });

  it('takes the stored list into account in an upload', async () => {
    const { analyse } = setup();
    const stored = serializeMappings([toMapping('Premier Inn Leeds', '7000')]);
    expect(await analyse(serializeMappings(hotels(30, '6000')), stored)).toMatchObject({
      consolidations: [{ status: 'CONFLICT', conflict: { glAccount: '7000' } }],
    });
  });

  it('reports progress and stops when cancelled', async () => {
    const { analyse } = setup();
    // The worker of these tests is on this thread; by this clock every slice ends after one step.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
    const controller = new AbortController();
    const shares: number[] = [];
    const outcome = await analyse(serializeMappings(hotels(10_000, '6000')), null, {
      signal: controller.signal,
      onProgress: (share) => {
        shares.push(share);
        controller.abort();
      },
    });
    expect(outcome).toEqual({ kind: 'cancelled' });
    expect(shares.length).toBeGreaterThan(0);
  });

  it('cancels an analysis when another one begins', async () => {
    const { analyse } = setup();
    const first = analyse(serializeMappings(hotels(60_000, '6000')), null);
    const second = analyse(serializeMappings(hotels(12, '6000')), null);
    expect(await first).toEqual({ kind: 'cancelled' });
    expect(await second).toMatchObject({ kind: 'report', consolidations: [{ count: 12 }] });
  });

  it('reads pasted text and files, and writes them', async () => {
    const {
      readFile,
      importer: { readText, lines, linesText, rejectedText, toCsv },
    } = setup();
    const imported = await readText('Keyword\tAccount\nACME Ltd\t1\nnew shop\t2\nabc\t3\nacme ltd\t9', false);
    expect(imported).toMatchObject({
      rejectedCounts: { 'too-short': 1 },
      contradictionCount: 1,
      header: { description: 'Keyword' },
    });
    expect(await lines('too-short', 0, 9)).toEqual([['4', 'abc\t3']]);
    expect(await (await linesText('contradiction')).text()).toBe('acme ltd\t9\tACME Ltd\t1');
    expect(await rejectedText()).toBe('abc\t3');
    const csv = await toCsv(imported.pairs);
    expect(await csv.text()).toContain('"ACME Ltd","1"\r\n');
    const back = await readFile(csv, true, {});
    const again = await readText(back.kind === 'lines' ? back.text : back.kind, false);
    expect(await deserializeMappings(again.pairs)).toEqual(await deserializeMappings(imported.pairs));
  });

  it('reads a file below the text last read, and knows the lines of both', async () => {
    const {
      readFile,
      importer: { readText, lines },
    } = setup();
    await readText('new shop\t2\nabc\t3', false);
    const file = new Blob(['Keyword,Account\nNEW SHOP,2\ndef,4\nOther shop,5\n']);
    const outcome = await readFile(file, false, {});
    expect(outcome).toMatchObject({
      kind: 'lines',
      text: 'NEW SHOP\t2\ndef\t4\nOther shop\t5',
      leftOut: 0,
      imported: { repeated: 1, rejectedCounts: { 'too-short': 2 }, header: null },
    });
    const pairs = outcome.kind === 'lines' ? await deserializeMappings(outcome.imported.pairs) : [];
    expect(pairs).toEqual([toMapping('new shop', '2'), toMapping('Other shop', '5')]);
    expect(await lines('too-short', 0, 9)).toEqual([
      ['2', 'abc\t3'],
      ['4', 'def\t4'],
    ]);
  });

  it('shows a long rejected line shortened, and hands it out whole with its account', async () => {
    const {
      importer: { readText, lines, linesText, rejectedText },
    } = setup();
    const line = `${'very long '.repeat(300)}\t6100`;
    await readText(line, false);
    const [[, shown] = []] = await lines('key-too-long', 0, 9);
    expect(shown).toBe(`${line.slice(0, 2_000)}…`);
    expect(await rejectedText()).toBe(line);
    expect(await (await linesText('key-too-long')).text()).toBe(`1\t${line}`);
  });

  it('reads a long rejected line of a file with its account', async () => {
    const {
      readFile,
      importer: { rejectedText },
    } = setup();
    const description = 'very long '.repeat(300).trim();
    const outcome = await readFile(new Blob([`${description},6100\n`]), true, {});
    expect(outcome).toMatchObject({ kind: 'lines', text: `${description}\t6100` });
    expect(await rejectedText()).toBe(`${description}\t6100`);
  });
});

function hotels(count: number, glAccount: string): Mapping[] {
  return Array.from({ length: count }, (_unused, i) => toMapping(`Premier Inn${100_000 + i}`, glAccount));
}
