import { describe, expect, it, vi } from 'vitest';
import { SignInPage } from '#src/features/sign-in/SignInPage.tsx';
import type { AuthOutcome } from '#src/services/auth.ts';
import { expectAccessible } from './support/expectAccessible.ts';
import { failed, fakeAuth } from './support/fakeServices.ts';
import { markOutbox } from './support/markOutbox.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { SCHEMES } from './support/schemes.ts';

async function open(scheme?: 'light' | 'dark') {
  const auth = fakeAuth();
  const screen = await renderInApp(<SignInPage auth={auth} brand="GL Classifier" />, scheme);
  return { auth, screen };
}

async function openPassword(scheme?: 'light' | 'dark') {
  const { auth, screen } = await open(scheme);
  await screen.getByRole('button', { name: 'Sign in with Password' }).click();
  const field = (label: string) => screen.getByLabelText(label, { exact: true });
  const type = (label: string, text: string) => field(label).fill(text);
  const objects = (label: string, text: string) =>
    expect.element(field(label)).toHaveAccessibleDescription(text);
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  return { auth, screen, type, press, objects };
}

describe('the sign-in screen', () => {
  it('offers Google and password under the specified title', async () => {
    const { screen } = await open();
    await expect.element(screen.getByRole('heading', { name: 'Sign in to GL Classifier' })).toBeVisible();
    await expect.element(screen.getByText('Access the classifier and admin tools.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  });

  it.each(SCHEMES)('signs in with a password, or names what is missing at its field (%s)', async (scheme) => {
    const { auth, type, press, objects } = await openPassword(scheme);
    await press('Sign In');
    await objects('Email', 'Please enter a valid email address');
    await objects('Password', 'Please enter your password');
    expect(auth.signIn).not.toHaveBeenCalled();
    await expectAccessible();
    await press('Need an account? Register');
    await press('Already have an account? Sign In');
    await type('Email', 'ann@example.com');
    await type('Password', 'secret');
    await press('Sign In');
    expect(auth.signIn).toHaveBeenCalledExactlyOnceWith('ann@example.com', 'secret');
  });

  it('explains a refusal, and leaves the fields filled', async () => {
    const { auth, screen, type, press } = await openPassword();
    await type('Email', 'ann@example.com');
    await type('Password', 'secret');
    for (const [failure, text] of [
      ['wrong-credentials', 'The email or the password is not correct.'],
      ['too-many-attempts', 'Too many attempts. Please wait a few minutes and try again.'],
      ['offline', 'The server cannot be reached. Check your connection and try again.'],
      ['other', 'Failed to sign in'],
    ] as const) {
      auth.signIn.mockResolvedValueOnce(failed(failure));
      await press('Sign In');
      await expect.element(screen.getByText(text)).toBeVisible();
    }
    await expect.element(screen.getByLabelText('Email')).toHaveValue('ann@example.com');
  });
  it('says nothing when the Google window is closed, but for the console', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { auth, screen } = await open();
    auth.signInWithGoogle.mockResolvedValue(failed('popup-closed'));
    await screen.getByRole('button', { name: 'Sign in with Google' }).click();
    await expect.poll(() => warn.mock.calls.length).toBe(1);
    const alerts = screen.getByRole('alert').elements();
    expect(alerts.map((alert) => alert.textContent)).toEqual(['', '']);
  });

  it('can be used as soon as the Google window is closed, and says what comes of it later', async () => {
    const { auth, screen } = await open();
    const google = screen.getByRole('button', { name: 'Sign in with Google' });
    let answer: (outcome: AuthOutcome) => void = () => {};
    auth.signInWithGoogle.mockImplementationOnce((onWindowClosed) => {
      onWindowClosed();
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    await google.click();
    await expect.element(google).toBeEnabled();
    answer(failed('offline'));
    await expect.element(screen.getByText(/The server cannot be reached/)).toBeVisible();
  });

  it('does not end a second attempt when the first one ends', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { auth, screen } = await open();
    const google = screen.getByRole('button', { name: 'Sign in with Google' });
    const answers: ((outcome: AuthOutcome) => void)[] = [];
    auth.signInWithGoogle.mockImplementation((onWindowClosed) => {
      if (answers.length === 0) onWindowClosed();
      return new Promise((resolve) => answers.push(resolve));
    });
    await google.click();
    await expect.element(google).toBeEnabled();
    await google.click();
    answers[0]?.(failed('popup-closed'));
    await Promise.resolve();
    await expect.element(google).toBeDisabled();
    answers[1]?.(failed('popup-blocked'));
    await expect.element(screen.getByText(/blocked the sign-in window/)).toBeVisible();
  });

  it('takes only what a mail goes to as it stands', async () => {
    const { auth, screen, type, press } = await openPassword();
    await press('Forgot your password?');
    for (const email of ['', '<ann@example.com>', 'Ann <ann@example.com>', 'a@b.test,ann@example.com']) {
      await type('Email', email);
      await press('Send Reset Link');
      await expect.element(screen.getByText('Please enter a valid email address')).toBeVisible();
    }
    expect(auth.sendPasswordReset).not.toHaveBeenCalled();
    await type('Email', 'ann@b.test ');
    await press('Send Reset Link');
    await expect.element(screen.getByText('Check your email')).toBeVisible();
    expect(auth.sendPasswordReset).toHaveBeenCalledOnce();
  });

  it('registers, with the password typed twice', async () => {
    const { auth, type, press, objects } = await openPassword();
    await press('Need an account? Register');
    await type('Email', 'ann@example.com');
    await type('Password', 'secret');
    await type('Confirm password', 'Secret');
    await press('Create Account');
    await objects('Confirm password', 'Passwords do not match');
    await type('Confirm password', 'secret');
    await press('Create Account');
    expect(auth.register).toHaveBeenCalledExactlyOnceWith('ann@example.com', 'secret');
  });

  it('has a reset link sent to the address already typed, and confirms it', async () => {
    const { auth, screen, type, press } = await openPassword();
    await type('Email', 'ann@example.com');
    await press('Forgot your password?');
    await press('Send Reset Link');
    expect(auth.sendPasswordReset).toHaveBeenCalledExactlyOnceWith('ann@example.com');
    await expect.element(screen.getByText('Check your email')).toBeVisible();
    await press('Back to Sign In');
    await expect.element(screen.getByLabelText('Email')).toHaveValue('ann@example.com');
  });

  it('does not say that a mail was sent where the server cannot send one', async () => {
    const mark = markOutbox();
    const { screen, type, press } = await openPassword();
    await type('Email', 'ann@example.com');
    await press('Forgot your password?');
    await press('Send Reset Link');
    await expect.element(screen.getByText('Check your email')).toBeVisible();
    await expect.element(screen.getByText(/^This server cannot send mails\. If ann@/)).toBeVisible();
    expect(screen.getByText(/on its way/).query()).toBeNull();
    mark.remove();
  });
});
