import { describe, expect, it } from 'vitest';
import type { SheetTable, SpreadsheetFormat } from '#contract/spreadsheet.ts';
import { AS_FOUND } from '#contract/summary.ts';
import { parsePairFile } from '#engine/read/files.ts';
import { parsePastedPairs } from '#engine/read/pairs.ts';
import { readAccounts } from '#engine/read/readAccounts.ts';
import { readColumns } from '#engine/read/readColumns.ts';
import type { HistoryEntry } from '#model/history.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { isNoMatch, type Mapping, mappingKey, nonSpaceLength } from '#model/mapping.ts';
import { boxCell } from '#model/spreadsheetCell.ts';
import { exportLines } from '#workers/ledger/history/exportLines.ts';
import { LISTED_LIST } from '#workers/ledger/history/listedLogs.ts';
import { linesOf } from '#workers/ledger/table/tableLines.ts';
import { writeSpreadsheet } from '#workers/spreadsheet/writeSpreadsheet.ts';
import { byStage } from '../support/fullRun.ts';
import { setupPasted } from '../support/ledgerSetup.ts';
import { leavesOf, mapping } from '../support/mapping.ts';
import { below, pick, type Random, seededRandom } from '../support/random.ts';
import { decideAtOnce } from '../support/uploadDecisions.ts';
import { sourceOf } from '../unit/pairs/byteSource.ts';

/** From one character to the next; a prime, so that every block has some. */
const UNIT_STEP = byStage({ usual: 13, full: 1 });
const HEADER = ['Keyword / Description', 'GL Account'];
const CLASSIFIED = ['Description', 'GL Account'];

/** What the import of an exported list would do, by kind of decision; lines that are no pairs count as `rejected`. */
async function importExport(
  format: SpreadsheetFormat,
  list: readonly Mapping[],
  byCode?: ReadonlyMap<string, string>,
) {
  const names = byCode && { byCode, columns: [{ title: 'Account name', of: -1 }] };
  const file = await fileOf(format, { header: HEADER, lines: linesOf(list, 'file').lines, names });
  const read = await parsePairFile(sourceOf(new Uint8Array(await file.arrayBuffer())));
  if (read.kind !== 'pairs') throw new Error(read.kind);
  const pairs = read.parsed.pairs.map(({ description, glAccount }) => mapping(description, glAccount));
  return { decisions: decideAtOnce(pairs, list), parsed: read.parsed };
}

/** Expects that the import would change nothing, and that each mapping is there; returns how many are pairs of their own. */
async function expectUnchanged(...exported: Parameters<typeof importExport>): Promise<number> {
  const { decisions, parsed } = await importExport(...exported);
  expect(decisions.filter(({ kind }) => kind !== 'present')).toEqual([]);
  expect(parsed.rejected).toEqual([]);
  const [, list] = exported;
  expect(decisions.length + parsed.repeated + parsed.contradictions.length).toBe(list.length);
  return decisions.length;
}

/** What spreadsheets, CSV and XLSX files treat in a way of their own. */
const PIECES = [
  ...['=', '+', '-', '@', "'", "''", '"', '""', '","', ',', ';'],
  ...['\u00a0', '\u3000', '\u2028', '\u0085', '\ufeff', '\u202e', '\u200d', '\ufffe', '\uffff', ' '],
  ...['_x0041_', '_x005F_', '_x', '&amp;', '<', '>', ']]>', 'sep=,', '#', '.', '[', '\\'],
  ...['\ud83e\uddfe', '\u{10ffff}', 'e\u0301', 'İ', 'ß', '東京', '00450', '1e5', '-25.00'],
];

function randomText(random: Random): string {
  const parts = Array.from({ length: 1 + below(random, 5) }, () =>
    random() < 0.6 ? pick(random, PIECES) : String.fromCodePoint(below(random, 0x110000)),
  );
  return parts.join(random() < 0.5 ? '' : ' ').trim();
}

