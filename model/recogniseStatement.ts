import type { StatementFormat } from './fileReading.ts';

/** A format names itself within so many characters; its records may stand below lines of something else. */
const LOOKED_AT = 4096;
const RECORDS_LOOKED_AT = 1 << 16;

const STARTS: readonly (readonly [format: StatementFormat, start: RegExp])[] = [
  ['ofx', /^\s*OFXHEADER\s*:|^\s*<OFX>|^\s*<\?[\s\S]*?<OFX[\s>]|^\s*<\?OFX\b/i],
  ['camt.053', /^\s*<[\s\S]*?(\bcamt\.053\.001\.\d\d|<(\w+:)?BkToCstmrStmt\b)/],
  ['camt.052', /^\s*<[\s\S]*?(\bcamt\.052\.001\.\d\d|<(\w+:)?BkToCstmrAcctRpt\b)/],
  ['camt.054', /^\s*<[\s\S]*?(\bcamt\.054\.001\.\d\d|<(\w+:)?BkToCstmrDbtCdtNtfctn\b)/],
];
/** What stands at the start of a line, indented or not, in one format only; each pattern must match. */
const RECORDS: readonly (readonly [format: StatementFormat, ...records: readonly RegExp[]])[] = [
  [
    'ofx',
    /^[ \t]*(<(OFX|STMTTRN|STMTTRNRS|BANKTRANLIST|SIGNONMSGSRSV1|(BANK|CREDITCARD|INVSTMT)MSGSRSV1)>|OFXHEADER:|DATA:OFXSGML)/im,
  ],
  ['qif', /^[^\S\n]*!(Type\s*:|Account\s*$|Option\s*:|Clear\s*:)/im],
  ['qif', /^[^\S\n]*\^\s*$/m, /^[^\S\n]*D\s*\d{1,4}[-/.']/m, /^[^\S\n]*[TU]\s*[-+\d]/m],
  ['mt940', /^[^\S\n]*(\{\d:[^{}\n]*\})*\{4:\s*$/m],
  ['mt940', /^[^\S\n]*:61:\d{6}(\d{4})?\s*E?R?[CD]/m],
  ['mt940', /^[^\S\n]*:6[0-5][FM]?:[CD]\d{6}[A-Z]{3}/m],
];
/** A field of a SWIFT message: those without a letter are few, and `:10:30` is a time. */
const SWIFT_TAG = /^\s*(?:\{4:)?:(2[0158]|61|86|\d\d[A-Z]):/;
/** Records that no other text has anywhere in a line. */
const INSIDE: readonly (readonly [format: StatementFormat, record: RegExp])[] = [
  ['mt940', /[^\w:]:61:\d{6}(\d{4})?\s*(E?[CD]|R[CD])[A-Z]?\d[\d.]*,/],
  ['ofx', /<STMTTRN>/i],
];
/** What mails, editors and spreadsheets put before a line: marks of a quotation, a number, a bullet. */
const WRAPPING = /^[\s>|*•-]*(?:\d+\s*[.,;)|\t]\s*)?/;

/** The format of bank statements that a text is in, by its first characters; null for none. */
export function recogniseStatement(text: string): StatementFormat | null {
  const start = text.slice(0, LOOKED_AT);
  const found = STARTS.find(([, pattern]) => pattern.test(start))?.[0];
  if (found) return found;
  const more = text.slice(0, RECORDS_LOOKED_AT);
  const records = RECORDS.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(more)))?.[0];
  return records ?? (hasSwiftFields(more) ? 'mt940' : null);
}

/** Whether lines begin with different fields of a SWIFT message: a movement among them, or in half of the lines. */
function hasSwiftFields(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const tags = lines.flatMap((line) => SWIFT_TAG.exec(line)?.[1] ?? []);
  return new Set(tags).size > 1 && (tags.includes('61') || tags.length * 2 >= lines.length);
}

/** The format of a statement whose lines stand behind something else, as in a mail or in cells; null for none. */
export function recogniseWrapped(text: string): StatementFormat | null {
  const start = text.slice(0, RECORDS_LOOKED_AT);
  const inside = INSIDE.find(([, record]) => record.test(start))?.[0];
  return (
    inside ??
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
