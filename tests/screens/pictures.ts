import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** How a state is looked at: the window in CSS pixels, its scale, and the colours that the system asks for. */
type Look = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly colors: 'light' | 'dark' | 'forced';
};

/** 200 % of a window of 1440 × 900 pixels leaves 720 × 450. */
const LOOKS: readonly Look[] = [
  { name: '1440-light', width: 1440, height: 900, colors: 'light' },
  { name: '1440-dark', width: 1440, height: 900, colors: 'dark' },
  { name: '1024-light', width: 1024, height: 768, colors: 'light' },
  { name: '200-percent', width: 720, height: 450, colors: 'light' },
  { name: '390-light', width: 390, height: 844, colors: 'light' },
  { name: '390-dark', width: 390, height: 844, colors: 'dark' },
  { name: '320-light', width: 320, height: 640, colors: 'light' },
  // Last: Chromium keeps the forced colour of the lines of tables.
  { name: '1440-forced', width: 1440, height: 900, colors: 'forced' },
];

export const LOOK_NAMES: readonly string[] = LOOKS.map(({ name }) => name);

/** What axe-core found in one look of a state, as lines for people. */
export type Violation = { readonly look: string; readonly text: string };

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
/** The rule on target size belongs to WCAG 2.2 and is off unless asked for. */
const AXE_RULES: RunOptions = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };
/** What differs from run to run: clocks, and the caret. */
const STYLE = 'time { visibility: hidden !important } * { caret-color: transparent !important }';

/**
 * Takes the pictures of the state that `page` shows, as `NAME.LOOK.png` in the existing `folder`, and has axe-core check each look except
 * for forced colours, which the system chooses. Resolves with what axe-core found.
 */
export async function takePictures(page: Page, folder: string, name: string): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const look of LOOKS) {
    await apply(page, look);
    const picture = await page.screenshot({ style: STYLE, animations: 'disabled' });
    writeFileSync(join(folder, `${name}.${look.name}.png`), picture);
    if (look.colors === 'forced') continue;
    for (const text of await violations(page)) found.push({ look: look.name, text });
  }
  return found;
}

async function apply(page: Page, { width, height, colors }: Look): Promise<void> {
  await page.emulateMedia({
    colorScheme: colors === 'dark' ? 'dark' : 'light',
    forcedColors: colors === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
  await page.setViewportSize({ width, height });
  // What has scrolled half under the top bar would be too small a target; an open list stays with its field.
  await page.evaluate(() => document.querySelector('[role="listbox"]') ?? scrollTo(0, 0));
  // Two frames: virtualised lists measure themselves in the first and draw in the second.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
}

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const results = await page.evaluate(
    (options) =>
      (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
    AXE_RULES,
  );
  return results.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  );
}
