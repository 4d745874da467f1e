import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { adminPanel, button, classifier, says } from '../support/screens.ts';
import { storeMappings } from '../support/server.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

/** With the panels more than the six HTTP/1.1 connections that a browser allows per host, to all its tabs together. */
const CLASSIFIERS = 10;
/** One more than may have a stream. */
const PANELS = 3;
/** After the first, the tab that is used next has always been without a stream since the two others were used. */
const ROUNDS = 2;

const environment = useTestEnvironment(({ server }) => storeMappings(server, { 'PREMIER INN': '6200' }));

it(`${CLASSIFIERS} tabs of one browser at the Classifier and ${PANELS} at the Admin Panel can all be used`, async () => {
  const first = await environment.signedIn(environment.server.admin);
  const open = async (path: string) => {
    const page = await first.context().newPage();
    const streams = watchStreams(page);
    await page.goto(environment.server.url(path));
    return { page, streams };
  };
  const classifiers = [{ page: first, streams: watchStreams(first) }];
  while (classifiers.length < CLASSIFIERS) classifiers.push(await open('/'));
  const panels: typeof classifiers = [];
  while (panels.length < PANELS) {
    const panel = await open('/admin');
    await adminPanel(panel.page);
    panels.push(panel);
  }

  const classifies = async ({ page }: { readonly page: Page }, i: number) => {
    await classifier(page);
    await page.getByRole('textbox', { name: 'Descriptions, one per line' }).fill(`PREMIER INN ${i}`);
    await page.getByRole('grid').getByText('6200', { exact: true }).waitFor();
  };
  await Promise.all(classifiers.map(classifies));

  for (let round = 1; round <= ROUNDS; round++) {
    for (const [i, { page }] of panels.entries()) {
      const email = `applicant.${round}.${i}@example.com`;
      apply(email);
      await use(page);
      await button(page, `Approve ${email}`).click();
      await says(page, messages.approved(email));
      await button(page, `Approve ${email}`).waitFor({ state: 'detached' });
      await button(page, `Edit ${email}`).waitFor();
    }
  }

  expect(classifiers.map(({ streams }) => streams.begun())).toEqual(classifiers.map(() => 0));
  const openStreams = () => panels.map(({ streams }) => streams.open());
  await expect.poll(openStreams).toEqual([0, 1, 1]);
  expect(await heldSlots(first)).toEqual(['directory-stream-0', 'directory-stream-1']);
});

/** Counts the long-lived requests of a page and its workers, those that are open and those that began. */
function watchStreams(page: Page): { open(): number; begun(): number } {
  const open = new Set<Request>();
  let begun = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' || !request.url().includes('/google.firestore.v1.Firestore/')) return;
    begun++;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('close', () => open.clear());
  return { open: () => open.size, begun: () => begun };
}

/** A key by which nothing happens, but that the person is there. */
const use = (page: Page) => page.keyboard.press('Shift');

async function heldSlots(page: Page): Promise<readonly string[]> {
  const names = await page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.map(({ name = '' }) => name);
  });
  return names.filter((name) => name.startsWith('directory-stream-')).sort();
}

/** Somebody's application, past the rules. */
function apply(email: string): void {
  environment.server.services().documents.setDocument(['applications', email], {
    email: { stringValue: email },
    name: { stringValue: 'Applicant' },
    appliedAt: { timestampValue: new Date().toISOString() },
    uid: { stringValue: `uid-of-${email}` },
    emailVerified: { booleanValue: true },
  });
}
