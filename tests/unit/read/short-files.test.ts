import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { readColumns } from '#engine/read/readColumns.ts';

/** By what stands above the header, files with one payment; the number is the header's line. */
const FILES: readonly (readonly [string, string, number])[] = [
  ['labels with values', 'Owner;ACME\nPrinted;2026-02-01\nDay;Whom;Paid;Left\n2026-01-05;SHOP ONE;-12;88', 3],
  [
    'lines as wide as it',
    'From;2026-01-01;To;2026-01-31\nStart;100;End;88\nDay;Whom;Paid;Left\n2026-01-05;SHOP ONE;-12;88',
    3,
  ],
  [
    'other names of columns',
    'Account name;Account number;Currency;Owner\nMain;X1;HUF;ACME\n\nTag;Betrag;Partner;Stand\n05.01.2026;-12,00;SHOP ONE;88',
    4,
  ],
  ['labels with a colon', 'Owner: ACME\nPeriod: 2026-01\n\nDay;Whom;Paid\n05.01.2026;SHOP ONE;-12,00', 4],
  [
    'a title, in text with tabs',
    'Payments\n"Owner: ACME"\nWhen\tWhom\tHow much\n5 Jan 2026\tSHOP ONE\t-12.00 EUR',
    3,
  ],
  [
    'a sum of the account, as wide as a payment',
    'X1;05.01.2026;88,00 EUR\nDatum;Betrag;Text\n05.01.2026;-12,00;SHOP ONE',
    2,
  ],
  ['nothing', 'Tanggal,Keterangan,Jumlah\n05/01/2026,SHOP ONE,(12.00)', 1],
  ['nothing, and an opening balance below', 'Tag,Wer,Wieviel\n,Start,100.00\n05/01/2026,SHOP ONE,-12.00', 1],
];

describe('the header of a file with one payment', () => {
  it.each(FILES)('is found below %s', async (_above, text, line) => {
    const { header, lines } = await read(text);
    expect(header).toBe(line);
    expect(lines.at(-1)).toContain('SHOP ONE');
  });

  it('lines without date and amount are left out and named below the last payment, and are rows above it', async () => {
    const text = 'Date;Text;Paid\n05.01.2026;SHOP ONE;-12,00\n;see below;\n06.01.2026;SHOP TWO;-1,00';
    const { lines, skipped } = await read(`${text}\n\nAll figures without guarantee;;\nSigned: ____;;`);
    expect(lines).toHaveLength(3);
    expect(skipped).toMatchObject([
      { line: 6, reason: 'outside' },
      { line: 7, reason: 'outside' },
    ]);
  });

  it('is none where payments stand in the first line', async () => {
    const text = '2026-01-05,SHOP ONE,-12.00\n,pending,\n2026-01-06,SHOP TWO,-13.00';
    expect(await read(text)).toMatchObject({ header: null, lines: { length: 3 } });
  });
});

async function read(text: string) {
  const source = sourceOfBytes(new TextEncoder().encode(text));
  const lines: string[] = [];
  const result = await readColumns(source, ['description'], {}, ({ cells }) => {
    lines.push(cells.join('\t'));
    return 'taken';
  });
  if (result.kind !== 'read') throw new Error(result.kind);
  const { header, skipped } = result.reading;
  return { header: header?.line ?? null, lines, skipped };
}
