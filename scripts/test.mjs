// npm test [-- vitest arguments]: finds a browser, builds what is out of date, runs every suite; with --full
// (npm run test:full) also the long tests; with --browsers (npm run test:browsers) the journey alone, in Chromium, Firefox
// and WebKit. The last line is "N passed, N failed".
import './nodeVersion.mjs';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, installEngines } from './browser.mjs';
import { BUILD_NAMES, ensureBuilt } from './build.mjs';

/** Every engine that people may use; a test run otherwise has the first alone. */
const ENGINES = 'chromium firefox webkit';

let browser;
try {
  browser = findBrowser();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await ensureBuilt(BUILD_NAMES);

const args = process.argv.slice(2);
const isFull = args[0] === '--full';
if (isFull) args.shift();
const inAllBrowsers = args[0] === '--browsers';
if (inAllBrowsers) {
  args.splice(0, 1, '--project', 'e2e', 'tests/e2e/journey.test.ts');
  installEngines();
}

const scratch = mkdtempSync(join(tmpdir(), 'gl-tests-'));
const report = join(scratch, 'report.json');
const run = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROME_PATH: browser,
      ...(isFull && { TEST_STAGE: 'full' }),
      ...(inAllBrowsers && { ENGINES }),
    },
  },
);
let result;
try {
  result = JSON.parse(readFileSync(report, 'utf8'));
} catch {
  console.error('The test run broke off before it could report.');
}
rmSync(scratch, { recursive: true, force: true });
const passed = result?.numPassedTests ?? 0;
// A suite that could not even be loaded has no tests to count, yet it has failed.
const brokenSuites = (result?.testResults ?? []).filter(
  (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
).length;
const failed = result ? result.numFailedTests + brokenSuites : 1;
console.log(`${passed} passed, ${failed} failed`);
process.exit(run.status !== 0 || failed > 0 || passed === 0 ? 1 : 0);
