import type { AccountUse, TableLines, TextTarget } from '#contract/table.ts';
import { compareAccounts } from '#model/accountOrder.ts';
import { type Mapping, textsOf } from '#model/mapping.ts';
import { tabbedText } from '#model/spreadsheetCell.ts';

/** Mappings as text, their fields with tabs between them: see {@link tabbedText}. */
export function linesOf(mappings: readonly Mapping[], target: TextTarget): TableLines {
  const lines = tabbedText(mappings.map(textsOf), target);
  return { lines: new Blob([lines], { type: 'text/plain' }), count: mappings.length };
}

/** The accounts of the mappings, most mappings first; of equally many, in the order of their codes. */
export function countAccounts(mappings: Iterable<Mapping>): AccountUse[] {
  const numbers = new Map<string, number>();
  for (const mapping of mappings) {
    const account = mapping.glAccount.trim();
    numbers.set(account, (numbers.get(account) ?? 0) + 1);
  }
  return Array.from(numbers, ([glAccount, count]) => ({ glAccount, mappings: count })).toSorted(
    (a, b) => b.mappings - a.mappings || compareAccounts(a.glAccount, b.glAccount),
  );
}
