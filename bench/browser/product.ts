import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Mapping } from '../../src/model/mapping.ts';
import { ADMIN, fillFolder, storeMappings } from '../server/seed.ts';

/** Without sandbox (benchmarks also run as root), background traffic and a throttled clock; with gc(). */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--expose-gc',
];

/** The built product in real Chromium, its administrator on the Classifier screen. */
export type Stage = {
  readonly browser: Browser;
  readonly page: Page;
  /** Loads the page anew; resolves when the mapping list is there. */
  reload(): Promise<void>;
  /** Resident memory of all renderer processes (page and workers) after a collection, in MiB. */
  memory(): Promise<number>;
  end(): Promise<void>;
};

/** Starts a server that has these mappings, and a browser. Rejects with the server's output when it does not start. */
export async function openStage(mappings: readonly Mapping[]): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'gl-bench-'));
  const dataDir = join(folder, 'data');
  await fillFolder(dataDir, (services) => storeMappings(services, mappings));
  const server = await startServer(dataDir);
  const browser = await chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: FLAGS,
  });
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await signedIn(context, server.url);
  const untilReady = () => page.getByText(`${mappings.length.toLocaleString('en-US')} mappings`).waitFor();
  await untilReady();
  return {
    browser,
    page,
    async reload() {
      await page.reload();
      await untilReady();
    },
    async memory() {
      await collectGarbage(page);
      return rendererMemory(browser);
    },
    async end() {
      await browser.close();
      server.child.kill('SIGINT');
      await once(server.child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Server = { readonly child: ChildProcess; readonly url: string };

async function startServer(dataDir: string): Promise<Server> {
  const child = spawn(process.execPath, ['dist/node/server.js'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  return { child, url };
}

async function signedIn(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in with Password' }).click();
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('textbox', { name: 'Descriptions, one per line' }).waitFor();
  return page;
}

/** In the page and in its workers. */
async function collectGarbage(page: Page): Promise<void> {
  const collect = () => (globalThis as { gc?: () => void }).gc?.();
  await Promise.all([page.evaluate(collect), ...page.workers().map((worker) => worker.evaluate(collect))]);
}

async function rendererMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const kilobytes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0));
  return kilobytes.reduce((sum, of) => sum + of, 0) / 1024;
}
