import { vi } from 'vitest';
import type { AccessEntry } from '#model/access.ts';
import type { Application } from '#model/application.ts';
import { type Email, normaliseEmail } from '#model/email.ts';
import type { UserRecord } from '#model/user.ts';
import { AdminPage } from '#src/features/admin/AdminPage.tsx';
import type { AccessActions, AddUserOutcome } from '#src/services/accessActions.ts';
import type { ActionOutcome } from '#src/services/runSteps.ts';
import { fakeAdminData, fakeLedger } from './fakeLedger.ts';
import { accountOf, fakeAccountCalls, fakeAuth, fakeDirectory, recordOf } from './fakeServices.ts';
import { renderInApp } from './renderInApp.tsx';
import { TestRouter } from './TestRouter.tsx';

const done: ActionOutcome = { kind: 'done' };
const action = () => vi.fn(async (): Promise<ActionOutcome> => done);

export function fakeActions() {
  return {
    approve: action(),
    reject: action(),
    allow: action(),
    remove: action(),
    setAdmin: action(),
    rename: action(),
    addUser: vi.fn(async (): Promise<AddUserOutcome> => done),
    isAdditionUnfinished: vi.fn((_email: Email) => false),
    repair: action(),
    restore: action(),
  } satisfies AccessActions;
}

const boss = accountOf('boss@example.com', { uid: 'boss' });
export const bossRecord = recordOf(boss.email, { name: 'Boss', admin: true, uid: 'boss' });

export function applicationOf(email: string, more: Partial<Application> = {}): Application {
  return {
    email: normaliseEmail(email),
    name: '',
    appliedAt: new Date('2026-11-20T09:00:00Z'),
    uid: `uid-of-${email}`,
    emailVerified: true,
    ...more,
  };
}

type Setup = {
  /** Access entries besides those of the users. */
  accessEntries?: readonly AccessEntry[];
  /** How often the access entries cannot be read at first. */
  unreadable?: number;
  users?: readonly UserRecord[];
  applications?: readonly Application[] | 'pending';
  /** The first answer about usage never comes. */
  usage?: 'pending';
  scheme?: 'light' | 'dark';
  /** As on Firebase, which has no requests of ours. */
  isHosted?: boolean;
  hasPersonalCoverage?: boolean;
};

/** The Admin Panel as `boss` sees it, with fakes for what is outside. */
export async function openAdminPanel({
  users = [bossRecord],
  applications = [],
  accessEntries = [],
  unreadable = 0,
  usage,
  scheme = 'light',
  isHosted = false,
  hasPersonalCoverage = false,
}: Setup = {}) {
  const fakes = {
    auth: fakeAuth(),
    accountCalls: fakeAccountCalls(),
    directory: fakeDirectory(),
    adminData: fakeAdminData(),
    actions: fakeActions(),
  };
  fakes.adminData.accessEntries.push(...accessEntries);
  if (usage === 'pending') fakes.adminData.readUsage.mockReturnValueOnce(new Promise(() => {}));
  for (let n = 0; n < unreadable; n++) fakes.adminData.readAccess.mockRejectedValueOnce(new Error('refused'));
  for (const { email, allow, admin, uid } of users) {
    if (allow) fakes.adminData.accessEntries.push({ email, allow, admin, ...(uid !== undefined && { uid }) });
  }
  const screen = await renderInApp(
    <TestRouter start="/admin">
      <AdminPage
        account={boss}
        ledger={fakeLedger()}
        auth={fakes.auth}
        accountCalls={isHosted ? null : async () => fakes.accountCalls}
        directory={fakes.directory}
        adminData={fakes.adminData}
        actions={fakes.actions}
        hasPersonalCoverage={hasPersonalCoverage}
      />
    </TestRouter>,
    scheme,
  );
  fakes.directory.users.setDocuments(users);
  if (applications !== 'pending') fakes.directory.applications.setDocuments(applications);
  return { screen, ...fakes };
}
