/// <reference lib="dom" />
import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual as isEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { type EntryChanges, readEntryChanges } from '#model/history.ts';
import { isSameSum, sumOf } from '#model/listChecksum.ts';
import { readListVersion } from '#model/log/version.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { CHANGES_PATH, LIST_VERSION_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import { messages } from '#model/text/messages.ts';
import { openDatabase } from '../../tests/support/databaseScreen.ts';
import { type FaultProxy, startFaultProxy } from '../../tests/support/faultProxy.ts';
import { naiveAnswers } from '../../tests/support/naiveAnswers.ts';
import { addUser, adminPanel, paste, says, untilClassified } from '../../tests/support/screens.ts';
import { type BrowserFigure, figure } from '../browser/figures.ts';
import { watchMainThread } from '../browser/mainThread.ts';
import { pageHeap } from '../browser/probes.ts';
import type { BenchEnvironment, Follower } from '../browser/product.ts';
import { runSuites } from '../browser/suites.ts';
import { timed } from '../list/databaseScreen.ts';
import { summarise } from '../measure.ts';
import { signIn } from '../protocol/identityClient.ts';
import { changeList } from '../protocol/listWrite.ts';
import { RealtimeClient } from '../protocol/RealtimeClient.ts';
import { ADMIN, PASSWORD } from '../server/seed.ts';
import { memoryOf, watchHeap } from '../server/serverProcess.ts';
import {
  FOLLOWED,
  followedName,
  linesOfMonth,
  MAPPINGS,
  MONTHS,
  openYearData,
  pairsOfMonth,
  type YearData,
} from './data.ts';
import {
  addMapping,
  consolidateStored,
  editSome,
  momentOf,
  moveAccount,
  preparePairs,
  restoreNewest,
  saidAt,
  storePairs,
  visitAll,
} from './screens.ts';

/** Changes that the administrator makes each month over the wire. */
const EDITS = 200;
const DELETIONS = 60;
/** However busy the machine is. */
const PATIENCE_MS = 180_000;
/** Months whose upload is consolidated before it is stored, and those whose stored list is. */
const CONSOLIDATED_UPLOADS = [3, 9];
const CONSOLIDATED_LISTS = [6, 12];
/** The person who follows: no administrator. */
const READER = { email: 'reader@example.com', name: 'Reader', password: PASSWORD };

type Memory = {
  readonly writer: number;
  readonly follower: number;
  readonly page: number;
  readonly rss: number;
  readonly heap: number;
};
type Stored = {
  readonly list: Mapping[];
  readonly seq: number;
  readonly changes: number;
  readonly bytes: number;
};
type Month = Readonly<Record<string, number>>;

/**
 * `npm run bench -- year`: an empty list grows to 100,000 mappings in twelve months of work on the screens, while a
 * second person follows with a text on the Classifier; neither page is loaded anew. Then both, and the server, are
 * compared with a fresh start on the same data. With REAL_DATA, real pairs and lines
 * are among them. `--mappings 20000` ends there.
 */
export function runYear(args: readonly string[]): Promise<void> {
  const plan = (size: number) => ({
    mappings: [],
    nodeArgs: ['--inspect=127.0.0.1:0'],
    parts: { 'A year': (environment: BenchEnvironment) => measureYear(environment, size) },
  });
  return runSuites('year', [MAPPINGS], plan, args);
}

async function measureYear(environment: BenchEnvironment, size: number): Promise<BrowserFigure[]> {
  const data = openYearData(size);
  environment.page.setDefaultTimeout(PATIENCE_MS);
  environment.page.on('dialog', (dialog) => void dialog.accept());
  await addReader(environment.page);
  const proxy = await startFaultProxy(environment.server().url);
  const follower = await environment.openFollower({ url: proxy.origin, person: READER });
  follower.page.setDefaultTimeout(PATIENCE_MS);
  const months: Month[] = [];
  let lines: string[] = [];
  let [uploaded, stored] = [0, await readStored(environment, 0)];
  for (let month = 1; month <= MONTHS; month++) {
    const pairs = pairsOfMonth(data, month, uploaded, stored.list.length);
    lines = linesOfMonth(data, month, uploaded);
    uploaded += pairs.length;
    const found = await measureMonth({ environment, follower, proxy, month, pairs, lines, stored });
    stored = found.stored;
    months.push(found.figures);
    console.error(JSON.stringify(found.figures));
  }
  const old = await finish(environment, environment, follower, stored.list);
  await follower.end();
  await proxy.close();
  const fresh = await startAfresh(environment, lines, stored.list);
  console.error(asMarkdown(months));
  return compared(months, old, fresh);
}

