import type { ColumnRole } from '#model/fileReading.ts';
import { isAmountName, isBalanceName } from './amounts/amountNames.ts';
import { foldedName, rankedNames } from './plainNames.ts';

/*
 * Usual names of columns, in the form that `plainName` makes, those that leave no doubt before those that may mean
 * something else as well: a bank export has an `Account` that is the bank's. Languages: English, German, French, Spanish,
 * Italian, Portuguese, Dutch, Czech, Slovak, Polish, Hungarian, Scandinavian, Russian, Turkish, Greek, Hebrew, Arabic,
 * Japanese, Chinese, Korean, Baltic, South Slavic, Romanian, Indonesian, Vietnamese.
 */
const NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  description: [
    `description|gl description|transaction description|transaction details|transaction text|keyword / description|keyword|keywords|
     narrative|narration|purpose|notice|particulars|details|detail|transaction|merchant name|merchant|text|memo|payee|supplier|supplier name|
     vendor|vendor name|reference text|payment reference|memo/description|beneficiary|counterparty|counter party|partner name|name|note|notes|label|item`,
    `beschreibung|verwendungszweck|buchungstext|buchungsdetails|bezeichnung|umsatztext|stichwort|schlüsselwort|schlagwort|
     zahlungsgrund|betreff|avisierungstext|empfänger|zahlungsempfänger|zahlungsempfänger*in|auftraggeber/empfänger|begünstigter / auftraggeber|name zahlungsbeteiligter|begünstigter/zahlungspflichtiger|lieferant|text|zahlungsreferenz|vorgang|mitteilung`,
    'libellé|libelle|libellés|libellé opération|libellé de l’opération|description|intitulé|motif|mot clé|mot-clé|désignation|libellé simplifié|libellé complet opération|détail|détails|opération|bénéficiaire|fournisseur|détail de l’écriture|libellé détaillé|communication|communications|objet',
    'descripción|descripcion|concepto|movimiento|más datos|detalle|palabra clave|glosa|texto|beneficiario|proveedor|observaciones|concepto ampliado',
    'descrizione|causale|descrizione operazione|parola chiave|descrição|descricao|histórico|lançamento|operazione|dettagli|omschrijving|naam / omschrijving|mededelingen|naam tegenpartij|zoekwoord|mededeling|descrizione completa|descrizione estesa|descritivo',
    `popis|popis transakce|popis operace|popis platby|text|klíčové slovo|zpráva pro příjemce|poznámka|účel platby|název protiúčtu|název protistrany|popis pro příjemce|popis příkazce|zpráva|
     popis transakcie|opis|opis operacji|opis transakcji|tytuł|tytuł operacji|dane kontrahenta|słowo kluczowe|leírás|közlemény|megnevezés|tytuł przelewu|informácia pre príjemcu|správa pre príjemcu|účel platby|jogcím`,
    'beskrivning|beskrivelse|tekst|meddelande|besked|meddelelse|melding|otsikko|forklaring|rubrik|namn|mottagare|saaja/maksaja|selitys|selite|kuvaus|viesti|описание|назначение платежа|назначение|наименование|ключевое слово|опис|призначення платежу|основание|детали',
    'açıklama|anahtar kelime|işlem açıklaması|περιγραφή|αιτιολογία|תיאור|תיאור התנועה|תאור|פרטים|הפעולה|שם בית עסק|מילת מפתח|الوصف|البيان|التفاصيل|الكلمة المفتاحية',
    'selgitus|mokėjimo paskirtis|paskirtis|informācija saņēmējam|maksājuma mērķis|opis plaćanja|svrha|namen|namen plačila|detalii|detalii tranzacție|descriere|keterangan|uraian|berita|nội dung|diễn giải',
    '摘要内容|入出金内容|摘要|概要|内容|利用店名・商品名|商品说明|交易对方|商品|取引内容|お取引内容|取引摘要|お取り扱い内容|ご利用店名|利用店名|キーワード|備考|詳細|適用|摘　要|说明|描述|交易摘要|交易说明|关键词|說明|描述|交易摘要|關鍵字|적요|내용|설명|거래내용|키워드',
  ],
  account: [
    `gl account|gl accounts|g/l account|gl acct|gl code|gl|g/l|gl account code|gl account number|gl account no|glaccount|ledger account|
     ledger code|ledger|nominal account|nominal code|nominal|general ledger account|account code|account number|account no|acct code|
     acct|acct no|account|code|category code|chart of accounts`,
    'sachkonto|sachkontonummer|gegenkonto|hauptbuchkonto|kontonummer|konto nr|kontonr|konto-nr|fibu-konto|fibukonto|konto',
    'compte général|compte general|compte comptable|numéro de compte|n° de compte|no compte|n° compte|comptenum|compte num|compte',
    'cuenta contable|cuenta de mayor|cuenta mayor|código de cuenta|codigo de cuenta|número de cuenta|nº cuenta|cuenta|código contable',
    'conto contabile|conto di contabilità|codice conto|conto|conta contábil|conta contabilística|conta|grootboekrekening|grootboek|rekening',
    'účet|účet hlavní knihy|účet hk|syntetický účet|analytický účet|číslo účtu|účet md|účtovný účet|konto księgowe|konto kosztowe|konto|numer konta|főkönyvi szám|főkönyvi számla|számla',
    'kontonummer|konto|hovedbokskonto|tili|pääkirjatili|счёт|счет|счет учета|счёт учёта|номер счета|код счета|рахунок',
    'hesap|hesap kodu|muhasebe hesabı|hesap no|λογαριασμός|λογαριασμός γενικής λογιστικής|κωδικός λογαριασμού|חשבון|חשבון הנהלת חשבונות|כרטיס|מספר חשבון|קוד חשבון|מפתח חשבון|الحساب|حساب|رقم الحساب|رمز الحساب|حساب الأستاذ',
    '勘定科目|勘定科目コード|科目|科目コード|勘定コード|借方勘定科目|借方科目|総勘定元帳|会计科目|科目编码|科目代码|总账科目|會計科目|科目代碼|계정과목|계정코드|계정|총계정',
  ],
  code: [
    'code|account code|account number|account no|account id|account|number|no|gl account|gl code|gl number|nominal code|nominal|ledger code|acct|acct no|a/c|a/c no|gl|g/l account|id',
    'kontonummer|konto nr|kontonr|sachkonto|konto|nummer|nr|compte|numéro|numéro de compte|n° de compte|code compte|cuenta|código|codigo|número|numero de cuenta',
    'codice|codice conto|conto|conta|código da conta|rekening|rekeningnummer|účet|číslo|číslo účtu|kód|konto|numer|numer konta|számlaszám|főkönyvi szám',
    'kontonummer|счёт|счет|код|номер|код счета|hesap kodu|kod|κωδικός|κωδικός λογαριασμού|חשבון|מספר|קוד|מספר חשבון|رمز الحساب|رقم الحساب|الرمز|رقم',
    'コード|科目コード|勘定科目コード|勘定コード|番号|科目编码|科目代码|编码|代码|科目代碼|계정코드|코드',
  ],
  name: [
    'name|account name|gl account name|description|account description|title|nominal name|text',
    'bezeichnung|kontobezeichnung|kontoname|beschreibung|name|libellé|libelle|intitulé|intitulé du compte|nom|nombre|nombre de la cuenta|descripción|denominación',
    'descrizione|nome|denominazione|descrição|nome da conta|omschrijving|naam|název|název účtu|popis|názov|nazwa|nazwa konta|opis|megnevezés|név',
    'navn|namn|benämning|beskrivning|kontonavn|наименование|название|имя|hesap adı|ad|açıklama|όνομα|περιγραφή|שם|שם חשבון|תיאור|اسم الحساب|الاسم|الوصف',
    '科目名|勘定科目|勘定科目名|名称|科目名称|科目名稱|名稱|계정과목|계정명|이름',
  ],
  note: [
    'note|notes|comment|comments|remark|remarks|notiz|bemerkung|kommentar|commentaire|comentario|poznámka',
  ],
  retired: ['retired|inactive|blocked|closed|archived|disabled|status|state'],
};

