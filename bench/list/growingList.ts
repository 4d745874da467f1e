/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { type BrowserFigure, figure } from '../browser/figures.ts';
import { watchMainThread } from '../browser/mainThread.ts';
import type { BenchEnvironment, Follower } from '../browser/product.ts';
import { bankLine } from '../growingLists.ts';
import { messageWith } from './answers.ts';
import { taskFigures, timed } from './databaseScreen.ts';

const PAIRS = 98_000;
/** The follower has every so many-th keyword in its text. */
const EVERY = 20;
const TIMEOUT_MS = 900_000;

/**
 * An empty list grows by an upload of very many pairs that begin alike, while another user has a text on the Classifier
 * screen and follows the list.
 */
export async function measureGrowingList(environment: BenchEnvironment): Promise<BrowserFigure[]> {
  const { page } = environment;
  const follower = await environment.openFollower();
  await showText(follower);
  await page.getByRole('link', { name: 'Upload Data' }).click();
  const add = page.getByRole('button', { name: 'Add to Firebase Database' });
  await copy(page, ({ description, glAccount }) => `${description}\t${glAccount}`, 1);
  const pasted = await watchMainThread(environment, () =>
    timed(async () => {
      await pasteInto(page, /^Description and GL account/);
      await page
        .getByRole('region', { name: 'Preview' })
        .getByRole('listitem')
        .filter({ hasText: PAIRS.toLocaleString('en-US') })
        .waitFor({ timeout: TIMEOUT_MS });
    }),
  );
  await page.getByRole('button', { name: 'Perform Consolidation' }).waitFor({ timeout: TIMEOUT_MS });
  const stored = await watchMainThread(environment, async () => {
    const following = watchMainThread(follower, () => timed(() => followAll(follower.page)));
    const ms = await timed(async () => {
      await add.click();
      await messageWith(page, /^(Successfully uploaded|Error uploading)/).waitFor({ timeout: TIMEOUT_MS });
    });
    await messageWith(page, /^Successfully uploaded/).waitFor();
    return { ms, followed: await following };
  });
  const figures = [
    figure('Growing list: 98,000 bank lines pasted to dry run', pasted.result, 'ms'),
    figure('Growing list: stored in an empty list', stored.result.ms, 'ms'),
    figure('Growing list: begun to store until a follower shows all', stored.result.followed.result, 'ms'),
    ...taskFigures('Growing list: paste', pasted.longest),
    ...taskFigures('Growing list: storing', stored.longest),
    ...taskFigures('Growing list: following', stored.result.followed.longest),
    figure('Growing list: memory of the page', await environment.memory(), 'MiB', 1024),
    figure('Growing list: memory of the follower', await follower.memory(), 'MiB', 1024),
  ];
  await follower.end();
  return figures;
}

/** Lines with keywords that the list does not have yet. */
async function showText({ page }: Follower): Promise<void> {
  await copy(page, ({ description }) => `${description} ON 12 NOVEMBER`, EVERY);
  await pasteInto(page, 'Descriptions, one per line');
  await page.getByText('No Match').first().waitFor();
}

async function followAll(page: Page): Promise<void> {
  const heading = page.locator('header').filter({ hasText: `${PAIRS.toLocaleString('en-US')} mappings` });
  await heading.waitFor({ timeout: TIMEOUT_MS });
}

async function copy(page: Page, asLine: (mapping: ReturnType<typeof bankLine>) => string, every: number) {
  const lines = Array.from({ length: PAIRS / every }, (_, i) => asLine(bankLine(i * every)));
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'));
}

async function pasteInto(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('textbox', { name }).click();
  await page.keyboard.press('ControlOrMeta+V');
}