async function addReader(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await adminPanel(page);
  await addUser(page, READER);
  await says(page, messages.userCreated);
}

type Work = {
  readonly environment: BenchEnvironment;
  readonly follower: Follower;
  readonly proxy: FaultProxy;
  readonly month: number;
  readonly pairs: YearData['pairs'];
  readonly lines: readonly string[];
  readonly stored: Stored;
};

async function measureMonth(work: Work): Promise<{ figures: Month; stored: Stored }> {
  const { environment, follower, proxy, month, lines } = work;
  await paste(follower.page, lines.join('\n'));
  await untilClassified(follower.page, lines.length);
  const before = proxy.databaseBytes();
  const { result, longest } = await watchMainThread(follower, () => workOfMonth(work));
  await settle(follower, await readSize(environment));
  const received = proxy.databaseBytes() - before;
  const stored = await readStored(environment, work.stored.seq);
  await checkAnswers(follower, stored.list, lines, 15);
  const memory = await memoryNow(environment, environment, follower);
  const figures = {
    month,
    mappings: stored.list.length,
    entries: stored.seq,
    changes: stored.changes,
    ...result,
    received,
    'received per byte of changes': received / stored.bytes,
    'longest, processor': longest.processor,
    'longest, clock': longest.clock,
    ...memory,
  };
  return { figures, stored };
}

async function workOfMonth({ environment, follower, month, pairs, stored }: Work) {
  const { page } = environment;
  const text = pairs.map(({ description, glAccount }) => `${description}\t${glAccount}`).join('\n');
  const count = await preparePairs(page, text, CONSOLIDATED_UPLOADS.includes(month));
  const total = `${(stored.list.length + count).toLocaleString('en-US')} mappings`;
  const followed = momentOf(follower.page, 'header', total);
  const upload = await storePairs(page, count);
  const uploadFollowed = (await followed) - upload.began;
  await openDatabase(page);
  const adds: { stored: number; followed: number }[] = [];
  for (let n = 0; n < FOLLOWED; n++) adds.push(await followAdd(page, follower, month, n));
  await editSome(page, month);
  const third = await timed(() => changeByWire(environment, stored.list, month));
  const suggested = momentOf(follower.page, `[data-row="${FOLLOWED}"]`, `40${month}`);
  const move = await moveAccount(page, month);
  const moveFollowed = (await suggested) - move.began;
  const restored = await restoreNewest(page, `40${month}`);
  const analysis = CONSOLIDATED_LISTS.includes(month) ? await consolidateStored(page) : 0;
  await openDatabase(page);
  return {
    uploaded: count,
    'upload ms': upload.at - upload.began,
    'upload followed': uploadFollowed,
    'add ms': middle(adds.map(({ stored: ms }) => ms)),
    'add followed': middle(adds.map(({ followed: ms }) => ms)),
    'wire ms per change': third / (EDITS + DELETIONS),
    'move ms': move.at - move.began,
    'move followed': moveFollowed,
    'history opened': restored.opened,
    'restore previewed': restored.previewed,
    restored: restored.restored,
    analysis,
  };
}

/** Milliseconds from the writer's click until it is told that a mapping is stored, and until a line of the follower has its account. */
async function followAdd(page: Page, follower: Follower, month: number, n: number) {
  const account = `9${String(month).padStart(2, '0')}${n}7`;
  const shown = momentOf(follower.page, `[data-row="${n}"]`, account);
  const { began, at } = await addMapping(page, followedName(month, n), account);
  return { stored: at - began, followed: (await shown) - began };
}

