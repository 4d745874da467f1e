import { describe, expect, it } from 'vitest';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { expectAlert } from '../support/faults.ts';
import { focused, press, signInByKeyboard, tabTo, typeInto } from '../support/keyboard.ts';
import { mailedLink } from '../support/mailbox.ts';
import { button, classifier, fillIn, register, says, tryToSignIn } from '../support/screens.ts';
import { useTestEnvironment } from '../support/testEnvironment.ts';

const environment = useTestEnvironment();

describe('axe finds nothing to object to, light and dark', () => {
  it('while signing in, registering and resetting', async () => {
    const page = await environment.visitor();
    await button(page, 'Sign in with Password').waitFor();
    await expectAccessible(page, 'choice');
    await button(page, 'Sign in with Password').click();
    await button(page, 'Sign In').click();
    await says(page, messages.passwordMissing);
    await expectAccessible(page, 'sign in, with faults');
    await fillIn(page, { Email: 'nobody@example.com', Password: 'wrong' });
    await button(page, 'Sign In').click();
    await says(page, /not correct/);
    await expectAccessible(page, 'sign in, refused');
    await button(page, 'Need an account? Register').click();
    await button(page, 'Create Account').click();
    await says(page, messages.passwordTooShort);
    await expectAccessible(page, 'register, with faults');
    await button(page, 'Already have an account? Sign In').click();
    await button(page, 'Forgot your password?').click();
    await expectAccessible(page, 'reset');
    await button(page, 'Send Reset Link').click();
    await says(page, 'Check your email');
    await expectAccessible(page, 'check your email');
  });

  it('with no access, before and after applying, and on mailed links', async () => {
    const kim = { email: 'kim@example.com', password: 'secret of kim' };
    const page = await environment.visitor();
    await register(page, kim);
    await expectAccessible(page, 'no access');
    await button(page, 'Apply for Access').click();
    await says(page, messages.applied);
    await expectAccessible(page, 'applied');
    await page.goto(await mailedLink(environment.server.dataDir, kim.email, 'verifyEmail'));
    await button(page, `Confirm ${kim.email}`).waitFor();
    await expectAccessible(page, 'a verification link');
    await button(page, `Confirm ${kim.email}`).click();
    await says(page, 'Your email address is verified');
    await expectAccessible(page, 'verified');
    await page.reload();
    await says(page, 'This link does not work');
    await expectAccessible(page, 'a used link');

    const lea = await environment.server.addUser('lea@example.com');
    const visitor = await environment.visitor();
    await button(visitor, 'Sign in with Password').click();
    await button(visitor, 'Forgot your password?').click();
    await fillIn(visitor, { Email: lea.email });
    await button(visitor, 'Send Reset Link').click();
    await says(visitor, 'Check your email');
    await visitor.goto(await mailedLink(environment.server.dataDir, lea.email, 'resetPassword'));
    await button(visitor, 'Save password').click();
    await says(visitor, messages.passwordTooShort);
    await expectAccessible(visitor, 'new password');
  });

  it('on every page an admin has', async () => {
    const page = await environment.signedIn(environment.server.admin);
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    // By place: a count of what waits may join a name meanwhile.
    for (const [at, name] of (await links.allInnerTexts()).entries()) {
      await links.nth(at).click();
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.getByRole('status', { name: /loading/i }).count()).toBe(0);
      await expectAccessible(page, name);
    }
  });

  it('in the Admin Panel with an application, a message and its dialogs', async () => {
    const applicant = await environment.visitor();
    await register(applicant, { email: 'max@example.com', password: 'secret of max' });
    await button(applicant, 'Apply for Access').click();
    await environment.server.addUser('nell@example.com');
    const admin = await environment.admin();
    await button(admin, 'Approve max@example.com').waitFor();
    await expectAccessible(admin, 'an application');
    await button(admin, 'Reject max@example.com').click();
    await says(admin, messages.rejected('max@example.com'));
    await expectAccessible(admin, 'a message');
    await button(admin, '+ Add User').click();
    await button(admin, 'Create User').click();
    await says(admin, messages.nameMissing);
    await expectAccessible(admin, 'Add New User, with faults');
    await admin.keyboard.press('Escape');
    await button(admin, 'Edit nell@example.com').click();
    await button(admin, 'Send reset link').waitFor();
    await expectAccessible(admin, 'Edit User');
    await admin.keyboard.press('Escape');
    await button(admin, `Edit ${environment.server.admin.email}`).click();
    await fillIn(admin, { Name: '' });
    await button(admin, 'Update User').click();
    await says(admin, messages.nameMissing);
    await expectAccessible(admin, 'Edit User, oneself, with a fault');
  });
});

