/*
 * Words that stand in lines of any kind, whoever is paid and whatever for: how it was paid, when, in which currency, and
 * what kind of company it is. What a payment is for (rent, interest, fee, salary) is none of them: it tells the account.
 * A word that begins many names (Spanish `don`, Dutch `van`) is left out where the language is not known.
 */

/** Ways to pay, and the papers and numbers that go with them. */
const PAYMENTS = {
  english: `card payment payments paymt pymt pmt pmts paid pay purchase purchases debit debits credit credits direct dd
    ddr transfer transfers tfr trf xfer contactless pos visa mastercard maestro amex standing order orders sto so ref refs
    reference references invoice invoices inv faster fpi fpo internet online banking bacs bgc chaps cheque cheques chq giro
    refund refunds refunded reversal remittance recurring receipt receipts acct account beneficiary mandate txn
    transaction transactions iban bic sepa atm number`,
  german: `zahlung zahlungen bezahlung überweisung überweisungen gutschrift gutschriften lastschrift lastschriften
    basislastschrift firmenlastschrift lastschrifteinzug einzugsermächtigung dauerauftrag sepalastschrift echtzeitüberweisung
    onlineüberweisung kartenzahlung girocard girokarte kreditkarte rechnung rechnungen rechnungsnr rechnungsnummer rg rgnr
    rnr abbuchung einzug einzahlung erstattung rückerstattung rückzahlung rückbuchung storno buchung
    verwendungszweck vwz mandat mandatsref mandatsreferenz kundennr kundennummer belegnr beleg scheck konto betrag nr
    eref mref kref svwz cred`,
  french: `paiement paiements achat virement virements vir prélèvement prélèvements prlv carte cb tpe chèque chèques chq
    facture factures fact fac remboursement avoir versement règlement référence réf débit crédit permanent compte
    mandat échéance reçu numéro`,
  spanish: `pago pagos compra compras transferencia transferencias transf domiciliación domiciliaciones domiciliado domiciliada adeudo adeudos recibo
    recibos tarjeta cargo abono abonos cheque factura facturas fra devolución reembolso ingreso bizum referencia
    cuenta mandato número`,
  italian: `pagamento pagamenti acquisto acquisti bonifico bonifici addebito addebiti accredito accrediti disposizione
    giroconto carta pagobancomat bancomat assegno fattura fatture rimborso storno versamento ricevuta riferimento rif rid
    sdd causale numero conto`,
  dutch: `betaling betalingen betaald aankoop overboeking overschrijving incasso machtiging incassant pin pinbetaling
    betaalpas betaalautomaat geldautomaat acceptgiro factuur facturen fact terugbetaling terugboeking creditnota
    periodieke doorlopende omschrijving kenmerk betalingskenmerk betreft rekening naam nummer`,
  polish: `płatność płatności platnosc zapłata wpłata wypłata przelew przelewy przelewem zlecenie stałe polecenie zapłaty
    karta kartą kartowa zakup blik faktura faktury faktur fv fvat zwrot obciążenie uznanie rachunek rachunku tytuł
    tytułem numer nr`,
  czech: `platba platby platbu platbou platební plateb inkaso inkasa úhrada úhrady úhradu převod převodu převodem příkaz příkazu
    trvalý trvalého karta karty kartou kartě nákup faktura faktury fakturu fakturou faktur fak fa fv fp dobropis vratka
    vrácení refundace složenka výběr bezhotovostní hotovostní odchozí příchozí okamžitá tuzemská zahraniční var symbol vs ks ss číslo
    čís čj účet účtu`,
  slovak: 'platobná prevod príkaz trvalý kartou faktúra faktúry faktúru úhrada vrátenie číslo účtu',
  swedish: `betalning betalningar inbetalning utbetalning köp kortköp kort överföring autogiro bankgiro plusgiro swish
    faktura fakturor fakturanr fakturanummer återbetalning återbäring stående kvitto insättning ocr nummer konto`,
  danish: `betaling overførsel dankort kortkøb køb faktura regning kvittering tilbagebetaling betalingsservice mobilepay
    vipps kontonr avtalegiro varekjøp`,
  japanese: `振込 お振込 振り込み 振込み 入金 出金 引落 引落し 引き落とし 口座引落 口座 振替 自動振替 自動払込 払込 支払 支払い お支払 お支払い
    決済 送金 カード クレジット クレジットカード デビット デビットカード ペイメント 請求 ご請求 請求書 領収書 返金 払戻 払戻し 返品 インターネット
    ネット バンキング 伝票 番号 分 フリコミ フリカエ ヒキオトシ シハライ カ-ド
    ﾌﾘｺﾐ ﾌﾘｶｴ ﾋｷｵﾄｼ ｼﾊﾗｲ ｶｰﾄﾞ`,
} as const;