const middle = (times: readonly number[]) => summarise(times).median;

/** Edits and deletes mappings of former months, and of this one, one by one. */
async function changeByWire(
  environment: BenchEnvironment,
  list: readonly Mapping[],
  month: number,
): Promise<void> {
  const old = list.filter(({ description }) => !/FOLLOWED|MONTH/.test(description));
  if (old.length === 0) return;
  await connected(environment, async (client, idToken) => {
    for (let i = 0; i < EDITS + DELETIONS; i++) {
      const { key, description } = old[Math.floor((i * old.length) / (EDITS + DELETIONS))] as Mapping;
      const value = i % 4 === 3 ? null : { description, glAccount: String(7000 + month) };
      await changeList(client, idToken, { [key]: value });
    }
  });
}

async function connected<T>(
  environment: BenchEnvironment,
  work: (client: RealtimeClient, idToken: string) => Promise<T>,
): Promise<T> {
  const { url } = environment.server();
  const { idToken } = await signIn(url, ADMIN);
  const client = await RealtimeClient.connect(url);
  await client.demand('auth', { cred: idToken });
  try {
    return await work(client, idToken);
  } finally {
    client.close();
  }
}

/** The list as it is stored, and what the entries after `seq` changed. Throws where the list is not what its version says. */
function readStored(environment: BenchEnvironment, seq: number): Promise<Stored> {
  return connected(environment, async (client) => {
    const read = async (path: string) =>
      (await client.demand('g', { p: `/${path}`, q: {} })) as Record<string, never> | null;
    const version = readListVersion(await read(LIST_VERSION_PATH));
    const stored = Object.entries((await read(MAPPINGS_PATH)) ?? {});
    if (version.sum !== null && !isSameSum(version.sum, sumOf(stored)))
      throw new Error('The sum of the list differs.');
    const entries = Object.entries((await read(CHANGES_PATH)) ?? {}).filter(
      ([, entry]) => entry['seq'] > seq,
    );
    const changes = entries.flatMap(
      ([id, entry]) => (readEntryChanges(id, entry) as EntryChanges | null)?.changes ?? [],
    );
    const list = stored.map(([key, value]) => ({ key: key as MappingKey, ...(value as object) }) as Mapping);
    return {
      list,
      seq: version.seq,
      changes: changes.length,
      bytes: JSON.stringify(Object.fromEntries(entries)).length,
    };
  });
}

function readSize(environment: BenchEnvironment): Promise<number> {
  return connected(environment, async (client) => {
    const version = readListVersion(await client.demand('g', { p: `/${LIST_VERSION_PATH}`, q: {} }));
    return version.sum?.count ?? 0;
  });
}

/** The follower has the whole list, and takes every account that was suggested meanwhile. */
async function settle({ page }: Follower, size: number): Promise<void> {
  await momentOf(page, 'header', `${size.toLocaleString('en-US')} mappings`);
  // The list is cached a second after its last change.
  await page.waitForTimeout(2_000);
  const take = page.getByRole('button', { name: 'Use all new' });
  if ((await take.count()) === 0) return;
  await take.click();
  await take.waitFor({ state: 'detached' });
}

/** Throws unless every `step`-th of the follower's answers is that of a plain double loop. */
async function checkAnswers(
  follower: Follower,
  list: readonly Mapping[],
  lines: readonly string[],
  step: number,
): Promise<readonly string[]> {
  const answers = await copiedAccounts(follower, lines.length);
  if (answers.length !== lines.length)
    throw new Error(`${answers.length} answers for ${lines.length} lines.`);
  const some = lines.flatMap((line, i) => (i % step === 0 ? [{ line, answer: answers[i] }] : []));
  const expected = naiveAnswers(
    some.map(({ line }) => line),
    list,
  );
  for (const [i, { line, answer }] of some.entries())
    if (answer !== expected[i]) throw new Error(`${line}: ${answer} instead of ${expected[i]}`);
  return answers;
}

