import Papa from 'papaparse';
import type { PairFileFailure } from '#model/pair.ts';
import { type Delimiter, findDelimiter } from './delimiter.ts';
import { type ByteSource, decode, detectEncoding, type Encoding, sniffBinary } from './encoding.ts';
import { unguard } from './formulaGuard.ts';
import { PairCollector } from './PairCollector.ts';
import type { ParsedPairs } from './pair.ts';

/** More pairs and rejected lines than this are refused rather than let the tab run out of memory. */
export const MAX_PAIRS = 500_000;
/** A record longer than this (UTF-16 units) is taken for a quotation mark that is never closed. */
const MAX_RECORD = 4 << 20;

export type PairFileResult =
  | {
      readonly kind: 'pairs';
      readonly parsed: ParsedPairs;
      readonly encoding: Encoding;
      readonly delimiter: Delimiter;
    }
  | PairFileFailure;

/**
 * Reads the pairs of a CSV file piece by piece: fields quoted or not, quotation marks doubled inside quoted ones, line
 * breaks inside them; parted at the first delimiter, the rest being the account. `onProgress` gets the share read.
 * Throws the signal's reason when cancelled, and what `source.read` throws.
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

/** Feeds Papa Parse's parser with pieces of text, keeping the record that is not complete for the next piece. */
class CsvReader {
  readonly delimiter: Delimiter;
  readonly #collector = new PairCollector();
  #line = 1;
  #rest = '';
  #failure: Failure | null = null;

  constructor(delimiter: Delimiter) {
    this.delimiter = delimiter;
  }

  read(piece: string): Failure | null {
    this.#rest = this.#consume(this.#rest + piece, true);
    if (this.#rest.length > MAX_RECORD) this.#failure = { kind: 'unclosed-quote', line: this.#line };
    return this.#failure;
  }

  end(): Failure | null {
    this.#consume(this.#rest, false);
    return this.#failure;
  }

  parsed(): ParsedPairs {
    return this.#collector.finish();
  }

  /** Takes the complete records from `text`; returns what is left. */
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
        this.#takeRecord(data[0] ?? [], raw);
      },
    });
    parser.parse(text, 0, isMoreToCome);
    return text.slice(consumed);
  }

  #takeRecord(fields: readonly string[], raw: string): void {
    const parts = this.#toParts(fields);
    this.#collector.add(this.#line, parts, parts.join('\t'));
    if (this.#collector.size > MAX_PAIRS) this.#failure = { kind: 'too-many-pairs', limit: MAX_PAIRS };
    this.#line += raw.split('\n').length - 1;
  }

  /** At a comma or semicolon the rest is the account; empty columns that spreadsheets add are dropped. */
  #toParts(fields: readonly string[]): string[] {
    const [description = '', ...rest] = fields.map((field) => oneLine(unguard(field)));
    if (rest.length === 0) return [description];
    while (rest.length > 1 && rest.at(-1)?.trim() === '') rest.pop();
    return [description, this.delimiter === '\t' ? (rest[0] ?? '') : rest.join(this.delimiter)];
  }
}

/** Line breaks and tabs cannot be stored in a key; to the classifier they are spaces. */
function oneLine(field: string): string {
  return field.replace(/[\t\n\v\f\r]+/g, ' ');
}
