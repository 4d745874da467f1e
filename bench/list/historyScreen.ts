import type { Page } from 'playwright-core';
import type { Mapping } from '#model/mapping.ts';
import type { BackendServices } from '#server/services.ts';
import { type BrowserFigure, figure } from '../browser/figures.ts';
import { watchMainThread } from '../browser/mainThread.ts';
import type { BenchEnvironment } from '../browser/product.ts';
import { runSuites, type SuitePlan } from '../browser/suites.ts';
import { HistoryWriter } from '../server/HistoryWriter.ts';
import { numberedMappings } from '../server/seed.ts';
import { messageTime } from './answers.ts';
import { each, taskFigures } from './databaseScreen.ts';

const MAPPINGS = 100_000;
/** Besides those of the upload that made the list: 200 with 500 mappings each. */
const EDITS = 9_800;
const VISITS = 5;
/** Pages of the action that made the list, once it is opened, 30 changes each. */
const PAGES = 'Page 1 of 3,334';

/**
 * `npm run bench -- history-screen`: the History screen in real Chromium, with 10,000 entries and 110,000 changes of
 * 100,000 mappings, held against the goals "In the browser". `args` as in {@link runSuites}.
 */
export function runHistoryScreen(args: readonly string[]): Promise<void> {
  const plan = (mappings: number): SuitePlan => ({
    mappings: numberedMappings(mappings, (n) => `TRADING BRANCH ${n}`),
    fill: fillWithHistory,
    parts: { History: measureHistory },
  });
  return runSuites('history-screen', [MAPPINGS], plan, args);
}

function fillWithHistory(services: BackendServices, mappings: readonly Mapping[]): void {
  const writer = new HistoryWriter(services);
  writer.write('upload', mappings, () => null);
  writer.change(mappings, EDITS, 1);
}

async function measureHistory({ page, ...environment }: BenchEnvironment): Promise<BrowserFigure[]> {
  const visits = Array.from({ length: VISITS }, (_, visit) => visit);
  const { result, longest } = await watchMainThread({ page, ...environment }, async () => {
    const shown = await each(visits, () => open(page));
    const opened = await openUpload(page);
    const filtered = await each(visits, () => filter(page));
    return { shown, opened, filtered };
  });
  const [first = 0, ...again] = result.shown;
  return [
    figure('History: click to first screen, the first time', first, 'ms', 200),
    figure('History: click to first screen, again', again, 'ms', 200),
    figure('History: an action of 100,000 changes to its first lines', result.opened, 'ms', 500),
    figure('History: kind of change to rows', result.filtered, 'ms', 100),
    ...taskFigures('History', longest),
  ];
}

/** From the mappings to the newest change, which is the last edit; ends on the History screen. */
async function open(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Database' }).click();
  await page.getByRole('table').waitFor();
  return messageTime(page, `TRADING BRANCH ${EDITS - 1}`, () =>
    page.getByRole('link', { name: 'History', exact: true }).click(),
  );
}

/** From all changes to the upload, whose own changes stand beside it. */
function openUpload(page: Page): Promise<number> {
  return messageTime(page, PAGES, async () => {
    await kindOf(page).selectOption('upload');
  });
}

function kindOf(page: Page) {
  return page.getByRole('combobox', { name: 'Kind of change' });
}

/** From all changes to the line of the upload. */
async function filter(page: Page): Promise<number> {
  const kind = kindOf(page);
  await kind.selectOption('');
  await page
    .getByText(`TRADING BRANCH ${EDITS - 1}`)
    .first()
    .waitFor();
  return messageTime(page, '100,000 added', () => kind.selectOption('upload').then(() => {}));
}
