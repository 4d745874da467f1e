import { amountText, CURRENCY_CODES } from '#engine/amounts.ts';
import { controlTotal } from '#engine/read/amounts/controlTotal.ts';
import { RowAmounts } from '#engine/read/amounts/RowAmounts.ts';
import { samplesOf } from '#engine/read/amounts/samplesOf.ts';
import { type ControlTotal, NOTHING_CHOSEN } from '#model/amountReading.ts';
import type { ReadChoices } from '#model/fileReading.ts';
import { rowFacts } from '#model/text/readingMessages.ts';
import { isOff } from '#model/text/readMessages.ts';
import { type Io, noteAll, optionValue } from './program.ts';
import { namedAfter, type OptionPrefix, reportReading } from './readOptions.ts';
import { type StatementRows, tableOf } from './statementRows.ts';

/** The options that answer what a statement leaves open of its amounts, for `parseArgs`. */
export const AMOUNT_OPTIONS = { amounts: { type: 'string' }, currency: { type: 'string' } } as const;

export const AMOUNT_HELP = `  --amounts SIDE   in-positive or out-positive: what the amounts of a statement without a minus are, where nothing
                   in it tells; of a pair of columns, in-positive is the reading that standard error names
  --currency CODE  the currency of the amounts: an ISO code, or one that standard error offers, where columns disagree
`;

export type AmountValues = { readonly [name in keyof typeof AMOUNT_OPTIONS]?: string | undefined };

type AmountFigure = { readonly amount: string; readonly currency: string };

/** A row's amount as the bank sees it, or what the row is that has none. */
export type RowFigure = AmountFigure | 'balance' | 'total' | 'repeated' | 'unread' | null;

export function isAmount(figure: RowFigure | undefined): figure is AmountFigure {
  return typeof figure === 'object' && figure !== null;
}

/** Whether a row is no payment and has no account. */
export function isNoPayment(figure: RowFigure | undefined): figure is 'balance' | 'total' {
  return figure === 'balance' || figure === 'total';
}

/** A statement with its amounts. */
export type Statement = StatementRows & {
  readonly amounts: RowAmounts;
  /** Of each row; no amount is given while a question is open. */
  readonly figures: readonly RowFigure[];
  /** Null while a question is open, without balances, and with several currencies. */
  readonly control: ControlTotal | null;
};

/** Reads the amounts of a statement as the options say. Throws UsageError for one that is not understood. */
export function readAmounts(statement: StatementRows, values: AmountValues): Statement {
  const amounts = amountsOf(statement, values);
  const isOpen = amounts.reading.question !== null;
  const figures = statement.rows.map((_row, at) => figureOf(amounts, at));
  const shown = isOpen ? figures.map((figure) => (isAmount(figure) ? null : figure)) : figures;
  const control = isOpen ? null : controlOf(statement, amounts, figures);
  return { ...statement, amounts, figures: shown, control };
}

function amountsOf(statement: StatementRows, { amounts, currency }: AmountValues): RowAmounts {
  const table = tableOf(statement);
  const found = new RowAmounts(table);
  if (amounts === undefined && currency === undefined) return found;
  const { isReversed, question } = found.reading;
  const sides = ['in-positive', 'out-positive'];
  const sideOf = (text: string) => (sides.includes(text) ? text === 'out-positive' : undefined);
  const offered = new Set([...CURRENCY_CODES, ...(question?.currencies ?? [])]);
  const codeOf = (text: string) => [text, text.toUpperCase()].find((code) => offered.has(code));
  const isOut = amounts === undefined ? null : optionValue('--amounts', amounts, sideOf, sides.join(' or '));
  const expected = ['an ISO code', ...(question?.currencies ?? [])].join(', ');
  const code = currency === undefined ? null : optionValue('--currency', currency, codeOf, expected);
  const choice = { isReversed: isOut === null ? null : isOut !== isReversed, currency: code };
  return new RowAmounts(table, { ...NOTHING_CHOSEN, ...choice });
}

function figureOf(amounts: RowAmounts, row: number): RowFigure {
  const read = amounts.read(row);
  if (read.kind === 'amount') return { amount: amountText(read.amount, '.'), currency: read.currency };
  if (read.kind === 'no-payment') return read.row;
  return read.kind === 'unread' ? 'unread' : null;
}

function controlOf(
  { reading }: StatementRows,
  amounts: RowAmounts,
  figures: readonly RowFigure[],
): ControlTotal | null {
  const currencies = new Set(figures.flatMap((figure) => (isAmount(figure) ? figure.currency : [])));
  const [statement, ...others] = reading.statements;
  const known = others.length > 0 ? undefined : statement;
  const balances = { opening: known?.opening ?? '', closing: known?.closing ?? null };
  return controlTotal(amounts, balances, currencies.size, '.');
}

/**
 * Says on standard error how a statement was read, which question is open, with the options that answer it, which rows are no
 * payments, which amounts could not be read, and whether balances are off.
 * @throws UsageError for a choice that a file of its kind cannot heed
 */