/** Those of descriptions that say who the other side is; the rest say what a payment is for. */
const PARTNER_NAMES = `payee|payer|merchant|supplier|vendor|beneficiary|counterparty|counter party|other party|partner|recipient|sender|remitter|name|to/from|from/to|source name|target name|
  empfänger|zahlungsempfänger|zahlungsempfänger*in|zahlungspflichtiger|zahlungspflichtige*r|auftraggeber|begünstigter|zahlungsbeteiligter|lieferant|händler|partners|gegenpartei|
  bénéficiaire|fournisseur|contrepartie|donneur d’ordre|tiers|commerçant|émetteur|destinataire|beneficiario|proveedor|ordenante|comercio|contraparte|
  ordinante|controparte|esercente|fornitore|destinatario|mittente|beneficiário|destinatário|favorecido|estabelecimento|fornecedor|remetente|
  tegenpartij|naam|begunstigde|opdrachtgever|protiúčtu|protistrany|protistrana|příjemce|plátce|príjemca|platiteľ|obchodník|dane kontrahenta|kontrahent|nadawca|odbiorca|
  kedvezményezett|megbízó|kereskedő|beneficiar|ordonator|plătitor|comerciant|platitelj|primatelj|primalac|udeleženec|prejemnik|plačnik|
  namn|navn|mottagare|modtager|afsender|mottaker|avsender|motpart|nimi|saaja|maksaja|maksunsaaja|maksja|mokėtojas|gavėjas|saņēmējs|maksātājs|
  получатель|отправитель|плательщик|контрагент|одержувач|отримувач|платник|получател|наредител|alıcı|gönderen|işyeri|karşı taraf|δικαιούχος|αντισυμβαλλόμενος|εντολέας|
  שם בית עסק|בית עסק|מוטב|המוטב|המקבל|המשלם|المستفيد|المرسل|penerima|pengirim|利用店名・商品名|ご利用店名|利用店名|相手先|取引先|振込先|支払先|交易对方|对方户名|对方名称|商户名称|交易场所|收款人|付款人|對方戶名|
  수취인|거래처|상대방|보낸분|받는분|의뢰인|가맹점|가맹점명`;