/** Months, days of the week, and words for stretches of time. */
const TIMES = {
  english: `january february march april may june july august september october november december jan feb mar apr jun jul
    aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri
    week weeks weekly month months monthly quarterly year years yearly date dated`,
  german: `januar jänner februar märz april mai juni juli august september oktober november dezember mrz okt dez montag
    dienstag mittwoch donnerstag freitag samstag sonnabend sonntag tag tage woche monat monate monatlich quartal jahr jahre
    jährlich datum vom zeitraum`,
  french: `janvier février mars avril mai juin juillet août septembre octobre novembre décembre janv févr fév avr juil déc
    lundi mardi mercredi jeudi vendredi samedi dimanche jour jours semaine mois mensuel mensuelle trimestre année période`,
  spanish: `enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre ene abr ago dic
    lunes martes miércoles jueves viernes sábado domingo día días semana mes meses mensual trimestre año años fecha período`,
  italian: `gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre gen mag giu lug ott
    lunedì martedì mercoledì giovedì venerdì sabato domenica giorno giorni settimana mese mesi mensile trimestre anno periodo`,
  dutch: `januari februari maart april mei juni juli augustus september oktober november december mrt maandag dinsdag woensdag
    donderdag vrijdag zaterdag zondag dag dagen week weken maand maanden maandelijks kwartaal jaar datum periode`,
  polish: `styczeń stycznia luty lutego marzec marca kwiecień kwietnia maj maja czerwiec czerwca lipiec lipca sierpień sierpnia
    wrzesień września październik października listopad listopada grudzień grudnia poniedziałek wtorek środa czwartek piątek
    sobota niedziela dzień dnia dni tydzień miesiąc miesiąca kwartał rok roku okres`,
  czech: `leden ledna lednu únor února únoru březen března březnu duben dubna dubnu květen května květnu červen června červnu
    červenec července červenci srpen srpna srpnu září říjen října říjnu listopad listopadu prosinec prosince prosinci
    pondělí úterý středa čtvrtek pátek sobota neděle den dne dny dní týden týdne měsíc měsíce měsíční měsíčně čtvrtletí
    kvartál rok roku roky datum období`,
  slovak: `január januára február februára marec apríl máj mája jún júna júl júla august september október november december
    mesiac mesiaca obdobie`,
  swedish: `januari februari mars april maj juni juli augusti september oktober november december måndag tisdag onsdag torsdag
    fredag lördag söndag dag dagar vecka månad månader kvartal år datum`,
  japanese: `一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 年 年度 年分
    月 月分 月度 日 日分 令和 平成 昭和 前月 当月 今月 来月 本年度 前年度 上期 下期`,
} as const;

/** Legal forms of companies that begin no name. Those written with full stops are read letter by letter. */
const LEGAL_FORMS = {
  english: 'limited ltd plc llp llc inc incorporated',
  german: 'gmbh mbh ggmbh kgaa ohg haftungsbeschränkt',
  french: 'sarl sasu eurl société',
  spanish: 'slu slne sociedad anónima limitada',
  italian: 'srl srls società',
  dutch: 'bv vof bvba vzw',
  polish: 'spzoo spółka ograniczoną odpowiedzialnością akcyjna',
  czech: 'sro spol příspěvková',
  swedish: 'aktiebolag handelsbolag',
  japanese: `株式会社 有限会社 合同会社 合資会社 合名会社 一般社団法人 公益社団法人 社団法人 一般財団法人 公益財団法人 財団法人 医療法人
    社会福祉法人 学校法人 独立行政法人 カブシキガイシャ ユウゲンガイシャ 株 有 ㈱ ㈲ カ ユ ｶ ﾕ ｶﾌﾞｼｷｶﾞｲｼﾔ`,
} as const;

const CURRENCIES = {
  codes: 'gbp eur usd chf czk jpy pln sek nok dkk huf cad aud nzd cny',
  european: `euro euros pound pounds sterling pence dollar dollars franken francs koruna koruny korun kč złoty złotych zł
    kronor krona kronen kroner`,
  japanese: '円 円也 日本円 ドル ユーロ',
} as const;

/** What joins words, and parts of addresses in the web. */
const JOINTS = {
  english: 'to from for and of the via',
  german: 'von für und der die das den mit bei zum zur',
  french: 'du des les pour par vers aux',
  spanish: 'con del los las por para',
  italian: 'per della delle degli dal dei',
  dutch: 'het voor naar bij een aan',
  polish: 'dla na od za oraz',
  czech: 'za na pro od ze dle',
  swedish: 'och från till för',
  web: 'www http https com co uk eu org net',
} as const;

/** Names begin with these (`AB WASTE`, `SPA HOTEL`), but do not go on with them (`ACME AG`), and alone they name nobody. */
const ENDINGS = `ag kg ug ev eg gbr sl sa sau sci scop snc spa sas sapa nv cv ab hb kb as asa aps oy oyj sp vos cic cio
  corp corporation company gesellschaft at on by an et do ke de la le el di da en`;

/** Names begin with these (`BANK OF IRELAND`, `DAYS INN`) and go on with them, but alone they name nobody. */
const BEGINNINGS = 'bank day days ideal instant period pg bg ft quarter sat sun swift value';

