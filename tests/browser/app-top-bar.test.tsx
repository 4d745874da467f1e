import { describe, expect, it, vi } from 'vitest';
import { page as browserPage, userEvent } from 'vitest/browser';
import { messages } from '#model/text/messages.ts';
import type { Access } from '#model/user.ts';
import { AccountDialog } from '#src/app/AccountDialog.tsx';
import { pages } from '#src/app/pages.ts';
import { TopBar } from '#src/app/TopBar.tsx';
import { WaitingApplications, WaitingCount } from '#src/app/Waiting.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { failed, fakeAccountCalls, fakeApplications } from './support/fakeServices.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { TestRouter } from './support/TestRouter.tsx';

function open({
  access = 'user' as Access,
  isSignedIn = true,
  onAccount = vi.fn(),
  onLogout = vi.fn(),
} = {}) {
  return renderInApp(
    <TestRouter>
      <TopBar
        brand="Our Ledger"
        pages={pages}
        access={access}
        account={isSignedIn ? { name: 'Ann Lee', email: 'ann.lee@example.com', open: onAccount } : undefined}
        onLogout={isSignedIn ? onLogout : undefined}
      />
    </TestRouter>,
    'chosen',
  );
}

const linkNames = (screen: Awaited<ReturnType<typeof open>>) =>
  screen
    .getByRole('navigation')
    .getByRole('link')
    .elements()
    .map((link) => link.textContent);

describe('the top bar', () => {
  it('shows the brand and, to an admin, every link but that to own proposals, opens the own account and logs out', async () => {
    const [onLogout, onAccount] = [vi.fn(), vi.fn()];
    const screen = await open({ access: 'admin', onLogout, onAccount });
    await expect.element(screen.getByRole('link', { name: 'Our Ledger' })).toBeVisible();
    expect(linkNames(screen)).toEqual(['Classifier', 'Upload Data', 'Database', 'History', 'Admin']);
    await expectAccessible();
    await screen.getByRole('button', { name: 'Account of Ann Lee (ann.lee@example.com)' }).click();
    expect(onAccount).toHaveBeenCalledOnce();
    await screen.getByRole('button', { name: 'Logout' }).click();
    expect(onLogout).toHaveBeenCalledOnce();
  });

  it('shows only the Classifier and their proposals to others', async () => {
    expect(linkNames(await open())).toEqual(['Classifier', 'My proposals']);
  });

  it('shows only the Classifier to people without access, and to nobody, who has no Logout', async () => {
    const screen = await open({ access: 'none', isSignedIn: false });
    await expect.element(screen.getByRole('link', { name: 'Our Ledger' })).toBeVisible();
    expect(linkNames(screen)).toEqual(['Classifier']);
    await expect.element(screen.getByRole('button', { name: 'Logout' })).not.toBeInTheDocument();
  });

  it('goes round the colour schemes by keyboard, and says which one is on', async () => {
    localStorage.removeItem('mantine-color-scheme-value');
    const screen = await open();
    const scheme = screen.getByRole('button', { name: /^Colour scheme/ });
    (scheme.element() as HTMLElement).focus();
    for (const name of ['as the system', 'light', 'dark', 'as the system']) {
      await expect.element(scheme).toHaveAccessibleName(`Colour scheme: ${name}`);
      await userEvent.keyboard('{Enter}');
    }
    localStorage.removeItem('mantine-color-scheme-value');
  });

  it('mails a link for another password, and ends all sessions, from the dialog of the account', async () => {
    const calls = fakeAccountCalls();
    const onSignedOut = vi.fn();
    const sendResetLink = vi.fn(async () => ({ kind: 'done' }) as const);
    calls.signOutEverywhere.mockResolvedValueOnce(failed('offline'));
    const screen = await renderInApp(
      <AccountDialog
        email="ann@example.com"
        calls={async () => calls}
        sendResetLink={sendResetLink}
        onSignedOut={onSignedOut}
        onClose={() => {}}
      />,
    );
    await expect.element(screen.getByText('ann@example.com')).toBeVisible();
    await screen.getByRole('button', { name: 'Change password' }).click();
    await expect.element(screen.getByText(messages.resetLinkSent('ann@example.com', true))).toBeVisible();
    const button = screen.getByRole('button', { name: 'Sign out everywhere' });
    await button.click();
    await expect.element(screen.getByText(/The server cannot be reached/)).toBeVisible();
    expect(onSignedOut).not.toHaveBeenCalled();
    await expectAccessible();
    await button.click();
    await expect.poll(() => onSignedOut.mock.calls.length).toBe(1);
  });

  it('has one line for the links on the smallest phone, with what waits behind them', async () => {
    await browserPage.viewport(320, 640);
    const screen = await renderInApp(
      <TestRouter>
        <TopBar
          brand="GL Classifier"
          pages={pages}
          access="admin"
          waiting={(page, id) =>
            ['/admin', '/database'].includes(page.path) && (
              <WaitingCount id={id} count={page.path === '/admin' ? '20+' : '20'} words="20 waiting" />
            )
          }
          account={{ name: 'Ann Lee', email: 'ann.lee@example.com', open: vi.fn() }}
          onLogout={vi.fn()}
        />
      </TestRouter>,
    );
    const tops = screen
      .getByRole('navigation')
      .getByRole('link')
      .elements()
      .map((link) => link.getBoundingClientRect().top);
    expect(new Set(tops).size).toBe(1);
    await expectAccessible();
  });
});

describe('the number of waiting applications', () => {
  async function openWith(count: number, pathname = '/') {
    const applications = fakeApplications();
    applications.countWaiting.mockResolvedValue(count);
    const records = async () => ({ applications });
    const screen = await renderInApp(
      <TestRouter start={pathname}>
        <TopBar
          brand="Our Ledger"
          pages={pages}
          access="admin"
          waiting={(page, id) => page.path === '/admin' && <WaitingApplications id={id} records={records} />}
          account={undefined}
          onLogout={undefined}
        />
      </TestRouter>,
    );
    return { screen, applications, link: screen.getByRole('link', { name: 'Admin', exact: true }) };
  }

  it.each([
    [1, '1', '1 application waiting'],
    [21, '20+', '20+ applications waiting'],
  ])('of %i: stands at the link, and describes it', async (count, shown, words) => {
    const { screen, link } = await openWith(count);
    await expect.element(screen.getByText(shown, { exact: true })).toBeVisible();
    await expect.element(link).toHaveAccessibleDescription(words);
  });

  it('is counted again when the person comes back, but not at once', async () => {
    const { applications } = await openWith(0);
    await expect.poll(() => applications.countWaiting.mock.calls.length).toBe(1);
    window.dispatchEvent(new Event('focus'));
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    window.dispatchEvent(new Event('focus'));
    await expect.poll(() => applications.countWaiting.mock.calls.length).toBe(2);
    vi.restoreAllMocks();
  });

  it('is not asked for on the Admin Panel, which has the list', async () => {
    const { applications, link } = await openWith(3, '/admin');
    await expect.element(link).toBeVisible();
    expect(applications.countWaiting).not.toHaveBeenCalled();
  });
});
