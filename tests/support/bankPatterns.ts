import type { Random } from './random.ts';
import { below } from './random.ts';

/**
 * Exports as banks and card issuers write them: the names of the columns, and what stands in each by a letter: D date,
 * A amount, B balance, Z mostly empty amount, C currency, I account (IBAN), N number, R reference, X long identifier, T kind of booking, K
 * category, S status, O the own account's name, W time, E empty; P the other side, M the purpose: these two are
 * descriptions. Without names: `header` is null.
 */
type BankPattern = {
  readonly bank: string;
  readonly language: keyof typeof WORDS;
  readonly delimiter: ',' | ';' | '\t';
  readonly kinds: string;
  readonly header: string | null;
};

const pattern = (
  bank: string,
  language: BankPattern['language'],
  delimiter: BankPattern['delimiter'],
  kinds: string,
  header: string | null,
): BankPattern => ({ bank, language, delimiter, kinds, header });

export const BANK_PATTERNS: readonly BankPattern[] = [
  pattern(
    'Chase',
    'en',
    ',',
    'TDPATBN',
    'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #',
  ),
  pattern('Bank of America', 'en', ',', 'DPAB', 'Date,Description,Amount,Running Bal.'),
  pattern('Wells Fargo', 'en', ',', 'DAEEM', null),
  pattern('American Express', 'en', ',', 'DPONA', 'Date,Description,Card Member,Account #,Amount'),
  pattern('Barclays', 'en', ',', 'NDIATM', 'Number,Date,Account,Amount,Subcategory,Memo'),
  pattern('HSBC', 'en', ',', 'DPA', null),
  pattern(
    'Lloyds',
    'en',
    ',',
    'DTNNPZZB',
    'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance',
  ),
  pattern(
    'Monzo',
    'en',
    ',',
    'XDWTPEKACACMEEM',
    'Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description',
  ),
  pattern(
    'Starling',
    'en',
    ',',
    'DPMTABK',
    'Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category',
  ),
  pattern(
    'Revolut',
    'en',
    ',',
    'TKWWPAACSB',
    'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
  ),
  pattern(
    'Wise',
    'en',
    ',',
    'XDACMRB',
    'TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance',
  ),
  pattern('CommBank', 'en', ',', 'DAMB', null),
  pattern(
    'RBC',
    'en',
    ',',
    'TNDEPMAE',
    'Account Type,Account Number,Transaction Date,Cheque Number,Description 1,Description 2,CAD$,USD$',
  ),
  pattern('TD', 'en', ',', 'DPZZB', null),
  pattern(
    'Capital One',
    'en',
    ',',
    'DDNPKZZ',
    'Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit',
  ),
  pattern('PayPal', 'en', ',', 'DWCPTSCAAA', 'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net'),
  pattern(
    'Stripe',
    'en',
    ',',
    'XTXAAACWWM',
    'id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description',
  ),
  pattern(
    'QuickBooks',
    'en',
    ',',
    'DTNPMKAB',
    'Date,Transaction Type,Num,Name,Memo/Description,Split,Amount,Balance',
  ),
  pattern(
    'N26',
    'en',
    ',',
    'DDPITMOA',
    'Booking Date,Value Date,Partner Name,Partner Iban,Type,Payment Reference,Account Name,Amount (EUR)',
  ),
  pattern(
    'Sparkasse',
    'de',
    ';',
    'IDDTMXRREEEPIRACS',
    'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Glaeubiger ID;Mandatsreferenz;Kundenreferenz (End-to-End);Sammlerreferenz;Lastschrift Ursprungsbetrag;Auslagenersatz Ruecklastschrift;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;BIC (SWIFT-Code);Betrag;Waehrung;Info',
  ),
  pattern(
    'DKB',
    'de',
    ';',
    'DDSOPMTIAXRR',
    'Buchungsdatum;Wertstellung;Status;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Umsatztyp;IBAN;Betrag (€);Gläubiger-ID;Mandatsreferenz;Kundenreferenz',
  ),
  pattern(
    'ING DiBa',
    'de',
    ';',
    'DDPTMBCAC',
    'Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung',
  ),
  pattern(
    'Commerzbank',
    'de',
    ';',
    'DDTMACI',
    'Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber',
  ),
  pattern(
    'comdirect',
    'de',
    ';',
    'DDTMA',
    'Buchungstag;Wertstellung (Valuta);Vorgang;Buchungstext;Umsatz in EUR',
  ),
  pattern(
    'Deutsche Bank',
    'de',
    ';',
    'DDTPMIRRA',
    'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Betrag',
  ),
  pattern(
    'PostFinance',
    'de',
    ';',
    'DMZZDB',
    'Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Valuta;Saldo in CHF',
  ),
  pattern(
    'UBS',
    'de',
    ';',
    'DDDCZZEBXPMTE',
    'Abschlussdatum;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten',
  ),
  pattern('Raiffeisen', 'de', ';', 'DMDACW', null),
  pattern(
    'Volksbank',
    'de',
    ';',
    'OIROTDDPIRTMACB',
    'Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Kontoart;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung',
  ),
  pattern(
    'Boursorama',
    'fr',
    ';',
    'DDMKKPAIOB',
    'dateOp;dateVal;label;category;categoryParent;supplierFound;amount;accountNum;accountLabel;accountbalance',
  ),
  pattern('Crédit Agricole', 'fr', ';', 'DMZZ', 'Date;Libellé;Débit euros;Crédit euros'),
  pattern(
    'BNP Paribas',
    'fr',
    ';',
    'DKKMA',
    'Date operation;Categorie operation;Sous Categorie operation;Libelle operation;Montant operation',
  ),
  pattern(
    'Société Générale',
    'fr',
    ';',
    'DMAC',
    'date_comptabilisation;libellé_complet_operation;montant_operation;devise',
  ),
  pattern(
    'Caisse d’Épargne',
    'fr',
    ';',
    'DPMRMTKKZZDD',
    'Date de comptabilisation;Libelle simplifie;Libelle operation;Reference;Informations complementaires;Type operation;Categorie;Sous categorie;Debit;Credit;Date operation;Date de valeur',
  ),
  pattern('La Banque Postale', 'fr', ';', 'DMA', 'Date;Libellé;Montant(EUROS)'),
  pattern('LCL', 'fr', ';', 'DATEME', null),
  pattern(
    'BBVA',
    'es',
    ';',
    'DDMTACBCM',
    'Fecha Valor;Fecha;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones',
  ),
  pattern('Santander', 'es', ';', 'DDMAB', 'Fecha Operación;Fecha Valor;Concepto;Importe;Saldo'),
  pattern('CaixaBank', 'es', ';', 'DDPMAB', 'Fecha;Fecha valor;Movimiento;Más datos;Importe;Saldo'),
  pattern(
    'ING España',
    'es',
    ';',
    'DKKMEAB',
    'F. VALOR;CATEGORÍA;SUBCATEGORÍA;DESCRIPCIÓN;COMENTARIO;IMPORTE;SALDO',
  ),
  pattern(
    'Fio',
    'cs',
    ';',
    'NDACIPNONNNMMTOEEEN',
    'ID pohybu;Datum;Objem;Měna;Protiúčet;Název protiúčtu;Kód banky;Název banky;KS;VS;SS;Uživatelská identifikace;Zpráva pro příjemce;Typ;Provedl;Upřesnění;Komentář;BIC;ID pokynu',
  ),
  pattern(
    'ČSOB',
    'cs',
    ';',
    'IDACBIPTNNNM',
    'číslo účtu;datum zaúčtování;částka;měna;zůstatek;číslo protiúčtu;název protiúčtu;označení operace;konstantní symbol;variabilní symbol;specifický symbol;zpráva',
  ),
  pattern(
    'Komerční banka',
    'cs',
    ';',
    'DDIPANNNXTMM',
    'Datum splatnosti;Datum odepsání z jiné banky;Protiúčet/Kód banky;Název protiúčtu;Částka;VS;KS;SS;Identifikace transakce;Systémový popis;Popis příkazce;Popis pro příjemce',
  ),
  pattern(
    'Air Bank',
    'cs',
    ';',
    'DTTKCAPIM',
    'Datum provedení;Směr úhrady;Typ úhrady;Kategorie plateb;Měna účtu;Částka v měně účtu;Název protistrany;Číslo účtu protistrany;Zpráva pro příjemce',
  ),
  pattern('mBank', 'pl', ';', 'DMOKA', '#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota'),
  pattern(
    'PKO BP',
    'pl',
    ',',
    'DDTACBM',
    'Data operacji,Data waluty,Typ transakcji,Kwota,Waluta,Saldo po transakcji,Opis transakcji',
  ),
  pattern(
    'ING Bank Śląski',
    'pl',
    ';',
    'DDPMIOTXAC',
    'Data transakcji;Data księgowania;Dane kontrahenta;Tytuł;Nr rachunku;Nazwa banku;Szczegóły;Nr transakcji;Kwota transakcji;Waluta',
  ),
  pattern(
    'Intesa Sanpaolo',
    'it',
    ';',
    'DPMOSKCA',
    'Data;Operazione;Dettagli;Conto o carta;Contabilizzazione;Categoria;Valuta;Importo',
  ),
  pattern('UniCredit', 'it', ';', 'DDMA', 'Data Registrazione;Data valuta;Descrizione;Importo (EUR)'),
  pattern('Millennium bcp', 'pt', ';', 'DDMATB', 'Data lançamento;Data valor;Descrição;Montante;Tipo;Saldo'),
  pattern('Nubank', 'pt', ',', 'DAXM', 'Data,Valor,Identificador,Descrição'),
  pattern(
    'ING Nederland',
    'nl',
    ';',
    'DPIITTATM',
    'Datum;Naam / Omschrijving;Rekening;Tegenrekening;Code;Af Bij;Bedrag (EUR);Mutatiesoort;Mededelingen',
  ),
  pattern(
    'Rabobank',
    'nl',
    ',',
    'ICRNDDABIPEEM',
    'IBAN/BBAN,Munt,BIC,Volgnr,Datum,Rentedatum,Bedrag,Saldo na trn,Tegenrekening IBAN/BBAN,Naam tegenpartij,Naam uiteindelijke partij,Naam initiërende partij,Omschrijving-1',
  ),
  pattern('ABN AMRO', 'nl', '\t', 'NCDBBDAM', null),
  pattern(
    '三菱UFJ',
    'ja',
    ',',
    'DTPZZBESS',
    '日付,摘要,摘要内容,支払い金額,預かり金額,差引残高,メモ,未資金化区分,入払区分',
  ),
  pattern('三井住友', 'ja', ',', 'DZZPBEE', '年月日,お引出し,お預入れ,お取り扱い内容,残高,メモ,ラベル'),
  pattern('楽天銀行', 'ja', ',', 'DABM', '取引日,入出金(円),取引後残高(円),入出金内容(円)'),
  pattern(
    '楽天カード',
    'ja',
    ',',
    'DPOTABE',
    '利用日,利用店名・商品名,利用者,支払方法,利用金額,支払総額,備考',
  ),
  pattern('住信SBI', 'ja', ',', 'DMZZBE', '日付,内容,出金金額(円),入金金額(円),残高(円),メモ'),
  pattern('לאומי', 'he', ',', 'DPNZZB', 'תאריך,תיאור,אסמכתא,בחובה,בזכות,היתרה בש"ח'),
  pattern('הפועלים', 'he', ',', 'DPMNZZB', 'תאריך,הפעולה,פרטים,אסמכתא,חובה,זכות,יתרה'),
  pattern('כאל', 'he', ',', 'DPATKE', 'תאריך עסקה,שם בית עסק,סכום עסקה,סוג עסקה,ענף,הערות'),
  pattern(
    '支付宝',
    'zh',
    ',',
    'WKPNMTAOSXN',
    '交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号',
  ),
  pattern(
    '微信',
    'zh',
    ',',
    'WTPMTAOSX',
    '交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号',
  ),
  pattern(
    'Nordea',
    'sv',
    ';',
    'DAIIPMBC',
    'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta',
  ),
  pattern('SEB', 'sv', ';', 'DDNPAB', 'Bokförd;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo'),
  pattern('Danske Bank', 'sv', ';', 'DPABS', 'Dato;Tekst;Beløb;Saldo;Status'),
];

