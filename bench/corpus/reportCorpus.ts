import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { main } from '#cli/importProgram.ts';
import { AmountSum, amountText, readAmount } from '#engine/amounts.ts';
import { runProgram } from '../../tests/support/runProgram.ts';

type Column = { readonly name: string };
type Figure = { readonly amount: string; readonly currency: string } | string | null;

/** What `import --json` says of a file, as far as it is reported. */
type Answer = {
  readonly format: string;
  readonly pairs: readonly unknown[];
  readonly reading?: {
    readonly amounts: readonly Column[];
    readonly sides: string;
    readonly evidence: string;
    readonly isProven: boolean;
  } | null;
  readonly question?: { readonly isSideOpen: boolean; readonly currencies: readonly string[] } | null;
  readonly amounts?: readonly Figure[] | null;
};

/** How a file is counted in the summary. */
type Outcome =
  | 'proven'
  | 'by balances'
  | 'by name'
  | 'by shape'
  | 'asked'
  | 'without amounts'
  | 'list'
  | 'refused';

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  balances: 'by balances',
  names: 'by name',
  shapes: 'by shape',
};

/** Reads every file of a folder as `npm run import` does; gives a line for each, and a summary. */
export async function reportCorpus(folder: string, print: (line: string) => void): Promise<void> {
  const counts = new Map<Outcome, number>();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) {
    const { outcome, text } = await reportFile(file);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    print(`${relative(folder, file)}: ${outcome}; ${text}`);
  }
  print(`${files.length} files: ${[...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`);
}

async function reportFile(file: string): Promise<{ outcome: Outcome; text: string }> {
  const { out, err } = await runProgram(main, [file, '--json']);
  if (out === '') return { outcome: 'refused', text: err.trim().split('\n').at(-1) ?? '' };
  const answer: Answer = JSON.parse(out);
  const { format, pairs, reading, question, amounts } = answer;
  const parts = [format, `${pairs.length} rows`];
  if (reading === undefined) return { outcome: 'list', text: parts.join('; ') };
  if (reading === null) return { outcome: 'without amounts', text: parts.join('; ') };
  const names = reading.amounts.map(({ name }) => name).join(' / ');
  parts.push(`${names} (${reading.sides}) by ${reading.evidence}`);
  if (question) {
    const side = question.isSideOpen ? ['which side'] : [];
    return {
      outcome: 'asked',
      text: [...parts, ...side, question.currencies.join(' or ')].filter(Boolean).join('; '),
    };
  }
  const outcome = reading.isProven ? 'proven' : (OUTCOMES[reading.evidence] ?? 'by shape');
  return { outcome, text: [...parts, ...sumsOf(amounts ?? []), ...othersOf(amounts ?? [])].join('; ') };
}

/** The sum of each currency. */
function sumsOf(figures: readonly Figure[]): string[] {
  const sums = new Map<string, AmountSum>();
  for (const figure of figures) {
    if (figure === null || typeof figure === 'string') continue;
    const sum = sums.get(figure.currency) ?? new AmountSum();
    sums.set(figure.currency, sum);
    const amount = readAmount(figure.amount, '.');
    if (amount !== null) sum.add(amount);
  }
  return [...sums].map(([currency, sum]) => `${amountText(sum.amount, '.', 2)} ${currency}`.trim());
}

/** How many rows have no amount, by what they are. */
function othersOf(figures: readonly Figure[]): string[] {
  const kinds = figures.filter((figure) => figure === null || typeof figure === 'string');
  return [...new Set(kinds)].map(
    (kind) => `${kinds.filter((other) => other === kind).length} ${kind ?? 'blank'}`,
  );
}
