import { CURRENCY_CODES } from '#engine/amounts.ts';
import { RowAmounts } from '#engine/read/amounts/RowAmounts.ts';
import { samplesOf } from '#engine/read/amounts/samplesOf.ts';
import { NOTHING_CHOSEN } from '#model/amountReading.ts';
import { type Io, UsageError } from './program.ts';
import { descriptionsOf, type StatementRows, tableOf } from './statementRows.ts';

/** The options that answer what a statement leaves open of its amounts, for `parseArgs`. */
export const AMOUNT_OPTIONS = { amounts: { type: 'string' }, currency: { type: 'string' } } as const;

export const AMOUNT_HELP = `  --amounts SIDE   in-positive or out-positive: what the amounts of a statement without a minus are, where nothing
                   in it tells; of a pair of columns, in-positive is the reading that standard error names
  --currency CODE  the currency of the amounts (ISO), where columns disagree
`;

export type AmountValues = { readonly [name in keyof typeof AMOUNT_OPTIONS]?: string | undefined };

/** The amounts of a statement, as the options say. Throws UsageError for one that is not understood. */
export function amountsOf(statement: StatementRows, { amounts, currency }: AmountValues): RowAmounts {
  const table = tableOf(statement);
  const found = new RowAmounts(table);
  if (amounts === undefined && currency === undefined) return found;
  const { isReversed } = found.reading;
  const isOutPositive = amounts === undefined ? null : sideOption(amounts) !== isReversed;
  return new RowAmounts(table, {
    ...NOTHING_CHOSEN,
    isReversed: isOutPositive,
    currency: currency === undefined ? null : currencyOption(currency),
  });
}

/** Whether an option says that what went out is positive. */
function sideOption(text: string): boolean {
  if (text === 'in-positive' || text === 'out-positive') return text === 'out-positive';
  throw new UsageError(`--amounts ${text}: expected in-positive or out-positive. See --help.`);
}

function currencyOption(text: string): string {
  const code = text.toUpperCase();
  if (CURRENCY_CODES.has(code)) return code;
  throw new UsageError(`--currency ${text}: expected an ISO code, such as EUR. See --help.`);
}

/** Says on standard error which question is open, with the options that answer it, and which rows are no payments. */
export function reportAmounts(
  file: string,
  statement: StatementRows,
  amounts: RowAmounts,
  io: Pick<Io, 'stderr'>,
): void {
  for (const note of [...openQuestion(statement, amounts), ...noPayments(statement, amounts)])
    io.stderr.write(`${file}: ${note}\n`);
}

function openQuestion(statement: StatementRows, amounts: RowAmounts): string[] {
  const {
    rows,
    reading: { names },
  } = statement;
  const { question, amounts: columns } = amounts.reading;
  if (question === null) return [];
  const [sample] = samplesOf(amounts);
  const row = rows[sample?.row ?? 0];
  const where = `line ${row?.line} (${descriptionsOf(statement)[sample?.row ?? 0]}: ${sample?.cells.filter(Boolean).join(', ')})`;
  const [out, into] = columns.map((at) => names[at]);
  const readings =
    into === undefined ? '' : `; in-positive: ${out} is what went out, and ${into} what came in`;
  const side = `nothing tells whether ${where} came in or went out. Amounts are left out (--amounts in-positive or out-positive${readings}).`;
  const currency = `the amounts may be in ${question.currencies.join(' or ')}. They are left out (--currency).`;
  return [...(question.isSideOpen ? [side] : []), ...(question.currencies.length > 0 ? [currency] : [])];
}

function noPayments({ rows }: StatementRows, { reading: { kinds } }: RowAmounts): string[] {
  const named = (found: readonly number[], what: string) => {
    const lines = [...new Set(found.map((row) => rows[row]?.line))];
    const more = lines.length > MOST_NAMED ? ` and ${lines.length - MOST_NAMED} more` : '';
    return lines.length === 0 ? [] : [`${what}: line ${lines.slice(0, MOST_NAMED).join(', ')}${more}.`];
  };
  const proof = kinds.areRepetitionsProven ? ', as the balances show' : '';
  return [
    ...named(kinds.balances, 'balances, which are no payments'),
    ...named(kinds.totals, 'totals, which are no payments'),
    ...named(kinds.repeated, `rows that repeat others${proof}`),
  ];
}

/** Lines that are named one by one. */
const MOST_NAMED = 10;
