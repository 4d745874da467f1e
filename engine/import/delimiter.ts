export type Delimiter = ',' | ';' | '\t';

const SAMPLE_LINES = 50;

/**
 * What parts the fields of a CSV text: a tab where every line has one; a semicolon where every line has the same
 * number of them and that is not so for the comma; else the comma, as the specification has it.
 */
export function findDelimiter(text: string): Delimiter {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, '""')
    .split('\n', SAMPLE_LINES + 1)
    .slice(0, SAMPLE_LINES)
    .filter((line) => line.trim() !== '');
  const counts = (delimiter: Delimiter) => new Set(lines.map((line) => line.split(delimiter).length - 1));
  if (lines.length > 0 && !counts('\t').has(0)) return '\t';
  const semicolons = counts(';');
  const commas = counts(',');
  const isSemicolon = semicolons.size === 1 && !semicolons.has(0) && (commas.size > 1 || commas.has(0));
  return isSemicolon ? ';' : ',';
}
