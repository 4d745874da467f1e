import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import type { Mapping } from '#model/mapping.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { editMapping, openDatabase, searchMappings } from '../tests/support/databaseScreen.ts';
import { type FaultProxy, startFaultProxy } from '../tests/support/faultProxy.ts';
import { freshDataDir, startProduct } from '../tests/support/product.ts';
import { type Credentials, paste, signIn } from '../tests/support/screens.ts';
import { messageWith } from './list/answers.ts';
import { summarise } from './measure.ts';
import { HistoryWriter, MAPPINGS_PER_ENTRY } from './server/HistoryWriter.ts';
import { PING_INTERVAL_MS } from './server/Listener.ts';
import { ADMIN, ADMINS, emailOf, PASSWORD, seed } from './server/seed.ts';
import { EXTRA_LARGE, generateWorkload } from './workload.ts';
import { preparePairs, storePairs } from './year/screens.ts';

const MAPPINGS = 100_000;
/** Times that the busy tab does each thing. */
const ROUNDS = 12;
const LONG = { timeout: 180_000 };
/** A record of TLS 1.3: header, type and authentication. Each message of the database is one, or more where it is long. */
const TLS_RECORD = 22;
const SECOND = 1_000;
const PINGS_PER_HOUR = 3_600_000 / PING_INTERVAL_MS;
/** An office: people, hours a day, days a month; visits, runs and edits a day; mappings that are uploaded a month. */
const OFFICE = { people: 50, hours: 8, days: 22, visits: 3, runs: 20, edits: 50, uploaded: 5_000 };

/** A tab behind a proxy of its own, which counts what the Realtime Database sends it. */
type Tab = { readonly page: Page; readonly proxy: FaultProxy };
/** Bytes to one tab, with TLS, by what causes them: the whole list, a load of the page with a cached one, … */
type Costs = Readonly<Record<'list' | 'visit' | 'ping' | 'run' | 'edit' | 'followed' | 'uploaded', number>>;

/**
 * `npm run bench -- traffic [--minutes 60]`: what the Realtime Database sends to two idle tabs and a busy one. In the first
 * half of the time nothing happens; in the second the busy tab pastes texts, edits mappings and uploads some, which the
 * others follow. Then a month of an office, computed from that.
 */
export async function runTraffic(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { minutes: { type: 'string', default: '60' } } });
  const half = (Number(values.minutes) / 2) * 60 * SECOND;
  const { dataDir, remove } = await freshDataDir();
  const { mappings } = generateWorkload({ ...EXTRA_LARGE, lines: 1, keywords: MAPPINGS });
  await seed(dataDir, ADMINS + 2, 0, (services) =>
    new HistoryWriter(services).write('upload', mappings, () => null),
  );
  const [server, browser] = await Promise.all([startProduct({ dataDir }), launchBrowser()]);
  const tabs: Tab[] = [];
  try {
    const members = [ADMINS, ADMINS + 1].map((n) => ({ email: emailOf(n), password: PASSWORD }));
    for (const person of [ADMIN, ...members]) tabs.push(await openTab(browser, server.url, person));
    report(await measure(tabs as [Tab, ...Tab[]], mappings, half));
  } finally {
    await browser.close();
    await Promise.all(tabs.map(({ proxy }) => proxy.close()));
    await server.interrupt();
    await remove();
  }
}

async function openTab(browser: Browser, origin: string, person: Credentials): Promise<Tab> {
  const proxy = await startFaultProxy(origin);
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(proxy.origin);
  await signIn(page, person);
  await untilReady(page);
  return { page, proxy };
}

const untilReady = (page: Page) =>
  page
    .getByText(/10\d,\d{3} mappings/)
    .first()
    .waitFor(LONG);
const bytesOf = ({ proxy }: Tab) => proxy.databaseBytes() + TLS_RECORD * proxy.databasePieces();
const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
const medianOf = (numbers: readonly number[]) => summarise(numbers).median;

/** What `act` and the two seconds after it make each tab download. */
async function causedBy(tabs: readonly Tab[], act: () => Promise<unknown>): Promise<readonly number[]> {
  const before = tabs.map(bytesOf);
  await act();
  await delay(2 * SECOND);
  return tabs.map((tab, n) => bytesOf(tab) - (before[n] ?? 0));
}

