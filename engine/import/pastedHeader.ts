/** The most usual names only: the ledger worker has them from its start. columnNames.ts has those of files. */
const DESCRIPTION_NAMES =
  /^((keyword \/ |transaction )?description|keywords?|text|details?|narrative|merchant|supplier|vendor|payee|transaction|beschreibung|buchungstext|libellé|popis|摘要)$/iu;

/**
 * Whether the cells of a first line, without blanks around them, are names of columns: one is a usual name for
 * descriptions, and none has a digit.
 */
export function looksLikeColumnNames(cells: readonly string[]): boolean {
  return cells.some((cell) => DESCRIPTION_NAMES.test(cell)) && !cells.some((cell) => /\d/u.test(cell));
}
