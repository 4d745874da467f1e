import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { USAGE_REFRESH_MS } from '#model/limits.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { lastDays } from '#model/usage.ts';
import { UsageChart } from '#src/features/admin/UsageChart.tsx';
import { applicationOf, bossRecord, openAdminPanel } from './support/adminPanel.tsx';
import { expectAccessible } from './support/expectAccessible.ts';
import { recordOf } from './support/fakeServices.ts';
import { markOutbox } from './support/markOutbox.ts';
import { renderInApp } from './support/renderInApp.tsx';
import { SCHEMES } from './support/schemes.ts';
import { checkbox, says } from './support/steps.ts';

const ann = recordOf('ann@example.com', { name: 'Ann Archer', uid: 'ann' });
const bob = recordOf('bob@example.com', { name: 'Bob', allow: false });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
});

describe('usage statistics', () => {
  it('show today, the total and the share of lines without a match, and the last 30 days as a table too', async () => {
    const { screen } = await openAdminPanel();
    await expect.element(screen.getByText((1234567).toLocaleString())).toBeVisible();
    await expect.element(screen.getByText('Descriptions Today')).toBeVisible();
    await expect.element(screen.getByText('290', { exact: true }).first()).toBeVisible();
    const figure = screen.getByText('Coverage, Last 7 Days').element().parentElement;
    await expect.poll(() => figure?.textContent).toBe('Coverage, Last 7 Days90%90% in the 23 days before');
    const words = /Lines without a match \(striped\): 10% in the last 7 days, 10% in the 23 days before\./;
    await expect.element(screen.getByText(words)).toBeVisible();
    await screen.getByText('Show as a table').click();
    const table = screen.getByRole('table').first();
    await expect.element(table.getByText('Without a match')).toBeVisible();
    const column = (place: string) =>
      [...table.element().querySelectorAll(`tbody td:${place}`)].map((cell) => cell.textContent);
    expect(column('nth-child(3)')[0]).toBe('90%');
    const shares = column('last-child');
    expect(shares).toHaveLength(30);
    expect(shares[0]).toBe('10%');
    expect(shares.slice(-2)).toEqual(['no figures yet', '–']);
  });

  it.each([1440, 390])('draw each day as high as its count on the axis, at %i px', async (width) => {
    await page.viewport(width, 900);
    const { screen } = await openAdminPanel();
    await expect.element(screen.getByText('Show as a table')).toBeVisible();
    const figure = screen.getByRole('figure').element();
    const columns = [...figure.querySelectorAll<HTMLElement>('[title^="20"]')].filter(
      (column) => column.offsetWidth > 0,
    );
    expect(columns).toHaveLength(30);
    // The dot of the last day: WebKit stretches the ends of a line without length.
    expect(figure.querySelector('path')?.getTotalLength()).toBeGreaterThan(0);
    // 290 lines, of which 29 are without a match, on an axis up to 300.
    const parts = [...(columns.at(-1)?.querySelectorAll('[data-tone]') ?? [])];
    const [plot = 0, ...heights] = [columns.at(-1), ...parts].map(
      (part) => part?.getBoundingClientRect().height,
    );
    expect(heights.map((height = 0) => Math.round((300 * height) / plot))).toEqual([261, 29]);
    expect(figure.textContent).toMatch(/050100150200250300|0100200300/);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  it('draw no coverage where no day has figures of it', async () => {
    const daily = lastDays(new Date(), 1).map((day) => ({ day, count: 7, unmatched: null }));
    const screen = await renderInApp(<UsageChart daily={daily} />);
    const figure = screen.getByRole('figure').element();
    expect([...figure.querySelectorAll('polyline')].map((line) => line.getAttribute('points'))).toEqual(['']);
    expect(figure.textContent).toContain('0%50%100%');
  });

  it('move nothing under the pointer when they come', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { screen } = await openAdminPanel({ usage: 'pending' });
    await expect.element(screen.getByLabelText('The usage statistics are loading')).toBeInTheDocument();
    const below = screen.getByRole('button', { name: '+ Add User' });
    const { top } = below.element().getBoundingClientRect();
    vi.advanceTimersByTime(USAGE_REFRESH_MS);
    await expect.element(screen.getByText('Show as a table')).toBeVisible();
    expect(below.element().getBoundingClientRect().top).toBeCloseTo(top, 0);
  });

  it('are read again every 30 seconds, say when they cannot be, and are tried again on demand', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { screen, adminData } = await openAdminPanel();
    expect(adminData.readUsage).toHaveBeenCalledTimes(1);
    adminData.readUsage.mockRejectedValueOnce(new Error('offline'));
    vi.advanceTimersByTime(USAGE_REFRESH_MS);
    expect(adminData.readUsage).toHaveBeenCalledTimes(2);
    await expect.element(screen.getByText(/counters cannot be read just now/)).toBeVisible();
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.element(screen.getByText(/counters cannot be read/)).not.toBeInTheDocument();
  });
});

