import type { StatementFormat } from '#model/fileReading.ts';

/** A format names itself within so many characters. */
const LOOKED_AT = 4096;

const STARTS: readonly (readonly [format: StatementFormat, start: RegExp])[] = [
  ['ofx', /^\s*OFXHEADER\s*:|^\s*<OFX>|^\s*<\?[\s\S]*?<OFX[\s>]|^\s*<\?OFX\b/i],
  ['camt.053', /^\s*<[\s\S]*?(\bcamt\.053\.001\.\d\d|<(\w+:)?BkToCstmrStmt\b)/],
  ['camt.052', /^\s*<[\s\S]*?(\bcamt\.052\.001\.\d\d|<(\w+:)?BkToCstmrAcctRpt\b)/],
  ['camt.054', /^\s*<[\s\S]*?(\bcamt\.054\.001\.\d\d|<(\w+:)?BkToCstmrDbtCdtNtfctn\b)/],
  ['qif', /^\s*!(Type|Account|Option|Clear)\b/i],
];
const MT940_REFERENCE = /^(\{4:\s*)?:20:/m;
const MT940_ACCOUNT = /^:25P?:/m;
/** Movements alone, cut out of a statement. */
const MT940_MOVEMENTS = /^\s*:61:\d{6}/;

/** The format of bank statements that a text is in, by its first characters; null for none. */
export function recogniseStatement(text: string): StatementFormat | null {
  const start = text.slice(0, LOOKED_AT);
  const found = STARTS.find(([, pattern]) => pattern.test(start))?.[0];
  if (found) return found;
  const isWhole = MT940_REFERENCE.test(start) && MT940_ACCOUNT.test(start);
  return isWhole || MT940_MOVEMENTS.test(start) ? 'mt940' : null;
}
