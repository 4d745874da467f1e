import { describe, expect, it } from 'vitest';
import { MailedLinkPage } from '#src/features/sign-in/MailedLinkPage.tsx';
import { SignInPage } from '#src/features/sign-in/SignInPage.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { accountOf, failed, fakeAuth } from './support/fakeServices.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { says } from './support/steps.ts';
import { TestRouter } from './support/TestRouter.tsx';

async function open(mode: string, prepare: (auth: ReturnType<typeof fakeAuth>) => void = () => {}) {
  const auth = fakeAuth();
  prepare(auth);
  const screen = await renderInApp(
    <TestRouter start={`/auth/action?mode=${mode}&oobCode=a-code`}>
      <MailedLinkPage auth={auth} signIn={<SignInPage auth={auth} brand="Our Ledger" />} />
    </TestRouter>,
  );
  return { auth, screen };
}

describe('a mailed link', () => {
  it('lets the person choose a new password of six characters, typed twice, or says why it is refused', async () => {
    const { auth, screen } = await open('resetPassword', (fake) =>
      fake.resetPassword.mockResolvedValueOnce(failed('common-password')),
    );
    await expect.element(screen.getByText('For ann@example.com')).toBeVisible();
    const save = screen.getByRole('button', { name: 'Save password' });
    await screen.getByLabelText('New password').fill('short');
    await says(save.click(), screen.getByText('Password must be at least 6 characters long'));
    await expect.element(screen.getByText('Passwords do not match')).toBeVisible();
    expect(auth.resetPassword).not.toHaveBeenCalled();
    await expectAccessible();
    await screen.getByLabelText('New password').fill('new secret');
    await screen.getByLabelText('Confirm password').fill('new secret');
    await says(save.click(), screen.getByText(/one of the most common ones/));
    await says(save.click(), screen.getByText('Your password is changed'));
    expect(auth.resetPassword).toHaveBeenLastCalledWith('a-code', 'new secret');
  });

  it('that has expired says so before anything is typed', async () => {
    const { screen } = await open('resetPassword', (auth) =>
      auth.readResetLink.mockResolvedValue({ kind: 'failed', failure: 'link-expired' }),
    );
    await expect.element(screen.getByText('This link has expired. Please ask for a new one.')).toBeVisible();
  });

  it('verifies the address by a button, signed in as the account', async () => {
    const { auth, screen } = await open('verifyEmail');
    auth.setAccount(accountOf('ann@example.com', { emailVerified: false }));
    const confirm = screen.getByRole('button', { name: 'Confirm ann@example.com' });
    await expect.element(confirm).toBeVisible();
    await expectAccessible();
    expect(auth.verifyEmail).not.toHaveBeenCalled();
    await says(confirm.click(), screen.getByText('Your email address is verified'));
    expect(auth.verifyEmail).toHaveBeenCalledExactlyOnceWith('a-code');
  });

  it('has the person sign in first, and goes on then', async () => {
    const { auth, screen } = await open('verifyEmail');
    auth.setAccount(null);
    await expect.element(screen.getByText(/Sign in as ann@example.com to confirm/)).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: 'Sign in to Our Ledger' })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Confirm/ }).elements()).toEqual([]);
    await expectAccessible();
    auth.setAccount(accountOf('ann@example.com', { emailVerified: false }));
    await expect.element(screen.getByRole('button', { name: 'Confirm ann@example.com' })).toBeVisible();
  });

  it('confirms nothing for somebody who is signed in with another address', async () => {
    const { auth, screen } = await open('verifyEmail');
    auth.setAccount(accountOf('bob@example.com'));
    await expect.element(screen.getByText(/you are signed in as bob@example.com/)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Confirm/ }).elements()).toEqual([]);
    await expectAccessible();
  });

  it('that was used already says so', async () => {
    const { auth, screen } = await open('verifyEmail', (fake) =>
      fake.readVerificationLink.mockResolvedValue({ kind: 'failed', failure: 'link-invalid' }),
    );
    auth.setAccount(accountOf('ann@example.com'));
    await expect.element(screen.getByText(/may have been used already/)).toBeVisible();
  });

  it('that is used up meanwhile says so, too', async () => {
    const { auth, screen } = await open('verifyEmail', (fake) =>
      fake.verifyEmail.mockResolvedValue(failed('link-invalid')),
    );
    auth.setAccount(accountOf('ann@example.com', { emailVerified: false }));
    await screen.getByRole('button', { name: 'Confirm ann@example.com' }).click();
    await expect.element(screen.getByText(/may have been used already/)).toBeVisible();
  });

  it('of an unknown kind is refused', async () => {
    const { screen } = await open('somethingElse');
    await expect.element(screen.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  });
});