describe('pending applications', () => {
  it('move nothing under the pointer when there turn out to be none', async () => {
    const { screen, directory } = await openAdminPanel({ applications: 'pending' });
    await expect.element(screen.getByText('Show as a table')).toBeVisible();
    const below = screen.getByRole('button', { name: '+ Add User' });
    const { top } = below.element().getBoundingClientRect();
    directory.applications.setDocuments([]);
    await expect.element(screen.getByText('No pending applications.')).toBeVisible();
    expect(below.element().getBoundingClientRect().top).toBeCloseTo(top, 0);
  });

  const applications = [
    applicationOf('new@example.com', { name: 'New', emailVerified: false }),
    applicationOf('proven@example.com'),
  ];

  it('are listed, with a mark where the address is not verified, or not what it looks like', async () => {
    const { screen } = await openAdminPanel({
      applications: [...applications, applicationOf('b\u043ess@example.com')],
    });
    const row = (email: string) => screen.getByRole('listitem').filter({ hasText: email });
    await expect.element(row('new@example.com')).toHaveTextContent('email not verified');
    await expect.element(row('b\u043ess@example.com')).toHaveTextContent('looks like boss@example.com');
    await expect.element(row('b\u043ess@example.com')).toHaveTextContent('unusual: \u043e (U+043E)');
    await expect
      .element(row('proven@example.com'))
      .not.toHaveTextContent(/email not verified|looks like|unusual/);
  });

  it('are rejected', async () => {
    const { screen, actions } = await openAdminPanel({ applications });
    await screen.getByRole('button', { name: 'Reject new@example.com' }).click();
    await expect.element(screen.getByText('Rejected new@example.com')).toBeVisible();
    expect(actions.reject).toHaveBeenCalledOnce();
  });

  it.each([
    ['is not verified are approved only after a second question', 'new@example.com', 1],
    ['is verified are approved at once', 'proven@example.com', 0],
  ])('whose address %s, by keyboard too', async (_what, email, questions) => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    confirm.mockClear();
    const { screen, actions } = await openAdminPanel({ applications });
    const approve = screen.getByRole('button', { name: `Approve ${email}` });
    await expect.element(approve).toBeVisible();
    (approve.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(confirm).toHaveBeenCalledTimes(questions);
    if (questions === 1) {
      expect(confirm).toHaveBeenCalledWith(accountMessages.confirmUnverified(email));
      expect(actions.approve).not.toHaveBeenCalled();
      await expect.element(approve).toHaveFocus();
      await userEvent.keyboard('{Enter}');
    }
    await expect.element(screen.getByText(`Approved ${email}`)).toBeVisible();
    expect(actions.approve).toHaveBeenCalledOnce();
    confirm.mockRestore();
  });

  it('that could not be approved are approved with Retry', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
    confirm.mockClear();
    const { screen, actions } = await openAdminPanel({ applications });
    actions.approve.mockResolvedValueOnce({ kind: 'failed', reason: 'no answer' });
    await screen.getByRole('button', { name: 'Approve new@example.com' }).click();
    const alert = screen.getByRole('alert');
    await expect.element(alert).toHaveTextContent('Failed to approve new@example.com: no answer');
    await says(screen.getByRole('button', { name: 'Retry' }).click(), 'Approved new@example.com');
    expect(confirm).toHaveBeenCalledOnce();
  });

  it('say when the server takes long, and then that it is done', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const { screen, actions } = await openAdminPanel({ applications });
    let answer = (_outcome: { kind: 'done' }) => {};
    actions.approve.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    await screen.getByRole('button', { name: 'Approve new@example.com' }).click();
    await expect.element(screen.getByRole('button', { name: 'Approve new@example.com' })).toBeDisabled();
    vi.advanceTimersByTime(8000);
    await expect.element(screen.getByText(/The server does not answer yet/)).toBeVisible();
    answer({ kind: 'done' });
    await expect.element(screen.getByText('Approved new@example.com')).toBeVisible();
    await expect.element(screen.getByText(/The server does not answer yet/)).not.toBeInTheDocument();
  });
});

