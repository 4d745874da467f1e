/**
 * A page with the unmodified Firebase SDK (browser build) for tests that drive a real browser:
 *
 *     const browser = await launchChromium();
 *     const sdkPage = await createSdkPage();          // an HttpService: put it before the static app
 *     // … start the server with sdkPage among its services, at `origin` …
 *     const page = await openSdkPage(browser, origin);
 *     const value = await page.evaluate(async () => {
 *       const { fs } = window.sdk.start();             // { app, auth, fs, rtdb }, connected to this origin
 *       const { doc, getDoc } = window.sdk.firestore;  // the modules: app, auth, firestore, database
 *       return (await getDoc(doc(fs, 'users/a'))).data();
 *     });
 *
 * Each `openSdkPage` is a browser context of its own (own storage, own user). The script is built once for
 * an SDK version and page source, and kept in `.cache/sdk-page`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import type { HttpService } from '../../server/http/service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENTRY = fileURLToPath(new URL('./sdk-page/page.ts', import.meta.url));
const HTML =
  '<!doctype html><html lang="en"><title>Firebase SDK</title><script type="module" src="/sdk-page.js"></script></html>';

/** Starts headless Chromium without background traffic. Close it when the suite ends. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Serves `/sdk-page.html` and `/sdk-page.js`. */
export async function createSdkPage(): Promise<HttpService> {
  const files: Record<string, [type: string, text: string]> = {
    '/sdk-page.html': ['text/html; charset=utf-8', HTML],
    '/sdk-page.js': ['text/javascript; charset=utf-8', await builtScript()],
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

async function builtScript(): Promise<string> {
  const lock = readFileSync(`${ROOT}/node_modules/firebase/package.json`);
  const key = createHash('sha256').update(lock).update(readFileSync(ENTRY)).digest('hex').slice(0, 16);
  const folder = `${ROOT}/.cache/sdk-page`;
  const file = `${folder}/${key}.js`;
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const script = await buildScript();
  mkdirSync(folder, { recursive: true });
  // Two test processes may build at once: only a finished file gets the final name.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, script);
  renameSync(unfinished, file);
  return script;
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
