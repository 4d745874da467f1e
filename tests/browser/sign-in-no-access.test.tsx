import { describe, expect, it, vi } from 'vitest';
import { messages } from '#model/text/messages.ts';
import { NoAccessPage } from '#src/features/sign-in/NoAccessPage.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { accountOf, fakeApplications, fakeAuth, fakeUsers, recordOf } from './support/fakeServices.ts';
import { markOutbox } from './support/markOutbox.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { SCHEMES } from './support/schemes.ts';
import { says } from './support/steps.ts';

async function open({ emailVerified = true, scheme = 'light' as 'light' | 'dark' } = {}) {
  const account = accountOf('ann@example.com', { emailVerified });
  const auth = fakeAuth();
  const applications = fakeApplications();
  const users = fakeUsers();
  const screen = await renderInApp(
    <NoAccessPage account={account} auth={auth} users={users} applications={applications} />,
    scheme,
  );
  const apply = screen.getByRole('button', { name: 'Apply for Access' });
  return { account, auth, applications, users, screen, apply };
}

describe('the no-access screen', () => {
  it.each(SCHEMES)(
    'says that there is no access, asks for the proof of an unproved address, and sends the link again (%s)',
    async (scheme) => {
      const { auth, screen } = await open({ emailVerified: false, scheme });
      const words =
        'ann@example.com does not have access. Please contact the website admin to get permission.';
      await expect.element(screen.getByText(words)).toBeVisible();
      await expectAccessible();
      await screen.getByRole('button', { name: 'Send the link again' }).click();
      await expect.element(screen.getByText(/It was sent again/)).toBeVisible();
      expect(auth.sendVerification).toHaveBeenCalledOnce();
      const { length } = auth.refreshAccount.mock.calls;
      window.dispatchEvent(new Event('focus'));
      await expect.poll(() => auth.refreshAccount.mock.calls.length).toBeGreaterThan(length);
    },
  );

  const answers: readonly ['applied' | 'already-applied', string][] = [
    ['applied', 'Application submitted! Please wait for admin approval.'],
    ['already-applied', 'You have already applied. Please wait for admin approval.'],
  ];
  it.each(answers)(
    'says what became of the application (%s), and the button is gone',
    async (answer, words) => {
      const { account, applications, screen, apply } = await open();
      applications.apply.mockResolvedValue(answer);
      await says(apply.click(), screen.getByText(words));
      await expect.element(apply).not.toBeInTheDocument();
      expect(applications.apply).toHaveBeenCalledExactlyOnceWith(account);
    },
  );

  it('says when applying failed, and lets the person try again', async () => {
    const { applications, screen, apply } = await open();
    applications.apply.mockRejectedValueOnce(new Error('unavailable'));
    await apply.click();
    const failure = 'Failed to apply. Please try again later.';
    await expect.element(screen.getByRole('alert')).toHaveTextContent(failure);
    await says(apply.click(), screen.getByText(/Application submitted!/));
    await expect.element(screen.getByRole('alert')).toHaveTextContent('');
  });

  it('offers to apply again when an admin has rejected', async () => {
    const { applications, screen, apply } = await open();
    await apply.click();
    window.dispatchEvent(new Event('focus'));
    await expect.poll(() => applications.isPending.mock.calls.length).toBe(1);
    await expect.element(screen.getByText(/Application submitted!/)).toBeVisible();
    expect(document.querySelector('[aria-current="step"]')?.textContent).toContain('An admin approves');
    applications.isPending.mockResolvedValue(false);
    window.dispatchEvent(new Event('focus'));
    await expect.element(apply).toBeVisible();
  });

  it('asks by itself, again and again, whether an application still waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const { applications, screen, apply } = await open();
      await says(apply.click(), screen.getByText(/Application submitted!/));
      vi.advanceTimersByTime(10_000);
      expect(applications.isPending).toHaveBeenCalledTimes(1);
      applications.isPending.mockResolvedValue(false);
      vi.advanceTimersByTime(10_000);
      await expect.element(apply).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['gives access', {}, true],
    ['gives none', { allow: false }, false],
    ['gives access to another account', { uid: 'somebody else' }, false],
  ])('says that an admin can repair the access when the user document %s', async (_what, more, says) => {
    const { users, screen } = await open();
    const record = recordOf('ann@example.com', { uid: 'uid-of-ann@example.com', ...more });
    users.stored.set('ann@example.com', record);
    window.dispatchEvent(new Event('focus'));
    await expect.poll(() => users.readUser.mock.calls.length).toBe(1);
    await users.readUser.mock.results[0]?.value;
    await expect.poll(() => screen.getByText(messages.accessOutOfSync).elements().length).toBe(says ? 1 : 0);
  });

  it('names the outbox where the server cannot send the link', async () => {
    const mark = markOutbox();
    const { screen } = await open({ emailVerified: false });
    await expect
      .element(screen.getByText(/this server cannot send mails: ask the website admin/))
      .toBeVisible();
    await screen.getByRole('button', { name: 'Make a new link' }).click();
    await expect.element(screen.getByText(/There is a new link\./)).toBeVisible();
    expect(screen.getByText(/mailed to|sent again/).query()).toBeNull();
    mark.remove();
  });

  it('asks for the account by itself, again and again, until the address is proved', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const { auth } = await open({ emailVerified: false });
      vi.advanceTimersByTime(20_000);
      expect(auth.refreshAccount).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