describe('the users', () => {
  const users = [ann, bob, bossRecord];

  it('are counted beside the title, where a screen reader hears it, and their history is one link away', async () => {
    const { screen } = await openAdminPanel({ users });
    const count = screen.getByRole('status').filter({ hasText: '3 users' });
    await expect.element(count).toBeVisible();
    const [title, number] = [screen.getByRole('heading', { name: 'All Users' }), count].map((one) =>
      one.element().getBoundingClientRect(),
    );
    expect(number?.left).toBeGreaterThan(title?.right ?? Number.NaN);
    expect(number?.top).toBeLessThan(title?.bottom ?? Number.NaN);
    const history = screen.getByRole('link', { name: 'Access history' });
    await expect.element(history).toHaveAttribute('href', '/history?log=access');
  });

  it('show when each signed in last, their usage, and the rights that can be given or taken', async () => {
    const lastLogin = new Date(Date.now() - 5 * 60_000).toISOString();
    const { screen, directory, adminData } = await openAdminPanel({ users });
    adminData.usage.set(ann.email, { today: 12, total: 3456, matches: { lines: 400, unmatched: 50 } });
    directory.users.setDocuments([{ ...ann, lastLogin }, bob, bossRecord]);
    const row = screen.getByRole('row', { name: /ann@example.com/ });
    for (const text of ['5m ago', (3456).toLocaleString(), '12.5%'])
      await expect.element(row).toHaveTextContent(text);
    const share = row.getByTitle('50 of 400 lines in the last 30 days found no match');
    await expect.element(share).toBeInTheDocument();
    const ofBob = screen.getByRole('row', { name: /bob@example.com/ });
    await expect.element(ofBob).toHaveTextContent('no figures yet');
    for (const name of ['Allow boss@example.com', 'Admin boss@example.com', 'Admin bob@example.com'])
      await expect.element(screen.getByRole('checkbox', { name })).toBeDisabled();
  });

  it.each([390, 320])(
    'are cards on a phone of %i px, with boxes beside the address and nothing cut',
    async (width) => {
      await page.viewport(width, 844);
      const long = recordOf('cy@example.com', { name: 'Cyril Featherstonehaugh of Cholmondeley' });
      const { screen } = await openAdminPanel({ users: [...users, long] });
      const row = screen.getByRole('row', { name: /ann@example.com/ });
      const box = row.getByRole('checkbox', { name: 'Allow ann@example.com' });
      await expect.element(box).toBeVisible();
      const [address, boxOfRow] = [row.getByTitle(ann.email), box].map((one) =>
        one.element().getBoundingClientRect(),
      );
      expect(boxOfRow?.left).toBeGreaterThanOrEqual(address?.right ?? Number.NaN);
      const ofCyril = screen.getByRole('row', { name: /cy@example.com/ });
      await expect.element(ofCyril).toHaveTextContent('no figures yet');
      const figures = [...ofCyril.element().querySelectorAll('td')].slice(2);
      expect(figures.filter((cell) => cell.scrollWidth > cell.clientWidth)).toEqual([]);
      await page.viewport(1280, 900);
    },
  );

  it('are found by email or name', async () => {
    const { screen } = await openAdminPanel({ users });
    const found = () =>
      screen
        .getByRole('button', { name: /^Edit / })
        .elements()
        .map((button) => button.getAttribute('aria-label'));
    for (const [search, expected] of [
      ['ANN', ['Edit ann@example.com']],
      ['bob@', ['Edit bob@example.com']],
      ['archer', ['Edit ann@example.com']],
      ['example', ['Edit ann@example.com', 'Edit bob@example.com', 'Edit boss@example.com']],
    ] as const) {
      await screen.getByPlaceholder('Search by email or name').fill(search);
      await expect.poll(found).toEqual(expected);
    }
  });

  it('of thousands are drawn only where they are seen, and the last is reached by scrolling', async () => {
    const many = Array.from({ length: 5000 }, (_, i) =>
      recordOf(`user${String(i).padStart(4, '0')}@example.com`),
    );
    const { screen } = await openAdminPanel({ users: many });
    await expect.element(screen.getByText(`${(5000).toLocaleString()} users`)).toBeVisible();
    expect(document.querySelectorAll('tr').length).toBeLessThan(100);
    const list = screen.getByRole('region', { name: 'Users', exact: true }).element();
    list.scrollTop = list.scrollHeight;
    await expect.element(screen.getByText('user4999@example.com')).toBeVisible();
  });

  it('are allowed, made admins and unmade with the boxes, which show what the record says', async () => {
    const { directory, actions } = await openAdminPanel({ users });
    await says(checkbox('Allow bob@example.com').click(), 'Allowed bob@example.com');
    await expect.element(checkbox('Allow bob@example.com')).not.toBeChecked();
    expect(actions.allow).toHaveBeenCalledExactlyOnceWith(bob);
    await says(checkbox('Admin ann@example.com').click(), 'Granted admin to ann@example.com');
    directory.users.setDocuments([{ ...ann, admin: true }]);
    await expect.element(checkbox('Admin ann@example.com')).toBeChecked();
    await says(checkbox('Admin ann@example.com').click(), 'Revoked admin from ann@example.com');
  });

  it('are removed only after a native question, or named with the reason', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
    const { screen, actions } = await openAdminPanel({ users });
    const box = checkbox('Allow ann@example.com');
    await box.click();
    expect(confirm).toHaveBeenCalledOnce();
    expect(actions.remove).not.toHaveBeenCalled();
    actions.remove.mockResolvedValueOnce({ kind: 'failed', reason: 'no answer' });
    await box.click();
    const alert = screen.getByRole('alert');
    await expect.element(alert).toHaveTextContent('Failed to remove ann@example.com: no answer');
    await says(box.click(), 'Removed ann@example.com from database');
    expect(actions.remove).toHaveBeenLastCalledWith(ann.email);
  });

  it('say when they cannot be loaded', async () => {
    const { screen, directory } = await openAdminPanel({ users });
    directory.users.fail('refused');
    await expect.element(screen.getByText('The users cannot be loaded.')).toBeVisible();
  });
});

