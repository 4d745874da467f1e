import { describe, expect, it } from 'vitest';
import { MailedLinkPage } from '#src/features/sign-in/MailedLinkPage.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { failed, fakeAuth } from './support/fakeServices.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { TestRouter } from './support/TestRouter.tsx';

async function open(mode: string | null, prepare: (auth: ReturnType<typeof fakeAuth>) => void = () => {}) {
  const auth = fakeAuth();
  prepare(auth);
  const screen = await renderInApp(
    <TestRouter>
      <MailedLinkPage auth={auth} mode={mode} code="a-code" />
    </TestRouter>,
  );
  return { auth, screen };
}

describe('a mailed link', () => {
  it('lets the person choose a new password', async () => {
    const { auth, screen } = await open('resetPassword');
    await expect.element(screen.getByText('For ann@example.com')).toBeVisible();
    await screen.getByLabelText('New password').fill('new secret');
    await screen.getByLabelText('Confirm password').fill('new secret');
    await screen.getByRole('button', { name: 'Save password' }).click();
    await expect.element(screen.getByText('Your password is changed')).toBeVisible();
    expect(auth.resetPassword).toHaveBeenCalledExactlyOnceWith('a-code', 'new secret');
  });

  it('wants six characters, twice the same', async () => {
    const { auth, screen } = await open('resetPassword');
    await screen.getByLabelText('New password').fill('short');
    await screen.getByRole('button', { name: 'Save password' }).click();
    await expect.element(screen.getByText('Password must be at least 6 characters long')).toBeVisible();
    await expect.element(screen.getByText('Passwords do not match')).toBeVisible();
    expect(auth.resetPassword).not.toHaveBeenCalled();
    await expectAccessible();
  });

  it('that has expired says so before anything is typed', async () => {
    const { screen } = await open('resetPassword', (auth) =>
      auth.readResetLink.mockResolvedValue({ kind: 'failed', failure: 'link-expired' }),
    );
    await expect.element(screen.getByText('This link has expired. Please ask for a new one.')).toBeVisible();
  });

  it('verifies the address when it is opened', async () => {
    const { auth, screen } = await open('verifyEmail');
    await expect.element(screen.getByText('Your email address is verified')).toBeVisible();
    expect(auth.verifyEmail).toHaveBeenCalledExactlyOnceWith('a-code');
  });

  it('that was used already says so', async () => {
    const { screen } = await open('verifyEmail', (auth) =>
      auth.verifyEmail.mockResolvedValue(failed('link-invalid')),
    );
    await expect.element(screen.getByText(/may have been used already/)).toBeVisible();
  });

  it('of an unknown kind is refused', async () => {
    const { screen } = await open('somethingElse');
    await expect.element(screen.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  });
});
