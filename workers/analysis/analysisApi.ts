import { proxy } from 'comlink';
import type { AnalysisApi } from '#contract/analysis.ts';
import { AnalysisSession } from './AnalysisSession.ts';
import { PairImporter } from './PairImporter.ts';

/** What an analysis worker exposes: long jobs of the admin screens, so that none of them delays a classification. */
export function createAnalysisApi(): AnalysisApi {
  return { analyst: proxy(new AnalysisSession()), importer: proxy(new PairImporter()) };
}
