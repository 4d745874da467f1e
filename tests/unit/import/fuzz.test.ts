import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { decode } from '#engine/read/encoding.ts';
import { type PairFileResult, parsePairFile } from '#engine/read/files.ts';
import type { EncodingName } from '#model/fileReading.ts';
import { mutateBytes } from '../../fuzz/mutate.ts';
import { byStage } from '../../support/fullRun.ts';
import { IMPORT_CASES, IMPORT_FOLDER } from '../../support/importCases.ts';
import { below, pick, type Random, seededRandom } from '../../support/random.ts';

/** So many damaged files; `IMPORT_FUZZ_FILES=100000` for more. */
const FILES = Number(process.env['IMPORT_FUZZ_FILES'] ?? byStage({ usual: 300, full: 600 }));
const isStatement = (file: string) => file.startsWith('statement-');
const files = IMPORT_CASES.map(({ file }) => file).filter((file) => !isStatement(file));
const originals = files.map((file) => readFileSync(IMPORT_FOLDER + file));

it('a damaged file is read or refused, and loses no line without saying so', async () => {
  for (let seed = 1; seed <= FILES; seed++) {
    const bytes = damaged(seededRandom(seed));
    const result = await parsePairFile(sourceOfBytes(bytes));
    if (result.kind === 'pairs') expect(await lostLines(bytes, result), `seed ${seed}`).toEqual([]);
  }
});

function damaged(random: Random): Uint8Array {
  const original = originals[below(random, originals.length)] ?? Buffer.alloc(0);
  return random() < 0.3 ? mutateBytes(original, random) : mutateText(original, random);
}

/** Puts what CSV and its readers stumble over into a text. */
function mutateText(original: Buffer, random: Random): Uint8Array {
  const pieces = [...'",;\t\n\r |\0é\x1a', '""', '\r\n', 'sep=;\n', 'Total'];
  let text = original.toString('latin1');
  for (let i = below(random, 6); i >= 0; i--) {
    const at = below(random, text.length + 1);
    text = text.slice(0, at) + pick(random, pieces) + text.slice(at + below(random, 3));
  }
  return Buffer.from(text, 'latin1');
}

type Pairs = Extract<PairFileResult, { kind: 'pairs' }>;

/** Lines of a text that are neither in a list of the result nor inside a record that is. */
async function lostLines(bytes: Uint8Array, { parsed, reading }: Pairs): Promise<number[]> {
  if (reading.encoding === null) return [];
  const text = await textOf(bytes, reading.encoding.name);
  const all = [
    ...parsed.pairs,
    ...parsed.rejected,
    ...parsed.repeatedLines,
    ...parsed.contradictions.map(({ pair }) => pair),
    ...reading.skipped,
    ...(reading.header ? [reading.header] : []),
  ];
  const starts = new Set(all.map(({ line }) => line));
  let isInQuotes = false;
  return text.split('\n').flatMap((line, i) => {
    const isLost = !isInQuotes && !starts.has(i + 1) && !isBlank(line);
    // Only lines behind a quotation mark may belong to the record above.
    if (starts.has(i + 1)) isInQuotes = line.includes('"');
    return isLost ? [i + 1] : [];
  });
}

function isBlank(line: string): boolean {
  return line.replace(/[,;\t|\s"]/g, '') === '';
}

async function textOf(bytes: Uint8Array, encoding: EncodingName): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of decode(sourceOfBytes(bytes), encoding, { isStrict: false })) pieces.push(piece);
  return pieces.join('');
}