describe('by keyboard alone', () => {
  it('one applies, another signs in, approves and adds a user', async () => {
    const olga = { email: 'olga@example.com', password: 'secret of olga' };
    const applicant = await environment.visitor();
    await press(applicant, 'Sign in with Password');
    await press(applicant, 'Need an account? Register');
    await typeInto(applicant, 'Email', olga.email);
    await typeInto(applicant, 'Password', olga.password);
    await typeInto(applicant, 'Confirm password', olga.password);
    await applicant.keyboard.press('Enter');
    await says(applicant, messages.noAccess(olga.email));
    await press(applicant, 'Apply for Access');
    await says(applicant, messages.applied);

    const admin = await environment.visitor();
    await signInByKeyboard(admin, environment.server.admin);
    await tabTo(admin, 'link', 'Admin');
    await admin.keyboard.press('Enter');
    // The address is not verified, so the approval is asked about a second time.
    const asked = admin.waitForEvent('dialog');
    await Promise.all([press(admin, `Approve ${olga.email}`), asked.then((question) => question.accept())]);
    expect((await asked).message()).toBe(accountMessages.confirmUnverified(olga.email));
    await says(admin, messages.approved(olga.email));
    await classifier(applicant);

    await press(admin, '+ Add User');
    await typeInto(admin, 'Email', 'pia@example.com');
    await typeInto(admin, 'Name', 'Pia');
    await typeInto(admin, 'Password', 'secret of pia');
    await admin.keyboard.press('Enter');
    await says(admin, messages.userCreated);
    await expect.poll(() => focused(admin)).toBe('+ Add User');

    await tabTo(admin, 'checkbox', 'Admin pia@example.com');
    await admin.keyboard.press('Space');
    await says(admin, messages.adminGranted('pia@example.com'));
  });

  it.each([
    ['+ Add User', 'Add New User'],
    ['Edit admin@example.com', 'Edit User'],
  ])('the focus stays inside of the dialog that "%s" opens, and returns there', async (opener, title) => {
    const admin = await environment.admin();
    await press(admin, opener);
    const dialog = admin.getByRole('dialog', { name: title });
    await dialog.waitFor();
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(isInside).toBe(true);
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let presses = 0; presses < 10; presses++) {
        await admin.keyboard.press(key);
        expect(await isInside(), key).toBe(true);
      }
    }
    await admin.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused(admin)).toBe(opener);
  });
});

describe('errors are announced', () => {
  it('as alerts, in a place that was there before its text', async () => {
    const page = await environment.visitor();
    await button(page, 'Sign in with Password').click();
    expect(await page.getByRole('alert').count()).toBeGreaterThan(0);
    await button(page, 'Other ways to sign in').click();
    await tryToSignIn(page, { email: 'nobody@example.com', password: 'wrong!' });
    await says(page, 'The email or the password is not correct.');
    await expectAlert(page, 'The email or the password is not correct.');
  });

  it('and successes politely', async () => {
    const user = await environment.server.addUser('quin@example.com');
    const admin = await environment.admin();
    await button(admin, `Edit ${user.email}`).click();
    await button(admin, 'Update User').click();
    await admin.getByRole('status').filter({ hasText: messages.userUpdated }).waitFor();
    await expectAlert(admin, '');
  });
});
