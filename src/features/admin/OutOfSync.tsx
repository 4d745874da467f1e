import { Alert, Button, Group, Text } from '@mantine/core';
import type { AccessMismatch } from '#model/access.ts';
import type { Email } from '#model/email.ts';
import { messages } from '#model/messages.ts';
import type { UserRecord } from '#model/user.ts';
import type { AccessActions } from '../../services/accessActions.ts';
import type { AdminData } from '../../services/adminData.ts';
import type { RunAction } from './useAccessAction.ts';
import type { Collection } from './useCollection.ts';
import { useMismatches } from './useMismatches.ts';

type Props = {
  ownEmail: Email;
  users: Collection<UserRecord>;
  adminData: AdminData;
  repair: AccessActions['repair'];
  run: RunAction;
};

/** Shown when somebody's record and access entry differ, as after a change that stopped half-way. */
export function OutOfSync({ ownEmail, users, adminData, repair, run }: Props) {
  const { mismatches, check } = useMismatches(users, adminData);
  if (mismatches.length === 0) return null;
  const repairAll = async () => {
    for (const mismatch of mismatches.filter(({ email }) => email !== ownEmail)) {
      await run(mismatch.email, () => repair(mismatch), {
        done: messages.userRepaired(mismatch.email),
        failed: messages.userUpdateFailed,
      });
    }
    check();
  };
  return (
    <Alert color="yellow" title="Some rights are out of sync">
      <Text size="sm" mb="xs">
        {describe(mismatches, ownEmail)}
      </Text>
      <Group>
        <Button size="compact-sm" onClick={repairAll}>
          Repair
        </Button>
      </Group>
    </Alert>
  );
}

function describe(mismatches: readonly AccessMismatch[], ownEmail: Email): string {
  const shown = mismatches.slice(0, 10).map(({ email }) => email);
  const more = mismatches.length - shown.length;
  const list = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const own = mismatches.some(({ email }) => email === ownEmail)
    ? ' Your own entry can only be repaired by another admin.'
    : '';
  return `What the list below says is not yet in force everywhere for: ${list}.${own}`;
}
