import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessRestoreMessages } from '#model/text/accessWords.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import { mailedLink } from '../support/mailbox.ts';
import {
  addUser,
  adminBox,
  allowBox,
  answerNativeQuestion,
  button,
  classifier,
  fillIn,
  register,
  says,
  signIn,
  signInScreen,
} from '../support/screens.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

const environment = useTestEnvironment();

/** What both stores say of a person, by key under `access`. */
function rightsOf(email: string, key: string) {
  const { documents, tree } = environment.server.services();
  const record = documents.readDocument(['users', email]);
  return {
    record: record && {
      allow: record['allow']?.['booleanValue'],
      admin: record['admin']?.['booleanValue'],
    },
    accessEntry: tree.read(`access/${key}`) as { allow: boolean; admin: boolean } | null,
  };
}

it('gives access to an account that is there: to the owner of the address, by a mailed link to set a password', async () => {
  const carol = { email: 'carol@example.com', password: 'of whoever registered' };
  const page = await environment.visitor();
  await register(page, carol);
  const admin = await environment.admin();
  await addUser(admin, { ...carol, name: 'Carol', password: 'ignored' });
  await says(admin, accountMessages.existingAccountAllowed(carol.email, false));
  await says(page, messages.noAccess(carol.email));
  await page.reload();
  await says(page, messages.noAccess(carol.email));

  // The owner of the address, who has no session of this account, confirms nothing by opening the other mail.
  const owner = await environment.visitor();
  await owner.goto(await mailedLink(environment.server.dataDir, carol.email, 'verifyEmail'));
  await says(owner, `Sign in as ${carol.email} to confirm`);
  await owner.goto(await mailedLink(environment.server.dataDir, carol.email, 'resetPassword'));
  await fillIn(owner, { 'New password': 'of the real owner', 'Confirm password': 'of the real owner' });
  await button(owner, 'Save password').click();
  await says(owner, 'Your password is changed');
  await signInScreen(page);
  await owner.getByRole('link', { name: 'Go to the Classifier' }).click();
  await signIn(owner, { email: carol.email, password: 'of the real owner' });
  await classifier(owner);
});

describe('Edit User', () => {
  const refresh = (page: Page) =>
    page.context().waitForEvent('response', (answer) => answer.url().includes('/v1/token'));

  it('keeps who changes the own password signed in, though a worker has asked with the old session', async () => {
    const kay = await environment.server.addUser('kay@example.com', { admin: true });
    const admin = await environment.adminVisitor(kay);
    await admin.route('**/accounts:update*', async (route) => {
      const response = await route.fetch();
      // The server has ended the old tokens, and the answer with the new ones is on its way.
      for (let refused = 0; refused < 2; refused++) await Promise.race([refresh(admin), signInScreen(admin)]);
      await route.fulfill({ response });
    });
    await button(admin, `Edit ${kay.email}`).click();
    await fillIn(admin, { 'New Password (optional)': 'another secret' });
    await button(admin, 'Update User').click();
    await says(admin, messages.userUpdated);
    const ivo = await environment.server.addUser('ivo@example.com');
    await adminBox(admin, ivo.email).click();
    await says(admin, messages.adminGranted(ivo.email));
  });
});

describe('two admins', () => {
  const KEY = 'hal@example%2Ecom';

  it('see at once what the other does', async () => {
    const second = await environment.server.addUser('second@example.com', { admin: true });
    const ivy = await environment.server.addUser('ivy@example.com');
    const [one, two] = await Promise.all([environment.admin(), environment.adminVisitor(second)]);
    await adminBox(one, ivy.email).click();
    await expect.poll(() => adminBox(two, ivy.email).isChecked()).toBe(true);
    await adminBox(two, ivy.email).click();
    await expect.poll(() => adminBox(one, ivy.email).isChecked()).toBe(false);
    await answeredRemoval(two, ivy.email);
    await allowBox(one, ivy.email).waitFor({ state: 'detached' });
  });

  it('restore what one of them did to the access of others', async () => {
    const other = await environment.server.addUser('other@example.com', { admin: true });
    const [kim, lou] = [
      await environment.server.addUser('kim@example.com'),
      await environment.server.addUser('lou@example.com'),
    ];
    const one = await environment.admin();
    await adminBox(one, lou.email).click();
    await says(one, messages.adminGranted(lou.email));
    await answeredRemoval(one, kim.email);
    await adminBox(one, lou.email).click();
    await says(one, messages.adminRevoked(lou.email));

    const two = await environment.adminVisitor(other);
    await two.getByRole('link', { name: 'Access history' }).click();
    await two.getByRole('button', { name: `${lou.email}: Made admin` }).click();
    await button(two, 'Restore everybody’s access as of here…').click();
    await two.getByText(accessRestoreMessages.doesNotReturn([kim.email])).waitFor();
    await button(two, 'Restore 2 people').click();
    await says(two, accessRestoreMessages.restored(2));
    expect(rightsOf(kim.email, 'kim@example%2Ecom')).toMatchObject({
      record: { allow: true, admin: false },
      accessEntry: { allow: true, admin: false },
    });
    expect(rightsOf(lou.email, 'lou@example%2Ecom')).toMatchObject({
      record: { allow: true, admin: true },
      accessEntry: { allow: true, admin: true },
    });
    await classifier(await environment.signedIn(kim));
  });

  it('who do the same to one person at once both succeed', async () => {
    const third = await environment.server.addUser('third@example.com', { admin: true });
    const hal = await environment.server.addUser('hal@example.com');
    const [one, two] = await Promise.all([environment.admin(), environment.adminVisitor(third)]);
    await Promise.all([adminBox(one, hal.email).waitFor(), adminBox(two, hal.email).waitFor()]);
    await Promise.all([adminBox(one, hal.email).click(), adminBox(two, hal.email).click()]);
    const boths = [one, two].map((page) => says(page, /(Granted admin to|Revoked admin from) hal@/));
    await Promise.all(boths);
    const { record, accessEntry } = rightsOf(hal.email, KEY);
    expect(accessEntry).toMatchObject(record ?? {});
    await Promise.all([answeredRemoval(one, hal.email), answeredRemoval(two, hal.email)]);
    expect(rightsOf(hal.email, KEY)).toEqual({ record: null, accessEntry: null });
  });

  async function answeredRemoval(page: Page, email: string): Promise<void> {
    const question = answerNativeQuestion(page, 'accept');
    await allowBox(page, email).click();
    await question;
    await says(page, messages.removed(email));
    // The rows below move up when it goes: a click on one of them would miss.
    await allowBox(page, email).waitFor({ state: 'detached' });
  }
});

describe('a removed person', () => {
  it('who is allowed again by hand begins anew', async () => {
    const jo = await environment.server.addUser('jo@example.com');
    const page = await environment.signedIn(jo);
    await classifier(page);
    const admin = await environment.admin();
    const question = answerNativeQuestion(admin, 'accept');
    await allowBox(admin, jo.email).click();
    await question;
    await says(page, messages.noAccess(jo.email));
    await addUser(admin, { ...jo, name: 'Jo again' });
    await classifier(page);
    await button(page, 'Logout').click();
    await signIn(page, jo);
  });
});
