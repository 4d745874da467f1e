import type { ByteSource } from '#engine/import/byteSource.ts';
import { certain, decode, recogniseEncoding } from '#engine/import/encoding.ts';
import { recogniseStatement } from '#engine/import/statement/recogniseStatement.ts';
import { failureOf } from '#engine/import/table.ts';
import type { EncodingName } from '#model/fileReading.ts';
import { encodingLabels } from '#model/text/readMessages.ts';
import { type Io, UsageError } from './program.ts';
import { encodingChoice, noteReading, openSource, usageErrorOf } from './readOptions.ts';
import { readStatementRows } from './statementRows.ts';

/** First bytes of files that are no text. */
const NO_TEXT: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];

/**
 * Descriptions, one per line, from a text file, a bank statement or standard input (`-`) in any encoding.
 * @throws UsageError for what is no text
 */
export async function readDescriptions(
  file: string,
  encodingLabel: string | undefined,
  io: Pick<Io, 'stdin' | 'stderr'>,
): Promise<string> {
  const name = file === '-' ? 'standard input' : file;
  const chosen = encodingChoice(encodingLabel);
  const { source, close } = await openSource(file, io);
  try {
    const head = await source.read(0, Math.min(source.size, 4));
    if (NO_TEXT.some((bytes) => bytes.every((byte, i) => head[i] === byte))) {
      throw new UsageError(`${name} is not a text file. Save its descriptions as text, one per line.`);
    }
    const encoding = chosen ? certain(chosen) : await recogniseEncoding(source);
    if (!encoding.isCertain) {
      io.stderr.write(
        `${name}: read as ${encodingLabels[encoding.name]}, which is not certain. Check the letters, or use --input-encoding.\n`,
      );
    }
    const pieces: string[] = [];
    try {
      const isStrict = chosen !== undefined || !encoding.name.startsWith('utf-');
      for await (const piece of decode(source, encoding.name, { isStrict })) pieces.push(piece);
    } catch (error) {
      throw usageErrorOf(name, failureOf(error, encoding.name));
    }
    const text = pieces.join('');
    if (recogniseStatement(text)) return await statementDescriptions(name, source, chosen, io);
    return text;
  } finally {
    await close();
  }
}

async function statementDescriptions(
  name: string,
  source: ByteSource,
  encoding: EncodingName | undefined,
  io: Pick<Io, 'stderr'>,
): Promise<string> {
  const { rows, reading } = await readStatementRows(name, source, { ...(encoding && { encoding }) });
  // The encoding was named before.
  noteReading(name, { ...reading, encoding: null }, io);
  return rows.map(({ values }) => `${values[0] ?? ''}\n`).join('');
}
