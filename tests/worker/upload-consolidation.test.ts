import { describe, expect, it } from 'vitest';
import type { SerializedMappings } from '#contract/serializedMappings.ts';
import { deserializeMappings } from '#contract/serializedMappings.ts';
import { AnalysisSession } from '#workers/analysis/AnalysisSession.ts';
import { PairImporter } from '#workers/analysis/PairImporter.ts';
import { itKeepsAccountsOf } from '../support/consolidationChecks.ts';
import { byStage } from '../support/fullRun.ts';
import { seededRandom } from '../support/random.ts';
import { sampleMappings } from '../support/sampleMappings.ts';

/** Sample keywords that are shops of many branches. */
const CHAINS = byStage({ usual: 60, full: Number.POSITIVE_INFINITY });

describe('upload, analysis and consolidation', () => {
  itKeepsAccountsOf([{ name: 'sample keywords with branch numbers', text: branches() }]);

  it('agrees with approving one by one, and goes back to what was before', async () => {
    const { pairs } = new PairImporter().readText(branches(), true);
    const session = new AnalysisSession();
    const report = await session.analyse(pairs, null, () => {});
    const ok = report.kind === 'report' ? report.consolidations.filter(({ status }) => status === 'OK') : [];
    expect(ok.length).toBeGreaterThan(1);
    const decided = async () => deserializeMappings(session.decidedList() as SerializedMappings);
    await session.decide(1, ok);
    const atOnce = await decided();
    await session.takeBack(2);
    expect(session.decidedList()).toBeNull();
    for (const [i, decision] of ok.entries()) await session.decide(3 + i, [decision]);
    expect(await decided()).toEqual(atOnce);
  });
});

/** The sample keywords as shops of many branches: what a consolidation is for. */
function branches(): string {
  const random = seededRandom(7);
  return sampleMappings()
    .slice(0, CHAINS)
    .flatMap(({ description, glAccount }) =>
      Array.from({ length: 14 }, () => `${description} ${Math.floor(random() * 1e6)}\t${glAccount}`),
    )
    .join('\n');
}