/** A list that can be stored today: each keyword once, keywords and accounts trimmed. */
function randomList(random: Random, count: number): readonly Mapping[] {
  const list = new Map<string, Mapping>();
  while (list.size < count) {
    const text =
      `${randomText(random)}${random() < 0.5 ? ' ACME' : 'acme'} ${list.size}${randomText(random)}`.trim();
    const made = mapping(
      random() < 0.3 ? `${list.size} acme ${randomText(random)}`.trim() : text,
      randomText(random),
    );
    const { description, glAccount, key } = made;
    const isStorable = keyProblem(key) === null && nonSpaceLength(description) >= 5;
    const isSeen = nonSpaceLength(glAccount) > 0;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that a line or a cell ends with are told apart below
    const isAccount = isSeen && !isNoMatch(glAccount) && !/[\0-\x1f]|\p{Cs}/u.test(glAccount);
    if (isStorable && isAccount) list.set(key, made);
  }
  return [...list.values()];
}

describe.each(['csv', 'csv-semicolons', 'xlsx'] as const)('an exported list (%s)', (format) => {
  it.each([1, 2, 3, 4])('changes nothing when it is imported, whatever is in it (seed %i)', async (seed) => {
    const list = randomList(seededRandom(seed), 1_000);
    await expectUnchanged(format, list);
  });

  it.each([5, 6])('changes nothing with the names of accounts beside them (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const list = randomList(random, 1_000);
    const named = list.filter(() => random() < 0.7);
    const names = new Map(named.map(({ glAccount }) => [glAccount, randomText(random)]));
    await expectUnchanged(format, list, names);
  });

  it('changes nothing with words that every object of the language has', async () => {
    const words = Object.getOwnPropertyNames(Object.prototype);
    const list = words.map((word) => mapping(`${word} `.repeat(2).trim(), word));
    const { decisions } = await importExport(format, list, new Map(words.map((word) => [word, word])));
    expect(decisions.map(({ kind }) => kind)).toEqual(words.map(() => 'present'));
  });

  it('changes nothing with characters of the basic plane at the start, within and at the end', async () => {
    const list: Mapping[] = [];
    for (let unit = 0x20; unit < 0x10000; unit += UNIT_STEP) {
      const character = String.fromCharCode(unit);
      const made = mapping(`${character}ACME${character}${unit}${character}`.trim(), `${character}1`.trim());
      if (keyProblem(made.key) === null) list.push(made);
    }
    expect(await expectUnchanged(format, list)).toBe(list.length);
  });

  it('changes nothing with a character of each other plane, and the non-characters at its end', async () => {
    const list: Mapping[] = [];
    for (let plane = 1; plane <= 0x10; plane++) {
      for (const at of [0, 0x5678, 0xfffd, 0xfffe, 0xffff]) {
        const character = String.fromCodePoint(plane * 0x10000 + at);
        list.push(
          mapping(`${character}ACME${character}Z${list.length}${character}`, `${character}1${character}`),
        );
      }
    }
    expect(await expectUnchanged(format, list)).toBe(list.length);
  });

  it('changes nothing where former versions have stored what is refused today', async () => {
    const list = [
      mapping('ACME', '6100'),
      { ...mapping('Blanks around', ' 6100 '), description: ' Blanks around ' },
      mapping('No usable account', 'Unknown'),
      mapping('Line break in account', '61\n00'),
      { ...mapping('Another key', '6100'), key: mappingKey('odd key') },
      mapping('constructor', '6100'),
      mapping('Not an account', 'no match'),
    ];
    const { decisions } = await importExport(format, list);
    expect(decisions.filter(({ kind }) => kind === 'new')).toEqual([]);
  });

  it('has a first line that names the columns, also above mappings that look like names', async () => {
    const list = [mapping('Description', 'Account'), mapping('Keyword', 'Konto')];
    const { decisions, parsed } = await importExport(format, list);
    expect(parsed.header).not.toBeNull();
    expect(decisions.map(({ kind }) => kind)).toEqual(['present', 'present']);
  });
});

/** Texts that begin with what a spreadsheet runs, with apostrophes before it, and with quotation marks. */
const RISKY: readonly string[] = [
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '"', "'"].flatMap((start) =>
    ['', "'", "''"].map((before) => `${before}${start}PEACHES CREAM`),
  ),
  ...['=SUM(A1)', "'=SUM(A1)", '-25.00 CR', '"ACME" LTD', '\'"ACME', "'TIS THE SEASON", '- 5 ITEMS'],
];

