import { expose, proxy } from 'comlink';
import type { AnalysisApi } from '#contract/analysis.ts';
import { AnalysisSession } from './analysis/AnalysisSession.ts';
import { PairImporter } from './analysis/PairImporter.ts';
import { lazyPart } from './ledger/lazyPart.ts';
import { holdLivenessLock } from './livenessLock.ts';

holdLivenessLock();
/** Loaded when it is first used: the Upload screen never does. */
const health = lazyPart(async () => {
  const { HealthSession } = await import('./analysis/HealthSession.ts');
  return new HealthSession();
});
/** Long jobs of the admin screens, in a worker of their own so that none of them delays a classification. */
expose(
  {
    session: proxy(new AnalysisSession()),
    importer: proxy(new PairImporter()),
    health: proxy(health),
  } satisfies AnalysisApi,
  self,
);
