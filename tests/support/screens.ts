import type { Page } from 'playwright-core';

export type Credentials = { readonly email: string; readonly password: string };

/** The administrator that a first start prints. Throws, with the output, when there is none. */
export function printedAdmin(output: string): Credentials {
  const email = /\b[\w.]+@[\w.]+\b/.exec(output)?.[0];
  const password = /password:?\s+(\S+)/i.exec(output)?.[1];
  if (!email || !password) throw new Error(`No administrator in the output:\n${output}`);
  return { email, password };
}

/** Signs in with a password, from the sign-in screen's first view. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Password' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
}

/** Pastes over what is in the classifier's box, as a person does; the context needs the clipboard permissions. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.getByRole('textbox', { name: 'Descriptions, one per line' }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
}
