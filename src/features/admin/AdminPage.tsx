import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ComponentProps, useMemo, useState, useSyncExternalStore } from 'react';
import type { AdminData } from '#contract/ledger.ts';
import type { Application } from '#model/application.ts';
import { accountMessages } from '#model/text/accountMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { Account, UserRecord } from '#model/user.ts';
import { LostEntries } from '../../list-history/LostEntries.tsx';
import type { AccessActions } from '../../services/accessActions.ts';
import type { AuthService } from '../../services/auth.ts';
import { canMail } from '../../services/backend.ts';
import type { Directory } from '../../services/directory.ts';
import type { Services } from '../../services/services.ts';
import { AddUserModal } from './AddUserModal.tsx';
import { EditUserModal } from './EditUserModal.tsx';
import { OutOfSync } from './OutOfSync.tsx';
import { PendingApplications } from './PendingApplications.tsx';
import { ServerHealth } from './ServerHealth.tsx';
import { UsageSection } from './UsageSection.tsx';
import { UsersSection } from './UsersSection.tsx';
import { type RunAction, useAccessAction } from './useAccessAction.ts';
import { useCollection } from './useCollection.ts';

type Props = {
  account: Account;
  auth: AuthService;
  accountCalls: Services['accountCalls'];
  directory: Pick<Directory, 'watchUsers' | 'watchApplications' | 'isPaused'>;
  adminData: AdminData;
  actions: AccessActions;
  ledger: ComponentProps<typeof LostEntries>['ledger'];
  /** Whether the coverage of one person over time is shown. */
  hasPersonalCoverage?: boolean;
};

/** An operator asks for it at build time: `.env.example`. */
const COVERAGE_PER_PERSON = import.meta.env['VITE_COVERAGE_PER_PERSON'] === '1';

/** Who uses the product, who asks to, and how much it is used. */
export function AdminPage(props: Props) {
  const { account, auth, accountCalls, directory, adminData, actions, ledger } = props;
  const { hasPersonalCoverage = COVERAGE_PER_PERSON } = props;
  const users = useCollection<UserRecord>(directory.watchUsers);
  const applications = useCollection<Application>(directory.watchApplications);
  const { busy, run } = useAccessAction();
  const [isAdding, adding] = useDisclosure(false);
  const [edited, setEdited] = useState<UserRecord | null>(null);

  const known = useMemo(
    () => (users.kind === 'ready' ? users.documents.map(({ email }) => email) : []),
    [users],
  );
  const change = useMemo(() => changesOf(actions, run), [actions, run]);

  return (
    <Stack gap="sm">
      <div>
        <Title order={1}>Admin Panel</Title>
        <PausedNotice isPaused={directory.isPaused} />
        <ServerHealth />
        {!canMail() && <Text>{accountMessages.outbox}</Text>}
      </div>
      <LostEntries ledger={ledger} />
      <Group align="stretch" gap="sm">
        <UsageSection adminData={adminData} />
        <PendingApplications
          applications={applications}
          known={known}
          busy={busy}
          onApprove={change.approve}
          onReject={change.reject}
        />
      </Group>
      <OutOfSync
        ownEmail={account.email}
        users={users}
        adminData={adminData}
        repair={actions.repair}
        run={run}
      />
      <UsersSection
        ownEmail={account.email}
        users={users}
        known={known}
        adminData={adminData}
        busy={busy}
        onAllow={change.allow}
        onRemove={change.remove}
        onSetAdmin={change.setAdmin}
        onEdit={setEdited}
        onAdd={adding.open}
      />
      {isAdding && <AddUserModal onClose={adding.close} users={users} actions={actions} />}
      {edited && (
        <EditUserModal
          user={edited}
          isSelf={edited.email === account.email}
          auth={auth}
          accountCalls={accountCalls}
          rename={actions.rename}
          adminData={hasPersonalCoverage ? adminData : null}
          onClose={() => setEdited(null)}
        />
      )}
    </Stack>
  );
}

/** While other tabs have the streams. The click or key that the text asks for gives this one a stream again. */
function PausedNotice({ isPaused }: Pick<Directory, 'isPaused'>) {
  const isShown = useSyncExternalStore(isPaused.subscribe, isPaused.get);
  // Always there: a live region that appears together with its text is not announced.
  return <div role="status">{isShown && <Alert color="yellow">{accountMessages.panelPaused}</Alert>}</div>;
}

/** What the tables can do, each with its words. */
function changesOf(actions: AccessActions, run: RunAction) {
  return {
    approve: (application: Application) => {
      const { email, emailVerified } = application;
      if (!emailVerified && !window.confirm(accountMessages.confirmUnverified(email))) return;
      run(email, () => actions.approve(application), {
        done: messages.approved(email),
        failed: (reason) => accountMessages.approveFailed(email, reason),
      });
    },
    reject: ({ email }: Application) =>
      run(email, () => actions.reject(email), {
        done: messages.rejected(email),
        failed: (reason) => accountMessages.rejectFailed(email, reason),
      }),
    allow: (user: UserRecord) =>
      run(user.email, () => actions.allow(user), {
        done: messages.allowed(user.email),
        failed: messages.userUpdateFailed,
      }),
    remove: ({ email }: UserRecord) => {
      if (!window.confirm(accountMessages.confirmRemoval(email))) return;
      run(email, () => actions.remove(email), {
        done: messages.removed(email),
        failed: (reason) => messages.removeFailed(email, reason),
      });
    },
    setAdmin: (user: UserRecord, admin: boolean) =>
      run(user.email, () => actions.setAdmin(user, admin), {
        done: admin ? messages.adminGranted(user.email) : messages.adminRevoked(user.email),
        failed: messages.userUpdateFailed,
      }),
  };
}
