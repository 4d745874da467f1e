import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than their size tells; each would otherwise end alone, with the other worker idle. */
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
  'e2e/keyboard',
  'e2e/kept-list',
  'e2e/upload-real-sets',
  'e2e/upload-many',
  'e2e/classifier-hands',
  'e2e/upload-files',
  'e2e/real-sets',
];

/**
 * Starts the longest files first, then the others by size, as Vitest does where it knows no earlier run. Files of a
 * project that shares processes come one after the other: Vitest ends a process when the next file is of another project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted].sort((a, b) => rank(a) - rank(b) || sharing(a).localeCompare(sharing(b)));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
  return at < 0 ? LONG.length : at;
}

/** Files that may share a process; those that never do have the empty text, and come first. */
function sharing({ project }: TestSpecification): string {
  return project.config.isolate ? '' : project.name;
}
