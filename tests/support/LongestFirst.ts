import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than their size tells; each would otherwise end alone, with the other worker idle. */
const LONG = [
  'server/firestore/sdk',
  'server/crash',
  'server/backup',
  'server/lifecycle',
  'worker/upload-consolidation',
  'unit/analysis/oracle',
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

/** Starts the longest files first, then the others by size, as Vitest does where it knows no earlier run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted].sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
  return at < 0 ? LONG.length : at;
}
