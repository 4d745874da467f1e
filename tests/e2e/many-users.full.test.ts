import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { accessKey, normaliseEmail } from '#model/email.ts';
import { launchBrowser } from '../support/browser.ts';
import { signIn } from '../support/screens.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Three pages of the watch, or very many. */
const USERS = 5_000;

let browser: Browser;
let server: TestServer;
let page: Page;

const address = (i: number) => normaliseEmail(`user${String(i).padStart(4, '0')}@example.com`);

function seed(email: string, name: string): void {
  const { documents, tree } = server.services();
  documents.setDocument(['users', email], {
    email: { stringValue: email },
    name: { stringValue: name },
    allow: { booleanValue: true },
    admin: { booleanValue: false },
    uid: { stringValue: `uid-of-${email}` },
  });
  const entry = { email, allow: true, admin: false, uid: `uid-of-${email}` };
  tree.update({ [`access/${accessKey(normaliseEmail(email))}`]: entry });
}

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startTestServer()]);
  for (let i = 0; i < USERS; i++) seed(address(i), `Person ${i}`);
  page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(server.url('/admin'));
  await signIn(page, server.admin);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const listed = (count: number) =>
  page.getByText(`${count.toLocaleString('en')} users`, { exact: true }).waitFor();
const search = (text: string) => page.getByPlaceholder('Search by email or name').fill(text);

it('the list of very many users arrives whole, and stays live and whole when users are added, removed and renamed', async () => {
  await listed(USERS + 1);
  // Those in the middle push others along to the next page of the watch.
  for (let i = 0; i < 3; i++) seed(`user0100-${i}@example.com`, 'Between');
  await listed(USERS + 4);
  await search('between');
  await page.getByText('3 of').waitFor();

  await search('user0100@');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('checkbox', { name: `Allow ${address(100)}` }).click();
  await page.getByText(`Removed ${address(100)} from database`).waitFor();
  await search('');
  await listed(USERS + 3);

  seed(address(USERS - 2), 'Renamed');
  await search('renamed');
  await page.getByText(address(USERS - 2)).waitFor();
});
