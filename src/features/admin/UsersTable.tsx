import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { AdminData } from '#contract/ledger.ts';
import type { Email } from '#model/email.ts';
import { USAGE_REFRESH_MS } from '#model/limits.ts';
import { lastDays, USAGE_DAYS, type UserUsage } from '#model/usage.ts';
import type { UserRecord } from '#model/user.ts';
import layout from '../../ui/layout.module.css';
import table from '../../ui/table.module.css';
import { useIsNarrow } from '../../ui/useIsNarrow.ts';
import { UserRow, type UserRowActions } from './UserRow.tsx';
import styles from './UsersTable.module.css';

type Props = UserRowActions & {
  users: readonly UserRecord[];
  /** By address, another that looks the same. */
  confusables: ReadonlyMap<Email, Email>;
  search: string;
  ownEmail: Email;
  busy: ReadonlySet<Email>;
  adminData: AdminData;
};

/** Must be the heights that the style sheet gives a row, and a card, which a phone shows instead. Pixels. */
const ROW_HEIGHT = 32;
const CARD_HEIGHT = 64;
/** Number of rows in the first rendering. */
const FIRST_ROWS = 6;

/** The users as a table that draws only the rows on screen, so that thousands are as light as ten. */
export function UsersTable({ users, confusables, search, ownEmail, busy, adminData, ...actions }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useIsNarrow() ? CARD_HEIGHT : ROW_HEIGHT;
  const virtualizer = useVirtualizer({
    count: users.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    getItemKey: (i) => users[i]?.email ?? i,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights measured before do not hold for rows of another height.
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  // The other rows follow in a second rendering: twenty rows of boxes and buttons at once delay the page noticeably.
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
    <section
      ref={scroller}
      className={`${layout['card']} ${table['tall']}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label="Users"
    >
      <table
        className={`${table['fixed']} ${table['cards']} ${styles['table']}`}
        aria-rowcount={users.length + 1}
      >
        <Header />
        <tbody>
          <Spacer height={above} />
          {drawn.map(({ user, index }) => (
            <UserRow
              key={user.email}
              user={user}
              confusable={confusables.get(user.email)}
              search={search}
              rowIndex={index + 2}
              usage={usage.get(user.email)}
              now={now}
              isSelf={user.email === ownEmail}
              isBusy={busy.has(user.email)}
              {...actions}
            />
          ))}
          <Spacer height={below} />
        </tbody>
      </table>
    </section>
  );
}

function Header() {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className={styles['email']}>Email</th>
        <th>Name</th>
        <th>Last Login</th>
        <th className={`${table['narrow']} ${table['number']}`}>Today</th>
        <th className={`${table['narrow']} ${table['number']}`}>Total</th>
        <th
          className={`${table['wide']} ${table['number']}`}
          title={`Lines without a match, last ${USAGE_DAYS} days`}
        >
          No Match
        </th>
        <th className={table['narrow']}>Allow</th>
        <th className={table['narrow']}>Admin</th>
        <th className={table['narrow']}>Edit</th>
      </tr>
    </thead>
  );
}

/** Takes up the height of the rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  return height > 0 && <tr style={{ height }} />;
}

/** The time, renewed twice a minute, since texts such as "5m ago" depend on it. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Pause in scrolling before the usage of the rows on screen is read. Milliseconds. */
const SETTLE_MS = 120;

/**
 * Usage of the users on screen, and of those who have been: reading all of a large list every 30 seconds would
 * cost three reads each.
 */
function useUserUsage(adminData: AdminData, emails: readonly Email[]): ReadonlyMap<Email, UserUsage> {
  const [counts, setCounts] = useState<ReadonlyMap<Email, UserUsage>>(new Map());
  const key = emails.join('\n');
  useEffect(() => {
    if (key === '') return;
    const wanted = key.split('\n') as Email[];
    let isOver = false;
    const read = async () => {
      try {
        const usage = await adminData.readUserUsage(wanted, lastDays(new Date(), USAGE_DAYS));
        if (isOver) return;
        setCounts((known) => {
          const next = new Map(known);
          for (const [i, email] of wanted.entries()) {
            const found = usage[i];
            if (found) next.set(email, found);
          }
          return next;
        });
      } catch (error) {
        // The section above says that the counters cannot be read, and offers to try again.
        console.warn('The counters of the users on screen cannot be read:', error);
      }
    };
    const first = setTimeout(read, SETTLE_MS);
    const timer = setInterval(read, USAGE_REFRESH_MS);
    return () => {
      isOver = true;
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [adminData, key]);
  return counts;
}