/** Words beside these in a heading, which say that they are names: `Name des Partners`, `Partner elnevezése`. */
const NAME_WORDS = new Set(
  'name of the des der du de la del nom nombre nome naam bevat navn namn nimi nazwa nazev nazov neve elnevezese שם اسم adı'.split(
    ' ',
  ),
);

/** What programs call the GL account of a payment beside the bank's own account, and what they may call that. */
const CATEGORY_NAMES =
  'category|kategorie|catégorie|categoría|categoria|categorie|kategória|kategoria|kategori|категория|категорія|κατηγορία|קטגוריה|الفئة|カテゴリ|カテゴリー|分类|分類|카테고리';
const CODE_NAME = 'code';
const OWN_ACCOUNT_NAMES = `account|account number|account no|acct|acct no|konto|kontonummer|kontonr|compte|numéro de compte|n° de compte|no compte|n° compte|
  cuenta|número de cuenta|nº cuenta|conto|conta|rekening|účet|číslo účtu|numer konta|számla|tili|счёт|счет|номер счета|рахунок|hesap|hesap no|λογαριασμός|חשבון|מספר חשבון|الحساب|حساب|رقم الحساب`;

/** Further names of columns that are asked for nowhere: a line with several of them names columns all the same. */
const OTHER_NAMES = 'currency|type|category|status|währung|devise|divisa|měna|waluta|валюта';
/** Those of a journal: the day of booking before that of value, and what the bank calls a payment by. */
const DATE_NAMES = `booking date|posting date|transaction date|date|buchungstag|buchungsdatum|date opération|date de l’opération|date de comptabilisation|date comptable|fecha|data operacji|datum zaúčtování|
  datum|data|dátum|dato|päivä|дата|tarih|ημερομηνία|תאריך|التاريخ|日付|取引日|年月日|利用日|ご利用日|交易日期|交易时间|日期|거래일자|거래일|날짜|tanggal|kuupäev|datums|kirjauspäivä|könyvelés dátuma|boekingsdatum|fecha operación|data operazione|дата операции|value date|valuta|wertstellung|date de valeur|fecha valor`;
const REFERENCE_NAMES = `reference|reference number|transaction reference|ref|ref no|transaction id|cheque number|check number|document number|belegnummer|belegnr|referenz|kundenreferenz|
  référence|référence opération|referencia|riferimento|kenmerk|variabilní symbol|numer referencyjny|referens|viite|номер документа|dekont no|אסמכתא|المرجع|参照番号|伝票番号|凭证号|참조`;

const KNOWN = new Map<ColumnRole, ReadonlyMap<string, number>>(
  (Object.entries(NAMES) as [ColumnRole, readonly string[]][]).map(([role, lists]) => [
    role,
    rankedNames(lists),
  ]),
);
const PARTNERS = rankedNames([PARTNER_NAMES]);
/** Names of one side alone mean descriptions where nothing clearer does. */
const UNCLEAR = 100;
const CATEGORIES = rankedNames([CATEGORY_NAMES]);
const OWN_ACCOUNTS = rankedNames([OWN_ACCOUNT_NAMES]);
const DATES = rankedNames([DATE_NAMES]);
const REFERENCES = rankedNames([REFERENCE_NAMES]);
const OTHERS = [DATES, REFERENCES, rankedNames([OTHER_NAMES])];