type Words = Readonly<Record<'payees' | 'purposes' | 'kinds' | 'categories', string>>;

/** What stands in the cells, a vertical bar between the words. */
const WORDS = {
  en: {
    payees:
      'TESCO STORES 3297|Octopus Energy|SHELL 2291 LEEDS|Premier Inn Hull|AMZN Mktp US*2K4|ACME Ltd|Uber Trip',
    purposes: 'Invoice %n office chairs|Card purchase %n LONDON GB|Rent March %n|Membership renewal %n',
    kinds: 'Direct Debit|Card payment|Faster payment|Bill payment',
    categories: 'Groceries and household|Entertainment|General merchandise',
  },
  de: {
    payees:
      'REWE Markt GmbH|Stadtwerke München|Deutsche Telekom AG|Bäckerei Huber|Autohaus Krüger|Hausverwaltung Schmidt',
    purposes: 'Rechnung %n vom 01.03.|Abschlag Strom Vertrag %n|Miete Wohnung %n|EC-Kartenzahlung %n',
    kinds: 'FOLGELASTSCHRIFT|GUTSCHRIFT ÜBERWEISUNG|KARTENZAHLUNG|DAUERAUFTRAG|SEPA-Basislastschrift',
    categories: 'Lebensmittel und Haushalt|Versicherungen|Mobilität',
  },
  fr: {
    payees: 'CARREFOUR MARKET|EDF Particuliers|Boulangerie Noël|SNCF Connect|Orange SA',
    purposes: 'CARTE %n MONOPRIX PARIS|PRLV SEPA EDF FACTURE %n|VIR LOYER MARS %n|Cotisation %n',
    kinds: 'Paiement par carte|Virement reçu|Prélèvement automatique',
    categories: 'Alimentation et maison|Vie quotidienne|Transports en commun',
  },
  es: {
    payees: 'MERCADONA|Iberdrola Clientes|Farmacia Núñez|Renfe Viajeros|Telefónica',
    purposes: 'COMPRA EN %n MADRID|RECIBO LUZ FACTURA %n|TRANSFERENCIA ALQUILER %n|Cuota gimnasio %n',
    kinds: 'Pago con tarjeta|Transferencia recibida|Adeudo por recibo',
    categories: 'Alimentación y hogar|Ocio y viajes|Suministros',
  },
  cs: {
    payees: 'Lidl Česká republika|ČEZ Prodej, a.s.|Novák Jiří|Pekařství U Žida|Vodafone',
    purposes: 'Faktura %n za materiál|Nájem byt %n březen|Nákup kartou %n PRAHA|Záloha na plyn %n',
    kinds: 'Bezhotovostní příjem|Platba kartou|Trvalý příkaz|Okamžitá odchozí platba',
    categories: 'Potraviny a domácnost|Doprava|Zábava a volný čas',
  },
  pl: {
    payees: 'ŻABKA Z4411|PGE Obrót SA|Piekarnia Wąs|Orlen Stacja 12|Kowalski Jan',
    purposes: 'Zakup przy użyciu karty %n|Faktura VAT %n|Czynsz lokal %n|Przelew za usługi %n',
    kinds: 'Płatność kartą|Przelew z rachunku|Zlecenie stałe',
    categories: 'Żywność i chemia domowa|Transport|Rozrywka',
  },
  it: {
    payees: 'Esselunga SpA|Enel Energia|Trenitalia|Farmacia Conti|Bar Centrale',
    purposes: 'Pagamento POS %n MILANO|Bolletta luce fattura %n|Bonifico affitto %n|Abbonamento %n',
    kinds: 'Pagamento con carta|Bonifico in uscita|Addebito diretto',
    categories: 'Generi alimentari e casa|Tempo libero|Trasporti',
  },
  pt: {
    payees: 'Pingo Doce|EDP Comercial|Farmácia São João|Uber do Brasil|Padaria Estrela',
    purposes: 'COMPRA %n LISBOA|Fatura luz %n|Transferência renda %n|Mensalidade %n',
    kinds: 'Compra no débito|Transferência enviada|Débito direto',
    categories: 'Supermercado e casa|Lazer|Transportes',
  },
  nl: {
    payees: 'Albert Heijn 1234|Vattenfall|NS Groep|Bakkerij Jansen|Bol.com',
    purposes: 'Factuur %n kantoor|Huur maart %n|Betaalautomaat %n UTRECHT|Premie polis %n',
    kinds: 'GT|IC|BA|Online bankieren|Betaalautomaat',
    categories: 'Boodschappen|Vervoer|Wonen',
  },
  ja: {
    payees: 'アマゾンジヤパン|セブン−イレブン渋谷|東京電力|株式会社山田商店|スターバックス',
    purposes: '振込 ヤマダショウテン %n|カード %n ビックカメラ|家賃 %n|水道料 %n',
    kinds: '口座振替|振込|カード|1回払い',
    categories: '食費|交通費',
  },
  he: {
    payees: 'שופרסל דיל|חברת החשמל|סופר פארם|רמי לוי|פז תחנת דלק',
    purposes: 'תשלום חשבונית %n|שכר דירה %n|העברה אל כהן %n|הוראת קבע %n',
    kinds: 'הוראת קבע|כרטיס אשראי|העברה',
    categories: 'מזון|דלק|פנאי',
  },
  zh: {
    payees: '美团外卖|上海地铁|京东商城|中国移动|星巴克',
    purposes: '外卖订单 %n|话费充值 %n|地铁出行 %n|图书采购 %n',
    kinds: '支出|收入|商户消费|转账',
    categories: '餐饮美食|交通出行',
  },
  sv: {
    payees: 'ICA Supermarket|Vattenfall Kundservice|SL Biljett|Apoteket Hjärtat|Åhléns',
    purposes: 'Kortköp %n GÖTEBORG|Faktura %n|Hyra mars %n|Autogiro %n',
    kinds: 'Kortköp|Autogiro|Överföring',
    categories: 'Livsmedel|Resor|Boende',
  },
} as const satisfies Readonly<Record<string, Words>>;