const warning = page.getByText('Some rights are out of sync');
/** Moves the faked intervals on until the rights have differed, or agreed, for long enough to be shown so. */
const untilOutOfSync = (isOut = true) =>
  expect
    .poll(() => {
      vi.advanceTimersByTime(1000);
      return warning.query() !== null;
    })
    .toBe(isOut);

describe('rights that are out of sync', () => {
  const stray = { email: ann.email, allow: true, admin: true };

  it('are shown when the difference lasts, and are repaired', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { screen, actions, adminData } = await openAdminPanel({ accessEntries: [stray] });
    await untilOutOfSync();
    await expect.element(screen.getByText(/not yet in force everywhere for: ann@example.com/)).toBeVisible();
    adminData.accessEntries.shift();
    await screen.getByRole('button', { name: 'Repair' }).click();
    expect(actions.repair).toHaveBeenCalledExactlyOnceWith({ email: ann.email, record: null });
    await expect.element(warning).not.toBeInTheDocument();
  });

  it('are not shown any more when somebody else has repaired them, nor at the next change of that person', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { screen, directory, adminData } = await openAdminPanel({ accessEntries: [stray] });
    await untilOutOfSync();
    adminData.accessEntries.shift();
    await untilOutOfSync(false);
    adminData.accessEntries.push(stray);
    directory.users.setDocuments([bossRecord, { ...ann, ...stray }]);
    await expect.element(screen.getByText('2 users')).toBeVisible();
    expect(warning.query()).toBeNull();
  });

  it('are shown although they could not be read at first', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { adminData } = await openAdminPanel({ accessEntries: [stray], unreadable: 2 });
    await untilOutOfSync();
    // Two refused reads, one that succeeds, and one more before the screen shows the difference.
    expect(adminData.readAccess.mock.calls.length).toBeGreaterThanOrEqual(4);
  });

  it('are not shown while a change is pending', async () => {
    const { screen, directory, adminData } = await openAdminPanel({ accessEntries: [stray] });
    directory.users.setDocuments([bossRecord, { ...ann, ...stray }]);
    await expect.poll(() => adminData.readAccess.mock.calls.length).toBeGreaterThan(0);
    await expect.element(screen.getByText('2 users')).toBeVisible();
    expect(warning.query()).toBeNull();
  });
});

