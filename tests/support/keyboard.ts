import type { Locator, Page } from 'playwright-core';
import { button, type Credentials } from './screens.ts';

/** More presses than any screen has stops. */
const MAX_STOPS = 120;

/** Presses Tab until `wanted` is focused: nothing that a person needs may be out of its reach. */
async function tabToElement(page: Page, wanted: Locator, what: string): Promise<void> {
  await wanted.first().waitFor({ state: 'attached' });
  for (let presses = 0; presses < MAX_STOPS; presses++) {
    if (await wanted.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
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