export function reportStatement(
  file: string,
  statement: Statement,
  choices: ReadChoices,
  io: Pick<Io, 'stderr'>,
  prefix: OptionPrefix = '--',
): void {
  reportReading(file, statement.reading, choices, io, prefix, 'statement');
  noteAll(file, [...openQuestion(statement), ...rowNotes(statement), ...facts(statement)], io);
}

function openQuestion({ rows, descriptions, reading: { names }, amounts }: Statement): string[] {
  const { question, amounts: columns } = amounts.reading;
  if (question === null) return [];
  const [{ row, cells } = { row: 0, cells: [] }] = samplesOf(amounts);
  const where = `line ${rows[row]?.line} (${descriptions[row]}: ${cells.filter(Boolean).join(', ')})`;
  const [out, into] = columns.map((at) => names[at]);
  const readings =
    into === undefined ? '' : `; in-positive: ${out} is what went out, and ${into} what came in`;
  const side = `nothing tells whether ${where} came in or went out. Amounts are left out (--amounts in-positive or out-positive${readings}).`;
  const currency = `the amounts may be in ${question.currencies.join(' or ')}. They are left out (--currency).`;
  return [...(question.isSideOpen ? [side] : []), ...(question.currencies.length > 0 ? [currency] : [])];
}

function rowNotes({ rows, figures, amounts }: Statement): string[] {
  const linesOf = (kind: RowFigure) =>
    rows.flatMap(({ line }, row) => (figures[row] === kind ? `${line}${cellsIn(row, kind)}` : []));
  const cellsIn = (row: number, kind: RowFigure) => {
    const read = amounts.read(row);
    return kind === 'unread' && read.kind === kind ? ` (${read.cells.join(', ')})` : '';
  };
  return [
    ...namedAfter('balances, which are no payments', linesOf('balance')),
    ...namedAfter('totals, which are no payments', linesOf('total')),
    ...namedAfter('no amounts, and in no sum', linesOf('unread')),
  ];
}

/** What the screens say of the rows, with the lines of the file. */
function facts({ rows, reading, amounts, control }: Statement): string[] {
  const { repeated, areRepetitionsProven: isProven } = amounts.reading.kinds;
  const { question, balances } = amounts.reading;
  const { difference = null, explainedBy = null } = control ?? {};
  const [row] = question === null ? (balances?.breaks ?? []) : [];
  const amount = difference !== null && isOff({ difference }) ? difference.replace('-', '') : '';
  const off = row === undefined ? null : { amount, row };
  const first = repeated[0] ?? 0;
  const why = explainedBy === null ? '' : `: the column ${reading.names[explainedBy]}`;
  const source = {
    decimal: amounts.reading.decimal,
    off,
    repeated: { rows: repeated.length, first, isProven },
  };
  return rowFacts(0, source, false).map(({ kind, text }) =>
    kind === 'off' ? `${text} (line ${rows[row ?? 0]?.line})${why}.` : `${text} (line ${rows[first]?.line}).`,
  );
}

/** The keys that a statement has in JSON, beside those of every file. */
export function statementJson(statement: Statement) {
  const { rows, descriptions, reading, amounts, figures, control } = statement;
  const { question } = amounts.reading;
  const [sample] = samplesOf(amounts);
  return {
    pairs: descriptions.map((description) => [description, '']),
    rows: rows.map(({ cells }) => cells),
    statements: reading.statements,
    reading: readingJson(statement),
    question: question && {
      ...question,
      sample: sample === undefined ? null : { ...sample, row: sample.row + 1, line: rows[sample.row]?.line },
    },
    amounts: question === null ? figures : null,
    control: control && {
      ...control,
      breaksAt: control.breaksAt === null ? null : control.breaksAt + 1,
      explainedBy: columnJson(statement, control.explainedBy),
    },
  };
}

function readingJson(statement: Statement) {
  const { reading } = statement.amounts;
  if (reading.amounts.length === 0) return null;
  const isProven = reading.isProven || reconciles(statement);
  const named = (at: number | null) => columnJson(statement, at);
  return {
    amounts: reading.amounts.map(named),
    sides: sidesOf(statement.amounts),
    marks: named(reading.marks),
    decimal: reading.decimal,
    currency: reading.currency.code || named(reading.currency.column),
    balance: named(reading.balance),
    order: reading.isNewestFirst ? 'newest-first' : 'oldest-first',
    evidence: isProven ? 'balances' : reading.evidence,
    isProven,
    agreed: reading.balances?.agreed ?? 0,
  };
}

function columnJson({ reading: { names } }: Statement, at: number | null) {
  return at === null ? null : { column: at + 1, name: names[at] ?? '' };
}

/** Whether a statement says its own balances, and all of them agree with the payments. */
function reconciles({ reading: { statements } }: Statement): boolean {
  const known = statements.filter(({ rows }) => rows > 0);
  return known.length > 0 && known.every(({ difference }) => difference !== null && !isOff({ difference }));
}

/** `out-in`: a pair, what went out first. `signed`: a minus went out; `reversed`: it came in. */
function sidesOf({ reading: { amounts, side, marks, isReversed } }: RowAmounts) {
  if (amounts.length === 2) return 'out-in';
  if (side !== null) return side;
  if (marks !== null) return 'marked';
  return isReversed ? 'reversed' : 'signed';
}
