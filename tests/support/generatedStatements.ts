import { below, pick, type Random } from './random.ts';

/** Headings of one language: date, text, amount, what went out, what came in, balance; and how it writes numbers and days. */
type Locale = {
  readonly names: readonly [string, string, string, string, string, string];
  readonly decimal: '.' | ',';
  readonly group: string;
  readonly date: 'dmy' | 'mdy' | 'ymd';
};

const locale = (names: string, decimal: '.' | ',', group: string, date: Locale['date']): Locale => ({
  names: names.split('|') as unknown as Locale['names'],
  decimal,
  group,
  date,
});

const LOCALES: readonly Locale[] = [
  locale('Date|Description|Amount|Paid out|Paid in|Balance', '.', ',', 'dmy'),
  locale('Date|Details|Amount|Debit|Credit|Running balance', '.', ',', 'mdy'),
  locale('Buchungstag|Verwendungszweck|Betrag|Soll|Haben|Saldo', ',', '.', 'dmy'),
  locale(
    'Datum|Avisierungstext|Betrag in CHF|Lastschrift in CHF|Gutschrift in CHF|Saldo in CHF',
    '.',
    "'",
    'dmy',
  ),
  locale('Date|Libellé|Montant|Débit|Crédit|Solde', ',', ' ', 'dmy'),
  locale('Fecha|Concepto|Importe|Cargo|Abono|Saldo', ',', '.', 'dmy'),
  locale('Data|Descrizione|Importo|Uscite|Entrate|Saldo', ',', '.', 'dmy'),
  locale('Data|Descrição|Valor|Saída|Entrada|Saldo', ',', '.', 'dmy'),
  locale('Datum|Omschrijving|Bedrag|Af|Bij|Saldo', ',', '.', 'dmy'),
  locale('Datum|Popis|Částka|Výdaje|Příjmy|Zůstatek', ',', ' ', 'dmy'),
  locale('Dátum|Popis transakcie|Suma|Debet|Kredit|Zostatok', ',', ' ', 'dmy'),
  locale('Data operacji|Opis|Kwota|Wypłaty|Wpłaty|Saldo', ',', ' ', 'ymd'),
  locale('Dátum|Közlemény|Összeg|Terhelés|Jóváírás|Egyenleg', ',', ' ', 'ymd'),
  locale('Dato|Beskrivelse|Beløp|Ut|Inn|Saldo', ',', ' ', 'dmy'),
  locale('Datum|Beskrivning|Belopp|Uttag|Insättning|Saldo', ',', ' ', 'ymd'),
  locale('Päivä|Selitys|Summa|Otto|Pano|Saldo', ',', ' ', 'dmy'),
  locale('Дата|Описание|Сумма|Расход|Приход|Остаток', ',', ' ', 'dmy'),
  locale('Tarih|Açıklama|Tutar|Gider|Gelir|Bakiye', ',', '.', 'dmy'),
  locale('Ημερομηνία|Περιγραφή|Ποσό|Χρέωση|Πίστωση|Υπόλοιπο', ',', '.', 'dmy'),
  locale('תאריך|תיאור|סכום|חובה|זכות|יתרה', '.', ',', 'dmy'),
  locale('التاريخ|الوصف|المبلغ|سحب|إيداع|الرصيد', '.', ',', 'dmy'),
  locale('取引日|摘要|金額|出金額|入金額|残高', '.', ',', 'ymd'),
  locale('交易日期|摘要|金额|支出|收入|余额', '.', ',', 'ymd'),
  locale('거래일자|적요|금액|출금액|입금액|잔액', '.', ',', 'ymd'),
];

/** A statement as text, its description column, what its rows amount to in hundredths, and how it was made. */
export type GeneratedStatement = {
  readonly text: string;
  readonly description: string;
  readonly amounts: readonly number[];
  readonly made: string;
  /** Whether two balances or more stand in it, on every row or on the last of every day. */
  readonly hasProof: boolean;
};

/** How amounts stand in their columns. */
const LAYOUTS = ['signed', 'plain-out', 'reversed', 'pair', 'pair-in-first', 'pair-signed'] as const;

