import type { Pair } from '#model/pair.ts';

const DESCRIPTION_NAMES =
  /^(description|keyword|keywords|keyword \/ description|text|details?|narrative|merchant|supplier|vendor|payee|transaction( description)?|beschreibung|buchungstext|libellé|popis|摘要)$/iu;
const ACCOUNT_NAMES =
  /^((gl|g\/l|ledger|nominal)[ _-]?(account|acct|code)?|account|account (code|number|no\.?)|acct|code|glaccount|konto|compte|účet|科目|勘定科目)$/iu;

/** Whether a first line names the columns instead of being a mapping: both parts must be usual column names. */
export function looksLikeHeader({ description, glAccount }: Pair): boolean {
  return DESCRIPTION_NAMES.test(description) && ACCOUNT_NAMES.test(glAccount);
}
