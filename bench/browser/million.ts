import { type BrowserFigure, figure } from './figures.ts';
import { watchMainThread } from './mainThread.ts';
import { longestTask, makeText, paste, press, scrollToEnd } from './probes.ts';
import type { BenchEnvironment } from './product.ts';

const ROUNDS = 3;
const EMPTY = 'Paste descriptions above to see results here.';

/** So many copies of the loaded text make a million lines: seen, scrolled to their end, and taken away again. */
export async function measureMillion(
  environment: BenchEnvironment,
  copies: number,
  lines: number,
): Promise<BrowserFigure[]> {
  const { page } = environment;
  const progress: number[] = [];
  const firsts: number[] = [];
  const tasks: number[] = [];
  const memory: number[] = [];
  const cancels: number[] = [];
  // The bar of the run before would be taken for that of this one.
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  for (let round = 0; round < ROUNDS; round++) {
    await makeText(page, copies, `million${round}`);
    await longestTask(page);
    const times = await paste(page, `million${round}`, 'begun');
    progress.push(times.progress - times.pauseEnd);
    firsts.push(times.firstAccount - times.pauseEnd);
    tasks.push(await longestTask(page));
    await scrollToEnd(page);
    await page.locator(`[aria-rowindex="${lines + 1}"]`).waitFor();
    memory.push(await environment.memory());
    cancels.push(await press(page, 'Clear', EMPTY));
  }
  await makeText(page, copies, 'traced');
  const traced = await watchMainThread(environment, () => paste(page, 'traced', 'begun'));
  await press(page, 'Clear', EMPTY);
  return [
    figure('1,000,000 lines: progress after the pause in typing', progress, 'ms', 300),
    figure('1,000,000 lines: first account', firsts, 'ms'),
    figure('1,000,000 lines: longest main-thread task', tasks, 'ms'),
    figure('1,000,000 lines: the same in processor time', traced.longest.processor, 'ms'),
    figure('1,000,000 lines: cancelled by Clear', cancels, 'ms', 200),
    figure('1,000,000 lines: memory of page and workers', memory, 'MiB', 1024),
  ];
}