async function measure(
  tabs: readonly [Tab, ...Tab[]],
  mappings: readonly Mapping[],
  half: number,
): Promise<Costs> {
  // The list is put into the cache behind the first screen.
  await delay(10 * SECOND);
  const list = meanOf(tabs.map(bytesOf));
  const visits = await causedBy(tabs, () =>
    Promise.all(tabs.map(({ page }) => page.reload().then(() => untilReady(page)))),
  );
  const quiet = await causedBy(tabs, () => delay(half - 2 * SECOND));
  const hours = half / 3_600 / SECOND;
  tell('an hour in which nothing happens', quiet, hours);
  const begun = Date.now();
  const work: { costs: Omit<Costs, 'list' | 'visit' | 'ping'> | null } = { costs: null };
  const worked = await causedBy(tabs, async () => {
    work.costs = await beBusy(tabs, mappings, half);
    await delay(Math.max(0, begun + half - Date.now()));
  });
  tell(`an hour of ${(ROUNDS / hours).toFixed(0)} runs and as many edits, with an upload`, worked, hours);
  if (work.costs === null) throw new Error('The busy tab has done nothing.');
  return { list, visit: meanOf(visits), ping: meanOf(quiet) / hours / PINGS_PER_HOUR, ...work.costs };
}

/** The busy tab, the first, works in even rounds over the time. */
async function beBusy(tabs: readonly [Tab, ...Tab[]], mappings: readonly Mapping[], time: number) {
  const [{ page }] = tabs;
  const runs: number[] = [];
  const [edits, followed]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = Date.now();
    await page.getByRole('link', { name: 'Classifier', exact: true }).click();
    const some = mappings.slice(40 * round, 40 * (round + 1));
    const text = some.map(({ description }) => `CARD PAYMENT ${description} 12/03`).join('\n');
    runs.push((await causedBy(tabs, () => paste(page, text)))[0] ?? 0);
    const { description = '' } = some[0] ?? {};
    await openDatabase(page);
    await searchMappings(page, description);
    const [own = 0, ...others] = await causedBy(tabs, async () => {
      await editMapping(page, description, { glAccount: '7000' });
      await messageWith(page, /^Mapping updated successfully/).waitFor(LONG);
    });
    edits.push(own);
    followed.push(meanOf(others));
    await delay(Math.max(0, (0.8 * time) / ROUNDS - (Date.now() - begun)));
  }
  const pairs = mappings.slice(-MAPPINGS_PER_ENTRY).map((of) => `NEW ${of.description}\t${of.glAccount}`);
  const count = await preparePairs(page, pairs.join('\n'), false);
  const uploaded = (await causedBy(tabs, () => storePairs(page, count))).slice(1);
  return {
    run: medianOf(runs),
    edit: medianOf(edits),
    followed: medianOf(followed),
    uploaded: meanOf(uploaded) / count,
  };
}

function tell(what: string, bytes: readonly number[], hours: number): void {
  const perHour = bytes.map((of) => Math.round(of / hours).toLocaleString('en-US'));
  console.log(`${what}: ${perHour.join(', ')} bytes to the busy tab and the idle ones`);
}

/** A month of the office as a table of Markdown. */
function report(costs: Costs): void {
  const { people, hours, days, visits, runs, edits, uploaded } = OFFICE;
  const rows: readonly (readonly [string, keyof Costs, number])[] = [
    ['A ping', 'ping', people * days * hours * PINGS_PER_HOUR],
    ['A load of the page', 'visit', people * days * visits],
    ['A run', 'run', people * days * runs],
    ['An edit, to who makes it', 'edit', days * edits],
    ['An edit, to everybody else', 'followed', days * edits * (people - 1)],
    ['A mapping of an upload', 'uploaded', uploaded * people],
  ];
  console.log('\n| Cause | Bytes, with TLS | Times a month | GB |\n|---|---|---|---|');
  const line = (cause: string, bytes: number, times: number) =>
    console.log(
      `| ${cause} | ${Math.round(bytes).toLocaleString('en-US')} | ${times.toLocaleString('en-US')} | ${((bytes * times) / 1e9).toFixed(3)} |`,
    );
  for (const [cause, of, times] of rows) line(cause, costs[of], times);
  const all = rows.reduce((sum, [, of, times]) => sum + costs[of] * times, 0);
  console.log(`| All | | | ${(all / 1e9).toFixed(2)} |`);
  line("Once: everybody's first visit", costs.list, people);
}
