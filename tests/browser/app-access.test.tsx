import { MemoryRouter, useLocation } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { messages } from '#model/messages.ts';
import type { UserRecord } from '#model/user.ts';
import { AppContext } from '#src/app/AppContext.ts';
import { AppRoutes } from '#src/app/AppRoutes.tsx';
import { startSession } from '#src/services/session.ts';
import { expectAccessible } from './support/expectAccessible.ts';
import { fakeLedger } from './support/fakeLedger.ts';
import {
  accountOf,
  fakeApplications,
  fakeAuth,
  fakeDirectory,
  fakeUsers,
  recordOf,
} from './support/fakeServices.ts';
import { renderInApp } from './support/renderInApp.tsx';

const ann = accountOf('ann@example.com', { uid: 'ann' });

/** Notes the address the router is at. */
function Address({ note }: { note: { current: string } }) {
  note.current = useLocation().pathname;
  return null;
}

async function open(path = '/', scheme?: 'light' | 'dark') {
  const auth = fakeAuth();
  const users = fakeUsers();
  const applications = fakeApplications();
  const ledger = fakeLedger();
  const records = Promise.resolve({ users, applications, startDirectory: fakeDirectory });
  const services = {
    backend: { kind: 'embedded', origin: 'http://localhost', projectId: 'test' } as const,
    auth,
    records: () => records,
    reconnect: vi.fn(),
    startLedger: vi.fn(() => ledger),
  };
  const address = { current: '' };
  const session = startSession(services);
  const screen = await renderInApp(
    <AppContext value={{ services, session }}>
      <MemoryRouter initialEntries={[path]}>
        <Address note={address} />
        <AppRoutes />
      </MemoryRouter>
    </AppContext>,
    scheme,
  );
  const signIn = async (record: UserRecord | null | 'unreachable', account = ann) => {
    auth.tell(account);
    await expect.poll(users.watching).toBe(1);
    users.tell(record === 'unreachable' ? { kind: 'unreachable' } : { kind: 'record', record });
  };
  return { screen, address, auth, users, applications, services, ledger, signIn };
}

const allowed = recordOf(ann.email, { uid: 'ann' });
const noAccess = messages.noAccess(ann.email);

