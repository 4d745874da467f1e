import { currencyNamed, type Side } from '../../amounts.ts';
import { foldedName, rankedNames } from '../plainNames.ts';

/*
 * What a heading says of the amounts below it. A heading is a name of one of these lists, alone or with words for an amount
 * beside it (`Withdrawal Amt.`), a currency (`Gutschrift in CHF`), or a bracket (`Amount (EUR)`, `Betrag (Soll)`).
 * Languages as in `columnNames.ts`.
 */
const AMOUNT_NAMES = `amount|amounts|value|transaction amount|amt|betrag|umsatz|montant|importe|importo|valor|bedrag|částka|objem|suma|kwota|összeg|belopp|beløb|beløp|summa|
  сумма|сума|tutar|ποσό|סכום|المبلغ|monto|cantidad|sumă|iznos|znesek|jumlah|amaun|số tiền|จำนวนเงิน|مبلغ|राशि|upphæð|金額|取引金額|利用金額|支払総額|金额|交易金额|금액|거래금액`;
const SIDE_NAMES: Readonly<Record<Side, string>> = {
  out: `debit|debits|dr|db|dbit|sent|gesendet|envoyé|enviado|inviato|verzonden|paid out|money out|out|outflow|outflows|withdrawal|withdrawals|withdrawn|payments out|payments|spent|spending|expense|expenses|outgoing|outgoings|disbursement|disbursements|
    soll|lastschrift|lastschriften|belastung|belastungen|ausgang|ausgänge|ausgabe|ausgaben|auszahlung|auszahlungen|abgang|abgänge|débit|débits|dépense|dépenses|sortie|sorties|retrait|retraits|cargo|cargos|debe|gasto|gastos|retiro|retiros|egreso|egresos|
    débito|débitos|saída|saídas|salida|salidas|despesa|despesas|uscite|uscita|dare|addebiti|addebito|prelievi|af|uitgaven|uitgave|afgeschreven|debet|výdaj|výdaje|odepsáno|na vrub|má dáti|má dať|odchozí|výdavky|výdavok|
    obciążenia|obciążenie|wypłaty|wypłata|wydatki|wydatek|winien|rozchód|terhelés|terhelések|kiadás|kiadások|tartozik|kifizetés|uttag|ut|utgift|utgifter|utbetaling|utbetalinger|utbetalning|utbetalningar|hævet|ud|udgift|udgifter|udbetaling|utbetalt|ut fra konto|ut av konto|pengar ut|
    otto|otot|panot ulos|veloitus|veloitukset|deebet|debets|debetas|isplata|isplate|na teret|breme|plăți|ieșiri|плащания|разход|разходи|ανάληψη|הוצאה|הוצאות|בחובה|wang keluar|keluar|pengeluaran|ghi nợ|tiền ra|
    ถอน|เงินออก|برداشت|بدهکار|निकासी|дебет|расход|расходы|списание|списания|списано|видаток|видатки|дебит|borç|gider|giderler|çıkan|çıkış|χρέωση|χρεώσεις|αναλήψεις|חובה|משיכה|משיכות|مدين|سحب|سحوبات|مدفوعات|
    出金|出金額|出金金額|お引出し|お引き出し|引出|引き出し|引出額|払出|払い出し|払戻|お支払|支払|支払い|支払額|借方|支出|支出额|借|转出|轉出|付款|출금|출금액|찾으신금액|차변|지급`,
  in: `credit|credits|cr|crdt|paid in|money in|empfangen|erhalten|reçu|recibido|recebido|ricevuto|in|inflow|inflows|deposit|deposits|payments in|received|receipt|receipts|income|incoming|incomings|lodgement|lodgements|
    haben|gutschrift|gutschriften|eingang|eingänge|einnahme|einnahmen|einzahlung|einzahlungen|zugang|zugänge|crédit|crédits|recette|recettes|entrée|entrées|versement|versements|encaissement|encaissements|abono|abonos|haber|ingreso|ingresos|depósito|depósitos|
    crédito|créditos|entrada|entradas|receita|receitas|entrate|entrata|avere|accrediti|accredito|versamenti|bij|inkomsten|ontvangen|bijgeschreven|kredit|příjem|příjmy|připsáno|ve prospěch|dal|příchozí|príjem|príjmy|
    uznania|uznanie|wpłaty|wpłata|wpływy|wpływ|ma|przychód|jóváírás|jóváírások|bevétel|bevételek|követel|befizetés|insättning|insättningar|inkomst|inkomster|innskudd|inntekt|inntekter|innbetaling|innbetalinger|inbetalning|inbetalningar|indsat|ind|inn|indtægt|indtægter|indbetaling|innbetalt|inn på konto|pengar in|
    pano|panot|hyvitys|hyvitykset|kreedit|kredīts|kreditas|uplata|uplate|u korist|dobro|încasări|intrări|постъпления|постъпление|κατάθεση|הכנסה|הכנסות|בזכות|wang masuk|masuk|pemasukan|ghi có|tiền vào|
    ฝาก|เงินเข้า|واریز|بستانکار|जमा|кредит|приход|доход|доходы|зачисление|зачисления|поступление|поступления|надходження|alacak|gelir|gelirler|giren|giriş|πίστωση|πιστώσεις|καταθέσεις|זכות|הפקדה|הפקדות|دائن|إيداع|إيداعات|مقبوضات|
    入金|入金額|入金金額|お預入れ|お預け入れ|預入|預入額|お預り|預り|受入|受け入れ|貸方|收入|収入|存入|贷方|贷|转入|轉入|收款|입금|입금액|맡기신금액|대변|수입`,
};
const BALANCE_NAMES = `balance|balances|saldo|saldi|saldos|kontostand|kontosaldo|solde|soldes|zůstatek|zostatok|egyenleg|остаток|баланс|залишок|bakiye|υπόλοιπο|יתרה|الرصيد|رصيد|残高|差引残高|余额|餘額|잔액|잔고|sold final|sold curent|stanje|салдо|likutis|atlikums|baki|số dư|ยอดคงเหลือ|คงเหลือ|مانده|موجودی|शेष`;