/** The file of a bank: its columns named or not, and which of them are descriptions, from 0. */
export function bankFile(
  { kinds, header, language, delimiter }: BankPattern,
  random: Random,
  lines: number,
  isNamed: boolean,
): { readonly text: string; readonly right: readonly number[] } {
  const rows = Array.from({ length: lines }, (_, line) =>
    [...kinds].map((kind, column) => quoted(cell(kind, column, line, language, random), delimiter)),
  );
  const right = [...kinds].flatMap((kind, column) => (kind === 'P' || kind === 'M' ? [column] : []));
  const names = isNamed && header !== null ? [header] : [];
  return { text: [...names, ...rows.map((cells) => cells.join(delimiter))].join('\n'), right };
}

const PLACES = 'Leeds|BERLIN|Lyon 3|Brno|Porto|Malmö|Kyoto|Haifa';

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function cell(
  kind: string,
  column: number,
  line: number,
  language: keyof typeof WORDS,
  random: Random,
): string {
  const words = WORDS[language];
  const pick = (list: string) => list.split('|')[below(random, list.split('|').length)] ?? '';
  const digits = (n: number) => Array.from({ length: n }, () => below(random, 10)).join('');
  const amount = () => `${below(random, 2) === 0 ? '-' : ''}${1 + below(random, 900)}.${digits(2)}`;
  const hex = () => Array.from({ length: 24 }, () => '0123456789abcdef'[below(random, 16)]).join('');
  switch (kind) {
    case 'D':
      return `2026-03-${String(1 + (line % 28)).padStart(2, '0')}`;
    case 'W':
      return `2026-03-${String(1 + (line % 28)).padStart(2, '0')} 1${below(random, 10)}:${1 + below(random, 5)}${below(random, 10)}:00`;
    case 'A':
    case 'B':
      return amount();
    case 'Z':
      return below(random, 2) === 0 ? '' : amount();
    case 'C':
      return 'EUR';
    case 'I':
      return column === 0 ? 'DE02120300000000202051' : `DE${digits(20)}`;
    case 'N':
      return digits(8);
    case 'R':
      return `MREF${digits(6)}X`;
    case 'X':
      return `tx_${hex()}`;
    case 'T':
      return pick(words.kinds);
    case 'K':
      return pick(words.categories);
    case 'S':
      return 'COMPLETED';
    case 'O':
      return 'Main business current account';
    case 'P':
      return below(random, 3) === 0 ? pick(words.payees) : `${pick(words.payees)} ${pick(PLACES)}`;
    case 'M':
      return pick(words.purposes).replace('%n', digits(4));
    default:
      return '';
  }
}
