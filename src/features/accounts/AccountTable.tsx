import { memo } from 'react';
import type { ChartAccount } from '#model/chart.ts';
import { searchPattern } from '#model/searchPattern.ts';
import { counted, grouped } from '#model/text/figures.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { IconName } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { Marked } from '../../ui/Marked.tsx';
import { CountBar } from '../../ui/SegmentBar.tsx';
import table from '../../ui/table.module.css';

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
    <div>
      <table
        className={`${layout['card']} ${table['fixed']} ${table['cards']} ${table['rows']}`}
        aria-label="Chart of accounts"
      >
        <thead>
          <tr>
            <th className={table['medium']}>Code</th>
            <th>Name</th>
            <th className="mantine-visible-from-sm">Note</th>
            <th className={`${table['wide']} ${table['number']}`}>Mappings</th>
            <th className={`${table['narrow']} mantine-visible-from-sm`}>State</th>
            <th className={`${table['medium']} ${layout['hiddenOnPhone']}`}>Actions</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
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
  const button = (name: string, icon: IconName, onClick: (account: ChartAccount) => void) => (
    <IconButton name={name} of={code} icon={icon} onClick={() => onClick(account)} />
  );
  return (
    <tr className={isRetired ? layout['quiet'] : undefined}>
      <td className={layout['strong']}>
        <Marked text={code} pattern={searchPattern(search)} />
      </td>
      <td dir="auto">
        {name === '' ? (
          <span className={layout['quiet']}>no name yet</span>
        ) : (
          <Marked text={name} pattern={searchPattern(search)} />
        )}
      </td>
      <td className={`${layout['text']} mantine-visible-from-sm`} dir="auto">
        <Marked text={note} pattern={searchPattern(search)} />
      </td>
      <td className={table['number']}>
        <span className="mantine-hidden-from-sm">{counted(mappings, 'mapping')}</span>
        <span className="mantine-visible-from-sm">
          {grouped(mappings)}
          <CountBar share={mappings / most} />
        </span>
      </td>
      <td className="mantine-visible-from-sm">{isRetired ? 'Retired' : 'Active'}</td>
      <td>
        <div className={layout['cluster']}>
          {button('Edit', 'pen', act.onEdit)}
          {isRetired ? button('Activate', 'unbox', act.onRetire) : button('Retire', 'box', act.onRetire)}
          {button('Delete', 'bin', act.onDelete)}
        </div>
      </td>
    </tr>
  );
});
