import type { RowExample } from '#contract/rows.ts';
import { rowExamplesWords as words } from '#model/text/rowsEffectWords.ts';
import layout from '../ui/layout.module.css';
import table from '../ui/table.module.css';
import { AccountName } from './AccountName.tsx';

/** What a change would do, `failed` or another word where that is not known, null while it is not. */
export type WithExamples = { readonly examples: readonly RowExample[] } | string | null;

/** Rows that a change of the list would change, folded away: which account each has, and which it would get. */
export function RowExamples({ effect }: { effect: WithExamples }) {
  if (effect === null || typeof effect === 'string' || effect.examples.length === 0) return null;
  const { examples } = effect;
  return (
    <details className={layout['dense']}>
      <summary>{words.title(examples.length)}</summary>
      <table className={table['small']} aria-label={words.label}>
        <thead>
          <tr>
            <th scope="col">{words.row}</th>
            <th scope="col">{words.now}</th>
            <th scope="col">{words.after}</th>
          </tr>
        </thead>
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
    </details>
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
