import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessKey, normaliseEmail } from '#model/email.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import { adminBox, allowBox, answerNativeQuestion, button, says } from '../support/screens.ts';
import { useFaultTestEnvironment } from '../support/testEnvironment.ts';

/** What a failure at each step leaves, and that Retry completes it, is in tests/unit/access-actions. */
const environment = useFaultTestEnvironment();

/** Where a page writes documents, and where it reads them. */
const WRITES = '**/documents:commit*';
const READS = '**/documents:batchGet*';

/** A person's rights: `-` none, `u` a user's, `a` an admin's; in the record, then in the access entry. */
function rights(email: string): string {
  const { documents, tree } = environment.server.services();
  const record = documents.readDocument(['users', email]);
  const accessEntry = tree.read(`access/${accessKey(normaliseEmail(email))}`) as Entry | null;
  const letter = ({ allow, admin }: Entry) => (allow ? (admin ? 'a' : 'u') : '-');
  const ofRecord = {
    allow: record?.['allow']?.['booleanValue'] === true,
    admin: record?.['admin']?.['booleanValue'] === true,
  };
  return letter(ofRecord) + letter(accessEntry ?? { allow: false, admin: false });
}
type Entry = { readonly allow: boolean; readonly admin: boolean };

const lastLogin = () =>
  environment.server.services().documents.readDocument(['users', environment.server.admin.email])?.[
    'lastLogin'
  ]?.['stringValue'];

/** To sign in is a write as well: one that is still on its way would be taken for what the test cuts off. */
async function admin(): Promise<Page> {
  const before = lastLogin();
  const page = await environment.adminVisitor(environment.server.admin);
  await expect.poll(lastLogin, { timeout: 60_000 }).not.toBe(before);
  return page;
}

describe('an action', () => {
  it('goes on when a request is never answered', async () => {
    const { email } = await environment.server.addUser('amid.silence@example.com');
    const page = await admin();
    await adminBox(page, email).waitFor();
    // The record that the access entry is made from: the page asks for it, and is answered the second time only.
    let times = 0;
    await page.route(READS, (route) => {
      if (asksFor(route.request(), email) && ++times === 1) return;
      return route.continue();
    });
    await adminBox(page, email).click();
    await says(page, messages.adminGranted(email));
    expect(times).toBeGreaterThan(1);
    expect(rights(email)).toBe('aa');
    await page.unroute(READS);
  });
});

/** Whether Firestore is asked for the record of this person. */
function asksFor(request: Request, email: string): boolean {
  return (request.postData() ?? '').includes(`/documents/users/${email}`);
}

describe('an admin who disappears half-way', () => {
  const OUT_OF_SYNC = 'Some rights are out of sync';

  it('leaves a grant that the next admin sees as out of sync, and repairs', async () => {
    const { email } = await environment.server.addUser('half.granted@example.com');
    const first = await admin();
    environment.proxy.cutDatabase();
    await adminBox(first, email).click();
    await expect.poll(() => rights(email), { timeout: 60_000 }).toBe('au');
    // Once the line is back the page would get through what it holds back.
    await first.goto('about:blank');
    await environment.clear();
    expect(rights(email)).toBe('au');

    const second = await environment.adminVisitor(environment.server.admin);
    await says(second, OUT_OF_SYNC);
    await says(second, new RegExp(`not yet in force everywhere for: ${email}`));
    await button(second, 'Repair').click();
    await says(second, accountMessages.userRepaired(email));
    expect(rights(email)).toBe('aa');
    await second.getByText(OUT_OF_SYNC).waitFor({ state: 'detached' });
  });

  it('leaves a removal that the next admin sees, and completes', async () => {
    const { email } = await environment.server.addUser('half.removed@example.com');
    const first = await admin();
    await first.route(WRITES, (route) => route.abort());
    const refused = first.waitForEvent('requestfailed', (request) =>
      request.url().includes('/documents:commit'),
    );
    const question = answerNativeQuestion(first, 'accept');
    await allowBox(first, email).click();
    await question;
    // Gone before, the page may get through what its route holds back just then.
    await refused;
    await first.goto('about:blank');
    await environment.clear();
    expect(rights(email)).toBe('u-');

    const second = await environment.adminVisitor(environment.server.admin);
    await says(second, OUT_OF_SYNC);
    const answered = answerNativeQuestion(second, 'accept');
    await allowBox(second, email).click();
    await answered;
    await says(second, messages.removed(email));
    expect(rights(email)).toBe('--');
    await second.getByText(OUT_OF_SYNC).waitFor({ state: 'detached' });
  });
});
