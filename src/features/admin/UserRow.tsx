import { memo } from 'react';
import type { Email } from '#model/email.ts';
import { lastLoginText } from '#model/lastLogin.ts';
import { searchPattern } from '#model/searchPattern.ts';
import { grouped } from '#model/text/figures.ts';
import { shareText, usageMessages } from '#model/text/usageMessages.ts';
import { type MatchFigures, USAGE_DAYS, type UserUsage } from '#model/usage.ts';
import type { UserRecord } from '#model/user.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Marked } from '../../ui/Marked.tsx';
import { CountBar } from '../../ui/SegmentBar.tsx';
import { TickBox } from '../../ui/TickBox.tsx';
import table from '../../ui/table.module.css';
import { AddressBadges } from './AddressBadges.tsx';
import styles from './UsersTable.module.css';

/** What can be done to a user in the table. */
export type UserRowActions = {
  onAllow: (user: UserRecord) => void;
  onRemove: (user: UserRecord) => void;
  onSetAdmin: (user: UserRecord, admin: boolean) => void;
  onEdit: (user: UserRecord) => void;
};

type Props = UserRowActions & {
  user: UserRecord;
  /** Another user's address that looks the same. */
  confusable: Email | undefined;
  /** What was searched for, to be marked; blank for nothing. */
  search: string;
  rowIndex: number;
  /** Missing until it has been read. */
  usage: UserUsage | undefined;
  now: Date;
  isSelf: boolean;
  isBusy: boolean;
};

/** Of the bar for lines without a match, which is full from here on. */
const FULL_SHARE = 0.3;

const shareOf = ({ lines, unmatched }: MatchFigures) => unmatched / lines / FULL_SHARE;

/** One user. Nobody takes their own rights, so that an admin always remains. */
export const UserRow = memo(function UserRow({
  user,
  confusable,
  search,
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
    <tr className={styles['row']} aria-rowindex={rowIndex}>
      <td title={email}>
        <Marked text={email} pattern={searchPattern(search)} />{' '}
        <AddressBadges email={email} similar={confusable} />
      </td>
      <td title={name}>
        <Marked text={name} pattern={searchPattern(search)} />
      </td>
      <td>{lastLoginText(lastLogin, now)}</td>
      <UsageCells usage={usage} />
      <RightCell
        name="Allow"
        email={email}
        isGiven={allow}
        isDisabled={isSelf || isBusy}
        onChange={() => (allow ? onRemove(user) : onAllow(user))}
      />
      <RightCell
        name="Admin"
        email={email}
        isGiven={admin}
        isDisabled={isSelf || isBusy || !allow}
        onChange={() => onSetAdmin(user, !admin)}
      />
      <td>
        <IconButton name="Edit" of={email} icon="pen" disabled={isBusy} onClick={() => onEdit(user)} />
      </td>
    </tr>
  );
});

function UsageCells({ usage }: Pick<Props, 'usage'>) {
  return (
    <>
      <td className={table['number']}>{usage ? grouped(usage.today) : '–'}</td>
      <td className={table['number']}>{usage ? grouped(usage.total) : '–'}</td>
      <td
        className={table['number']}
        title={usage?.matches ? usageMessages.shareOf(usage.matches, USAGE_DAYS) : undefined}
      >
        {usage ? shareText(usage.matches) : '–'}
        {usage?.matches && <CountBar share={shareOf(usage.matches)} tone="attention" />}
      </td>
    </>
  );
}

type RightProps = {
  name: string;
  email: Email;
  isGiven: boolean;
  isDisabled: boolean;
  onChange: () => void;
};

function RightCell({ name, email, isGiven, isDisabled, onChange }: RightProps) {
  return (
    <td>
      <TickBox aria-label={`${name} ${email}`} checked={isGiven} disabled={isDisabled} onChange={onChange} />
    </td>
  );
}