async function copiedAccounts({ page }: Follower, rows: number): Promise<string[]> {
  const said = saidAt(page, `Copied ${rows.toLocaleString('en-US')} GL accounts!`);
  await Promise.all([said, page.getByRole('button', { name: 'Copy GL Account Only' }).click()]);
  return (await page.evaluate(() => navigator.clipboard.readText()))
    .split('\n')
    .map((line) => line.trimEnd());
}

async function memoryNow(
  environment: BenchEnvironment,
  writer: Follower,
  follower: Follower,
): Promise<Memory> {
  const server = environment.server();
  const heap = await watchHeap(server);
  const heapBytes = await heap.bytes();
  heap.close();
  await follower.memory();
  await writer.memory();
  // What was collected goes back to the system some time later.
  await writer.page.waitForTimeout(3_000);
  return {
    writer: await writer.memory(),
    follower: await follower.memory(),
    page: await pageHeap(follower.page),
    rss: memoryOf(server.pid),
    heap: heapBytes / 2 ** 20,
  };
}

type End = Memory & { readonly accounts: readonly string[] };

/** Memory, and then the account that the follower's list has for the text of every mapping. */
async function finish(
  environment: BenchEnvironment,
  writer: Follower,
  follower: Follower,
  list: readonly Mapping[],
): Promise<End> {
  const memory = await memoryNow(environment, writer, follower);
  const texts = list.map(({ description }) => description);
  await paste(follower.page, texts.join('\n'));
  await untilClassified(follower.page, texts.length);
  return { ...memory, accounts: await checkAnswers(follower, list, texts, Math.ceil(texts.length / 200)) };
}

/** The same people at a server that was started again, in new browsers. */
async function startAfresh(
  environment: BenchEnvironment,
  lines: readonly string[],
  list: readonly Mapping[],
): Promise<End> {
  const { dataDir } = environment.server();
  await environment.restartServer(async () => {
    const said = execFileSync(process.execPath, ['dist/node/verify.js'], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
    console.error(said.toString());
  });
  const visit = { url: environment.server().url, size: `${list.length.toLocaleString('en-US')} mappings` };
  const writer = await environment.openFollower(visit);
  writer.page.setDefaultTimeout(PATIENCE_MS);
  const follower = await environment.openFollower({ ...visit, person: READER });
  follower.page.setDefaultTimeout(PATIENCE_MS);
  await visitAll(writer.page);
  await paste(follower.page, lines.join('\n'));
  await untilClassified(follower.page, lines.length);
  await settle(follower, list.length);
  await checkAnswers(follower, list, lines, 3);
  const end = await finish(environment, writer, follower, list);
  await writer.end();
  await follower.end();
  return end;
}

function compared(months: readonly Month[], old: End, fresh: End): BrowserFigure[] {
  if (!isEqual(old.accounts, fresh.accounts))
    throw new Error('The list of the year is not that of a fresh start.');
  const [last = {}] = months.slice(-1);
  const times = (name: string) => months.map((month) => month[name] ?? 0);
  return [
    figure('Year: upload begun until the follower has all of it', times('upload followed'), 'ms'),
    figure('Year: mapping saved until the follower shows it', times('add followed'), 'ms'),
    figure('Year: bytes received to bytes of changes', times('received per byte of changes'), '×'),
    figure('Year: History opened, last month', last['history opened'] ?? 0, 'ms'),
    figure(
      'Year: longest task of the follower, processor time',
      Math.max(...times('longest, processor')),
      'ms',
      50,
    ),
    ...(['writer', 'follower', 'rss', 'heap'] as const).flatMap((name) => [
      figure(`Year: memory, ${name}`, old[name], 'MiB'),
      figure(`Year: memory, ${name}, to a fresh start`, old[name] / fresh[name], '×', 1.2),
    ]),
  ];
}

function asMarkdown(months: readonly Month[]): string {
  const names = Object.keys(months[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rounded = (value: number) =>
    value >= 10 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3));
  return [
    line(names),
    line(names.map(() => '---')),
    ...months.map((month) => line(names.map((name) => rounded(month[name] ?? 0)))),
  ].join('\n');
}
