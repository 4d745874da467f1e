import { readFileSync } from 'node:fs';
import { strToU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { type Allocation, ReadBudget } from '#engine/read/ReadBudget.ts';
import { readColumns } from '#engine/read/readColumns.ts';
import { mutateBytes } from '../../fuzz/mutate.ts';
import { byStage } from '../../support/fullRun.ts';
import { IMPORT_CASES, IMPORT_FOLDER } from '../../support/importCases.ts';
import { below, pick, type Random, seededRandom } from '../../support/random.ts';
import { sheetPart, stylesOf, textCell, workbookOf } from '../../support/workbook.ts';

/** So many files; `IMPORT_FUZZ_FILES=100000` for more. */
const FILES = Number(process.env['IMPORT_FUZZ_FILES'] ?? byStage({ usual: 40, full: 120 }));
const originals = IMPORT_CASES.map(({ file }) => readFileSync(IMPORT_FOLDER + file));

/** What reading took: everything that was counted, and how often the clock was looked at. */
async function costOf(bytes: Uint8Array) {
  let looks = 0;
  const budget = new ReadBudget(() => {
    looks++;
    return 0;
  });
  const options = { budget };
  const { kind } = await readColumns(sourceOfBytes(bytes), ['description'], {}, () => 'taken', options);
  return { kind, looks, of: (what: Allocation) => budget.taken(what) };
}

/** The most that each byte may cost: a cell in the last column, of 17 bytes or more, takes 16,384 places. */
const PER_BYTE: Readonly<Record<Allocation, number>> = {
  unpacked: 1,
  entries: 1,
  cells: 1,
  slots: 1_000,
  places: Number.POSITIVE_INFINITY,
  areas: 1,
  characters: 33_000,
  text: 3,
  fields: 2,
};

async function expectLinear(bytes: Uint8Array, unpacked: number, where: string): Promise<void> {
  const cost = await costOf(bytes);
  for (const [what, most] of Object.entries(PER_BYTE) as [Allocation, number][])
    expect(cost.of(what), `${where}: ${what}`).toBeLessThanOrEqual(most * (unpacked + 1_000));
}

describe('what reading a file allocates', () => {
  it('is at most a constant times its bytes, in every format, whole or damaged', async () => {
    for (let seed = 1; seed <= FILES; seed++) {
      const random = seededRandom(seed);
      const original = originals[below(random, originals.length)] ?? Buffer.alloc(0);
      const bytes = random() < 0.5 ? repeatedParts(original, random) : mutateBytes(original, random);
      await expectLinear(bytes, Math.max(bytes.length, unpackedSize(bytes)), `seed ${seed}`);
    }
  });

  it('is at most a constant times what a workbook unpacks to, whatever is repeated in it', async () => {
    for (let seed = 1; seed <= FILES / 4; seed++) {
      const { bytes, unpacked } = hostileWorkbook(seededRandom(seed));
      await expectLinear(bytes, unpacked, `seed ${seed}`);
    }
  });
});

/** Pieces of a text many times, as files that cost much have them. */
function repeatedParts(original: Buffer, random: Random): Buffer {
  const from = below(random, original.length + 1);
  const part = original.subarray(from, from + 1 + below(random, 60));
  const again = Buffer.concat(Array.from({ length: 1 + below(random, 3_000) }, () => part));
  return Buffer.concat([original.subarray(0, from), again, original.subarray(from)]);
}

function unpackedSize(bytes: Uint8Array): number {
  try {
    return Object.values(unzipSync(bytes)).reduce((sum, part) => sum + part.length, 0);
  } catch {
    return 0;
  }
}

function hostileWorkbook(random: Random): { bytes: Uint8Array; unpacked: number } {
  const place = () => `${pick(random, ['A', 'C', 'ZZ', 'XFD'])}${1 + below(random, 2_000)}`;
  const cell = () =>
    pick(random, [
      () => textCell(place(), 'x'.repeat(below(random, 50))),
      () => `<c r="${place()}" s="1"><v>${random() * 1e9}</v></c>`,
      () => '<c t="s"><v>0</v></c>',
      () => `<c r="${place()}"/>`,
    ])();
  const row = () => `<row>${Array.from({ length: below(random, 6) }, cell).join('')}</row>`;
  const rows = Array.from({ length: below(random, 40) }, row)
    .join('')
    .repeat(1 + below(random, 40));
  const areas = Array.from({ length: below(random, 40) }, () => `<mergeCell ref="${place()}:${place()}"/>`);
  const sheets = Array.from({ length: 1 + below(random, 3) }, (_, i) => ({
    ...sheetPart(rows, areas.join('')),
    target: `worksheets/sheet${i}.xml`,
    path: `xl/worksheets/sheet${i}.xml`,
  }));
  const bytes = workbookOf(sheets, {
    ...stylesOf(['0000000000.00" EUR"']),
    'xl/sharedStrings.xml': strToU8(`<sst><si><t>${'x'.repeat(below(random, 32_767))}</t></si></sst>`),
  });
  return { bytes, unpacked: unpackedSize(bytes) };
}

const MANY = 300_000;
const camtOf = (inner: string) =>
  `<Document xmlns="camt.053.001.02"><BkToCstmrStmt><Stmt>${inner}</Stmt></BkToCstmrStmt></Document>`;
const ENTRY = '<Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>';
const MT940 = ':20:A\n:25:B\n:60F:C260101EUR1,\n:61:260102D1,NTRFX\n';
const ofxOf = (inner: string) => `<OFX><STMTTRN><DTPOSTED>20260102<TRNAMT>-1.00${inner}</STMTTRN></OFX>`;

/** With the square of its length, each of these would take many minutes. */
const LONG: readonly (readonly [name: string, text: string])[] = [
  ['digits with a letter behind', `A,B,C\n${'1'.repeat(MANY)}x,${'2'.repeat(MANY)}y,z\n`],
  ['opening brackets', `${'('.repeat(MANY)},x\n${'('.repeat(MANY)},y\n`],
  ['a name with numbers at its end', `Text ${'1 '.repeat(MANY)}x,Amount\na,1\n`],
  ['end marks of DOS', `ACME\n${'\u001a'.repeat(40_000)}x${' ACME'.repeat(200_000)}`],
  ['blanks', `ACME${' '.repeat(MANY)}x\nACME${' '.repeat(MANY)}y\n`],
  ['letters with accents', `${'é'.repeat(MANY)}1\tx\n${'é'.repeat(MANY)}2\ty\n`],
  ['columns without end', `${'a,'.repeat(8_000)}\n`.repeat(byStage({ usual: 20, full: 60 }))],
  ['quotation marks', `"a""${'"b"'.repeat(MANY)}\n`],
  ['slashes in MT940', `${MT940}:86:/REMI/${'/'.repeat(MANY)}x\n:62F:C260102EUR0,\n-`],
  [
    'accounts of MT940',
    Array.from(
      { length: 20_000 },
      (_, i) => `:20:A\n:25:${i}\n:60F:C260101EUR1,\n:61:260102D1,NTRFX\n:62F:C260102EUR0,\n-\n`,
    ).join(''),
  ],
  ['alike texts in OFX', ofxOf(`<NAME>${'a'.repeat(100_000)}b<MEMO>${'a'.repeat(200_000)}c`)],
  ['pieces of text in OFX', ofxOf(`<MEMO>${'x<'.repeat(100_000)}`)],
  [
    'alike texts in CAMT',
    camtOf(
      `<Ntry>${ENTRY}<NtryDtls><TxDtls><RmtInf><Ustrd>${'a'.repeat(100_000)}b</Ustrd><Ustrd>${'a'.repeat(200_000)}c</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    ),
  ],
  [
    'many texts in CAMT',
    camtOf(
      `<Ntry>${ENTRY}<NtryDtls><TxDtls><RmtInf>${Array.from({ length: 50_000 }, (_, i) => `<Ustrd>${i}</Ustrd>`).join('')}</RmtInf></TxDtls></NtryDtls></Ntry>`,
    ),
  ],
  [
    'attributes in CAMT',
    camtOf(`<Ntry ${Array.from({ length: 20_000 }, (_, i) => `a${i}="x"`).join(' ')}>${ENTRY}</Ntry>`),
  ],
  ['one line of QIF', `!Type:Bank\nD2026-01-02\nT1.00\nP${'a'.repeat(MANY)}b\nM${'a'.repeat(MANY)}c\n^\n`],
];

it.each(LONG)(
  'a long text is read, or refused, in time that grows with its length: %s',
  async (_name, text) => {
    const before = performance.now();
    const { looks } = await costOf(new TextEncoder().encode(text));
    expect(looks).toBeGreaterThan(1);
    expect(performance.now() - before).toBeLessThan(60_000);
  },
);
