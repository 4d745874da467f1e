import { describe, expect, it } from 'vitest';
import type { Assessment } from '#contract/analysis.ts';
import type { ListChange } from '#model/listChange.ts';
import type { Mapping } from '#model/mapping.ts';
import { AnalysisSession } from '#workers/analysis/AnalysisSession.ts';
import { settled } from '../support/fakeTiming.ts';
import { byStage } from '../support/fullRun.ts';
import { changedNaively, classifyNaively } from '../support/naiveClassifier.ts';
import { pick, seededRandom } from '../support/random.ts';
import { setupTable } from '../support/tableSetup.ts';
import { randomList } from '../unit/analysis/randomLists.ts';

const WORDS = ['PREMIER', 'INN', 'INNS', 'MIER', 'A.B', 'A/B', 'café', 'CAFÉ', 'SHOP', '44'];
const SEEDS = byStage({ usual: 20, full: 60 });
/** Of each outcome, so that the test does not pass for want of one. */
const LEAST = byStage({ usual: 5, full: 20 });

it('a consolidation carried out after others have changed the list changes exactly the known texts that were announced, or is refused', async () => {
  const outcomes: string[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) outcomes.push(...(await outcomesOf(seed)));
  expect(outcomes.filter((kind) => kind === 'saved').length).toBeGreaterThan(LEAST);
  expect(outcomes.filter((kind) => kind === 'outdated').length).toBeGreaterThan(LEAST);
});

describe('what approvals have replaced', () => {
  it('is protected when somebody removes the mapping that kept its account', async () => {
    const { editor, ledger, session, report, elsewhere } = await setupOcelots();
    const first = { id: 0, glAccount: 'A' };
    await editor.apply(session.change(report.revision, first) as ListChange);
    const next = (await session.decide(report.revision, [first])) as Assessment;
    expect(next.consolidations).toMatchObject([{ id: 1, keyword: 'OCELOT CATERING LONDON', changes: 0 }]);
    await elsewhere({ 'CATERING LONDON OFFICE': null });
    const change = session.change(next.revision, { id: 1, glAccount: 'B' }) as ListChange;
    expect(await editor.apply(change)).toMatchObject({ kind: 'outdated' });
    const replaced = 'OCELOT CATERING LONDON OFFICE 0';
    expect(classifyNaively(replaced, [...ledger.list.entries.values()])?.glAccount).toBe('A');
  });

  it('counts as changed when it is brought back after another analysis', async () => {
    const { editor, session, report, view } = await setupOcelots();
    const change = session.change(report.revision, { id: 0, glAccount: 'A' }) as ListChange;
    const approved = await editor.apply(change);
    editor.takeSnapshot();
    if (approved.kind !== 'saved' || approved.undo === null) throw new Error('The approval was not saved.');
    expect(await editor.undo(approved.undo)).toMatchObject({ kind: 'undone', skipped: [] });
    const table = await view.page({ kind: 'letter', letter: 'O', order: 'keyword' }, 1);
    expect(table?.changedSinceAnalysis).toBe(change.set.length + change.remove.length);
  });
});

/** An analysed list in which texts of A keep their account by a mapping that is no original. */
async function setupOcelots() {
  const list: [string, string][] = [['CATERING LONDON OFFICE', 'A']];
  for (let i = 0; i < 9; i++) list.push([`OCELOT CATERING ${i}`, 'A']);
  for (let i = 0; i < 4; i++) list.push([`OCELOT CATERING LONDON OFFICE ${i}`, 'A']);
  for (let i = 0; i < 12; i++) list.push([`OCELOT CATERING LONDON ${i}`, 'B']);
  const table = await setupTable(list);
  const session = new AnalysisSession();
  const report = await session.analyse(table.editor.takeSnapshot(), null, () => {});
  if (report.kind !== 'report') throw new Error(`The analysis ended as ${report.kind}.`);
  return { ...table, session, report };
}

/** Analyses a random list, lets others change it, and carries out the consolidations one after another. */
async function outcomesOf(seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const list = randomList(random, WORDS, { size: 60, accounts: 2 + (seed % 2) });
  const { editor, ledger, writeElsewhere } = await setupTable(
    list.map(({ description, glAccount }) => [description, glAccount] as const),
  );
  const stored = () => [...ledger.list.entries.values()];
  const session = new AnalysisSession();
  const report = await session.analyse(editor.takeSnapshot(), null, () => {});
  if (report.kind !== 'report') throw new Error(`The analysis ended as ${report.kind}.`);
  await editor.removeDuplicates(report.duplicates);
  for (let i = 0; i < 3; i++) {
    const description = variant(pick(random, list).description, random);
    if (description !== '') writeElsewhere(description, pick(random, ['K0', 'K1', 'K9', null]));
  }
  await settled();
  const outcomes: string[] = [];
  let assessment: Assessment = report;
  const replaced: Mapping[] = [];
  for (const { id } of report.consolidations) {
    const consolidation = assessment.consolidations.find((open) => open.id === id);
    if (!consolidation) continue;
    const choice = random() < 0.5 ? consolidation : (consolidation.alternative ?? consolidation);
    const decision = { id, glAccount: choice.glAccount };
    const before = stored();
    const { kind } = await editor.apply(session.change(assessment.revision, decision) as ListChange);
    outcomes.push(kind);
    const announced = kind === 'saved' ? choice.changes : 0;
    const changed = changedNaively([...before, ...replaced], before, stored());
    expect(changed, `seed ${seed}, ${consolidation.keyword}`).toHaveLength(announced);
    if (kind !== 'saved') continue;
    const now = ledger.list.entries;
    replaced.push(...before.filter((entry) => now.get(entry.key)?.description !== entry.description));
    assessment = (await session.decide(assessment.revision, [decision])) as Assessment;
  }
  return outcomes;
}

/** The text itself, a stretch of it, or something that contains it: what may bear on a consolidation. */
function variant(text: string, random: () => number): string {
  const way = random();
  if (way < 0.3) return text;
  const from = Math.floor((random() * text.length) / 2);
  if (way < 0.7) return text.slice(from, from + 5 + Math.floor(random() * text.length)).trim();
  return `${pick(random, WORDS)} ${text}`;
}
