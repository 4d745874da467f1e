import type { Locator, Page } from 'playwright-core';
import { messages } from '#model/text/messages.ts';

export type Credentials = { readonly email: string; readonly password: string };

/** The administrator that a first start prints. Throws, with the output, when there is none. */
export function printedAdmin(output: string): Credentials {
  const email = /\b[\w.]+@[\w.]+\b/.exec(output)?.[0];
  const password = /password:?\s+(\S+)/i.exec(output)?.[1];
  if (!email || !password) throw new Error(`No administrator in the output:\n${output}`);
  return { email, password };
}

/** Waits until the screen says `text`. */
export const says = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor();

/** Waits for a screen, by its heading. */
export const classifier = (page: Page) => heading(page, 'Classifier');
export const signInScreen = (page: Page) => heading(page, 'Sign in to GL Classifier');
/** With its lists: when they come, what is below them moves, and a click may miss it. */
export async function adminPanel(page: Page): Promise<void> {
  await heading(page, 'Admin Panel');
  for (const list of ['applications', 'users'])
    await page.getByLabel(`The ${list} are loading`).waitFor({ state: 'detached' });
}

function heading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
}

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const allowBox = (page: Page, email: string): Locator =>
  page.getByRole('checkbox', { name: `Allow ${email}`, exact: true });
export const adminBox = (page: Page, email: string): Locator =>
  page.getByRole('checkbox', { name: `Admin ${email}`, exact: true });

/** Fills fields by their labels, in order. */
export async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
}

/** Asks to sign in with a password, from the sign-in screen's first view. */
export async function tryToSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await button(page, 'Sign in with Password').click();
  await fillIn(page, { Email: email, Password: password });
  await button(page, 'Sign In').click();
}

/** Signs in with a password, from the sign-in screen's first view. */
export async function signIn(page: Page, person: Credentials): Promise<void> {
  await tryToSignIn(page, person);
  await button(page, 'Logout').waitFor();
}

/** Creates an account, from the sign-in screen's first view; it has no access yet. */
export async function register(page: Page, { email, password }: Credentials): Promise<void> {
  await button(page, 'Sign in with Password').click();
  await button(page, 'Need an account? Register').click();
  await fillIn(page, { Email: email, Password: password, 'Confirm password': password });
  await button(page, 'Create Account').click();
  await says(page, messages.noAccess(email));
}

type NewPerson = Credentials & { readonly name: string };

/** Fills the dialog Add New User and sends it off. */
export async function addUser(page: Page, { email, name, password }: NewPerson): Promise<void> {
  await button(page, '+ Add User').click();
  await fillIn(page, { Email: email, Name: name, Password: password });
  await button(page, 'Create User').click();
}

/** Answers the next native question, and resolves to its text. */
export function answerNativeQuestion(page: Page, answer: 'accept' | 'dismiss'): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', async (dialog) => {
      await dialog[answer]();
      resolve(dialog.message());
    });
  });
}

/**
 * As when the person comes back to this page from another window: what it asks for at intervals, it asks for at once.
 * That it also asks by itself is shown with a set clock (tests/browser/sign-in-no-access).
 */
export function comeBack(page: Page): Promise<unknown> {
  return page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

/** Pastes over what is in the classifier's box, as a person does; the context needs the clipboard permissions. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.getByRole('textbox', { name: 'Descriptions, one per line' }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
}

/** Resolves when so many pasted rows have all their accounts. The full bar itself may go before anybody has seen it. */
export async function untilClassified(page: Page, rows: number): Promise<void> {
  const all = page.getByRole('radio', { name: `All ${rows.toLocaleString('en-US')}` });
  await all.waitFor({ state: 'attached' });
  await page.getByRole('progressbar', { name: 'Classifying' }).waitFor({ state: 'detached' });
}
