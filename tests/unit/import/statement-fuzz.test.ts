import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAmount } from '#engine/amounts.ts';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { ReadBudget } from '#engine/read/ReadBudget.ts';
import { type ColumnRow, readColumns } from '#engine/read/readColumns.ts';
import { StatementFile } from '#engine/read/statement/StatementFile.ts';
import { isStatementFormat, type StatementFormat } from '#model/fileReading.ts';
import { recogniseStatement } from '#model/recogniseStatement.ts';
import { mutateBytes } from '../../fuzz/mutate.ts';
import { byStage } from '../../support/fullRun.ts';
import { IMPORT_CASES, IMPORT_FOLDER } from '../../support/importCases.ts';
import { below, pick, type Random, seededRandom } from '../../support/random.ts';

/** So many damaged files; `IMPORT_FUZZ_FILES=100000` for more. */
const FILES = Number(process.env['IMPORT_FUZZ_FILES'] ?? byStage({ usual: 500, full: 1_500 }));
const files = IMPORT_CASES.filter(({ file }) => file.startsWith('statement-')).map(({ file }) => file);
const originals = files.map((file) => readFileSync(IMPORT_FOLDER + file));

/** What the readers stumble over. */
const PIECES = [
  ...['<', '>', '</', '<?', '?>', '&', '<!--', '<![CDATA[', ']]>'],
  ...['<STMTTRN>', '</STMTTRN>', '<Ntry>', '</Ntry>'],
  ...['\n^\n', '\n:61:', '\n:86:', '\n:62F:', '\n-}\n', '{4:', '?20', '//', '\n!Type:Bank\n', '\nT'],
  ...['\0', '\r', 'é', ','],
];

it('a damaged bank statement is read or refused, and loses no payment without saying so', async () => {
  for (let seed = 1; seed <= FILES; seed++) {
    const bytes = damaged(seededRandom(seed));
    const rows: ColumnRow[] = [];
    const result = await readColumns(sourceOfBytes(bytes), ['description'], {}, (row) => {
      rows.push(row);
      return 'taken';
    });
    if (result.kind !== 'read' || !isStatementFormat(result.reading.format)) continue;
    const where = `seed ${seed}`;
    const withoutAmount = rows.filter(({ cells }) => !isAmount(cells[2] ?? ''));
    expect(withoutAmount, where).toEqual([]);
    const passedOver = result.reading.skipped.length;
    expect(rows.length + passedOver, where).toBeGreaterThanOrEqual(paymentsOf(bytes, result.reading.format));
  }
});

/** A cell of a QIF file without any decimal sign that decides stays as it is written; trades may have no amount. */
function isAmount(cell: string): boolean {
  return cell === '' || readAmount(cell, '.') !== null || readAmount(cell, ',') !== null;
}

/** The least number of payments: of marks that stand at the start of lines, or in no comment. */
function paymentsOf(bytes: Uint8Array, format: string): number {
  const text = Buffer.from(bytes).toString('latin1').replace(/\r\n?/g, '\n');
  if (format === 'mt940') return text.match(/^:61:/gm)?.length ?? 0;
  if (format === 'ofx')
    return (
      text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g, '').match(/<STMTTRN>/g)
        ?.length ?? 0
    );
  return 0;
}

function damaged(random: Random): Uint8Array {
  const original = originals[below(random, originals.length)] ?? Buffer.alloc(0);
  return random() < 0.3 ? mutateBytes(original, random) : mutateText(original, random);
}

function mutateText(original: Buffer, random: Random): Uint8Array {
  let text = original.toString('latin1');
  for (let i = below(random, 5); i >= 0; i--) {
    const at = below(random, text.length + 1);
    const cut = random() < 0.1 ? below(random, text.length) : below(random, 3);
    text = text.slice(0, at) + pick(random, PIECES) + text.slice(at + cut);
  }
  return Buffer.from(text, 'latin1');
}

it.each(files)('the pieces in which a text comes make no difference: %s', (file) => {
  const text = readFileSync(IMPORT_FOLDER + file, 'utf8').replace(/\r\n?/g, '\n');
  const format = recogniseStatement(text);
  if (format === null) throw new Error('It is not recognised.');
  const whole = readInPieces(format, text, text.length);
  for (const length of [1, 2, 7, 100]) expect(readInPieces(format, text, length)).toEqual(whole);
});

function readInPieces(format: StatementFormat, text: string, length: number) {
  const reader = new StatementFile(format, new ReadBudget());
  try {
    const rows = [];
    for (let at = 0; at < text.length; at += length) rows.push(...reader.read(text.slice(at, at + length)));
    return { rows: [...rows, ...reader.end()], skipped: reader.skipped };
  } catch (error) {
    return String(error);
  }
}

describe('the XML of a statement', () => {
  const camt = (text: string, before = '') =>
    `${before}<Document xmlns="camt.053.001.02"><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`;

  it('may have characters beyond the first plane written as numbers', () => {
    const outcome = readInPieces('camt.053', camt('&#x20BB7;野家 &#128077; &amp;lt;'), 1 << 20);
    expect(JSON.stringify(outcome)).toContain('"𠮷野家 👍 &lt;"');
  });

  it.each([
    ['a document type', camt('x', '<!DOCTYPE x [<!ENTITY a "b">]>'), 'it has a declaration such as DOCTYPE'],
    ['a number that is no character', camt('&#x110000;'), '&#x110000; is no character'],
  ])('with %s is refused', (_name, text, reason) => {
    expect(readInPieces('camt.053', text, 1 << 20)).toContain(`the XML is damaged (${reason})`);
  });
});

/** Of these, doubling the size may not make the reading four times as much work: the steps are counted in the text. */
it.each([
  ['tags that are never closed', `OFXHEADER:100\n<OFX>${'<a'.repeat(500_000)}`],
  ['comments that are never closed', `OFXHEADER:100\n<OFX>${'<!--'.repeat(300_000)}`],
  ['ampersands', `OFXHEADER:100\n<OFX><MEMO>${'&#'.repeat(120_000)}</OFX>`],
  ['nested elements', `<Document xmlns="camt.053.001.02">${'<a>'.repeat(300_000)}`],
  ['a text over many lines', `<Document xmlns="camt.053.001.02"><a>${'x\n'.repeat(600_000)}</a></Document>`],
  ['an attribute that is never closed', `<Document xmlns="camt.053.001.02"><a b="${'x\n'.repeat(600_000)}`],
  [
    'details of many lines',
    `:20:A\n:25:B\n:60F:C260101EUR1,\n:61:260102D1,NTRFX\n:86:${'?20x\n'.repeat(200_000)}:62F:C260101EUR0,\n-`,
  ],
  [
    'names between slashes',
    `:20:A\n:25:B\n:60F:C260101EUR1,\n:61:260102D1,NTRFX\n:86:${'/NAME/'.repeat(100_000)}\n:62F:C260101EUR0,\n-`,
  ],
  ['a record of many fields', `!Type:Bank\nD2026-01-02\nT1.00\n${'Mx\n'.repeat(300_000)}^\n`],
  ['digits', `!Type:Bank\nD2026-01-02\nT${'1,'.repeat(100_000)}\n^\n`],
])('long and hostile texts are read to the end, or refused: %s', (_name, text) => {
  const format = recogniseStatement(text);
  expect(format).not.toBeNull();
  if (format) readInPieces(format, text, 1 << 20);
});