/**
 * A statement of any language, order, convention of signs and number of columns, with balances or without. A single column
 * with both signs is reversed only where balances tell: without these it reads as the bank sees it.
 */
export function generateStatement(random: Random): GeneratedStatement {
  const own = pick(random, LOCALES);
  const balances = pick(random, ['none', 'row', 'day'] as const);
  const layout = pick(random, LAYOUTS);
  const isNamed = random() < 0.5;
  const isNewestFirst = random() < 0.5;
  const rows = makeRows(random, 2 + below(random, 25), layout === 'plain-out');
  const days = rows.map(({ day }, i) => balances !== 'day' || rows[i + 1]?.day !== day);
  const hasProof = balances !== 'none' && days.filter(Boolean).length > 1;
  if (layout === 'reversed' && !hasProof) return generateStatement(random);
  const lines = rows.map((row, i) =>
    lineOf(row, own, layout, balances === 'none' ? null : (days[i] ?? false)),
  );
  const names = isNamed
    ? own.names
    : (['', own.names[1], 'Spalte 1', 'Spalte 2', 'Spalte 3', 'Rest'] as const);
  const amountNames = layout.startsWith('pair')
    ? layout === 'pair-in-first'
      ? [names[4], names[3]]
      : [names[3], names[4]]
    : [names[2]];
  const head = [
    own.names[0],
    own.names[1],
    ...amountNames,
    'Ref',
    ...(balances === 'none' ? [] : [names[5]]),
  ];
  const shown = isNewestFirst ? lines.toReversed() : lines;
  return {
    text: [head.join(';'), ...shown].join('\n'),
    description: own.names[1],
    amounts: (isNewestFirst ? rows.toReversed() : rows).map(({ amount }) => amount),
    made: `${own.names[1]}, ${layout}, balances ${balances}, ${isNamed ? 'named' : 'unnamed'}, ${isNewestFirst ? 'newest' : 'oldest'} first`,
    hasProof,
  };
}

type Row = { readonly day: number; readonly amount: number; readonly balance: number };

function makeRows(random: Random, count: number, isOutOnly: boolean): Row[] {
  let balance = 100_000 + below(random, 1_000_000);
  let day = 1;
  return Array.from({ length: count }, (_, i) => {
    if (i > 0 && random() < 0.6) day++;
    const size = 1 + below(random, 500_000);
    const amount = isOutOnly || random() < 0.7 ? -size : size;
    balance += amount;
    return { day, amount, balance };
  });
}

/** @param showsBalance null: there is no column of balances */
function lineOf(
  { day, amount, balance }: Row,
  own: Locale,
  layout: (typeof LAYOUTS)[number],
  showsBalance: boolean | null,
): string {
  const money = (hundredths: number) => written(hundredths, own);
  const [out, into] = [amount < 0 ? amount : null, amount > 0 ? amount : null];
  const plain = (side: number | null) => (side === null ? '' : money(Math.abs(side)));
  const cells = {
    signed: [money(amount)],
    'plain-out': [money(-amount)],
    reversed: [money(-amount)],
    pair: [plain(out), plain(into)],
    'pair-in-first': [plain(into), plain(out)],
    'pair-signed': [out === null ? '' : money(out), plain(into)],
  }[layout];
  const end = showsBalance === null ? [] : [showsBalance ? money(balance) : ''];
  return [dateOf(day, own.date), `TEXT ${Math.abs(amount) % 97}`, ...cells, `R${balance}`, ...end].join(';');
}

function written(hundredths: number, { decimal, group }: Locale): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group);
  return `${hundredths < 0 ? '-' : ''}${whole}${decimal}${digits.slice(-2)}`;
}

function dateOf(day: number, order: Locale['date']): string {
  const [d, m, y] = [
    String(1 + (day % 28)).padStart(2, '0'),
    String(1 + Math.floor(day / 28)).padStart(2, '0'),
    '2026',
  ];
  return { dmy: `${d}.${m}.${y}`, mdy: `${m}/${d}/${y}`, ymd: `${y}-${m}-${d}` }[order];
}
