import type { Locator, Page } from 'playwright-core';
import { button, type Credentials } from './screens.ts';

/** More presses than any screen has stops. */
const MAX_STOPS = 120;

/** Presses Tab until `wanted` is focused: nothing that a person needs may be out of its reach. */
async function tabToElement(page: Page, wanted: Locator, what: string): Promise<void> {
  await wanted.first().waitFor({ state: 'attached' });
  // To look for it by role at each stop would be most of the browser's work: only where another has taken its place.
  let element = await wanted.first().elementHandle();
  for (let presses = 0; presses < MAX_STOPS; presses++) {
    const state = await element?.evaluate((one) =>
      one === document.activeElement ? 'focused' : one.isConnected ? 'elsewhere' : 'gone',
    );
    if (state === 'focused') return;
    if (state === 'elsewhere') await page.keyboard.press('Tab');
    else element = await wanted.first().elementHandle();
  }
  throw new Error(`${what} is not reached by Tab`);
}

export function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string): Promise<void> {
  return tabToElement(page, page.getByRole(role, { name, exact: true }), `${role} "${name}"`);
}

/** Presses a button. */
export async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, 'button', name);
  await page.keyboard.press('Enter');
}

/** Follows a link. */
export async function follow(page: Page, name: string): Promise<void> {
  await tabTo(page, 'link', name);
  await page.keyboard.press('Enter');
}

/** Types over what a field holds. A password field has no role: it is reached by its label. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabToElement(page, page.getByLabel(label, { exact: true }), `The field "${label}"`);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

export async function signInByKeyboard(page: Page, { email, password }: Credentials): Promise<void> {
  await press(page, 'Sign in with Password');
  await typeInto(page, 'Email', email);
  await typeInto(page, 'Password', password);
  await page.keyboard.press('Enter');
  await button(page, 'Logout').waitFor();
}

/** The name of what has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });
}
