import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const SCHEMES = ['light', 'dark'] as const;

/** Expects no violation that axe-core knows on the whole page, light and dark; names the rule and the elements. */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  // Colours in the middle of a transition are nobody's choice.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(colorScheme);
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
    );
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run({
        // Of WCAG 2.2, and off unless asked for.
        rules: { 'target-size': { enabled: true } },
      }),
    );
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    );
    expect(found, `${view}, ${colorScheme}`).toEqual([]);
  }
}
