import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { embeddedBackend } from './vite.backend.ts';
import { groups } from './vite.chunks.ts';
import { licences } from './vite.licences.ts';
import { version } from './vite.version.ts';

const NO_RE2JS = fileURLToPath(new URL('src/services/noRe2js.ts', import.meta.url));
const ZIP_HERE = fileURLToPath(new URL('workers/spreadsheet/zipHere.ts', import.meta.url));
const LICENCES = licences();
/**
 * What a worker starts with, its entry file aside: WebKit runs the entry file of a worker a second time where one of its
 * chunks imports it, so the worker's parts must find what they share in a chunk of its own.
 */
const WORKER_CODE = { name: 'worker-code', tags: ['$initial' as const], test: /(?<!\.worker\.ts)$/ };

/**
 * The app that people see. The embedded backend is built by vite.node.config.ts. In mode `emulators` (`.env.emulators`)
 * the dev server does without it.
 */
export default defineConfig(({ command, mode }) => ({
  plugins: [react(), LICENCES.page, version(), mode !== 'emulators' && embeddedBackend()],
  // Not in the dev server, which also loads the backend: the backend's rules need the real re2js.
  resolve: {
    alias: [
      { find: /^fflate$/, replacement: ZIP_HERE },
      ...(command === 'build' ? [{ find: 're2js', replacement: NO_RE2JS }] : []),
    ],
  },
  build: {
    outDir: 'dist/app',
    // The first browsers with light-dark(), the newest thing that is needed: for older ones Vite would rewrite it, and Mantine's
    // color-scheme overrides that. public/browser-check.js and the README name the same.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: true,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  worker: {
    format: 'es',
    plugins: LICENCES.worker,
    rolldownOptions: {
      // Constants stay constants, see vite.node.config.ts. The licence that each file of the Firebase SDK begins with was a
      // twentieth of the ledger worker as sent: `licences.txt` has it once.
      output: { topLevelVar: false, comments: false, codeSplitting: { groups: [WORKER_CODE] } },
    },
  },
}));