/** Letters that lose more than a mark where a bank has no other letters. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', ß: 'ss' };
const GERMAN_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

const wordsIn = (text: string) => text.trim().split(/\s+/u);

/** A word as written, without marks, and with German umlauts as two letters: banks write all three. */
function spellingsOf(word: string): string[] {
  const plain = word.replace(/[łøæß]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter);
  // Marks of Japanese letters make other letters of them.
  const bare = isIdeographic(word) ? word : plain.normalize('NFD').replace(/\p{M}/gu, '');
  return [word, bare, word.replace(/[äöüß]/gu, (letter) => GERMAN_LETTERS[letter] ?? letter)];
}

function isIdeographic(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
}

const spelled = (kinds: readonly Readonly<Record<string, string>>[]): ReadonlySet<string> =>
  new Set(
    kinds
      .flatMap((kind) => Object.values(kind))
      .flatMap(wordsIn)
      .flatMap(spellingsOf),
  );

/** Words that begin no name, in the form in which descriptions are compared, each in the spellings of banks; see {@link isCommonWord}. */
export const COMMON_WORDS = spelled([PAYMENTS, TIMES, LEGAL_FORMS, CURRENCIES, JOINTS]);

const PAYMENT_WORDS = spelled([PAYMENTS, TIMES]);
const NAME_BEGINNINGS = new Set(wordsIn(BEGINNINGS));
const NAME_ENDINGS = new Set(wordsIn(ENDINGS));
/** `S.R.O.`, `Sp. z o.o.`: legal forms of single letters that are no words otherwise. */
const LETTER_FORMS = new Set(['ek', 'oo', 'ta', 'zoo']);

/** Whether a word (normalised) begins no name: one of {@link COMMON_WORDS}, or several of them without a gap. */
export function isCommonWord(word: string): boolean {
  return COMMON_WORDS.has(word) || (isIdeographic(word) && isJoined(word));
}

/** Whether a word (normalised) that may begin a name belongs to the payment here: `BANK TRANSFER ACME`. */
export function isPartOfPayment(word: string, next: string | undefined): boolean {
  return NAME_BEGINNINGS.has(word) && next !== undefined && PAYMENT_WORDS.has(next);
}

/** Whether a word (normalised) is only the beginning of a name: many others begin with it. */
export function isOnlyBeginning(word: string): boolean {
  return NAME_BEGINNINGS.has(word);
}

/** Whether a name does not go on with a word (normalised): `LTD`, `AG`, a single letter, which is part of `s.r.o.`. */
export function endsName(word: string): boolean {
  return isCommonWord(word) || NAME_ENDINGS.has(word) || LETTER.test(word);
}

/** The longest common word with ideographs. */
const LONGEST = Math.max(...[...COMMON_WORDS].filter(isIdeographic).map(({ length }) => length));
const DIGIT = /^\p{Nd}$/u;
/** A single letter; an ideograph is a word. */
const LETTER = /^\p{Script=Latin}$/u;
/** A single letter and the gap to the next one. */
const LETTER_BY_LETTER =
  /(?<![\p{L}\p{M}\p{Nd}])(\p{Script=Latin})[^\p{L}\p{M}\p{Nd}]+(?=\p{Script=Latin}(?![\p{L}\p{M}\p{Nd}]))/gu;
/** A day, a month or a year in figures. */
const DATE = /^\p{Nd}{1,4}$/u;

/**
 * Whether a keyword has only words that stand in lines of any kind: of payments, months, days, legal forms, currencies. Days
 * and years in figures say as little; a longer number may be somebody's, and single letters are initials unless they are
 * a legal form.
 *
 * @example
 * hasCommonWordsOnly('DIRECT DEBIT 12 MARCH'); // true
 * hasCommonWordsOnly('DIRECT DEBIT ACME'); // false
 */
export function hasCommonWordsOnly(keyword: string): boolean {
  const words = keyword
    .normalize('NFKC')
    .toLowerCase()
    .replace(LETTER_BY_LETTER, '$1')
    .match(/[\p{L}\p{M}\p{Nd}]+/gu);
  return words?.some(isCommon) === true && words.every((word) => isCommon(word) || DATE.test(word));
}

function isCommon(word: string): boolean {
  if (NAME_BEGINNINGS.has(word) || NAME_ENDINGS.has(word) || LETTER_FORMS.has(word)) return true;
  return isCommonWord(word);
}

/** Japanese puts such words together without a gap, the number of a month among them: `12月分振込`. */
function isJoined(word: string): boolean {
  const ends = new Set([0]);
  for (let at = 0; at < word.length; at++) {
    if (!ends.has(at)) continue;
    if (DIGIT.test(word.charAt(at))) ends.add(at + 1);
    for (let end = at + 1; end <= at + LONGEST; end++)
      if (COMMON_WORDS.has(word.slice(at, end))) ends.add(end);
  }
  return ends.has(word.length);
}
