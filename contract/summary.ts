import {
  type ControlTotal,
  type KnownBalances,
  NOTHING_CHOSEN,
  type ReadingChoice,
  type ReadingEvidence,
  type ReadingQuestion,
  type ReadingSample,
} from '#model/amountReading.ts';
import { NO_MATCH } from '#model/mapping.ts';

/** One line of the summary: rows of one account, those without a match, blank ones, or all; of one currency. */
export type SummaryLine = {
  readonly kind: 'account' | 'no-match' | 'blank' | 'total';
  /** Empty for blank rows and for all. */
  readonly account: string;
  /** Empty where the rows name none. */
  readonly currency: string;
  readonly lines: number;
  /** What was added up, exactly, with as many decimals as the most exact of all; null without a column of amounts. */
  readonly sums: SummarySums | null;
  /** Rows whose amount was not read: they are in no sum. */
  readonly unread: number;
  /** Rows without an amount. */
  readonly blank: number;
};

/** `debit`, `credit`: without a sign. `net`: what came in is positive, or what is debit where that was asked for. */
export type SummarySums = { readonly debit: string; readonly credit: string; readonly net: string };

/** What the user chose of the amounts; null: as the table itself says it. */
export type AmountChoice = ReadingChoice &
  KnownBalances & {
    /** Debits are positive, as in extracts of a ledger; else what came in, as the bank sees it. */
    readonly isDebitPositive: boolean;
    /** Rows that repeat others are in no sum and no journal. */
    readonly leavesOutRepeated: boolean;
  };

/** Before the user has chosen. */
export const AS_FOUND: AmountChoice = {
  ...NOTHING_CHOSEN,
  isDebitPositive: false,
  leavesOutRepeated: false,
  opening: '',
  closing: null,
};

/** How the amounts of a table are read, and what is to be said of its rows before anything leaves. */
export type AmountReading = {
  /** The columns of amounts: none, one, or what went out and what came in. */
  readonly columns: readonly number[];
  readonly decimal: '.' | ',';
  /** Whether the cells themselves say what their decimal sign is. */
  readonly isDecimalSure: boolean;
  /** What amounts without a mark are taken for, where only those of one side have one (`12.50 CR`). */
  readonly unmarked: 'in' | 'out' | null;
  /** Null without amounts. */
  readonly evidence: ReadingEvidence | null;
  /** Balances agree with every row, and with no other reading. `agreed`: so many of them. */
  readonly isProven: boolean;
  readonly agreed: number;
  /** What only the user can tell: until then no sum is given. Null for nothing. */
  readonly question: ReadingQuestion | null;
  /** Rows that show how the amounts are read: one that came in and one that went out, where there are both. */
  readonly samples: readonly ReadingSample[];
  /** Rows among the payments that are balances or totals. */
  readonly balanceRows: number;
  readonly totalRows: number;
  /** Rows that repeat earlier ones. `isProven`: balances agree only without them. */
  readonly repeated: { readonly rows: number; readonly first: number; readonly isProven: boolean };
  /** Whether a column has balances, and not rows alone. */
  readonly hasBalanceColumn: boolean;
  /** Balances that do not agree: how much the last has more, empty for nothing, and the first row. Null where all agree. */
  readonly off: { readonly amount: string; readonly row: number } | null;
};

/** The first rows whose amounts were not read: the row counted from 0, and its cells. */
export type UnreadAmount = { readonly row: number; readonly cells: readonly string[] };

/** The rows of the result by account. The lines add up to the totals. */
export type AccountSummary = AmountReading & {
  readonly lines: readonly SummaryLine[];
  /** One of each currency. */
  readonly totals: readonly SummaryLine[];
  readonly rows: number;
  readonly isDebitPositive: boolean;
  /** Rows that have an amount or something else in its place. */
  readonly filled: number;
  readonly unread: number;
  readonly firstUnread: readonly UnreadAmount[];
  /** Null where no balance is known, and with several currencies. */
  readonly control: ControlTotal | null;
};

/** The summary with its lines as text: for the clipboard, and for a file. */
export type SummaryWithTexts = AccountSummary & {
  readonly texts: { readonly clipboard: Blob; readonly file: Blob };
};

/** How rows become postings. `counterpart`: the bank's account. */
export type JournalChoice = AmountChoice & {
  readonly counterpart: string;
  /** One line with a contra account in place of two postings under one number. */
  readonly isOneLine: boolean;
};

/** Why a row is in no posting: no account, no amount, one that was not read; it is no payment, or a blank line. */
export type LeftOutOfJournal = 'account' | 'amount' | 'unread' | 'no-payment' | 'blank';

/** Postings, and the rows that are in none, as lines of cells with tabs between them. */
export type Journal = AmountReading & {
  readonly journal: Blob;
  readonly rest: Blob;
  readonly header: readonly string[];
  readonly restHeader: readonly string[];
  /** Rows that are postings. */
  readonly rows: number;
  readonly leftOut: Readonly<Record<LeftOutOfJournal, number>>;
};

/** A column of the summary as a table. */
export type SummaryColumn = {
  readonly title: string;
  readonly isNumber: boolean;
  /** Without grouped digits. */
  cell(line: SummaryLine): string;
};

/** The columns that a summary has: currencies, what was not read and what is blank only where there are some. */
export function summaryColumns({ lines, totals }: AccountSummary): readonly SummaryColumn[] {
  const hasSums = totals.some((total) => total.sums !== null);
  const sums: (keyof SummarySums)[] = hasSums ? ['debit', 'credit', 'net'] : [];
  const hasSome = (key: 'unread' | 'blank') => hasSums && totals.some((total) => total[key] > 0);
  const isOf = (key: 'unread' | 'blank', title: string): SummaryColumn[] =>
    hasSome(key) ? [{ title, isNumber: true, cell: (line) => String(line[key]) }] : [];
  return [
    { title: 'GL Account', isNumber: false, cell: nameOf },
    ...(lines.some(({ currency }) => currency !== '')
      ? [{ title: 'Currency', isNumber: false, cell: ({ currency }: SummaryLine) => currency }]
      : []),
    { title: 'Rows', isNumber: true, cell: (line) => String(line.lines) },
    ...sums.map((key) => ({
      title: { debit: 'Debit', credit: 'Credit', net: 'Net' }[key],
      isNumber: true,
      cell: (line: SummaryLine) => line.sums?.[key] ?? '',
    })),
    ...isOf('blank', 'Without amount'),
    ...isOf('unread', 'Not read'),
  ];
}

function nameOf({ kind, account }: SummaryLine): string {
  if (kind === 'blank') return 'Blank lines';
  if (kind === 'total') return 'Total';
  return kind === 'no-match' ? NO_MATCH : account;
}
