import { type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnAccess } from '#contract/ledger.ts';
import { messages } from '#model/text/messages.ts';
import type { UserRecord } from '#model/user.ts';
import { AppContext } from '#src/app/AppContext.ts';
import { AppRoutes } from '#src/app/AppRoutes.tsx';
import { Session } from '#src/services/session.ts';
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
import { SCHEMES } from './support/schemes.ts';
import { TestRouter } from './support/TestRouter.tsx';

const ann = accountOf('ann@example.com', { uid: 'ann' });

type Note = { current: string; go: NavigateFunction };

/** Records the address of the router in `note`, and what goes to another. */
function Address({ note }: { note: Note }) {
  const { pathname } = useLocation();
  note.current = pathname;
  note.go = useNavigate();
  return null;
}

async function open(path = '/', scheme?: 'light' | 'dark') {
  const auth = fakeAuth();
  const users = fakeUsers();
  const applications = fakeApplications();
  const ledger = fakeLedger();
  ledger.access.set(null);
  const records = Promise.resolve({ users, applications, startDirectory: fakeDirectory });
  const services = {
    backend: { kind: 'embedded', origin: 'http://localhost', projectId: 'test' } as const,
    auth,
    // As on Firebase.
    accountCalls: null,
    records: () => records,
    startLedger: vi.fn(async () => ledger),
  };
  const address: Note = { current: '', go: () => {} };
  const session = new Session(services);
  const screen = await renderInApp(
    <AppContext value={{ services, session }}>
      <TestRouter start={path}>
        <Address note={address} />
        <AppRoutes />
      </TestRouter>
    </AppContext>,
    scheme,
  );
  /** Signs in, and has the own entry of `access` say what the person may do. */
  const signIn = async (access: OwnAccess, record?: UserRecord) => {
    if (record !== undefined) users.stored.set(record.email, record);
    auth.setAccount(ann);
    ledger.access.set(access);
  };
  return { screen, address, auth, users, applications, services, ledger, signIn };
}

const allowed = recordOf(ann.email, { uid: 'ann' });
const noAccess = messages.noAccess(ann.email);
const classifierTitle = page.getByRole('heading', { name: 'Classifier', exact: true });
const storageBlocked = page.getByText('This browser blocks the storage of this website');

