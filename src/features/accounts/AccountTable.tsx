import { Table } from '@mantine/core';
import { memo } from 'react';
import type { ChartAccount } from '#model/chart.ts';
import { grouped } from '#model/text/figures.ts';
import { CountBar } from '../../ui/CountBar.tsx';
import { Marked } from '../../ui/Marked.tsx';
import plain from '../../ui/plainRow.module.css';
import styles from './accounts.module.css';

type RowActions = {
  onEdit: (account: ChartAccount) => void;
  onRetire: (account: ChartAccount) => void;
  onDelete: (account: ChartAccount) => void;
};

type Props = RowActions & {
  rows: readonly ChartAccount[];
  usage: ReadonlyMap<string, number>;
  /** What was searched for, to be marked. */
  search: string;
};

/** Accounts of the chart, and what can be done with each. */
export function AccountTable({ rows, usage, search, ...actions }: Props) {
  const most = [...usage.values()].reduce((all, count) => Math.max(all, count), 1);
  return (
    <div className={styles['scroller']}>
      <Table className={styles['table'] ?? ''} withTableBorder aria-label="Chart of accounts">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={styles['code'] ?? ''}>Code</Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th className={styles['wide'] ?? ''}>Note</Table.Th>
            <Table.Th className={styles['number'] ?? ''}>Mappings</Table.Th>
            <Table.Th className={`${styles['state']} ${styles['wide']}`}>State</Table.Th>
            <Table.Th className={styles['act'] ?? ''}>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((account) => (
            <AccountRow
              key={account.code}
              account={account}
              mappings={usage.get(account.code) ?? 0}
              most={most}
              search={search}
              {...actions}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

type RowProps = RowActions & {
  account: ChartAccount;
  mappings: number;
  /** Of the account with most mappings. */
  most: number;
  search: string;
};

const AccountRow = memo(function AccountRow({ account, mappings, most, search, ...act }: RowProps) {
  const { code, name, note, isRetired } = account;
  const button = (text: string, onClick: (account: ChartAccount) => void, isDanger = false) => (
    <button
      type="button"
      className={isDanger ? `${plain['button']} ${plain['danger']}` : plain['button']}
      data-icon={text.toLowerCase()}
      title={text}
      aria-label={`${text} ${code}`}
      onClick={() => onClick(account)}
    >
      {text}
    </button>
  );
  return (
    <tr className={`${plain['row']} ${isRetired ? styles['retired'] : ''}`}>
      <td className={styles['text']}>
        <Marked text={code} search={search} />
      </td>
      <td className={styles['text']} dir="auto">
        {name === '' ? (
          <span className={styles['unnamed']}>no name yet</span>
        ) : (
          <Marked text={name} search={search} />
        )}
      </td>
      <td className={`${styles['text']} ${styles['wide']}`} dir="auto">
        <Marked text={note} search={search} />
      </td>
      <td className={styles['number']}>
        {grouped(mappings)}
        <CountBar share={mappings / most} />
      </td>
      <td className={styles['wide']}>{isRetired ? 'Retired' : 'Active'}</td>
      <td>
        <div className={styles['actions']}>
          {button('Edit', act.onEdit)}
          {button(isRetired ? 'Activate' : 'Retire', act.onRetire)}
          {button('Delete', act.onDelete, true)}
        </div>
      </td>
    </tr>
  );
});