/** The cells of a file as the import reads them. */
async function cellsOf(file: Blob): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  const source = sourceOf(new Uint8Array(await file.arrayBuffer()));
  const choices = { header: null, columns: [0] };
  const read = await readColumns(source, ['description'], choices, ({ cells }) => {
    rows.push(cells);
    return 'taken';
  });
  expect(read.kind).toBe('read');
  return rows;
}

/** Lines as the pages make a file of them. */
async function fileOf(format: SpreadsheetFormat, table: SheetTable): Promise<Blob> {
  const result = await writeSpreadsheet(format, [table]);
  if (result.kind !== 'files') throw new Error(result.kind);
  return new Blob([...result.files]);
}

const classified = (texts: readonly string[]) => setupPasted(texts.map(boxCell), {});

describe('the result of a classification', () => {
  it.each(['csv', 'csv-semicolons', 'xlsx'] as const)(
    'has its descriptions in a file (%s)',
    async (format) => {
      const setup = await classified(RISKY);
      const lines = new Blob([await setup.copied('description-and-account', 'file')]);
      const [, ...rows] = await cellsOf(await fileOf(format, { header: CLASSIFIED, lines }));
      expect(rows).toEqual(RISKY.map((text) => [text, 'No Match']));
    },
  );

  it('is the same where it is copied and pasted again', async () => {
    const setup = await classified(RISKY);
    const copied = await setup.copied('description-and-account');
    setup.paste(copied);
    await setup.finish();
    const again = await setup.copied('description-and-account', 'file');
    expect(again.split('\n').map((line) => line.split('\t')[0])).toEqual(RISKY);
    const uploaded = parsePastedPairs(copied.replaceAll('No Match', '6100'));
    expect(uploaded.pairs.map(({ description }) => description)).toEqual(RISKY);
  });

  it('has its accounts in the summary by account', async () => {
    const accounts = Object.fromEntries(RISKY.map((glAccount, i) => [`ACME ${i}Z`, glAccount]));
    const setup = await setupPasted(Object.keys(accounts), leavesOf(accounts));
    const texts = (await setup.ledger.rows.summarise(setup.run(), AS_FOUND))?.texts;
    const lines = texts?.file ?? new Blob();
    const read = await cellsOf(await fileOf('csv', { header: CLASSIFIED, lines }));
    expect(new Set(read.map(([account]) => account))).toEqual(new Set(['Description', ...RISKY, 'Total']));
  });
});

it('an exported history has its texts', async () => {
  const by = { uid: 'a', email: 'a@example.com' };
  const entry = { id: 'a', at: 0, by, kind: 'edit', seq: 1, note: '=1+1' } as unknown as HistoryEntry;
  const changes = RISKY.map((text) => {
    const key = mappingKey(text);
    return { key, before: null, after: { key, description: text, glAccount: text } };
  });
  const parts = [new Map([[entry.id, changes]])];
  const found = await exportLines([entry], parts, LISTED_LIST.cellsOf, () => true, false);
  if (found.kind !== 'lines') throw new Error(found.kind);
  const [, ...rows] = await cellsOf(await fileOf('csv', { header: CLASSIFIED, lines: found.lines }));
  const read = rows.map((cells) => [cells[5], cells[6], cells[8]]);
  expect(read).toEqual(RISKY.map((text) => [text, text, '=1+1']));
});

it.each(['csv', 'xlsx'] as const)('an exported chart has its names (%s)', async (format) => {
  const lines = new Blob([RISKY.map((name, i) => `${6100 + i}\t${name}`).join('\n')]);
  const file = await fileOf(format, { header: ['Code', 'Name'], lines });
  const read = await readAccounts(sourceOf(new Uint8Array(await file.arrayBuffer())));
  const rows = read.kind === 'accounts' ? read.rows : [];
  expect(rows.map(({ cells }) => cells[1])).toEqual(RISKY);
});
