import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than their size suggests; started last, each would run alone while the other worker idles. */
const LONG = [
  'server/firestore/sdk',
  'server/crash',
  'server/backup',
  'server/lifecycle',
  'worker/upload-consolidation',
  'unit/analysis/oracle',
  'rules/mutation',
  'server/firestore/jitter',
  'server/fuzz',
  'e2e/faults',
  'e2e/people-sign-in',
  'e2e/people-admin',
  'e2e/cached-list',
  'e2e/people-story',
  'e2e/chart-of-accounts',
  'e2e/proposals',
  'e2e/keyboard',
  'e2e/upload',
  'e2e/main-job',
  'e2e/live-mapping',
  'e2e/database',
  'e2e/classifier-daily',
  'e2e/people-failures',
];

/**
 * Starts the longest files first, then the others by size, as Vitest does where it knows no earlier run. Files whose
 * project reuses its worker processes come project by project: only a file of the same project can take one over. The
 * project with the longest file is the first.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = new Map<string, number>();
    for (const file of sorted) {
      const shared = sharedProcessOf(file);
      first.set(shared, Math.min(rank(file), first.get(shared) ?? LONG.length));
    }
    const projectRank = (file: TestSpecification) => first.get(sharedProcessOf(file)) ?? LONG.length;
    return [...sorted].sort(
      (a, b) =>
        projectRank(a) - projectRank(b) ||
        sharedProcessOf(a).localeCompare(sharedProcessOf(b)) ||
        rank(a) - rank(b),
    );
  }
}

/** The project of a file whose worker process serves the next file too; empty where each has its own. */
function sharedProcessOf({ project }: TestSpecification): string {
  return project.config.isolate ? '' : project.name;
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((name) => moduleId.includes(`/tests/${name}.`));
  return at < 0 ? LONG.length : at;
}
