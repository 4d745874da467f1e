import type { Locator, Page } from 'playwright-core';

/** Goes to the Database screen by its link and waits for the first rows. */
export async function openDatabase(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Database' }).click();
  await page.getByRole('table').getByRole('button', { name: /^Edit/ }).first().waitFor();
}

/** Searches and waits until only what was found is listed. */
export async function searchMappings(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search mappings' }).fill(text);
  await page.getByRole('region', { name: 'Search results' }).waitFor();
}

export function rowOf(page: Page, description: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('cell', { name: description, exact: true }) });
}

/** Edits a row on screen and saves it; fields left out stay. Does not wait for the outcome. */
export async function editMapping(
  page: Page,
  description: string,
  fields: { description?: string; glAccount?: string },
): Promise<void> {
  await page.getByRole('button', { name: `Edit ${description}`, exact: true }).click();
  if (fields.description !== undefined) {
    await page.getByRole('textbox', { name: 'Keyword / Description' }).fill(fields.description);
  }
  if (fields.glAccount !== undefined)
    await page.getByRole('textbox', { name: 'GL Account' }).fill(fields.glAccount);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}
