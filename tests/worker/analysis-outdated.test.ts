import { describe, expect, it } from 'vitest';
import { normalise } from '#engine/normalise.ts';
import { isUsable, type Mapping } from '#model/mapping.ts';
import { AnalysisSession } from '#workers/analysis/AnalysisSession.ts';
import { settled } from '../support/fakeTiming.ts';
import { byStage } from '../support/fullRun.ts';
import { classifyNaively } from '../support/naiveClassifier.ts';
import { seededRandom } from '../support/random.ts';
import { setupTable } from '../support/tableSetup.ts';
import { randomList } from '../unit/analysis/randomLists.ts';

const WORDS = ['PREMIER', 'INN', 'INNS', 'MIER', 'A.B', 'A/B', 'café', 'CAFÉ', 'SHOP', '44'];
const SEEDS = byStage({ usual: 20, full: 60 });
/** Of each outcome, so that the test does not pass for want of one. */
const LEAST = byStage({ usual: 5, full: 20 });

describe('a proposal carried out after others have changed the list', () => {
  it('changes exactly the known texts that were announced, or is refused', async () => {
    const outcomes: string[] = [];
    for (let seed = 1; seed <= SEEDS; seed++) outcomes.push(...(await outcomesOf(seed)));
    expect(outcomes.filter((kind) => kind === 'saved').length).toBeGreaterThan(LEAST);
    expect(outcomes.filter((kind) => kind === 'outdated').length).toBeGreaterThan(LEAST);
  });
});

/** Analyses a random list, lets others change it, and carries out the proposals one after another. */
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
  for (const proposal of report.proposals) {
    const choice = random() < 0.5 ? proposal : (proposal.alternative ?? proposal);
    const before = stored();
    const { kind } = await editor.apply(session.change(proposal.id, choice.glAccount));
    outcomes.push(kind);
    const announced = kind === 'saved' ? choice.changes : 0;
    expect(changedTexts(before, stored()), `seed ${seed}, ${proposal.keyword}`).toHaveLength(announced);
    // The other choices were made without knowing what one choice of a conflict changes.
    if (kind === 'saved' && proposal.status === 'CONFLICT') break;
  }
  return outcomes;
}

function pick<T>(random: () => number, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** The text itself, a stretch of it, or something that contains it: what may bear on a proposal. */
function variant(text: string, random: () => number): string {
  const way = random();
  if (way < 0.3) return text;
  const from = Math.floor((random() * text.length) / 2);
  if (way < 0.7) return text.slice(from, from + 5 + Math.floor(random() * text.length)).trim();
  return `${pick(random, WORDS)} ${text}`;
}

/** Texts of usable mappings of `before` that go to another account by `after`. */
function changedTexts(before: readonly Mapping[], after: readonly Mapping[]): string[] {
  return before
    .filter((mapping) => isUsable(mapping) && normalise(mapping.description) !== '')
    .map(({ description }) => description)
    .filter((text) => classifyNaively(text, before)?.glAccount !== classifyNaively(text, after)?.glAccount);
}