describe('the access gate', () => {
  it('shows that it is loading until the session is known', async () => {
    const { screen } = await open();
    await expect.element(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  });

  it('shows the sign-in screen in place of the page to a visitor who is not signed in', async () => {
    const { screen, auth } = await open();
    auth.setAccount(null);
    await expect.element(screen.getByRole('heading', { name: 'Sign in to GL Classifier' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Logout' })).not.toBeInTheDocument();
  });

  it('shows the classifier to an allowed user, with one ledger until Logout, which leads to the sign-in screen', async () => {
    const { screen, auth, signIn, services, ledger } = await open();
    await signIn('user');
    await expect.element(classifierTitle).toBeVisible();
    ledger.access.set('unreachable');
    await expect.element(classifierTitle).toBeVisible();
    ledger.access.set('admin');
    await expect.element(screen.getByRole('link', { name: 'Admin' })).toBeVisible();
    auth.setAccount({ ...ann, displayName: 'Ann' });
    expect(services.startLedger).toHaveBeenCalledOnce();
    expect(ledger.stop).not.toHaveBeenCalled();
    await screen.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(() => ledger.stop.mock.calls.length).toBe(1);
    await expect.element(screen.getByRole('heading', { name: 'Sign in to GL Classifier' })).toBeVisible();
  });

  it('shows the name of the own user record, and the address where it has none', async () => {
    const { screen, signIn, services } = await open();
    await signIn('user', recordOf(ann.email, { uid: 'ann', name: 'Ann O’Hara' }));
    const named = screen.getByRole('button', { name: `Account of Ann O’Hara (${ann.email})` });
    await expect.element(named).toHaveAttribute('title', ann.email);
    expect(services.startLedger).toHaveBeenCalledOnce();
  });

  it.each(SCHEMES)(
    'says that there is no access when the own entry gives none, whatever the user document says (%s)',
    async (scheme) => {
      const { screen, signIn, auth, services } = await open('/', scheme);
      await signIn('none', allowed);
      await expect.element(screen.getByText(noAccess)).toBeVisible();
      await expect.element(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
      await expectAccessible();
      expect(services.startLedger).toHaveBeenCalledOnce();
      // The own entry is read again when a new token may be allowed more.
      auth.setAccount(ann);
      expect(services.startLedger).toHaveBeenCalledTimes(2);
      await expect.element(screen.getByText(noAccess)).toBeVisible();
    },
  );

  it('opens by itself when an admin approves, and closes with its ledger when an admin removes', async () => {
    const { screen, signIn, ledger } = await open();
    await signIn('none');
    await expect.element(screen.getByText(noAccess)).toBeVisible();
    ledger.access.set('user');
    await expect.element(classifierTitle).toBeVisible();
    ledger.access.set('none');
    await expect.element(screen.getByText(noAccess)).toBeVisible();
    await expect.poll(() => ledger.stop.mock.calls.length).toBe(1);
  });

  it('says on every page when the connection is lost, until it is back', async () => {
    const { screen, signIn, ledger } = await open();
    await signIn('user');
    await expect.element(classifierTitle).toBeVisible();
    ledger.isConnected.set(false);
    await expect.element(screen.getByText(messages.connectionLost)).toBeVisible();
    await expectAccessible();
    ledger.blockedSockets.set('wss://gl.example.com');
    await expect.element(screen.getByText(messages.socketsBlocked('wss://gl.example.com'))).toBeVisible();
    ledger.blockedSockets.set(null);
    ledger.isConnected.set(true);
    await expect.element(screen.getByText(messages.connectionLost)).not.toBeInTheDocument();
  });

  it('says when the server cannot be reached, and tries again', async () => {
    const { screen, signIn, ledger } = await open();
    await signIn('unreachable');
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.element(classifierTitle).not.toBeInTheDocument();
    ledger.access.set('user');
    await expect.element(classifierTitle).toBeVisible();
  });

  it('says at once that the browser blocks its storage, and what to do', async () => {
    const blocked = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('access is denied', 'SecurityError');
    });
    const { screen, signIn, ledger } = await open();
    await signIn('user');
    await expect.element(storageBlocked).toBeVisible();
    await expect.poll(() => ledger.stop.mock.calls.length).toBeGreaterThan(0);
    await expectAccessible();
    blocked.mockRestore();
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.element(classifierTitle).toBeVisible();
  });

  it.each([
    ['before the session is known', async () => {}],
    ['once somebody is signed in', async (signIn: (access: OwnAccess) => unknown) => signIn('user')],
  ])('says so when the storage never answers, %s, and goes on when it does', async (_when, prepare) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const requests: IDBOpenDBRequest[] = [];
    const hanging = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      const request = { result: { close: () => {} } } as unknown as IDBOpenDBRequest;
      requests.push(request);
      return request;
    });
    onTestFinished(() => hanging.mockRestore());
    const { signIn } = await open();
    await prepare(signIn);
    vi.advanceTimersByTime(5_000);
    await expect.element(storageBlocked).toBeVisible();
    for (const request of requests) request.onsuccess?.(new Event('success'));
    await expect.element(storageBlocked).not.toBeInTheDocument();
    await signIn('user');
    await expect.element(classifierTitle).toBeVisible();
  });

  it('redirects a user who is not an admin from the Admin page to the classifier, and shows no link', async () => {
    const { screen, address, signIn } = await open('/admin');
    await signIn('user');
    await expect.element(classifierTitle).toBeVisible();
    expect(address.current).toBe('/');
    await expect.element(screen.getByRole('link', { name: 'Admin' })).not.toBeInTheDocument();
  });

  it('shows the Admin page to an admin, and takes it away when the right is withdrawn', async () => {
    const { screen, address, signIn, ledger } = await open('/admin');
    await signIn('admin');
    await expect.element(screen.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
    ledger.access.set('user');
    await expect.element(classifierTitle).toBeVisible();
    expect(address.current).toBe('/');
  });

  it.each(['/nowhere', '/%', '//nowhere', '/admin/nowhere', '/auth'])(
    'sends the unknown address %s to the classifier',
    async (path) => {
      const { address } = await open(path);
      await expect.poll(() => address.current).toBe('/');
    },
  );

  it('leaves no unknown address among those that Back goes to', async () => {
    const { screen, address, signIn } = await open('/proposals');
    await signIn('user');
    await expect.element(screen.getByRole('heading', { name: 'My proposals' })).toBeVisible();
    await address.go('/nowhere');
    await expect.element(classifierTitle).toBeVisible();
    await address.go(-1);
    await expect.element(screen.getByRole('heading', { name: 'My proposals' })).toBeVisible();
    expect(address.current).toBe('/proposals');
  });

  it.each(['/Admin', '/admin/'])('shows the page of the address %s, its title and its link', async (path) => {
    const { screen, signIn } = await open(path);
    await signIn('admin');
    await expect.element(screen.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
    expect(document.title).toMatch(/^Admin · /);
    const link = screen.getByRole('link', { name: 'Admin', exact: true });
    await expect.element(link).toHaveAttribute('aria-current', 'page');
  });

  it('leaves the focus on the link to a section of the Database screen that was followed', async () => {
    const { screen, address, signIn } = await open('/database/accounts');
    await signIn('admin');
    const sections = screen.getByRole('navigation', { name: 'Database' });
    const chart = sections.getByRole('link', { name: 'Chart of accounts' });
    const proposals = sections.getByRole('link', { name: 'Proposals' });
    await expect.element(chart).toHaveAttribute('aria-current', 'page');
    await proposals.click();
    await expect.poll(() => address.current).toBe('/database/proposals');
    await expect.element(proposals).toHaveAttribute('aria-current', 'page');
    await expect.element(chart).not.toHaveAttribute('aria-current');
    const mappings = sections.getByRole('link', { name: 'Mappings' });
    await expect.element(mappings).not.toHaveAttribute('aria-current');
    const pages = screen.getByRole('navigation', { name: 'Pages' });
    const database = pages.getByRole('link', { name: 'Database' });
    await expect.element(database).toHaveAttribute('aria-current', 'page');
    await expect.element(proposals).toHaveFocus();
  });
});

describe('the last login', () => {
  const signedInAt = new Date('2026-11-20T10:00:00Z');

  it('is written once when an allowed user signs in, though the rights change before the server has answered', async () => {
    const { signIn, users, ledger } = await open();
    await signIn('user', allowed);
    ledger.access.set('admin');
    await expect.poll(() => users.writeLastLogin.mock.calls).toEqual([[ann.email, signedInAt]]);
  });

  it('is not written again when the page is reloaded', async () => {
    const { signIn, users } = await open();
    await signIn('user', { ...allowed, lastLogin: signedInAt.toISOString() });
    await expect.element(classifierTitle).toBeVisible();
    expect(users.writeLastLogin).not.toHaveBeenCalled();
  });

  it('is not written for someone without access', async () => {
    const { screen, signIn, users } = await open();
    await signIn('none', allowed);
    await expect.element(screen.getByText(noAccess)).toBeVisible();
    expect(users.writeLastLogin).not.toHaveBeenCalled();
  });
});
