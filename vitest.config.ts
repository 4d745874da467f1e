import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { bundledWorkers } from './tests/support/bundledWorkers.ts';
import { fullRun } from './tests/support/fullRun.ts';
import { LongestFirst } from './tests/support/LongestFirst.ts';
import { launchOptions } from './tests/support/launchOptions.ts';
import { REAL_DATA_ONLY, realDataFolder } from './tests/support/realData.ts';

/**
 * Groups run one after the other: what waits for a browser's next frame must not share two cores with the long tests of the
 * server. The unit tests, short ones without waiting, use what two pages leave of the processors.
 */
const IN_ORDER = { unit: 1, worker: 0, rules: 0, server: 0, browser: 1, e2e: 2 } as const;

/** Time-outs find what hangs, not what is slow: they cost nothing when the condition is met early. Milliseconds. */
const LONGEST_TEST = fullRun ? 900_000 : 60_000;
const GENEROUS = {
  testTimeout: LONGEST_TEST,
  hookTimeout: LONGEST_TEST,
  expect: { poll: { timeout: 20_000 } },
};

/** Files at a time, on two processors: each waits now and then, for the disk, for passwords, for a browser. */
const WORKERS = 3;
/** Pages of one Chromium: a third one beside them has been seen to hang. Vitest wants as many for all of a group. */
const WORKERS_BESIDE_PAGES = 2;
/** An end-to-end test waits for the product more than half of its time. */
const END_TO_END_WORKERS = 4;

/** Test files that only `npm run test:full` runs. */
const FULL_ONLY = '**/*.full.test.{ts,tsx}';
const exclude = [
  ...(fullRun ? [] : [FULL_ONLY]),
  ...(realDataFolder() === null ? [REAL_DATA_ONLY] : []),
  ...configDefaults.exclude,
];

const node = (name: keyof typeof IN_ORDER, extra: object = {}) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    exclude,
    environment: 'node',
    sequence: { groupOrder: IN_ORDER[name] },
    maxWorkers: WORKERS,
    ...GENEROUS,
    ...extra,
  },
});

/**
 * One process takes file after file, since loading everything anew costs more than most files take. What a test puts
 * in the place of something real is put back before the next test.
 */
const ONE_PROCESS = { isolate: false, restoreMocks: true };
/** Node has none: each use of it would print an error with its stack. */
const WITHOUT_INDEXED_DB = { 'idb-keyval': resolve('tests/support/noKeyValues.ts') };
/** Each file has browser contexts of its own, in a Chromium that all files of a process share. */
const WITH_A_BROWSER = { globalSetup: './tests/support/sharedBrowser.ts' };
const END_TO_END = { ...WITH_A_BROWSER, isolate: false, maxWorkers: END_TO_END_WORKERS };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      node('unit', { ...ONE_PROCESS, maxWorkers: WORKERS_BESIDE_PAGES }),
      node('worker', { ...ONE_PROCESS, setupFiles: ['@vitest/web-worker'], alias: WITHOUT_INDEXED_DB }),
      node('server', { ...WITH_A_BROWSER, ...ONE_PROCESS }),
      node('rules', ONE_PROCESS),
      node('e2e', { ...END_TO_END, alias: WITHOUT_INDEXED_DB }),
      {
        plugins: [react(), bundledWorkers()],
        // A page has no environment; tests/support/fullRun.ts asks for this.
        define: { 'process.env': { TEST_STAGE: process.env['TEST_STAGE'] ?? '' } },
        optimizeDeps: {
          include: [
            'react-dom/client',
            '@mantine/core',
            '@mantine/hooks',
            '@tanstack/react-virtual',
            'firebase/app',
            'firebase/auth',
            'firebase/firestore',
            'firebase/firestore/lite',
            'comlink',
            'firebase/database',
            'idb-keyval',
            'chardet',
            'fflate/browser',
            'numfmt',
            'react-router-dom',
            'axe-core',
            'vitest-browser-react',
          ],
        },
        test: {
          name: 'browser',
          restoreMocks: true,
          setupFiles: [
            './tests/browser/support/withoutTracing.ts',
            './tests/browser/support/longMessages.ts',
          ],
          sequence: { groupOrder: IN_ORDER.browser },
          testTimeout: GENEROUS.testTimeout,
          hookTimeout: GENEROUS.hookTimeout,
          // A test waits for dozens of small things: looking seldom would be most of its time.
          expect: { poll: { ...GENEROUS.expect.poll, interval: 15 } },
          maxWorkers: WORKERS_BESIDE_PAGES,
          include: ['tests/browser/**/*.test.tsx'],
          exclude,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Without animations, as people may choose; the end-to-end tests have them.
            provider: playwright({
              launchOptions: launchOptions(),
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
