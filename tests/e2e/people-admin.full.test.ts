import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { authFailureText } from '#model/authFailure.ts';
import { accessRestoreMessages } from '#model/text/accessWords.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import { expectAlert, expectFaults, type Faults } from '../support/faults.ts';
import { mailedLink } from '../support/mailbox.ts';
import { restVisitor } from '../support/rest.ts';
import {
  addUser,
  adminBox,
  allowBox,
  answerNativeQuestion,
  button,
  classifier,
  comeBack,
  fillIn,
  register,
  says,
  signIn,
  signInScreen,
  tryToSignIn,
} from '../support/screens.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

const environment = useTestEnvironment();

const dialog = (page: Page) => page.getByRole('dialog');
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });

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

describe('Add New User', () => {
  it('says at each field what is missing, knows the addresses in the list, and forgets what was cancelled', async () => {
    const admin = await environment.admin();
    await button(admin, '+ Add User').click();
    const cases: [fields: Record<string, string>, faults: Faults][] = [
      [{}, { Email: messages.emailInvalid, Name: messages.nameMissing, Password: messages.passwordTooShort }],
      [
        { Email: 'bob', Name: '   ', Password: '12345' },
        { Email: messages.emailInvalid, Name: messages.nameMissing, Password: messages.passwordTooShort },
      ],
      [
        { Email: ` ${environment.server.admin.email.toUpperCase()} `, Name: 'Bob', Password: '123456' },
        { Email: messages.userExists, Name: '', Password: '' },
      ],
    ];
    for (const [fields, faults] of cases) {
      await fillIn(admin, fields);
      await button(admin, 'Create User').click();
      await expectFaults(admin, faults);
    }
    await button(admin, 'Cancel').click();
    await closed(admin);
    await button(admin, '+ Add User').click();
    expect(await admin.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  });

  it('makes somebody who can sign in at once, while the admin stays who they are', async () => {
    const bob = { email: 'bob@example.com', name: 'Bob', password: 'secret of bob' };
    const admin = await environment.admin();
    await addUser(admin, bob);
    await says(admin, messages.userCreated);
    await closed(admin);
    await allowBox(admin, bob.email).waitFor();
    await admin.reload();
    await allowBox(admin, bob.email).waitFor();
    await classifier(await environment.signedIn(bob));
    expect(rightsOf(bob.email, 'bob@example%2Ecom')).toMatchObject({
      record: { allow: true, admin: false },
      accessEntry: { allow: true, admin: false },
    });
  });

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
    // Nor past the app: the rules hide even the record.
    const squatter = await restVisitor(environment.server.origin, carol);
    expect(await squatter.get(`users/${carol.email}`)).toBe(403);

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

  it('says why an account was refused, and keeps what was typed', async () => {
    const admin = await environment.admin();
    await admin.route('**/accounts:signUp*', (route) => route.abort());
    await addUser(admin, { email: 'dora@example.com', name: 'Dora', password: 'secret of dora' });
    await expectAlert(admin, messages.userCreateFailed(authFailureText('offline', '') ?? ''));
    await admin.unroute('**/accounts:signUp*');
    await button(admin, 'Create User').click();
    await says(admin, messages.userCreated);
    await allowBox(admin, 'dora@example.com').waitFor();
  });
});

describe('Edit User', () => {
  it('changes the name, which is wanted', async () => {
    const eve = await environment.server.addUser('eve@example.com', { name: 'Eva' });
    const admin = await environment.admin();
    await button(admin, `Edit ${eve.email}`).click();
    expect(await admin.getByLabel('Name', { exact: true }).inputValue()).toBe('Eva');
    expect(await admin.getByLabel('New Password (optional)').count()).toBe(0);
    await fillIn(admin, { Name: ' ' });
    await button(admin, 'Update User').click();
    await expectFaults(admin, { Name: messages.nameMissing });
    await fillIn(admin, { Name: 'Eve Adams' });
    await button(admin, 'Update User').click();
    await says(admin, messages.userUpdated);
    await closed(admin);
    await admin.getByRole('row', { name: `${eve.email} Eve Adams` }).waitFor();
  });

  it('mails others a reset link in place of a new password', async () => {
    const finn = await environment.server.addUser('finn@example.com');
    const admin = await environment.admin();
    await button(admin, `Edit ${finn.email}`).click();
    await button(admin, 'Send reset link').click();
    await says(admin, messages.resetLinkSent(finn.email, false));
    expect(await mailedLink(environment.server.dataDir, finn.email, 'resetPassword')).toContain(
      '/auth/action',
    );
  });

  it('changes the own password, of at least six characters; other sessions end', async () => {
    const gil = await environment.server.addUser('gil@example.com', { admin: true });
    const [admin, elsewhere] = await Promise.all([environment.adminVisitor(gil), environment.signedIn(gil)]);
    await classifier(elsewhere);
    await button(admin, `Edit ${gil.email}`).click();
    await fillIn(admin, { 'New Password (optional)': '12345' });
    await button(admin, 'Update User').click();
    await expectFaults(admin, { 'New Password (optional)': messages.passwordTooShort });
    await fillIn(admin, { 'New Password (optional)': 'another secret' });
    await button(admin, 'Update User').click();
    await says(admin, messages.userUpdated);
    await elsewhere.reload();
    await signInScreen(elsewhere);
    await tryToSignIn(elsewhere, gil);
    await expectAlert(elsewhere, authFailureText('wrong-credentials', '') ?? '');
    await fillIn(elsewhere, { Password: 'another secret' });
    await button(elsewhere, 'Sign In').click();
    await classifier(elsewhere);
    await allowBox(admin, gil.email).waitFor();
  });

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

describe('the last admin', () => {
  it('cannot take their own rights: the boxes are disabled and the rules agree', async () => {
    const { email } = environment.server.admin;
    const admin = await environment.admin();
    expect(await allowBox(admin, email).isDisabled()).toBe(true);
    expect(await adminBox(admin, email).isDisabled()).toBe(true);
    const self = await restVisitor(environment.server.origin, environment.server.admin);
    const name = `users/${email}`;
    const no = { booleanValue: false };
    expect(await self.commit({ update: { name, fields: { admin: no } }, mask: ['admin'] })).toBe(403);
    expect(
      await self.commit({ update: { name, fields: { admin: no, allow: no } }, mask: ['admin', 'allow'] }),
    ).toBe(403);
    expect(await self.commit({ delete: name })).toBe(403);
    // The same person may change their name: it is the rights that are refused.
    const renamed = { name, fields: { name: { stringValue: 'Administrator' } } };
    expect(await self.commit({ update: renamed, mask: ['name'] })).toBe(200);
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

describe('a person whose user document gives access and whose access entry does not', () => {
  it('gets an explanation, and access as soon as an admin repairs it', async () => {
    const lea = await environment.server.addUser('lea@example.com');
    environment.server.services().tree.update({ 'access/lea@example%2Ecom': null });
    const page = await environment.signedIn(lea);
    await says(page, messages.noAccess(lea.email));
    await comeBack(page);
    await says(page, messages.accessOutOfSync);
    const admin = await environment.admin();
    await button(admin, 'Repair').click();
    await says(admin, accountMessages.userRepaired(lea.email));
    await classifier(page);
  });
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
