/** The longest text that a spreadsheet cell holds: a quote that is not closed by then was none. */
const LONGEST_CELL = 32_767;
const NEEDS_QUOTES = /[\t\r\n]/;
const BREAKS = /[\t\r\n]+/g;

/**
 * Spreadsheets quote a copied cell that holds a line break or a tab, and double the quotes inside it. Such cells
 * are put on one line, each break a space; everything else is left exactly as it is, other quotes included.
 * Linear in the text for cells of bounded length.
 *
 * @example
 * joinQuotedCells('"Rent\nMay"\t500'); // 'Rent May\t500'
 */
export function joinQuotedCells(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', open)) {
    const close = beginsCell(text, open) ? closingQuote(text, open) : -1;
    const cell = close < 0 ? '' : text.slice(open + 1, close);
    if (!NEEDS_QUOTES.test(cell)) {
      open++;
      continue;
    }
    parts.push(text.slice(done, open), cell.replaceAll('""', '"').replace(BREAKS, ' '));
    done = close + 1;
    open = done;
  }
  return done === 0 ? text : parts.join('') + text.slice(done);
}

function beginsCell(text: string, at: number): boolean {
  return at === 0 || NEEDS_QUOTES.test(text.charAt(at - 1));
}

/** Offset of the quote that closes the cell opened at `open` and stands at the end of a cell; -1 for none. */
function closingQuote(text: string, open: number): number {
  const last = open + LONGEST_CELL;
  let at = text.indexOf('"', open + 1);
  while (at >= 0 && at <= last) {
    if (text.charAt(at + 1) !== '"') return isCellEnd(text, at + 1) ? at : -1;
    at = text.indexOf('"', at + 2);
  }
  return -1;
}

function isCellEnd(text: string, at: number): boolean {
  return at === text.length || NEEDS_QUOTES.test(text.charAt(at));
}
