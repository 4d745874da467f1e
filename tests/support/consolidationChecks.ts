import { expect, it } from 'vitest';
import type { SerializedMappings } from '#contract/serializedMappings.ts';
import { deserializeMappings, serializeMappings } from '#contract/serializedMappings.ts';
import { changedList } from '#engine/analysis/analyse.ts';
import type { ListChange } from '#model/listChange.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { MAPPINGS_PATH } from '#model/paths.ts';
import { AnalysisSession } from '#workers/analysis/AnalysisSession.ts';
import { PairImporter } from '#workers/analysis/PairImporter.ts';
import type { MappingUploader } from '#workers/ledger/upload/MappingUploader.ts';
import { changedTexts } from './changedTexts.ts';
import { byStage } from './fullRun.ts';
import { setupLedger } from './ledgerSetup.ts';
import { mappingsOf, storedMappingsOf } from './pairsOfText.ts';
import { plainUploader } from './plainUploader.ts';
import { seededRandom } from './random.ts';
import { setupTable } from './tableSetup.ts';

const SEEDS = byStage({ usual: [1], full: [1, 2, 3] });
/** Consolidations of a list whose choices are tried, evenly spread: each needs two classifiers. */
const CHOICES_TRIED = byStage({ usual: 4, full: 12 });

/** Registers what must hold when lists of pairs, as people have them, are uploaded, analysed and consolidated. */
export function itKeepsAccountsOf(lists: readonly { readonly name: string; readonly text: string }[]): void {
  it.each(lists)('leave every original text its account: $name', async ({ text }) => {
    let approved = 0;
    for (const seed of SEEDS) {
      const { stored, pasted } = divide(text, seededRandom(seed));
      const importer = new PairImporter();
      const { pairs } = importer.readText(pasted, true);
      const session = new AnalysisSession();
      const report = await session.analyse(pairs, serializeMappings(stored), () => {});
      if (report.kind !== 'report') throw new Error(`The analysis ended as ${report.kind}.`);
      const unannounced = report.consolidations.filter(
        ({ status, changes }) => status === 'OK' && changes === 0,
      );
      await session.decide(report.revision, unannounced);
      const consolidated = session.decidedList() as SerializedMappings;

      const plain = await listAfterUpload(stored, pairs);
      const short = await listAfterUpload(stored, consolidated);
      expect(changedTexts(plain, short), `seed ${seed}`).toEqual([]);
      if (unannounced.length > 0) expect(short.length).toBeLessThan(plain.length);
      approved += unannounced.length;
    }
    // The short lists have no consolidation; the test must not pass for want of any in the others.
    if (text.length > 100_000) expect(approved).toBeGreaterThan(0);
  });

  it.each(lists)('change exactly the known texts that a choice announces: $name', async ({ text }) => {
    const session = new AnalysisSession();
    const list = storedMappingsOf(text);
    const report = await session.analyse(serializeMappings(list), null, () => {});
    if (report.kind !== 'report') throw new Error(`The analysis ended as ${report.kind}.`);
    const before = list.filter(({ key }) => !report.duplicates.includes(key));
    expect(changedTexts(list, before)).toEqual([]);
    for (const consolidation of spread(report.consolidations, CHOICES_TRIED)) {
      for (const choice of consolidation.alternative
        ? [consolidation, consolidation.alternative]
        : [consolidation]) {
        const decision = { id: consolidation.id, glAccount: choice.glAccount };
        const after = changedList(before, session.change(report.revision, decision) as ListChange);
        expect(changedTexts(before, after), consolidation.keyword).toHaveLength(choice.changes);
      }
    }
  });

  it.each(lists)('of the stored list leave every known text its account: $name', async ({ text }) => {
    const { editor, ledger } = await setupTable(
      mappingsOf(text).map(({ description, glAccount }) => [description, glAccount] as const),
    );
    const original = [...ledger.list.entries.values()];
    const session = new AnalysisSession();
    const report = await session.analyse(editor.takeSnapshot(), null, () => {});
    if (report.kind !== 'report') throw new Error(`The analysis ended as ${report.kind}.`);
    await editor.removeDuplicates(report.duplicates);
    const unannounced = report.consolidations.filter(
      ({ status, changes }) => status === 'OK' && changes === 0,
    );
    for (const decision of unannounced) {
      const change = session.change(report.revision, decision) as ListChange;
      expect((await editor.apply(change)).kind).toBe('saved');
    }
    expect(changedTexts(original, [...ledger.list.entries.values()])).toEqual([]);
  });

  it.each(lists)('give a CSV file that changes nothing when it comes back: $name', async ({ text }) => {
    const importer = new PairImporter();
    const { pairs } = importer.readText(text, true);
    const stored = await deserializeMappings(pairs);
    const csv = await importer.toCsv(serializeMappings(stored));
    const read = await importer.readFile(csv, true, {}, () => {});
    if (read.kind !== 'lines') throw new Error(`The file was read as ${read.kind}.`);
    for (const back of [read.imported, importer.readText(read.text, true)]) {
      expect(await deserializeMappings(back.pairs)).toEqual(stored);
      expect(back.rejectedCounts).toEqual({});
      const uploader = await uploaderOver(stored);
      expect(await uploader.dryRun(back.pairs)).toEqual({
        new: 0,
        present: stored.length,
        'other-account': 0,
        'case-variant': 0,
        repeated: 0,
      });
    }
  });
}

/** A third of the pairs is stored already, the rest is pasted. */
function divide(text: string, random: () => number): { stored: Mapping[]; pasted: string } {
  const stored = new Map<string, Mapping>();
  const pasted: string[] = [];
  for (const line of text.split('\n')) {
    const [description = '', glAccount = ''] = line.split('\t');
    if (random() > 1 / 3) pasted.push(line);
    else if (description !== '' && glAccount !== '') {
      const key = mappingKey(description);
      stored.set(key, { key, description, glAccount });
    }
  }
  return { stored: [...stored.values()], pasted: pasted.join('\n') };
}

async function listAfterUpload(stored: readonly Mapping[], pairs: SerializedMappings): Promise<Mapping[]> {
  const { ledger } = await ledgerOver(stored);
  const uploader = plainUploader(ledger.list);
  expect((await uploader.upload({ pairs, batch: 'b1' }, false, () => {})).kind).toBe('complete');
  return [...ledger.list.entries.values()];
}

async function uploaderOver(stored: readonly Mapping[]): Promise<MappingUploader> {
  const { ledger } = await ledgerOver(stored);
  return plainUploader(ledger.list);
}

function ledgerOver(stored: readonly Mapping[]) {
  const leaves = stored.map(({ key, description, glAccount }) => [
    `${MAPPINGS_PATH}/${key}`,
    { description, glAccount },
  ]);
  return setupLedger(Object.fromEntries(leaves));
}

/** At most `count` of the items, evenly spread. */
function spread<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.ceil(items.length / count));
  return items.filter((_item, i) => i % step === 0);
}
