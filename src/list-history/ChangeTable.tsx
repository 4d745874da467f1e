import { Group } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Mapping } from '#model/mapping.ts';
import { AccountName } from '../chart/AccountName.tsx';
import layout from '../ui/layout.module.css';
import { TableHead } from '../ui/TableHead.tsx';
import table from '../ui/table.module.css';

export type ChangeTableRow = {
  readonly key: string;
  readonly description: string;
  /** What it is in each of the columns after the first. */
  readonly values: readonly ReactNode[];
  /** A line of its own above the row. */
  readonly heading?: ReactNode;
  /** In front of the keyword. */
  readonly box?: ReactNode;
};

type Props = {
  label: string;
  /** Of the keyword, and of each of the values. */
  headings: readonly string[];
  rows: readonly ChangeTableRow[];
};

/** Mappings, or what else has a history, and what each of them was, is or will be. */
export function ChangeTable({ label, headings, rows }: Props) {
  return (
    <table className={`${table['table']} ${table['cards']} ${layout['wrap']}`} aria-label={label}>
      <TableHead className={layout['hiddenOnPhone']} names={headings} />
      <tbody>
        {rows.map(({ key, description, values, heading, box }) => (
          <Fragment key={key}>
            {heading !== undefined && (
              <tr>
                <td colSpan={headings.length} className={layout['quiet']}>
                  {heading}
                </td>
              </tr>
            )}
            <tr>
              <td dir="auto">
                {box ? (
                  <Group gap="xs" wrap="nowrap">
                    {box} <span>{description}</span>
                  </Group>
                ) : (
                  description
                )}
              </td>
              {values.map((value, i) => (
                <td key={headings[i + 1]} dir="auto" data-label={headings[i + 1]}>
                  {value}
                </td>
              ))}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** What a mapping is: its account; with the keyword where that is another one. */
export function mappingValue(value: Mapping | null, description: string): ReactNode {
  if (value === null) return <span className={layout['quiet']}>not in the list</span>;
  return (
    <>
      {value.description !== description && `${value.description}: `}
      {value.glAccount}
      <AccountName code={value.glAccount} />
    </>
  );
}
