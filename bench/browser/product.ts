import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

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

/** The built product in real Chromium, its administrator signed in on the Classifier screen. */
export type Stage = {
  readonly page: Page;
  readonly browser: Browser;
  /** Resident memory of all renderer processes (page and workers), in MiB. */
  memory(): Promise<number>;
  end(): Promise<void>;
};

/** A data folder that is filled before the server starts, and who signs in then. */
export type PreparedData = {
  fill(dataDir: string): Promise<void>;
  readonly person: { readonly email: string; readonly password: string };
};

/** Starts server and browser. Rejects with the server's output when it does not start. */
export async function openStage(prepared?: PreparedData): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'gl-bench-'));
  const dataDir = join(folder, 'data');
  await prepared?.fill(dataDir);
  const server = await startServer(dataDir);
  const browser = await launchBrowser();
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await signedIn(context, server.url, prepared?.person ?? printedPerson(server));
  return {
    page,
    browser,
    memory: () => rendererMemory(browser),
    async end() {
      await browser.close();
      server.child.kill('SIGINT');
      await once(server.child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The built server as a process of its own. */
export type Server = { readonly child: ChildProcess; readonly url: string; output(): string };

export async function startServer(dataDir: string): Promise<Server> {
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
  return { child, url, output: () => output };
}

/** The administrator that a first start prints. */
export function printedPerson({ output }: Server): PreparedData['person'] {
  const email = /\b[\w.]+@[\w.]+\b/.exec(output())?.[0] ?? '';
  return { email, password: /password:?\s+(\S+)/i.exec(output())?.[1] ?? '' };
}

async function signedIn(context: BrowserContext, url: string, person: PreparedData['person']): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await signIn(page, person);
  return page;
}

/** From the sign-in screen to the Classifier with its list. */
export async function signIn(page: Page, { email, password }: PreparedData['person']): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Password' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByText('Classifier is ready and loaded with custom mappings.').waitFor();
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: FLAGS,
  });
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
