import { currencyNamed } from '../../amounts.ts';
import { withoutAccents } from '../plainNames.ts';

/** What a row says that it is, where it is no payment. */
export type RowLabel = 'balance' | 'total';

/** A label has no more words. */
const MOST_WORDS = 8;
const MOST_CHARACTERS = 80;

/* The words of which labels consist: each label has one of the first two lists, and nothing that is in none of the three. */
const BALANCES =
  words(`balance balances bal saldo saldi kontostand anfangsbestand endbestand übertrag solde zůstatek zostatok egyenleg
  остаток сальдо баланс залишок bakiye bakiyesi devir υπόλοιπο יתרה الرصيد رصيد 残高 差引残高 繰越 繰越残高 余额 餘額 结余 잔액 잔고 이월`);
const TOTALS =
  words(`total totals totale totali totaux totaal sum subtotal subtotals gesamt gesamtsumme summe summen zwischensumme suma celkem součet spolu razem łącznie
  összesen summa yhteensä alt итого всего усього разом toplam σύνολο סהכ סה"כ סה״כ المجموع الإجمالي إجمالي 合計 総計 小計 合计 总计 小计 總計 合計金額 합계 총계 소계`);
const OTHERS =
  words(`opening closing ending beginning starting previous brought carried forward b/f c/f grand sub sous page day daily of the as at on for per to in by end start statement
  account period month monthly year transaction transactions payments available current running final initial new old book ledger
  alter neuer neues altes vom am zum bis der des die tag tages monats konto umsätze buchungen auf
  anterior anteriores inicial finais do da dos del de el la los dia día mes mês al em en actual atual disponível disponible movimientos cuenta contable diario
  initiale finale initial précédent ancien nouveau du jour au le général général compte mouvements opérations
  iniziale precedente al giorno movimenti generale periodo conto contabile van vorig nieuw oud begin eind per dag
  počáteční počiatočný konečný konečným ke dni k na předchozí účtu obratů początkowe końcowe dzień poprzednie bieżące obrotów nyitó záró napi ingående utgående inngående utgående
  indgående alku loppu начальный конечный входящий исходящий входящее исходящее на начало конец дня периода за açılış kapanış devreden önceki dönem gün sonu
  προηγούμενο αρχικό τελικό פתיחה סגירה סופי כללי السابق الافتتاحي الختامي النهائي`);
const FIRST_WORD = /[\p{L}"״.]+/u;
const LABEL_WORDS = new Set(['', ...BALANCES, ...TOTALS, ...OTHERS]);
const LONGEST_CURRENCY = 5;
/** One word of languages that make one of two: `Primosaldo`, `Saldovortrag`, `기말잔액`. */
const BALANCE_COMPOUND = /^\p{L}+(saldo|saldot|egyenleg|잔액|잔고)$|^saldo(vortrag|ubertrag)$/u;
/** Brazilian banks write `S A L D O`. */
const SPACED = /^\p{L}(?: \p{L}){3,}$/u;
/** Labels of languages without blanks: what stands before the word for a balance or a total. */
const PREFIXES =
  /^(前月|前回|前日|前期|次月|次期|当日|本日|当月|本月|期首|期末|期初|上期|上月|本期|今期|最終)+/u;

/** What a cell calls its row; `isSure`: and it says nothing else. */
export type Labelling = { readonly label: RowLabel; readonly isSure: boolean };

/** What a cell says that its row is, if it says nothing else: `Saldo 31.12.2026` and `Total EUR:` do, `Total Wine` does not. */
export function rowLabel(cell: string): RowLabel | null {
  const found = labelling(cell);
  return found?.isSure ? found.label : null;
}

/** The same of a cell that may say more behind its first word, as `Total for Checking` does; null for all others. */
export function labelling(written: string): Labelling | null {
  if (written.length > MOST_CHARACTERS || !mayBeLabel(written)) return null;
  const cell = SPACED.test(written) ? written.replaceAll(' ', '') : written;
  const words = cell
    .split(/[\s:=*,;()[\]–-]+/u)
    .map((word) => plainWord(word.replace(/^[.]+|[.]+$/g, '')).replace(PREFIXES, ''))
    .filter((word) => word === '' || /[\p{L}]/u.test(word));
  if (words.length > MOST_WORDS) return null;
  const kinds = words.map(kindOf);
  const isSure = words.every(isLabelWord);
  const label = isSure ? (kinds.find((kind) => kind === 'balance') ?? kinds.find(Boolean)) : kinds[0];
  return label ? { label, isSure } : null;
}

function kindOf(word: string): RowLabel | null {
  if (BALANCES.has(word) || BALANCE_COMPOUND.test(word)) return 'balance';
  return TOTALS.has(word) ? 'total' : null;
}

/** Most cells are something else: their first word says so. */
function mayBeLabel(cell: string): boolean {
  const [first = ''] = FIRST_WORD.exec(cell) ?? [];
  return first.length < 2 || isLabelWord(plainWord(first).replace(PREFIXES, ''));
}

function isLabelWord(word: string): boolean {
  if (LABEL_WORDS.has(word) || /\d/.test(word) || BALANCE_COMPOUND.test(word)) return true;
  return word.length <= LONGEST_CURRENCY && currencyNamed(word.toUpperCase()) !== null;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter(Boolean).map(plainWord));
}

function plainWord(word: string): string {
  return withoutAccents(word.toLowerCase());
}