it('the Admin Panel says where the mails are on a server that cannot send any, and only there', async () => {
  const first = await openAdminPanel({ users: [ann] });
  await expect.element(first.screen.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  expect(first.screen.getByText(accountMessages.outbox).query()).toBeNull();
  await first.screen.unmount();
  const mark = markOutbox();
  const { screen, auth } = await openAdminPanel({ users: [ann] });
  await expect.element(screen.getByText(accountMessages.outbox)).toBeVisible();
  await screen.getByRole('button', { name: 'Edit ann@example.com' }).click();
  await screen.getByRole('button', { name: 'Send reset link' }).click();
  await expect.element(screen.getByText(/^No mail was sent: .* ann@example\.com waits/)).toBeVisible();
  expect(auth.sendPasswordReset).toHaveBeenCalledOnce();
  expect(screen.getByText(/Sent a reset link/).query()).toBeNull();
  mark.remove();
});

it('the Admin Panel says what is wrong with the server, and asks no other', async () => {
  let health: object = { status: 'replica', replicaBehind: '2026-03-03T10:12:05Z' };
  const ask = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async () => Response.json(health, { status: 503 }));
  const onFirebase = await openAdminPanel({ users: [ann] });
  await expect.element(onFirebase.screen.getByText('ann@example.com')).toBeVisible();
  expect(ask).not.toHaveBeenCalled();
  await onFirebase.screen.unmount();
  const mark = markOutbox();
  const { screen } = await openAdminPanel({ users: [ann] });
  const since = /second place of the data has received nothing since 3 Mar 2026, \d\d:12/;
  await expect.element(screen.getByText(since)).toBeVisible();
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));
  for (const status of ['history', 'storage'] as const) {
    health = { status };
    comeBack();
    await expect.element(screen.getByText(accountMessages.serverFaults[status])).toBeVisible();
  }
  health = { status: 'ok' };
  comeBack();
  await expect.poll(() => screen.getByText(accountMessages.serverFaults.storage).query()).toBeNull();
  ask.mockRestore();
  mark.remove();
});

it.each(SCHEMES)('the Admin Panel has no accessibility violation (%s)', async (scheme) => {
  const { screen } = await openAdminPanel({
    scheme,
    users: [ann, bob, bossRecord],
    applications: [applicationOf('new@example.com', { emailVerified: false })],
  });
  await expect.element(screen.getByRole('button', { name: 'Edit ann@example.com' })).toBeVisible();
  await expectAccessible();
});

it.each(SCHEMES)('its warnings have none either (%s)', async (scheme) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { screen, directory } = await openAdminPanel({
    scheme,
    accessEntries: [{ email: ann.email, allow: true, admin: true }],
  });
  await untilOutOfSync();
  directory.applications.fail('refused');
  await expect.element(screen.getByText('The applications cannot be loaded.')).toBeVisible();
  await says(screen.getByRole('searchbox').fill('nobody'), 'No users found matching your search.');
  await expectAccessible();
});
