import { amountText } from '#engine/amounts.ts';
import { controlTotal } from '#engine/read/amounts/controlTotal.ts';
import type { RowAmounts } from '#engine/read/amounts/RowAmounts.ts';
import { samplesOf } from '#engine/read/amounts/samplesOf.ts';
import type { ControlTotal } from '#model/amountReading.ts';
import type { FileReading } from '#model/fileReading.ts';
import { isOff } from '#model/text/readMessages.ts';
import { descriptionsOf, type StatementRows } from './statementRows.ts';

type AmountFigure = { readonly amount: string; readonly currency: string };

/** A row's amount as the bank sees it, or what the row is that has none. */
export type RowFigure = AmountFigure | 'balance' | 'total' | 'repeated' | 'unread' | null;

export function isAmount(figure: RowFigure): figure is AmountFigure {
  return typeof figure === 'object' && figure !== null;
}

/** Whether a row is no payment and has no account. */
export function isNoPayment(figure: RowFigure | undefined): figure is 'balance' | 'total' {
  return figure === 'balance' || figure === 'total';
}

/** What a program prints of a row's amount; null without one. */
export function figureOf(amounts: RowAmounts, row: number): RowFigure {
  const read = amounts.read(row);
  if (read.kind === 'amount') return { amount: amountText(read.amount, '.'), currency: read.currency };
  if (read.kind === 'no-payment') return read.row;
  return read.kind === 'unread' ? 'unread' : null;
}

/** The keys that a statement has in JSON, beside those of every file. */
export function statementJson(statement: StatementRows, amounts: RowAmounts) {
  const { rows, reading } = statement;
  const { question } = amounts.reading;
  const figures = question === null ? rows.map((_row, at) => figureOf(amounts, at)) : null;
  return {
    pairs: descriptionsOf(statement).map((description) => [description, '']),
    rows: rows.map(({ cells }) => cells),
    statements: reading.statements,
    reading: readingJson(statement, amounts),
    question: question && { ...question, sample: sampleOf(statement, amounts) },
    amounts: figures,
    control: figures && controlOf(statement, amounts, figures),
  };
}

function readingJson({ reading: file }: StatementRows, amounts: RowAmounts) {
  const { reading } = amounts;
  if (reading.amounts.length === 0) return null;
  const named = (at: number | null) => (at === null ? null : columnJson(file, at));
  const isProven = reading.isProven || reconciles(file);
  return {
    amounts: reading.amounts.map(named),
    sides: sidesOf(amounts),
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

function columnJson({ names }: FileReading, at: number) {
  return { column: at + 1, name: names[at] ?? '' };
}

/** Whether a statement says its own balances, and all of them agree with the payments. */
function reconciles({ statements }: FileReading): boolean {
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

function sampleOf({ rows }: StatementRows, amounts: RowAmounts) {
  const [sample] = samplesOf(amounts);
  return sample === undefined ? null : { ...sample, row: sample.row + 1, line: rows[sample.row]?.line };
}

function controlOf({ reading }: StatementRows, amounts: RowAmounts, figures: readonly RowFigure[]) {
  const found = new Set<string>();
  for (const figure of figures) if (isAmount(figure)) found.add(figure.currency);
  const [statement, ...others] = reading.statements;
  const known = others.length > 0 ? undefined : statement;
  const balances = { opening: known?.opening ?? '', closing: known?.closing ?? null };
  const control = controlTotal(amounts, balances, found.size, '.');
  return control && controlJson(reading, control);
}

function controlJson(reading: FileReading, control: ControlTotal) {
  const { breaksAt, explainedBy } = control;
  return {
    ...control,
    breaksAt: breaksAt === null ? null : breaksAt + 1,
    explainedBy: explainedBy === null ? null : columnJson(reading, explainedBy),
  };
}
