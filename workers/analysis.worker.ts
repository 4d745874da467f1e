import type { AnalysisApi } from '#contract/analysis.ts';
import { AnalysisSession } from './analysis/AnalysisSession.ts';
import { PairImporter } from './analysis/PairImporter.ts';
import { exposeWorker } from './exposeWorker.ts';
import { lazyService } from './lazyService.ts';

/** Loaded when it is first used: the Upload screen never does. */
const health = lazyService(async () => {
  const { HealthSession } = await import('./analysis/HealthSession.ts');
  return new HealthSession();
});
/** Long jobs of the admin screens, in a worker of their own so that none of them delays a classification. */
exposeWorker({ session: new AnalysisSession(), importer: new PairImporter(), health } satisfies AnalysisApi);
