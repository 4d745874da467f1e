import Papa from 'papaparse';
import type { BinaryKind, PairFileFailure } from '#model/pair.ts';
import { type Delimiter, findDelimiter, unguard } from './columns.ts';
import { PairCollector, type ParsedPairs } from './pairs.ts';

/** Bytes that can be read piece by piece, such as those of a File. */
export type ByteSource = {
  /** Number of bytes. */
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
};

/** The encodings that are recognised. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Files with more pairs and rejected lines than this are refused, so that the tab does not run out of memory. */
export const MAX_PAIRS = 500_000;
/** A record longer than this (UTF-16 units) means that a quotation mark is never closed. */
const MAX_RECORD = 4 << 20;

/** What a file holds, or why it could not be read. */
export type PairFileResult =
  | {
      readonly kind: 'pairs';
      readonly parsed: ParsedPairs;
      readonly encoding: Encoding;
      readonly delimiter: Delimiter;
    }
  | PairFileFailure;

/**
 * Reads the pairs of a CSV file piece by piece. Fields may be quoted, and then hold doubled quotation marks and line
 * breaks; the first field is the description, the rest the account. `onProgress` gets the share read, 0 to 1. Throws
 * the signal's reason when cancelled, and what `source.read` throws.
 */
export async function parsePairFile(
  source: ByteSource,
  onProgress: (share: number) => void = () => {},
  signal?: AbortSignal,
): Promise<PairFileResult> {
  if (source.size === 0) return { kind: 'empty' };
  const looksLike = await sniffBinary(source);
  if (looksLike) return { kind: 'not-text', looksLike };
  const encoding = await detectEncoding(source, signal);
  let reader: CsvReader | undefined;
  for await (const text of decode(source, encoding, (bytes) => onProgress(bytes / source.size), signal)) {
    reader ??= new CsvReader(findDelimiter(text));
    const failure = reader.read(text);
    if (failure) return failure;
  }
  if (!reader) return { kind: 'empty' };
  const failure = reader.end();
  return failure ?? { kind: 'pairs', parsed: reader.parsed(), encoding, delimiter: reader.delimiter };
}

type Failure = Extract<PairFileResult, { kind: 'unclosed-quote' | 'too-many-pairs' }>;

/** Parses pieces of text with Papa Parse; an incomplete record at the end of a piece waits for the next piece. */
class CsvReader {
  readonly delimiter: Delimiter;
  readonly #collector = new PairCollector();
  #line = 1;
  #rest = '';
  #failure: Failure | null = null;

  constructor(delimiter: Delimiter) {
    this.delimiter = delimiter;
  }

  /** Reads one more piece. */
  read(piece: string): Failure | null {
    this.#rest = this.#consume(this.#rest + piece, true);
    if (this.#rest.length > MAX_RECORD) this.#failure = { kind: 'unclosed-quote', line: this.#line };
    return this.#failure;
  }

  /** Reads the last record. */
  end(): Failure | null {
    this.#consume(this.#rest, false);
    return this.#failure;
  }

  parsed(): ParsedPairs {
    return this.#collector.finish();
  }

  /** Adds the complete records of `text`; returns the rest of it. */
  #consume(text: string, isMoreToCome: boolean): string {
    let consumed = 0;
    const parser = new Papa.Parser({
      delimiter: this.delimiter,
      newline: '\n',
      step: ({ data, errors, meta }: Papa.ParseResult<string[]>) => {
        if (errors.some(({ code }) => code === 'MissingQuotes')) {
          this.#failure = { kind: 'unclosed-quote', line: this.#line };
        }
        const raw = text.slice(consumed, meta.cursor);
        consumed = meta.cursor;
        this.#addRecord(data[0] ?? [], raw);
      },
    });
    parser.parse(text, 0, isMoreToCome);
    return text.slice(consumed);
  }

  #addRecord(fields: readonly string[], raw: string): void {
    const parts = this.#toParts(fields);
    this.#collector.add(this.#line, parts, parts.join('\t'));
    if (this.#collector.size > MAX_PAIRS) this.#failure = { kind: 'too-many-pairs', limit: MAX_PAIRS };
    this.#line += raw.split('\n').length - 1;
  }

