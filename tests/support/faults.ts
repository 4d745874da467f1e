import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What to read at each field, by its label; empty: no objection. */
export type Faults = Readonly<Record<string, string>>;

/** Waits until a screen reader would read these texts with the fields, and that those are not valid. */
export async function expectFaults(page: Page, faults: Faults): Promise<void> {
  for (const [label, fault] of Object.entries(faults))
    await expect.poll(() => faultAt(page, label), { message: label }).toBe(fault);
}

async function faultAt(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  if ((await field.getAttribute('aria-invalid')) !== 'true') return '';
  const described = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).innerText()));
  return texts.join(' ');
}

/** Waits until exactly this is announced as an error. */
export async function expectAlert(page: Page, text: string): Promise<void> {
  const announced = async () => (await page.getByRole('alert').allInnerTexts()).join('').trim();
  await expect.poll(announced).toBe(text);
}
