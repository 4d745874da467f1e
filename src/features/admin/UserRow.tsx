import { Button, Checkbox, Table } from '@mantine/core';
import { memo } from 'react';
import { lastLoginText } from '../../model/lastLogin.ts';
import type { UsageCounts } from '../../model/usage.ts';
import type { UserRecord } from '../../model/user.ts';
import styles from './UsersTable.module.css';
import type { UserRowActions } from './UsersTable.tsx';

type Props = UserRowActions & {
  user: UserRecord;
  rowIndex: number;
  /** Missing until it has been read. */
  usage: UsageCounts | undefined;
  now: Date;
  isSelf: boolean;
  isBusy: boolean;
};

/** One user. Nobody takes their own rights, so that an admin always remains. */
export const UserRow = memo(function UserRow({
  user,
  rowIndex,
  usage,
  now,
  isSelf,
  isBusy,
  onAllow,
  onRemove,
  onSetAdmin,
  onEdit,
}: Props) {
  const { email, name, lastLogin, allow, admin } = user;
  return (
    <Table.Tr className={styles['row'] ?? ''} aria-rowindex={rowIndex}>
      <Table.Td title={email}>{email}</Table.Td>
      <Table.Td title={name}>{name}</Table.Td>
      <Table.Td>{lastLoginText(lastLogin, now)}</Table.Td>
      <Table.Td className={styles['count'] ?? ''}>{usage?.today.toLocaleString('en-US') ?? '–'}</Table.Td>
      <Table.Td className={styles['count'] ?? ''}>{usage?.total.toLocaleString('en-US') ?? '–'}</Table.Td>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={`Allow ${email}`}
          checked={allow}
          disabled={isSelf || isBusy}
          onChange={() => (allow ? onRemove(user) : onAllow(user))}
        />
      </Table.Td>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={`Admin ${email}`}
          checked={admin}
          disabled={isSelf || isBusy || !allow}
          onChange={() => onSetAdmin(user, !admin)}
        />
      </Table.Td>
      <Table.Td>
        <Button
          size="compact-xs"
          variant="default"
          disabled={isBusy}
          onClick={() => onEdit(user)}
          aria-label={`Edit ${email}`}
        >
          Edit
        </Button>
      </Table.Td>
    </Table.Tr>
  );
});
