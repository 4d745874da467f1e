import { measureFiles } from './browser/files.ts';
import { measureHandling } from './browser/handling.ts';
import { measureList } from './browser/list.ts';
import { measureMillion } from './browser/million.ts';
import { measureCopies, measurePastes } from './browser/pastes.ts';
import { installProbes, loadText } from './browser/probes.ts';
import { runSuites, type SuitePlan } from './browser/suites.ts';
import { generateWorkload, LARGE } from './workload.ts';

const MILLION = 1_000_000;

/**
 * Drives real Chromium against the built product and holds what it sees against the goals "In the browser", once
 * for each size of the mapping list. `args` as in {@link runSuites}. Throws when a copied account is wrong.
 */
export function runBrowser(args: readonly string[]): Promise<void> {
  return runSuites('browser', [10_000, 100_000], plan, args);
}

function plan(keywords: number): SuitePlan {
  const { mappings, text } = generateWorkload({ ...LARGE, keywords });
  return {
    mappings,
    async prepare({ page }) {
      await installProbes(page);
      await loadText(page, text);
    },
    parts: {
      pastes: (environment) => measurePastes(environment, LARGE.lines),
      copies: (environment) => measureCopies(environment, mappings, text),
      files: measureFiles,
      handling: measureHandling,
      'a million lines': (environment) => measureMillion(environment, MILLION / LARGE.lines, MILLION),
      'the list': measureList,
    },
  };
}
