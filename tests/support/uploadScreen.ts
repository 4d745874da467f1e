import type { Locator, Page } from 'playwright-core';

/** Goes to the Upload screen by its link. */
export async function openUpload(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Upload Data' }).click();
  await pairBox(page).waitFor();
}

export function pairBox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Description and GL account, separated by a tab' });
}

/** Pastes over what is in the box, as a person does; the context needs the clipboard permissions. */
export async function pastePairs(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await pairBox(page).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
}

/** Drops files on the box, as a person does from a folder window. */
export async function dropFiles(
  page: Page,
  files: readonly { readonly name: string; readonly type: string; readonly content: string }[],
): Promise<void> {
  const transfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer();
    for (const { name, type, content } of dropped) data.items.add(new File([content], name, { type }));
    return data;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await pairBox(page).dispatchEvent(type, { dataTransfer: transfer });
  }
}

/** The number that the dry run gives for one list; null while there is no such list. */
export async function dryRunCount(page: Page, label: string): Promise<number | null> {
  const line = page.getByRole('region', { name: 'Preview' }).getByRole('listitem').filter({ hasText: label });
  if ((await line.count()) === 0) return null;
  return Number.parseInt((await line.first().innerText()).replaceAll(',', ''), 10);
}

/** Drops files or folders of the disk on the box `on`, as the browser gets them from a folder window. */
export async function dropFromDisk(
  page: Page,
  paths: readonly string[],
  on: Locator = pairBox(page),
): Promise<void> {
  const box = await on.boundingBox();
  if (!box) throw new Error('The box is not on screen.');
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: box.x + 20, y: box.y + 20, data });
  }
  await session.detach();
}
