import { Table } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useRef } from 'react';
import type { AdminData } from '#contract/ledger.ts';
import type { Email } from '#model/email.ts';
import type { UserRecord } from '#model/user.ts';
import { UserRow, type UserRowActions } from './UserRow.tsx';
import styles from './UsersTable.module.css';
import { useNow } from './useNow.ts';
import { useUserUsage } from './useUserUsage.ts';

type Props = UserRowActions & {
  users: readonly UserRecord[];
  ownEmail: Email;
  busy: ReadonlySet<Email>;
  adminData: AdminData;
};

/** Must be the height that the style sheet gives a row. Pixels. */
const ROW_HEIGHT = 32;
/** So many rows are drawn at first. */
const FIRST_ROWS = 6;

/** The users as a table that draws only the rows on screen, so that thousands are as light as ten. */
export function UsersTable({ users, ownEmail, busy, adminData, ...actions }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: users.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
    getItemKey: (i) => users[i]?.email ?? i,
  });
  // The others follow when there is time: twenty rows of boxes and buttons at once are felt.
  const most = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS);
  const items = virtualizer.getVirtualItems().slice(0, most);
  const drawn = items.flatMap(({ index }) => {
    const user = users[index];
    return user ? [{ user, index }] : [];
  });
  const usage = useUserUsage(
    adminData,
    drawn.map(({ user }) => user.email),
  );
  const now = useNow();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={scroller} className={styles['scroller']} tabIndex={0} aria-label="Users">
      <Table className={styles['table'] ?? ''} aria-rowcount={users.length + 1} stickyHeader>
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th className={styles['email'] ?? ''}>Email</Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th className={styles['login'] ?? ''}>Last Login</Table.Th>
            <Table.Th className={styles['count'] ?? ''}>Today</Table.Th>
            <Table.Th className={styles['count'] ?? ''}>Total</Table.Th>
            <Table.Th className={styles['box'] ?? ''}>Allow</Table.Th>
            <Table.Th className={styles['box'] ?? ''}>Admin</Table.Th>
            <Table.Th className={styles['edit'] ?? ''}>Edit</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer height={above} />
          {drawn.map(({ user, index }) => (
            <UserRow
              key={user.email}
              user={user}
              rowIndex={index + 2}
              usage={usage.get(user.email)}
              now={now}
              isSelf={user.email === ownEmail}
              isBusy={busy.has(user.email)}
              {...actions}
            />
          ))}
          <Spacer height={below} />
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** Takes the place of the rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  return height > 0 && <tr style={{ height }} />;
}