/** How clearly a name means a role, from 0 (clearest); null where it does not. A description may have two: `Memo/Details`. */
export function rankOf(role: ColumnRole, name: string): number | null {
  const known = KNOWN.get(role)?.get(foldedName(name)) ?? null;
  if (known !== null || role !== 'description') return known;
  const ranks = name.split('/').flatMap((part) => KNOWN.get(role)?.get(foldedName(part)) ?? []);
  if (ranks.length > 0) return Math.min(...ranks);
  return isPartnerName(name) ? UNCLEAR : null;
}

/** Whether a name says who the other side is, with words for a name or without, or one of two of its parts does. */
function isPartnerName(name: string): boolean {
  return [name, ...name.split('/')].map(foldedName).some((part) => {
    const words = part.split(' ').filter((word) => !NAME_WORDS.has(word));
    return PARTNERS.has(part) || PARTNERS.has(words.join(' '));
  });
}

/** What a column of descriptions says by its name: who the other side is, or what for; null where its name means neither. */
export function partOf(name: string): 'partner' | 'purpose' | null {
  if (isPartnerName(name)) return 'partner';
  return rankOf('description', name) === null ? null : 'purpose';
}

/** The column of categories in a header where it holds the GL accounts: with dates or amounts, *Account* is the bank's own. */
export function findCategories(header: readonly string[]): number | null {
  const names = header.map(foldedName);
  const at = names.findIndex((name) => CATEGORIES.has(name));
  const isStatement = names.some((name) => DATES.has(name)) || header.some(isAmountName);
  const accounts = names.filter((name) => KNOWN.get('account')?.has(name));
  const areOwn = accounts.length > 0 && accounts.every((name) => OWN_ACCOUNTS.has(name));
  return at >= 0 && isStatement && areOwn ? at : null;
}

/** The columns that may be the GL account, where the names do not tell that it is `likeliest`; else none. */
export function findAccountRivals(header: readonly string[], likeliest: number): readonly number[] {
  const names = header.map(foldedName);
  const isAccount = (name: string) => KNOWN.get('account')?.has(name) ?? false;
  const may = [...names.keys()].filter((at) => isAccount(names[at] ?? '') || CATEGORIES.has(names[at] ?? ''));
  const clear = may.filter((at) => isAccount(names[at] ?? '') && !OWN_ACCOUNTS.has(names[at] ?? ''));
  const isTold = may.length < 2 || (clear.length === 1 && clear[0] === likeliest);
  return isTold ? [] : may;
}

/**
 * The columns of a header that are called GL accounts. `own`: those that may be the bank's own, or its codes of payments.
 * Categories beside balances are the bank's, too.
 */
export function accountColumns(header: readonly string[]): {
  readonly named: readonly number[];
  readonly own: readonly number[];
} {
  const names = header.map(foldedName);
  const categories = header.some(isBalanceName) ? null : findCategories(header);
  if (categories !== null) return { named: [categories], own: [] };
  const accounts = [...names.keys()].filter((at) => KNOWN.get('account')?.has(names[at] ?? ''));
  const isOwn = (at: number) => OWN_ACCOUNTS.has(names[at] ?? '') || isCodeName(header[at] ?? '');
  return { named: accounts.filter((at) => !isOwn(at)), own: accounts.filter(isOwn) };
}

/** Whether a name means codes, of whatever. */
export function isCodeName(name: string): boolean {
  return foldedName(name) === CODE_NAME;
}

/** Whether a name is usual for some column of a list or a statement. */
export function isColumnName(name: string): boolean {
  const plain = foldedName(name);
  return (
    isAmountName(name) ||
    isBalanceName(name) ||
    isPartnerName(name) ||
    [...OTHERS, ...KNOWN.values()].some((names) => names.has(plain))
  );
}

/** Whether a name means dates. */
export function isDateName(name: string): boolean {
  return DATES.has(foldedName(name));
}

/** The column whose name means dates, or references, most clearly; null where none does. */
export function findNamedColumn(kind: 'date' | 'reference', names: readonly string[]): number | null {
  const known = kind === 'date' ? DATES : REFERENCES;
  const ranked = names
    .map((name, at) => ({ at, rank: known.get(foldedName(name)) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  return ranked[0]?.at ?? null;
}

/** Whether a usual name of a column is not ASCII: so it can tell encodings apart. */
export function isForeignColumnName(name: string): boolean {
  return [...name].some((character) => character > '\u007f') && isColumnName(name);
}
