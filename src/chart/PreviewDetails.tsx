import { Text } from '@mantine/core';
import type { Preview, PreviewedAccount, PreviewedRow } from '#contract/preview.ts';
import { grouped, groupedAmount } from '#model/text/figures.ts';
import { previewMessages as words } from '#model/text/previewWords.ts';
import layout from '../ui/layout.module.css';
import { momentOf } from '../ui/moment.ts';
import { TableHead } from '../ui/TableHead.tsx';
import table from '../ui/table.module.css';
import { AccountName } from './AccountName.tsx';

/** What a change would do; null while it is counted, undefined where there is nothing to count. */
export type PreviewAnswer = Preview | 'failed' | null | undefined;

/**
 * Below what a change of the list does, in words: the text that it was counted on, where that is not this tab's; and folded
 * away, examples of rows that would change and what the accounts would have.
 */
export function PreviewDetails({ preview }: { preview: PreviewAnswer }) {
  if (!preview || preview === 'failed') return null;
  const { storedText, examples, accounts } = preview;
  return (
    <>
      {storedText && (
        <Text size="xs" c="dimmed">
          {words.storedText(storedText.rows, momentOf(storedText.at))}
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
            <summary>{words.accounts(accounts.length + preview.moreAccounts)}</summary>
            <Accounts preview={preview} />
          </details>
        )}
      </div>
    </>
  );
}

function Examples({ examples }: { examples: readonly PreviewedRow[] }) {
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
function Accounts({ preview: { accounts, moreAccounts, decimal } }: { preview: Preview }) {
  const hasSums = accounts.some(({ now }) => now.sum !== null);
  const figure = ({ lines, sum }: PreviewedAccount['now']) =>
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
