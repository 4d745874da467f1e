import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { guessColumn, sample } from '#engine/read/columns.ts';
import { type ColumnRow, readColumns } from '#engine/read/readColumns.ts';
import { splitRows } from '#engine/rows.ts';
import { BANK_PATTERNS, bankFile } from '../../support/bankPatterns.ts';
import { seededRandom } from '../../support/random.ts';

const LENGTHS = [5, 40, 300];

describe('the column with the descriptions is found in the exports of banks', () => {
  it.each(BANK_PATTERNS.filter(({ header }) => header !== null))('$bank, by the names', async (bank) => {
    for (const lines of LENGTHS) {
      const { text, right } = bankFile(bank, seededRandom(lines), lines, true);
      const { column, header } = await read(text);
      expect(right, `${lines} lines`).toContain(column);
      expect(header, `${lines} lines`).toBe(1);
    }
  });

  it.each(BANK_PATTERNS)('$bank, without names', async (bank) => {
    for (const lines of [40, 300]) {
      const { text, right } = bankFile(bank, seededRandom(lines), lines, false);
      expect(right, `${lines} lines`).toContain((await read(text)).column);
    }
  });

  it.each(BANK_PATTERNS)('$bank, as text that is pasted', async (bank) => {
    for (const lines of [40, 300]) {
      const { text, right } = bankFile(bank, seededRandom(lines), lines, false);
      const pasted = splitRows((await read(text)).rows.join('\n'));
      expect(right, `${lines} lines`).toContain(guessColumn(sample(pasted)));
    }
  });

  it('nearly always in five lines without names', async () => {
    let found = 0;
    for (const bank of BANK_PATTERNS) {
      const { text, right } = bankFile(bank, seededRandom(5), 5, false);
      if (right.includes((await read(text)).column ?? -1)) found++;
    }
    expect(found / BANK_PATTERNS.length).toBeGreaterThan(0.95);
  });
});

async function read(text: string) {
  const source = sourceOfBytes(new TextEncoder().encode(text));
  const rows: string[] = [];
  const take = ({ cells }: ColumnRow) => {
    rows.push(cells.join('\t'));
    return 'taken' as const;
  };
  const result = await readColumns(source, ['description'], {}, take);
  if (result.kind !== 'read') throw new Error(result.kind);
  return { column: result.reading.columns?.[0], header: result.reading.header?.line ?? null, rows };
}
