import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { firstByStage, fullRun } from './fullRun.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Off unless asked for: of WCAG 2.2. */
const ALL_RULES: RunOptions = { rules: { 'target-size': { enabled: true } } };
/** The component tests look at the dark scheme in every run. */
const SCHEMES = firstByStage(['light', 'dark'] as const);

/** Expects no violation that axe-core knows on the whole page, in each scheme; names the rule and the elements. */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  // Colours in the middle of a transition are not the design's.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(colorScheme);
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
    );
    const { violations } = await page.evaluate(
      (options) =>
        (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run({
          ...options,
          resultTypes: ['violations'],
        }),
      ALL_RULES,
    );
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    );
    expect(found, `${view}, ${colorScheme}`).toEqual([]);
  }
}

/** As {@link expectAccessible}, in a full run: where the component tests look at the same elements in every run. */
export async function expectAccessibleInFull(page: Page, view: string): Promise<void> {
  if (fullRun) await expectAccessible(page, view);
}
