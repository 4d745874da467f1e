import type { AccountUse, TableLines, TextTarget } from '#contract/table.ts';
import { compareAccounts } from '#model/accountOrder.ts';
import { type Mapping, textsOf } from '#model/mapping.ts';
import { tabbedCells } from '#model/spreadsheetCell.ts';

/** Mappings joined into one string: between a hundred thousand pieces for the Blob and one huge string. */
const CHUNK = 20_000;

/** Mappings as text, their fields with tabs between them: see {@link tabbedCells}. */
export function linesOf(mappings: readonly Mapping[], target: TextTarget): TableLines {
  const parts: string[] = [];
  for (let from = 0; from < mappings.length; from += CHUNK) {
    const lines = mappings
      .slice(from, from + CHUNK)
      .map((mapping) => tabbedCells(textsOf(mapping), target).join('\t'));
    parts.push((from === 0 ? '' : '\n') + lines.join('\n'));
  }
  return { lines: new Blob(parts, { type: 'text/plain' }), count: mappings.length };
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
