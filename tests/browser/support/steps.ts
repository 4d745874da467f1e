import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/** A button by a part of its name. */
export const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
export const checkbox = (name: string | RegExp): Locator => page.getByRole('checkbox', { name });
/** A cell of a table by its whole text. */
export const tableCell = (text: string): Locator => page.getByRole('cell', { name: text, exact: true });

/** Waits for what somebody does, such as a click or keys, and then until the screen says so. */
export async function says(doing: Promise<unknown>, answer: string | RegExp | Locator): Promise<void> {
  await doing;
  const text = typeof answer === 'string' || answer instanceof RegExp ? page.getByText(answer) : answer;
  await expect.element(text).toBeVisible();
}
