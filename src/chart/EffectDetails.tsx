import { Text } from '@mantine/core';
import type { AccountEffect, RowExample, RowsEffect } from '#contract/rows.ts';
import { grouped, groupedAmount } from '#model/text/figures.ts';
import { effectDetailsWords as words } from '#model/text/rowsEffectWords.ts';
import layout from '../ui/layout.module.css';
import { momentOf } from '../ui/moment.ts';
import { TableHead } from '../ui/TableHead.tsx';
import table from '../ui/table.module.css';
import { AccountName } from './AccountName.tsx';

/** What a change would do, `failed` or another word where that is not known, null while it is not. */
export type KnownEffect = RowsEffect | string | null;

/**
 * Below what a change of the list does, in words: the text that it was counted on, where that is not this tab's; and folded
 * away, examples of rows that would change and what the accounts would have.
 */
export function EffectDetails({ effect }: { effect: KnownEffect }) {
  if (effect === null || typeof effect === 'string') return null;
  const { keptText, examples, accounts } = effect;
  return (
    <>
      {keptText && (
        <Text size="xs" c="dimmed">
          {words.keptText(keptText.rows, momentOf(keptText.at))}
        </Text>
      )}
      <div className={layout['cluster']}>
        {examples.length > 0 && (
          <details className={layout['dense']}>
            <summary>{words.examples(examples.length)}</summary>
            <Examples examples={examples} />
          </details>
        )}
        {accounts.length > 0 && (
          <details className={layout['dense']}>
            <summary>{words.accounts(accounts.length + effect.moreAccounts)}</summary>
            <Accounts effect={effect} />
          </details>
        )}
      </div>
    </>
  );
}

function Examples({ examples }: { examples: readonly RowExample[] }) {
  return (
    <table className={table['small']} aria-label={words.examplesLabel}>
      <TableHead names={[words.row, words.now, words.after]} />
      <tbody>
        {examples.map(({ text, from, to }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may read alike, and these do not move.
          <tr key={i}>
            <td dir="auto" className={layout['wrap']}>
              {text}
            </td>
            <td>{from === null ? words.none : <Account code={from} />}</td>
            <td>{to === null ? words.none : <Account code={to} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the accounts have now, and if everything is taken: sums, or rows where the text has no amounts. */
function Accounts({ effect: { accounts, moreAccounts, decimal } }: { effect: RowsEffect }) {
  const hasSums = accounts.some(({ now }) => now.sum !== null);
  const figure = ({ lines, sum }: AccountEffect['now']) =>
    sum === null ? grouped(lines) : groupedAmount(sum, decimal);
  return (
    <>
      <table className={table['small']} aria-label={words.accounts(accounts.length)}>
        <TableHead names={[words.account, hasSums ? words.sumNow : words.rowsNow, words.ifTaken]} />
        <tbody>
          {accounts.map(({ kind, account, currency, now, after }) => (
            <tr key={`${kind} ${account} ${currency}`}>
              <th scope="row" className={layout['wrap']}>
                {kind === 'account' ? <Account code={account} /> : account} {currency}
              </th>
              <td className={table['number']}>{figure(now)}</td>
              <td className={table['number']}>{figure(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {moreAccounts > 0 && <Text size="xs">{words.moreAccounts(moreAccounts)}</Text>}
    </>
  );
}

function Account({ code }: { code: string }) {
  return (
    <>
      {code === '' ? '…' : code}
      <AccountName code={code} />
    </>
  );
}
