import { expose, proxy } from 'comlink';
import type { AnalysisApi } from '#contract/analysis.ts';
import { AnalysisSession } from './analysis/AnalysisSession.ts';
import { PairImporter } from './analysis/PairImporter.ts';
import { holdLivenessLock } from './livenessLock.ts';

holdLivenessLock();
/** Long jobs of the admin screens, in a worker of their own so that none of them delays a classification. */
expose(
  { session: proxy(new AnalysisSession()), importer: proxy(new PairImporter()) } satisfies AnalysisApi,
  self,
);
