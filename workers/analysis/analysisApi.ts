import type { AnalysisApi } from '#contract/analysis.ts';
import { lazyService } from '../lazyService.ts';
import { AnalysisSession } from './AnalysisSession.ts';
import { PairImporter } from './PairImporter.ts';

/** Long jobs of the admin screens, in a worker of their own so that none of them delays a classification. */
export function createAnalysisApi(): AnalysisApi {
  // Loaded when it is first used: the Upload screen never does.
  const health = lazyService(async () => {
    const { HealthSession } = await import('./HealthSession.ts');
    return new HealthSession();
  });
  return { session: new AnalysisSession(), importer: new PairImporter(), health };
}
