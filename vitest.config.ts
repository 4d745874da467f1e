import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { fullRun } from './tests/support/fullRun.ts';
import { LongestFirst } from './tests/support/LongestFirst.ts';
import { launchOptions } from './tests/support/launchOptions.ts';

/** Groups run one after the other: what waits for a browser's next frame must not share two cores with the rest. */
const IN_ORDER = { unit: 0, worker: 0, rules: 0, server: 0, browser: 1, e2e: 2, people: 2 } as const;

/** What is waited for may take its time on a busy machine; nothing that comes sooner is waited for longer. */
const PATIENT = { poll: { timeout: 5_000 } };

/** Files at a time. Most of them wait: for the disk, for passwords, for a browser. */
const WORKERS = 2;

/** Test files that only `npm run test:full` runs. */
const FULL_ONLY = '**/*.full.test.{ts,tsx}';
const exclude = [...(fullRun ? [] : [FULL_ONLY]), ...configDefaults.exclude];

const node = (name: keyof typeof IN_ORDER, extra: object = {}) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    exclude,
    environment: 'node',
    sequence: { groupOrder: IN_ORDER[name] },
    expect: PATIENT,
    maxWorkers: WORKERS,
    ...extra,
  },
});

const WITH_A_SERVER = { testTimeout: 60_000, hookTimeout: 60_000 };
const END_TO_END = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // What a file needs is loaded once per worker; each file has a server and browser contexts of its own.
  isolate: false,
  globalSetup: './tests/support/sharedBrowser.ts',
};
const PEOPLE = 'tests/e2e/people-*.test.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      node('unit'),
      node('worker', { setupFiles: ['@vitest/web-worker'] }),
      node('server', WITH_A_SERVER),
      node('rules', WITH_A_SERVER),
      node('e2e', { ...END_TO_END, exclude: [PEOPLE, ...exclude] }),
      node('people', { ...END_TO_END, include: [PEOPLE] }),
      {
        plugins: [react()],
        optimizeDeps: {
          include: [
            'react-dom/client',
            'react-router-dom',
            '@mantine/core',
            '@mantine/hooks',
            '@tanstack/react-virtual',
            'firebase/app',
            'firebase/auth',
            'firebase/firestore',
            'comlink',
            'firebase/database',
            'idb-keyval',
            'papaparse',
            'axe-core',
            'vitest-browser-react',
          ],
        },
        test: {
          name: 'browser',
          sequence: { groupOrder: IN_ORDER.browser },
          expect: PATIENT,
          maxWorkers: WORKERS,
          include: ['tests/browser/**/*.test.tsx'],
          exclude,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: launchOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