  /**
   * Description and account. With a comma or semicolon the account is all of the rest, delimiters included, less the
   * empty columns that spreadsheets add at the end.
   */
  #toParts(fields: readonly string[]): string[] {
    const [description = '', ...rest] = fields.map((field) => oneLine(unguard(field)));
    if (rest.length === 0) return [description];
    while (rest.length > 1 && rest.at(-1)?.trim() === '') rest.pop();
    return [description, this.delimiter === '\t' ? (rest[0] ?? '') : rest.join(this.delimiter)];
  }
}

/** Makes line breaks and tabs spaces, as the classifier does: they cannot be stored in a key. */
function oneLine(field: string): string {
  return field.replace(/[\t\n\v\f\r]+/g, ' ');
}

/** Bytes 80 to 9F in Windows-1252. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/** Bytes read at a time. */
const PIECE = 1 << 20;
/** Bytes at the start of a file by which UTF-16 is recognised. */
const SAMPLE = 4096;
/** Text in UTF-16 that is valid UTF-8 as well is mostly ASCII: about half of its bytes are zero. */
const ZEROS_OF_LATIN_UTF16 = 0.1;
/** Least share of zero bytes in any UTF-16 list: tabs, line ends and digits have one each. */
const ZEROS_OF_ANY_UTF16 = 0.01;
const MAGIC: readonly [kind: BinaryKind, bytes: readonly number[]][] = [
  ['xlsx', [0x50, 0x4b, 0x03, 0x04]],
  ['xlsx', [0x50, 0x4b, 0x05, 0x06]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['binary', [0x1f, 0x8b]],
];

/** The kind of a file that is no text, by its first bytes; null for what may be text. */
async function sniffBinary(source: ByteSource): Promise<BinaryKind | null> {
  const head = await source.read(0, Math.min(source.size, 8));
  return MAGIC.find(([, bytes]) => bytes.every((byte, i) => head[i] === byte))?.[0] ?? null;
}

/**
 * The encoding of a text file: by its byte order mark; else UTF-16 where enough bytes are zero; else UTF-8 where the whole
 * file is valid UTF-8; else Windows-1252, in which all bytes are valid. A few zero bytes do not make UTF-16: damaged
 * exports have them, and the lines around them are good.
 */
async function detectEncoding(source: ByteSource, signal?: AbortSignal): Promise<Encoding> {
  const head = await source.read(0, Math.min(source.size, SAMPLE));
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] as number) + 1;
  const [atEven, atOdd] = zeros as [number, number];
  const isValidUtf8 = await isUtf8(source, signal);
  const leastZeros = head.length * (isValidUtf8 ? ZEROS_OF_LATIN_UTF16 : ZEROS_OF_ANY_UTF16);
  if (atEven + atOdd > 0 && atEven + atOdd >= leastZeros) return atOdd >= atEven ? 'utf-16le' : 'utf-16be';
  return isValidUtf8 ? 'utf-8' : 'windows-1252';
}

/** The text of the source in pieces, with LF as its only line end; `onRead` gets the number of bytes read so far. */
async function* decode(
  source: ByteSource,
  encoding: Encoding,
  onRead: (bytes: number) => void,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let heldReturn = '';
  for (let from = 0; from < source.size; from += PIECE) {
    signal?.throwIfAborted();
    const to = Math.min(source.size, from + PIECE);
    const decoded = decoder.decode(await source.read(from, to), { stream: to < source.size });
    const text = heldReturn + (encoding === 'windows-1252' ? withWindowsCharacters(decoded) : decoded);
    // A CR at the end of a piece may be the first half of a line end.
    heldReturn = text.endsWith('\r') && to < source.size ? '\r' : '';
    yield (heldReturn ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n');
    onRead(to);
  }
}

/** Replaces the control characters that some decoders (that of Node 20) make of the bytes 80 to 9F of Windows-1252. */
function withWindowsCharacters(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));
}

async function isUtf8(source: ByteSource, signal?: AbortSignal): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let from = 0; from < source.size; from += PIECE) {
    signal?.throwIfAborted();
    const to = Math.min(source.size, from + PIECE);
    const piece = await source.read(from, to);
    try {
      decoder.decode(piece, { stream: to < source.size });
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  }
  return true;
}
