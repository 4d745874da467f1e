import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { byStage } from './fullRun.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Off unless asked for: of WCAG 2.2. */
const ALL_RULES: RunOptions = { rules: { 'target-size': { enabled: true } } };
/** The others do not look at colours, and the elements are the same in either scheme. */
const COLOUR_RULES: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

const SCHEMES = [
  ['light', ALL_RULES],
  ['dark', byStage({ usual: COLOUR_RULES, full: ALL_RULES })],
] as const;

/** Expects no violation that axe-core knows on the whole page, light and dark; names the rule and the elements. */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  // Colours in the middle of a transition are not the design's.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  for (const [colorScheme, rules] of SCHEMES) {
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
      rules,
    );
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    );
    expect(found, `${view}, ${colorScheme}`).toEqual([]);
  }
}
