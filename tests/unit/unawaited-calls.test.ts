import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDERS = [
  'src/features',
  'src/rows',
  'src/analysis-report',
  'src/file-reading',
  'src/undo',
  'src/chart',
];
/** They call no worker. */
const EXCEPTIONS = [
  'src/features/admin/AddUserModal.tsx: void add()',
  'src/features/classifier/ResultToolbar.tsx: void open()',
];

/** A worker may end before its answer, or be stopped with the screen: `void call()` would leave a rejection unhandled. */
it('a call of a worker whose answer nobody waits for goes through ignoreAfterExit', () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => {
        const file = join(folder, name);
        return [...readFileSync(file, 'utf8').matchAll(/\bvoid [\w.#]+\(\)?/g)].map(
          ([call]) => `${file}: ${call}`,
        );
      }),
  );
  expect(found).toEqual(EXCEPTIONS);
});
