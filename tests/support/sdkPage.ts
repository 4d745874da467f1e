/**
 * A page with the unmodified Firebase SDK (browser build) for tests that drive a real browser:
 *
 *     const browser = await launchBrowser();          // browser.ts
 *     const sdkPage = await createSdkPage();          // an HttpService: put it before the static app;
 *     // or give `await sdkPageFolder()` to the server as the folder of its static app
 *     // … start the server at `origin` …
 *     const page = await openSdkPage(browser, origin);
 *     const value = await page.evaluate(async () => {
 *       const { fsLite } = window.sdk.start();    // { app, auth, fs, fsLite }, connected to this origin
 *       const { doc, getDoc } = window.sdk.lite;  // the modules: app, auth, firestore, lite
 *       return (await getDoc(doc(fsLite, 'users/a'))).data();
 *     });
 *
 * Each `openSdkPage` is a browser context of its own (own storage, own user). The script is built once for
 * an SDK version and page source, and kept in `.cache/sdk-page`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import type { HttpService } from '#server/http/service.ts';

/** What a test finds in the page's `window`; with these types come those of `window.sdk` and its like. */
export type { Connection, Sdk } from './sdk-page/page.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENTRY = fileURLToPath(new URL('./sdk-page/page.ts', import.meta.url));
const HTML =
  '<!doctype html><html lang="en"><title>Firebase SDK</title><script type="module" src="/sdk-page.js"></script></html>';

/** Serves `/sdk-page.html` and `/sdk-page.js`. */
export async function createSdkPage(): Promise<HttpService> {
  const folder = await sdkPageFolder();
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const files: Record<string, [type: string, text: string]> = {
    '/sdk-page.html': ['text/html; charset=utf-8', read('sdk-page.html')],
    '/sdk-page.js': ['text/javascript; charset=utf-8', read('sdk-page.js')],
  };
  return {
    owns: (path) => path in files,
    handle: (_request, response, url) => {
      const [type, text] = files[url.pathname] ?? ['text/plain', ''];
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
    },
    close: () => {},
  };
}

/** Opens the page in a browser context of its own; resolves when `window.sdk` is there. */
export async function openSdkPage(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/sdk-page.html`);
  await page.waitForFunction(() => 'sdk' in window);
  return page;
}

/** A folder with the page's files, for a server that takes the folder of its static app as a setting. */
async function sdkPageFolder(): Promise<string> {
  const sdk = readFileSync(`${ROOT}/node_modules/firebase/package.json`);
  const key = createHash('sha256').update(sdk).update(readFileSync(ENTRY)).digest('hex').slice(0, 16);
  const folder = join(ROOT, '.cache/sdk-page', key);
  if (!existsSync(folder)) await fillFolder(folder);
  return folder;
}

/** Two test processes may build at once: only a complete folder gets the final name. */
async function fillFolder(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'sdk-page.js'), await buildScript());
  for (const name of ['sdk-page.html', 'index.html']) writeFileSync(join(unfinished, name), HTML);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}

async function buildScript(): Promise<string> {
  const result = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: ENTRY, formats: ['es'], fileName: 'sdk-page' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const chunk = outputs.find((output) => output.type === 'chunk');
  if (!chunk) throw new Error('The SDK page was built without a script.');
  return chunk.code;
}
