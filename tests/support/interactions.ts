import type { Locator, Page } from 'playwright-core';

/** How a person presses a button: with the pointer, or by walking to it with Tab and pressing Enter. */
type Interaction = { readonly name: 'mouse' | 'keyboard'; press(target: Locator): Promise<void> };

/** More stops than any screen has between two places. */
const MAX_STOPS = 80;

export const interactions: readonly Interaction[] = [
  { name: 'mouse', press: (target) => target.click() },
  {
    name: 'keyboard',
    async press(target) {
      await tabTo(target.page(), target);
      await target.page().keyboard.press('Enter');
    },
  },
];

/** Presses Tab until `target` has the focus. Throws when it is never reached. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}