const AMOUNTS = rankedNames([AMOUNT_NAMES]);
const BALANCES = rankedNames([BALANCE_NAMES]);
const SIDES: Readonly<Record<Side, ReadonlyMap<string, number>>> = {
  out: rankedNames([SIDE_NAMES.out]),
  in: rankedNames([SIDE_NAMES.in]),
};
/** Words before a currency: `Gutschrift in CHF`. */
const PREPOSITIONS = new Set(['in', 'en', 'em', 'im', 'w', 'v', 'i', 'σε', 'в', 'u']);
/** A heading has no more words; a description may, with *balance* among them. */
const MOST_WORDS = 4;
/** What names of Chinese and Japanese amounts end with; these languages have no blanks between words. */
const AMOUNT_ENDING = /(金額|金额|額|额|金)$/u;
const BRACKET = /[([（]([^)\]）]*)[)\]）]/gu;

/** What a heading says of the amounts below it. */
export type AmountHeading = {
  /** How clearly it means amounts of both sides, from 0 (clearest); null where it does not. */
  readonly rank: number | null;
  /** It means what came in, or what went out. */
  readonly side: Side | null;
  /** It means balances after each payment, which are no amounts to add up. */
  readonly isBalance: boolean;
  /** The currency that it names, an ISO code or a sign; empty for none. */
  readonly currency: string;
};

/** What a heading says of amounts; the currency is read whatever else it says. */
export function amountHeading(name: string): AmountHeading {
  const inBrackets = [...name.slice(0, 200).matchAll(BRACKET)].map(([, inside = '']) => inside);
  const { words, currency } = withoutCurrencies(name.slice(0, 200).replace(BRACKET, ' '));
  const bracketed = inBrackets.map(withoutCurrencies);
  const meanings = [words, ...bracketed.map((bracket) => bracket.words)].map(meaningOf);
  const side = meanings.find((meaning) => meaning.side !== null)?.side ?? null;
  const isBalance = meanings[0]?.isBalance ?? false;
  return {
    rank: side === null && !isBalance ? (meanings[0]?.rank ?? null) : null,
    side: isBalance ? null : side,
    isBalance,
    currency: [currency, ...bracketed.map((bracket) => bracket.currency)].find(Boolean) ?? '',
  };
}

/** The words of a heading without its currency, and that. A code alone is no currency: `ALL` and `TOP` are words as well. */
function withoutCurrencies(name: string): { readonly words: string; readonly currency: string } {
  const words = name.split(/[\s_/]+/).filter(Boolean);
  const at = words.findLastIndex((word) => currencyNamed(word) !== null);
  if (at < 0) return { words: name, currency: '' };
  const isAfter = PREPOSITIONS.has((words[at - 1] ?? '').toLowerCase());
  const others = [...words.slice(0, isAfter ? at - 1 : at), ...words.slice(at + 1)];
  return { words: others.join(' '), currency: currencyNamed(words[at] as string) ?? '' };
}

/** What the words of a heading say: all of them together, else those that are no word for an amount. */
function meaningOf(name: string): Omit<AmountHeading, 'currency'> {
  const whole = foldedName(name);
  const words = whole.split(/[\s/]+/);
  const others = words.filter((word) => !AMOUNTS.has(word)).join(' ');
  const forms = [whole, others, whole.replace(AMOUNT_ENDING, '')];
  const side = (['out', 'in'] as const).find((one) => forms.some((form) => SIDES[one].has(form))) ?? null;
  const isBalance = words.length <= MOST_WORDS && [...words, ...forms].some((word) => BALANCES.has(word));
  return { rank: AMOUNTS.get(whole) ?? null, side, isBalance };
}

/** Whether a mark beside an amount means what came in or what went out; null where it means neither. */
export function sideOfName(name: string): Side | null {
  return amountHeading(name).side;
}

/** Whether a heading means amounts, of both sides or of one. */
export function isAmountName(name: string): boolean {
  const { rank, side } = amountHeading(name);
  return rank !== null || side !== null;
}

/** Whether a heading means balances. */
export function isBalanceName(name: string): boolean {
  return amountHeading(name).isBalance;
}
