import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../tests/support/browser.ts';
import { freshDataDir, type Product, startProduct } from '../tests/support/product.ts';
import { printedAdmin, signIn } from '../tests/support/screens.ts';
import { summarise } from './measure.ts';
import { machine } from './report.ts';

const ROUNDS = 5;
/** The processor is slowed down so many times: an old laptop. */
const SLOWDOWNS = [1, 4] as const;

/** Bytes over the wire by kind, and milliseconds from the navigation to the moment one can begin. */
type Load = {
  readonly script: number;
  readonly style: number;
  readonly all: number;
  readonly usable: number;
};
type Screen = 'sign-in' | 'classifier';

/**
 * Loads the sign-in screen and, signed in, the Classifier with its list, each with an empty cache, and reports what
 * came over the wire and how long it took. `--json` prints JSON, `--no-record` keeps no file.
 */
export async function runFirstLoad(args: readonly string[]): Promise<void> {
  const { dataDir, remove } = await freshDataDir();
  const [server, browser] = await Promise.all([startProduct({ dataDir }), launchBrowser()]);
  try {
    const figures = [];
    for (const slowdown of SLOWDOWNS) {
      figures.push({
        screen: 'sign-in',
        slowdown,
        ...(await measure(() => loadSignIn(browser, server, slowdown))),
      });
      const page = await signedInPage(browser, server);
      figures.push({ screen: 'classifier', slowdown, ...(await measure(() => loadAnew(page, slowdown))) });
      await page.context().close();
    }
    report(figures, args);
  } finally {
    await browser.close();
    await server.interrupt();
    await remove();
  }
}

async function measure(load: () => Promise<Load>) {
  const loads: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) loads.push(await load());
  const [{ script, style, all }] = loads as [Load, ...Load[]];
  const { median, low, high } = summarise(loads.map(({ usable }) => usable));
  return { script, style, all, usable: { median, low, high } };
}

async function loadSignIn(browser: Browser, { url }: Product, slowdown: number): Promise<Load> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await slowDown(page, slowdown);
  const begun = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  const load = await usable(page, 'sign-in', begun);
  await context.close();
  return load;
}

async function signedInPage(browser: Browser, server: Product): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(server.url);
  await signIn(page, printedAdmin(server.output()));
  return page;
}

async function loadAnew(page: Page, slowdown: number): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
  await slowDown(page, slowdown);
  const begun = performance.now();
  await page.reload({ waitUntil: 'commit' });
  return usable(page, 'classifier', begun);
}

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

async function usable(page: Page, screen: Screen, begun: number): Promise<Load> {
  if (screen === 'sign-in') await page.getByRole('button', { name: 'Sign in with Password' }).waitFor();
  else await page.getByText('Classifier is ready and loaded with custom mappings.').waitFor();
  const time = performance.now() - begun;
  const bytes = await page.evaluate(() => {
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const sum = (ending: string) =>
      entries
        .filter(({ name }) => name.endsWith(ending))
        .reduce((total, { transferSize }) => total + transferSize, 0);
    return { script: sum('.js'), style: sum('.css'), all: sum('') };
  });
  return { ...bytes, usable: time };
}

function report(figures: readonly object[], args: readonly string[]): void {
  const result = { date: new Date().toISOString(), machine: machine(), figures };
  const text = JSON.stringify(result, null, 2);
  if (!args.includes('--no-record')) {
    mkdirSync('bench/results', { recursive: true });
    writeFileSync(`bench/results/${result.date.slice(0, 10)}-first-load.json`, `${text}\n`);
  }
  if (args.includes('--json')) console.log(text);
  else
    console.table(
      figures.map((figure) => ({ ...figure, usable: JSON.stringify('usable' in figure && figure.usable) })),
    );
}
