import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Statement, StatementOutcome } from '#contract/statement.ts';
import { AS_FOUND } from '#contract/summary.ts';
import { createClassifier } from '#engine/classifier.ts';
import { rowText } from '#engine/rows.ts';
import { statementMessages } from '#model/text/statementMessages.ts';
import { summariseAccounts } from '#workers/ledger/rows/accountSummary.ts';
import { copiedCells, readPasted } from '#workers/ledger/rows/pastedText.ts';
import { NO_NOTES, ResultTable } from '#workers/ledger/rows/ResultTable.ts';
import { readStatement } from '#workers/statement/readStatement.ts';
import { IMPORT_CASES, IMPORT_FOLDER } from '../support/importCases.ts';

const read = (content: BlobPart): Promise<StatementOutcome> =>
  readStatement(new Blob([content]), {}, () => {});

async function statement(content: BlobPart): Promise<Statement> {
  const outcome = await read(content);
  if (outcome.kind !== 'statement') throw new Error(outcome.kind);
  return outcome;
}

describe('a file with descriptions becomes lines with tabs', () => {
  it('a bank statement: no preamble, no column names, every row, and the column of the descriptions', async () => {
    const found = await statement(
      'Konto: 12 345 678\nZeitraum: März\n\nBuchungstag;Buchungstext;Betrag\n' +
        '01.03.2026;"Miete\nMärz";-950,00\n02.03.2026;TOTAL WINE;-12,50\nEndsaldo EUR;;100,00\n',
    );
    expect(found.text).toBe(
      '01.03.2026\tMiete März\t-950,00\n02.03.2026\tTOTAL WINE\t-12,50\nEndsaldo EUR\t\t100,00',
    );
    expect(found).toMatchObject({ lines: 3, columns: [1] });
    expect(found.reading.skipped.map(({ reason }) => reason)).toEqual(['preamble', 'preamble']);
  });

  it('a list of shops, one of which is called Total, with commas in their names', async () => {
    const text = 'Total Energies, Paris\nBalance Bikes, Berlin\nTesco Stores, London\nPremier Inn';
    expect(await statement(text)).toMatchObject({ text, lines: 4, columns: [0] });
  });

  it('plain lines in which semicolons stand', async () => {
    const text = 'VISA 1234; SHOP ONE BERLIN\nVISA 77; HOTEL\nSALARY MARCH\nRENT;';
    const found = await statement(text);
    expect(found).toMatchObject({ text, lines: 4, columns: [0] });
    expect(found.reading.format).toBe('text');
  });

  it('a workbook', async () => {
    const found = await statement(readFileSync('tests/fixtures/import/workbook-preamble-totals.xlsx'));
    expect(found.reading.format).toBe('xlsx');
    expect(found.reading.leftOut).toEqual(['2 lines were left out: above the columns (lines 1, 2).']);
    expect(found.text.split('\n')).toHaveLength(found.lines);
  });

  it('a quotation mark that is not closed swallows no lines when the text is taken as pasted', async () => {
    const { text, columns: column } = await statement(
      'Date;Text;Amount\n1/1;"""Half a quote";5\n2/1;Tesco "Extra";6\n3/1;"end""";7',
    );
    const { rows, columns } = readPasted(text, { column });
    expect([rows.count, columns?.chosen]).toEqual([3, [1]]);
  });

  it('what is no table is refused', async () => {
    expect(await read('%PDF-1.7 \n')).toEqual({ kind: 'not-text', looksLike: 'pdf' });
    expect(await read('')).toEqual({ kind: 'empty' });
  });
});

describe('a bank statement in its own format', () => {
  const cases = IMPORT_CASES.filter(({ file, error }) => file.startsWith('statement-') && !error);

  it.each(cases)(
    '$file: its descriptions are classified, all cells come along',
    async ({ file, rows = [] }) => {
      const found = await statement(readFileSync(IMPORT_FOLDER + file));
      const pasted = readPasted(found.text, { column: found.columns });
      const read = Array.from({ length: pasted.rows.count }, (_, row) => rowText(pasted.rows, row));
      expect(read).toEqual(rows.map(([, description]) => description));
      const copied = read.map((text, row) => copiedCells(pasted, row, text).join('\t').trimEnd());
      expect(copied).toEqual(rows.map((cells) => cells.join('\t').trimEnd()));
    },
  );

  it('its amounts are those of the summary by account', async () => {
    const { text, columns: column } = await statement(
      readFileSync(`${IMPORT_FOLDER}statement-mt940-german.sta`),
    );
    const classifier = createClassifier([]);
    const table = new ResultTable(readPasted(text, { column }), NO_NOTES, {
      classifierNow: () => classifier,
      isAnswering: () => true,
    });
    table.classifyBatch({ from: 0, to: 3 });
    const { columns, totals } = summariseAccounts(table, AS_FOUND);
    const expected = { columns: [2], net: '277.06', currency: 'EUR' };
    expect({ columns, net: totals[0]?.sums?.net, currency: totals[0]?.currency }).toEqual(expected);
  });

  it('one that is damaged is refused with its line', async () => {
    const outcome = await read(readFileSync(`${IMPORT_FOLDER}statement-mt940-bad-movement.sta`));
    expect(outcome).toMatchObject({ kind: 'damaged-statement', format: 'mt940', line: 5 });
  });
});

it('the message tells encoding, sheet and what was left out', async () => {
  const bytes = Buffer.from(
    'Datum;Buchungstext;Betrag\n1.3.;Fl\u00fcge M\u00fcnchen;5\n2.3.;Geb\u00fchr M\u00e4rz f\u00fcr B\u00fcro;6\nSaldo;;7\n',
    'latin1',
  );
  const { lines, reading } = await statement(bytes);
  expect(statementMessages.read('umsatz.csv', lines, reading, 0)).toMatch(
    /^Read umsatz\.csv\. 3 lines; CSV, Western European \(Windows-1252\)\./,
  );
});
