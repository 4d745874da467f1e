import { afterEach, describe, expect, it, vi } from 'vitest';
import { deserializeMappings, serializeMappings } from '#contract/serializedMappings.ts';
import { analyseAtOnce } from '#engine/analysis/analyse.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { type AnalysisService, startAnalysis } from '#src/services/analysis.ts';
import { PairImporter } from '#workers/analysis/PairImporter.ts';

let service: AnalysisService | undefined;
afterEach(() => service?.stop());

function setup(): AnalysisService {
  service = startAnalysis();
  return service;
}

describe('the analysis worker', () => {
  it('answers as the engine does, and gives originals and changes on demand', async () => {
    const { analyse, originals, change, apply } = setup();
    const list = hotels(30, '6000');
    const outcome = await analyse(serializeMappings(list), null);
    const [expected] = analyseAtOnce({ list }).proposals;
    expect(outcome).toMatchObject({
      kind: 'report',
      duplicates: [],
      proposals: [{ id: 0, status: 'OK', keyword: 'PREMIER INN', count: 30, removed: 30, changes: 0 }],
    });
    expect(await originals(0, 10, 12)).toEqual(expected?.originals.slice(10, 12));
    expect(await change(0, '6000')).toEqual({
      set: [{ key: 'PREMIER INN', description: 'PREMIER INN', glAccount: '6000' }],
      remove: list.map(({ key }) => key),
    });
    expect((await deserializeMappings(await apply(0, '6000'))).map(({ description }) => description)).toEqual(
      ['PREMIER INN'],
    );
  });

  it('gives a conflict to the account that is chosen', async () => {
    const { analyse, change } = setup();
    await analyse(serializeMappings([...hotels(30, '6000'), toMapping('Premier Inn', '7000')]), null);
    expect(await change(0, '7000')).toEqual({
      set: [{ key: 'PREMIER INN', description: 'PREMIER INN', glAccount: '7000' }],
      remove: ['Premier Inn'],
    });
  });

  it('heeds the stored list of an upload', async () => {
    const { analyse } = setup();
    const stored = serializeMappings([toMapping('Premier Inn Leeds', '7000')]);
    expect(await analyse(serializeMappings(hotels(30, '6000')), stored)).toMatchObject({
      proposals: [{ status: 'CONFLICT', conflict: { glAccount: '7000' } }],
    });
  });

  it('reports progress and stops when told to', async () => {
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
    expect(await second).toMatchObject({ kind: 'report', proposals: [{ count: 12 }] });
  });

  it('reads pasted text and files, compares and writes them', async () => {
    const { readText, readFile, dryRun, newPairs, toCsv } = setup();
    const imported = await readText('Keyword\tAccount\nACME Ltd\t1\nnew shop\t2\nabc\t3\nacme ltd\t9');
    expect(imported).toMatchObject({
      rejectedCounts: { 'too-short': 1 },
      contradictionCount: 1,
      header: { description: 'Keyword' },
    });
    const counts = await dryRun(imported.pairs, serializeMappings([toMapping('ACME Ltd', '7')]));
    expect(counts).toMatchObject({ new: 1, 'other-account': 1 });
    expect(await deserializeMappings(await newPairs())).toEqual([toMapping('new shop', '2')]);
    const csv = await toCsv(imported.pairs);
    expect(await csv.text()).toContain('"ACME Ltd","1"\r\n');
    const back = await readFile(csv, true);
    const again = await readText(back.kind === 'lines' ? back.text : back.kind);
    expect(await deserializeMappings(again.pairs)).toEqual(await deserializeMappings(imported.pairs));
  });

  it('lists what the dry run asked for last has found, also when one before it takes longer', async () => {
    const importer = new PairImporter();
    const held = heldParcel();
    const first = importer.dryRun(serializeMappings(hotels(30, '6000')), held.parcel);
    const second = importer.dryRun(serializeMappings(hotels(2, '6000')), serializeMappings([]));
    expect(await second).toMatchObject({ new: 2 });
    held.release();
    expect(await first).toMatchObject({ new: 30 });
    expect(importer.newPairs().size).toBe(2);
  });
});

function hotels(count: number, glAccount: string): Mapping[] {
  return Array.from({ length: count }, (_unused, i) => toMapping(`Premier Inn${100_000 + i}`, glAccount));
}

function toMapping(description: string, glAccount: string): Mapping {
  return { key: mappingKey(description), description, glAccount };
}

/** An empty parcel that cannot be opened before it is released. */
function heldParcel() {
  const parcel = serializeMappings([]);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  parcel.blob.text = () => released.then(() => '[]');
  return { parcel, release };
}
