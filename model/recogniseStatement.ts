import type { StatementFormat } from './fileReading.ts';

/** A format names itself within so many characters; its records may stand below lines of something else. */
const LOOKED_AT = 4096;
const RECORDS_LOOKED_AT = 1 << 16;

const OFX = /^\s*OFXHEADER\s*:|^\s*<OFX>|^\s*<\?[\s\S]*?<OFX[\s>]|^\s*<\?OFX\b/i;
/** What stands at the start of a line, indented or not, in one format only; each pattern must match. */
const RECORDS: readonly (readonly [format: StatementFormat, ...records: readonly RegExp[]])[] = [
  [
    'ofx',
    /^[ \t]*(<(OFX|STMTTRN|STMTTRNRS|BANKTRANLIST|SIGNONMSGSRSV1|(BANK|CREDITCARD|INVSTMT)MSGSRSV1)>|OFXHEADER:|DATA:OFXSGML)/im,
  ],
  [
    'qif',
    /^[^\S\n]*!(Type\s*:\s*(Bank|Cash|CCard|Invst|Oth ?[AL]|Cat|Class|Memorized|Security|Prices|Budget|Invitem|Template|Tag)|Account|(Option|Clear)\s*:\s*(AutoSwitch|AllXfr|MDY|DMY))\s*$/im,
  ],
  ['mt940', /^[^\S\n]*(\{\d:[^{}\n]*\})*\{4:\s*$/m],
  ['mt940', /^[^\S\n]*:61:\d{6}(\d{4})?\s*E?R?[CD]/m],
  ['mt940', /^[^\S\n]*:6[0-5][FM]?:[CD]\d{6}[A-Z]{3}/m],
];
/** A field of a SWIFT message: those without a letter are few, and `:10:30` is a time. */
const SWIFT_TAG = /^\s*(?:\{4:)?:(2[0158]|61|86|\d\d[A-Z]):/;
/** A date, an amount and the end of a record of QIF, and its other fields. */
const QIF_FIELDS = [
  /^D\s*(\d{1,4}[-/.'] ?\d{1,2}[-/.'] ?\d{1,4}|\d{8})$/,
  /^[TU]\s*[-+(]?\s*[$€£]?\s*-?\d[\d.,'\s]*[-)]?$/,
  /^\^$/,
];
const QIF_TEXT = /^[PMLNCASE$%]./;
const CAMT: typeof RECORDS = [
  ['camt.053', /=\s*["'][\w:.]*\bcamt\.053\.|<(\w+:)?BkToCstmrStmt\b/],
  ['camt.052', /=\s*["'][\w:.]*\bcamt\.052\.|<(\w+:)?BkToCstmrAcctRpt\b/],
  ['camt.054', /=\s*["'][\w:.]*\bcamt\.054\.|<(\w+:)?BkToCstmrDbtCdtNtfctn\b/],
];
/** Records that no other text has anywhere in a line; each pattern must match. */
const INSIDE: typeof RECORDS = [['ofx', /<STMTTRN>|<BANKTRANLIST>|<OFX>\s*<|<TRNAMT>\s*[-+.\d]/i], ...CAMT];
/** What a purpose may name as well: a movement of MT940, and the other fields around it. */
const MOVEMENT = /(?<![\w:]):61:\d{6}(\d{4})?\s*(E?[CD]|R[CD])[A-Z]?\d[\d.]*,/;
const OTHER_FIELD = /(?<![\w:]):(20|25|28C?|6[0245][FM]?|86):/;
/** What mails, editors and spreadsheets put before a line: marks of a quotation, a number, a bullet. */
const WRAPPING = /^[\s>|*•-]*(?:\d+\s*[.,;)|\t]\s*)?/;

/** The format of bank statements that a text is in, by its first characters; null for none. */
export function recogniseStatement(text: string): StatementFormat | null {
  const start = text.slice(0, LOOKED_AT);
  const found = OFX.test(start) ? 'ofx' : /^\s*</.test(start) ? formatOf(CAMT, start) : null;
  if (found) return found;
  const more = text.slice(0, RECORDS_LOOKED_AT);
  return formatOf(RECORDS, more) ?? (hasSwiftFields(more) ? 'mt940' : hasQifFields(more) ? 'qif' : null);
}

function formatOf(records: typeof RECORDS, text: string): StatementFormat | null {
  return records.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(text)))?.[0] ?? null;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}

/** Whether lines begin with different fields of a SWIFT message: a movement among them, or in half of the lines. */
function hasSwiftFields(text: string): boolean {
  const lines = linesOf(text);
  const tags = lines.flatMap((line) => SWIFT_TAG.exec(line)?.[1] ?? []);
  return new Set(tags).size > 1 && (tags.includes('61') || tags.length * 2 >= lines.length);
}

/** Whether lines are fields of QIF: all three that no text is, or two, the other one being cut off, and most lines some. */
function hasQifFields(text: string): boolean {
  const lines = linesOf(text);
  const kinds = QIF_FIELDS.map((field) => lines.filter((line) => field.test(line)).length);
  const found = kinds.filter((count) => count > 0).length;
  if (found !== 2) return found === 3;
  const texts = lines.filter((line) => QIF_TEXT.test(line)).length;
  return kinds.reduce((sum, count) => sum + count, texts) * 2 > lines.length;
}

/** Whether movements stand within lines: with another field of their statement, or in most lines. */
function hasMovements(text: string): boolean {
  const lines = linesOf(text);
  const movements = lines.filter((line) => MOVEMENT.test(line)).length;
  return movements > 0 && (OTHER_FIELD.test(text) || (movements > 1 && movements * 2 > lines.length));
}

/** The format of a statement whose lines stand behind something else, as in a mail or in cells; null for none. */
export function recogniseWrapped(text: string): StatementFormat | null {
  const start = text.slice(0, RECORDS_LOOKED_AT);
  return (
    formatOf(INSIDE, start) ??
    (hasMovements(start) ? 'mt940' : null) ??
    unwrappedForms(start)
      .map(recogniseStatement)
      .find((format) => format !== null) ??
    null
  );
}

/** A text without what stands before its lines, and without the quotation marks around their first cells as well. */
export function unwrappedForms(text: string): readonly [lines: string, cells: string] {
  const lines = text.split('\n').map((line) => line.replace(WRAPPING, ''));
  const cells = lines.map((line) => /^"((?:[^"]|"")*)/.exec(line)?.[1]?.replaceAll('""', '"') ?? line);
  return [lines.join('\n'), cells.join('\n')];
}
