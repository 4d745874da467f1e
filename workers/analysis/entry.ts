import { proxy } from 'comlink';
import { Analyst } from './Analyst.ts';
import { Importer } from './Importer.ts';

/** What an analysis worker exposes: long jobs of the admin screens, so that none of them delays a classification. */
export function createAnalysisEntry() {
  return { analyst: proxy(new Analyst()), importer: proxy(new Importer()) };
}

export type AnalysisEntry = ReturnType<typeof createAnalysisEntry>;
