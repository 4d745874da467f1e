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
/** What stands at the start of a line in one format only; each pattern must match. */
const RECORDS: readonly (readonly [format: StatementFormat, ...records: readonly RegExp[]])[] = [
  [
    'ofx',
    /^[ \t]*(<(OFX|STMTTRN|STMTTRNRS|BANKTRANLIST|SIGNONMSGSRSV1|(BANK|CREDITCARD|INVSTMT)MSGSRSV1)>|OFXHEADER:|DATA:OFXSGML)/im,
  ],
  ['qif', /^!(Type\s*:|Account\s*$|Option\s*:|Clear\s*:)/im],
  ['qif', /^\^\s*$/m, /^D\s*\d{1,4}[-/.']/m, /^[TU]\s*[-+\d]/m],
  ['mt940', /^(\{\d:[^{}\n]*\})*\{4:\s*$/m],
  ['mt940', /^:61:\d{6}(\d{4})?\s*E?R?[CD]/m],
];
/** A field of a SWIFT message. */
const SWIFT_TAG = /^(?:\{4:)?:(\d\d[A-Z]?):/gm;

/** The format of bank statements that a text is in, by its first characters; null for none. */
export function recogniseStatement(text: string): StatementFormat | null {
  const start = text.slice(0, LOOKED_AT);
  const found = STARTS.find(([, pattern]) => pattern.test(start))?.[0];
  if (found) return found;
  const more = text.slice(0, RECORDS_LOOKED_AT);
  const records = RECORDS.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(more)))?.[0];
  return records ?? (hasTwoTags(more) ? 'mt940' : null);
}

/** Whether lines begin with different fields of a SWIFT message, whichever of them are missing. */
function hasTwoTags(text: string): boolean {
  const tags = new Set<string>();
  for (const [, tag = ''] of text.matchAll(SWIFT_TAG)) if (tags.add(tag).size > 1) return true;
  return false;
}