describe('the access gate', () => {
  it('shows that it is loading until the session is known', async () => {
    const { screen } = await open();
    await expect.element(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  });

  it('shows the sign-in screen in place of the page to a visitor who is not signed in', async () => {
    const { screen, auth } = await open();
    auth.tell(null);
    await expect.element(screen.getByRole('heading', { name: 'Sign in to GL Classifier' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Logout' })).not.toBeInTheDocument();
  });

  it('shows the classifier to an allowed user', async () => {
    const { screen, signIn } = await open();
    await signIn(allowed);
    await expect.element(screen.getByRole('heading', { name: 'Classifier', exact: true })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  const withoutAccess: readonly [string, UserRecord | null][] = [
    ['there is no user record', null],
    ['the record does not allow it', recordOf(ann.email, { uid: 'ann', allow: false })],
    ['the record belongs to another account', recordOf(ann.email, { uid: 'somebody else' })],
  ];
  it.each(withoutAccess)('says that there is no access when %s', async (_when, record) => {
    const { screen, signIn } = await open();
    await signIn(record);
    await expect.element(screen.getByText(noAccess)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  it('opens by itself when an admin approves, and closes when an admin removes', async () => {
    const { screen, signIn, users } = await open();
    await signIn(null);
    await expect.element(screen.getByText(noAccess)).toBeVisible();
    users.tell({ kind: 'record', record: allowed });
    await expect.element(screen.getByRole('heading', { name: 'Classifier', exact: true })).toBeVisible();
    users.tell({ kind: 'record', record: null });
    await expect.element(screen.getByText(noAccess)).toBeVisible();
  });

  it('says on every page when the connection is lost, until it is back', async () => {
    const { screen, signIn, ledger } = await open();
    await signIn(allowed);
    await expect.element(screen.getByRole('heading', { name: 'Classifier', exact: true })).toBeVisible();
    ledger.isConnected.set(false);
    await expect.element(screen.getByText(messages.connectionLost)).toBeVisible();
    await expectAccessible();
    ledger.isConnected.set(true);
    await expect.element(screen.getByText(messages.connectionLost)).not.toBeInTheDocument();
  });

  it('says when the server cannot be reached, and tries again', async () => {
    const { screen, signIn, users } = await open();
    await signIn('unreachable');
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.element(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    await expect.poll(users.watching).toBe(1);
    users.tell({ kind: 'record', record: allowed });
    await expect.element(screen.getByRole('heading', { name: 'Classifier', exact: true })).toBeVisible();
  });

  it('lets someone at work go on when the server goes silent', async () => {
    const { screen, signIn, users } = await open();
    await signIn(allowed);
    users.tell({ kind: 'unreachable' });
    await expect.element(screen.getByRole('heading', { name: 'Classifier', exact: true })).toBeVisible();
  });

  it('returns to the sign-in screen on Logout', async () => {
    const { screen, signIn } = await open();
    await signIn(allowed);
    await screen.getByRole('button', { name: 'Logout' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Sign in to GL Classifier' })).toBeVisible();
  });

  it('keeps one ledger while the person has access, and stops it when they leave', async () => {
    const { screen, signIn, users, services, ledger } = await open();
    await signIn(allowed);
    await expect.element(screen.getByRole('heading', { name: 'Classifier', exact: true })).toBeVisible();
    users.tell({ kind: 'record', record: { ...allowed, name: 'Ann', admin: true } });
    await expect.element(screen.getByRole('link', { name: 'Admin' })).toBeVisible();
    expect(services.startLedger).toHaveBeenCalledOnce();
    expect(ledger.stop).not.toHaveBeenCalled();
    await screen.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(() => ledger.stop.mock.calls.length).toBe(1);
  });

  it('stops the ledger when access is withdrawn', async () => {
    const { screen, signIn, users, ledger } = await open();
    await signIn(allowed);
    await expect.element(screen.getByRole('heading', { name: 'Classifier', exact: true })).toBeVisible();
    users.tell({ kind: 'record', record: null });
    await expect.poll(() => ledger.stop.mock.calls.length).toBe(1);
  });

  it('redirects a user who is not an admin from the Admin page to the classifier, and shows no link', async () => {
    const { screen, address, signIn } = await open('/admin');
    await signIn(allowed);
    await expect.element(screen.getByRole('heading', { name: 'Classifier', exact: true })).toBeVisible();
    expect(address.current).toBe('/');
    await expect.element(screen.getByRole('link', { name: 'Admin' })).not.toBeInTheDocument();
  });

  it('shows the Admin page to an admin, and takes it away when the right is withdrawn', async () => {
    const { screen, address, signIn, users } = await open('/admin');
    await signIn({ ...allowed, admin: true });
    await expect.element(screen.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
    users.tell({ kind: 'record', record: allowed });
    await expect.element(screen.getByRole('heading', { name: 'Classifier', exact: true })).toBeVisible();
    expect(address.current).toBe('/');
  });

  it('takes a refusal for no access, and asks again after a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { screen, signIn, users } = await open();
      await signIn(null);
      users.tell({ kind: 'refused' });
      await expect.element(screen.getByText(noAccess)).toBeVisible();
      vi.advanceTimersByTime(20_000);
      await expect.poll(users.watching).toBe(1);
      users.tell({ kind: 'record', record: allowed });
      await expect.element(screen.getByRole('heading', { name: 'Classifier', exact: true })).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends an unknown address to the classifier', async () => {
    const { address } = await open('/nowhere');
    await expect.poll(() => address.current).toBe('/');
  });

  it.each(['light', 'dark'] as const)('has no accessibility violation (%s)', async (scheme) => {
    const { screen, signIn } = await open('/', scheme);
    await signIn(null);
    await expect.element(screen.getByText(noAccess)).toBeVisible();
    await expectAccessible();
  });
});

describe('the last login', () => {
  const signedInAt = new Date('2026-11-20T10:00:00Z');

  it('is written when an allowed user signs in', async () => {
    const { signIn, users } = await open();
    await signIn(allowed);
    await expect.poll(() => users.writeLastLogin.mock.calls).toEqual([[ann.email, signedInAt]]);
  });

  it('is written once, though the record changes before the server has answered', async () => {
    const { signIn, users } = await open();
    await signIn(allowed);
    users.tell({ kind: 'record', record: { ...allowed, name: 'Ann' } });
    await expect.poll(() => users.writeLastLogin.mock.calls.length).toBe(1);
  });

  it('is not written again when the page is reloaded', async () => {
    const { screen, signIn, users } = await open();
    await signIn({ ...allowed, lastLogin: signedInAt.toISOString() });
    await expect.element(screen.getByRole('heading', { name: 'Classifier', exact: true })).toBeVisible();
    expect(users.writeLastLogin).not.toHaveBeenCalled();
  });

  it('is not written for someone without access', async () => {
    const { screen, signIn, users } = await open();
    await signIn(null);
    await expect.element(screen.getByText(noAccess)).toBeVisible();
    expect(users.writeLastLogin).not.toHaveBeenCalled();
  });
});
