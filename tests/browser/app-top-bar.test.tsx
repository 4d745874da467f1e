import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { messages } from '#model/messages.ts';
import type { Access } from '#model/user.ts';
import { AccountDialog } from '#src/app/AccountDialog.tsx';
import { pages } from '#src/app/pages.ts';
import { TopBar } from '#src/app/TopBar.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { failed, fakeAccountCalls } from './support/fakeServices.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { TestRouter } from './support/TestRouter.tsx';

function open({
  access = 'user' as Access,
  isSignedIn = true,
  onAhead = vi.fn(),
  onAccount = vi.fn(),
  onLogout = vi.fn(),
} = {}) {
  return renderInApp(
    <TestRouter>
      <TopBar
        brand="Our Ledger"
        pages={pages}
        access={access}
        onAhead={onAhead}
        account={isSignedIn ? { name: 'Ann Lee', open: onAccount } : undefined}
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
  it('shows the brand and, to an admin, every link but that to own proposals', async () => {
    const screen = await open({ access: 'admin' });
    await expect.element(screen.getByRole('link', { name: 'Our Ledger' })).toBeVisible();
    expect(linkNames(screen)).toEqual(['Classifier', 'Upload Data', 'Database', 'History', 'Admin']);
  });

  it('shows only the Classifier and their proposals to others', async () => {
    expect(linkNames(await open())).toEqual(['Classifier', 'My proposals']);
  });

  it('shows only the Classifier to people without access, and to nobody', async () => {
    expect(linkNames(await open({ access: 'none' }))).toEqual(['Classifier']);
  });

  it('says which page is probably opened next, by pointer and by keyboard', async () => {
    const onAhead = vi.fn();
    const screen = await open({ access: 'admin', onAhead });
    await screen.getByRole('link', { name: 'History' }).hover();
    expect(onAhead.mock.calls).toEqual([['/history']]);
    screen.getByRole('link', { name: 'Upload Data' }).element().focus();
    await userEvent.keyboard('{Tab}');
    expect(onAhead.mock.calls.slice(1)).toEqual([['/upload'], ['/database']]);
  });

  it('logs out', async () => {
    const onLogout = vi.fn();
    const screen = await open({ onLogout });
    await screen.getByRole('button', { name: 'Logout' }).click();
    expect(onLogout).toHaveBeenCalledOnce();
  });

  it('opens the own account', async () => {
    const onAccount = vi.fn();
    const screen = await open({ onAccount });
    await screen.getByRole('button', { name: 'Account of Ann Lee' }).click();
    expect(onAccount).toHaveBeenCalledOnce();
  });

  it('has no Logout while nobody is signed in', async () => {
    const screen = await open({ isSignedIn: false });
    await expect.element(screen.getByRole('link', { name: 'Our Ledger' })).toBeVisible();
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
    await expect.element(screen.getByText(messages.resetLinkSent('ann@example.com'))).toBeVisible();
    const button = screen.getByRole('button', { name: 'Sign out everywhere' });
    await button.click();
    await expect.element(screen.getByText(/The server cannot be reached/)).toBeVisible();
    expect(onSignedOut).not.toHaveBeenCalled();
    await expectAccessible();
    await button.click();
    await expect.poll(() => onSignedOut.mock.calls.length).toBe(1);
  });

  it('has no accessibility violation', async () => {
    await open({ access: 'admin' });
    await expectAccessible();
  });
});
