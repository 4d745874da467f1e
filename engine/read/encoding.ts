import { ENCODINGS, type EncodingName, type FileReading } from '#model/fileReading.ts';
import { type ByteSource, PIECE } from './byteSource.ts';
import { isForeignColumnName } from './columnNames.ts';
import { decodeDosPage } from './dosPages.ts';
import { plausibility } from './plausibility.ts';

type Recognised = NonNullable<FileReading['encoding']>;

/** Bytes at the start of a file by which UTF-16 is recognised. */
const HEAD = 4096;
/** Lines that are not ASCII are compared in all encodings up to so many bytes. */
const SAMPLE = 8_192;
/** Text in UTF-16 that is valid UTF-8 as well is mostly ASCII: about half of its bytes are zero. */
const ZEROS_OF_LATIN_UTF16 = 0.1;
/** Least share of zero bytes in any UTF-16 list: tabs, line ends and digits have one each. */
const ZEROS_OF_ANY_UTF16 = 0.01;
/** So many characters of several bytes that are right to one byte that is wrong: a damaged file in UTF-8. */
const RIGHT_PER_WRONG = 5;

/** What is tried where a file is neither Unicode nor ASCII, the more usual first. */
const CANDIDATES: readonly EncodingName[] = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'euc-jp',
  'big5',
  'euc-kr',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'iso-8859-2',
  'koi8-r',
  'ibm866',
  'macintosh',
];

/** DOS pages that a text may be in, which are never taken unasked. Many texts are the same in the first two: Europe used 850. */
const DOS_PAGES: readonly EncodingName[] = ['ibm850', 'ibm437', 'ibm852', 'ibm857', 'ibm855', 'ibm862'];

/** Names that the recognising library gives encodings which are read as another one, of which they are a part. */
const READ_AS: Readonly<Record<string, EncodingName>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-6': 'windows-1256',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
};

/** An encoding that leads by less than this is in doubt. */
const CLEAR_LEAD = 0.25;
/** The same over DOS code pages, which are never taken unasked: what Windows-1252 has for being usual. */
const LEAD_OVER_DOS = 0.2;
/** So many words show what an encoding makes of them. */
const SAMPLE_WORDS = 3;
/** Fewer characters beyond ASCII say little. */
const ENOUGH = 4;

/**
 * The encoding of a text file: by its byte order mark; else UTF-16 where enough bytes are zero; else UTF-8 where the whole
 * file is valid UTF-8, or nearly; else the likeliest of the encodings with one or two bytes per character, which
 * is in doubt unless it clearly leads, also over DOS code pages. A few zero bytes do not make UTF-16: damaged exports have them.
 */
export async function recogniseEncoding(source: ByteSource, signal?: AbortSignal): Promise<Recognised> {
  const head = await source.read(0, Math.min(source.size, HEAD));
  const found = async (name: EncodingName): Promise<Recognised> => ({
    ...certain(name),
    isDamaged: (await firstPieceNot(name, source, signal)) !== null,
  });
  const marked = markOf(head);
  if (marked !== null) return found(marked);
  const wrong = await firstPieceNot('utf-8', source, signal);
  const utf16 = utf16Of(head, wrong === null);
  if (utf16) return found(utf16);
  if (wrong === null) return certain(isIso2022(head) ? 'iso-2022-jp' : 'utf-8');
  const declared = declaredEncoding(head);
  if (declared && !declared.startsWith('utf-')) return certain(declared);
  const piece = await source.read(wrong, Math.min(source.size, wrong + PIECE));
  if (isMostlyUtf8(piece)) return { ...certain('utf-8'), isDamaged: true };
  return rankEncodings(linesBeyondAscii(piece, wrong > 0));
}

/** The encoding that a byte order mark names; null for none. */
function markOf([first, second, third]: Uint8Array): EncodingName | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** The encoding that an XML file, or the header of an OFX file, names; null for none. */
function declaredEncoding(head: Uint8Array): EncodingName | null {
  const start = String.fromCharCode(...head.subarray(0, 1024));
  const xml = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
  if (xml !== undefined) return encodingNamed(xml);
  const charset = /^\s*OFXHEADER\s*:[^<]*?\bCHARSET\s*:\s*([\w-]+)/i.exec(start)?.[1];
  return charset === undefined ? null : encodingNamed(charset.replace(/^(?=125\d$)/, 'windows-'));
}

/** An encoding that leaves no doubt, or that was chosen. */
export function certain(name: EncodingName): Recognised {
  return { name, isCertain: true, isDamaged: false, others: [], samples: [] };
}

function utf16Of(head: Uint8Array, isValidUtf8: boolean): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] as number) + 1;
  const [atEven, atOdd] = zeros as [number, number];
  const least = head.length * (isValidUtf8 ? ZEROS_OF_LATIN_UTF16 : ZEROS_OF_ANY_UTF16);
  if (atEven + atOdd === 0 || atEven + atOdd < least) return null;
  return atOdd >= atEven ? 'utf-16le' : 'utf-16be';
}

/** JIS text changes its character set with an escape character. */
function isIso2022(head: Uint8Array): boolean {
  return head.some((byte, i) => byte === 0x1b && (head[i + 1] === 0x24 || head[i + 1] === 0x28));
}

/** Offset of the first piece that is not valid in the encoding; null for none. */
async function firstPieceNot(
  encoding: EncodingName,
  source: ByteSource,
  signal?: AbortSignal,
): Promise<number | null> {
  const toText = decoderOf(encoding, true);
  for (let from = 0; from < source.size; from += PIECE) {
    signal?.throwIfAborted();
    const to = Math.min(source.size, from + PIECE);
    const piece = await source.read(from, to);
    try {
      toText(piece, to < source.size);
    } catch (error) {
      if (error instanceof TypeError) return from;
      throw error;
    }
  }
  return null;
}

function isMostlyUtf8(piece: Uint8Array): boolean {
  const text = decoderOf('utf-8', false)(piece, true);
  const wrong = text.split('\ufffd').length - 1;
  const right = (text.match(/[^\0-\x7f]/gu)?.length ?? 0) - wrong;
  return right > 0 && right >= wrong * RIGHT_PER_WRONG;
}

/** The first lines with bytes beyond ASCII, up to {@link SAMPLE} bytes. `isCut`: the first line is not whole. */
function linesBeyondAscii(piece: Uint8Array, isCut: boolean): Uint8Array {
  const kept: number[] = [];
  let from = isCut ? piece.indexOf(10) + 1 : 0;
  while (from < piece.length && kept.length < SAMPLE) {
    const end = piece.indexOf(10, from);
    const to = Math.min(end < 0 ? piece.length : end + 1, from + SAMPLE);
    const line = piece.subarray(from, to);
    if (line.some((byte) => byte >= 0x80)) kept.push(...line);
    from = to;
  }
  return Uint8Array.from(kept);
}

async function rankEncodings(sample: Uint8Array): Promise<Recognised> {
  const { analyse } = await import('chardet');
  const confidence = new Map<string, number>();
  for (const match of analyse(sample)) {
    const name = match.name.toLowerCase();
    const readAs = READ_AS[name] ?? name;
    confidence.set(readAs, Math.max(confidence.get(readAs) ?? 0, match.confidence / 100));
  }
  const usual = scored(CANDIDATES, sample, (name, place) => {
    const frequency = (CANDIDATES.length - place) / CANDIDATES.length / 10 + (place === 0 ? 0.1 : 0);
    return (confidence.get(name) ?? 0) / 2 + frequency;
  });
  const [best = { name: 'windows-1252' as const, score: 0 }, second] = usual;
  const [dos] = scored(DOS_PAGES, sample, () => 0);
  const isDos = dos !== undefined && best.score - dos.score < LEAD_OVER_DOS;
  const leads = best.score - (second?.score ?? 0) >= CLEAR_LEAD && !isDos;
  const isCertain = leads && sample.filter((byte) => byte >= 0x80).length >= ENOUGH;
  const others = [...(isDos ? [dos] : []), ...usual.slice(1, 6)].map(({ name }) => name);
  return {
    name: best.name,
    isCertain,
    isDamaged: false,
    others,
    samples: isCertain ? [] : [best.name, ...others].map((name) => wordsIn(name, sample)),
  };
}

type Scored = { readonly name: EncodingName; readonly score: number };

/** The encodings that can decode the bytes, the likeliest first; `extra`: what speaks for one besides how its text looks. */
function scored(
  encodings: readonly EncodingName[],
  sample: Uint8Array,
  extra: (name: EncodingName, place: number) => number,
): Scored[] {
  return encodings
    .flatMap((name, place): Scored[] => {
      const text = decoderOf(name, false)(sample, false);
      const plausible = plausibility(text, sample, name);
      if (plausible === 0) return [];
      return [{ name, score: 2 * plausible + extra(name, place) + (hasColumnName(text) ? 1 : 0) }];
    })
    .sort((a, b) => b.score - a.score);
}

/** The first words that encodings read in different ways, as this one does. */
function wordsIn(name: EncodingName, sample: Uint8Array): string {
  // No second byte of a character is a digit, a blank or what separates columns.
  const binary = Array.from(sample, (byte) => String.fromCharCode(byte)).join('');
  const words = binary.match(/[\x40-\xff]*[\x80-\xff][\x40-\xff]*/g)?.slice(0, SAMPLE_WORDS) ?? [];
  const toText = decoderOf(name, false);
  return words
    .map((word) =>
      toText(
        Uint8Array.from(word, (c) => c.charCodeAt(0)),
        false,
      ),
    )
    .join(' ');
}

/** A usual column name with letters beyond ASCII is more than chance. */
function hasColumnName(text: string): boolean {
  const cells = text.slice(0, 4096).split(/[,;\t|\r\n]/, 200);
  return cells.some((cell) => isForeignColumnName(cell.trim().replace(/^"|"$/g, '')));
}

/** Bytes that do not exist in the encoding, in this line. */
export class NotInEncodingError extends Error {
  readonly line: number;

  constructor(line: number, encoding: EncodingName) {
    super(`Line ${line} is not ${encoding}.`);
    this.line = line;
  }
}

type DecodeOptions = {
  /** Throw at bytes that do not exist in the encoding, instead of putting U+FFFD in their place. */
  readonly isStrict: boolean;
  /** Gets the number of bytes read so far. */
  readonly onRead?: (bytes: number) => void;
  readonly signal?: AbortSignal | undefined;
};

/** The text of the source in pieces, with LF as its only line end. */
export async function* decode(
  source: ByteSource,
  encoding: EncodingName,
  { isStrict, onRead, signal }: DecodeOptions,
): AsyncGenerator<string> {
  const toText = decoderOf(encoding, false);
  const check = isStrict ? strictCheck(source, encoding, signal) : null;
  let heldReturn = '';
  for (let from = 0; from < source.size; from += PIECE) {
    signal?.throwIfAborted();
    const to = Math.min(source.size, from + PIECE);
    const text = heldReturn + toText(await source.read(from, to), to < source.size);
    // A CR at the end of a piece may be the first half of a line end.
    heldReturn = text.endsWith('\r') && to < source.size ? '\r' : '';
    const whole = to < source.size ? text : text.replace(END_MARK, '');
    const piece = (heldReturn ? whole.slice(0, -1) : whole).replace(/\r\n?/g, '\n');
    await check?.(piece, from);
    yield piece;
    onRead?.(to);
  }
}

/**
 * Throws {@link NotInEncodingError} at a piece with bytes that do not exist in the encoding. U+FFFD stands for them, but a
 * text may have it itself: where the first one is met, the whole source is looked at.
 */
function strictCheck(source: ByteSource, encoding: EncodingName, signal?: AbortSignal) {
  let line = 1;
  let damagedFrom: number | null = null;
  return async (piece: string, from: number) => {
    const wrong = piece.indexOf('\ufffd');
    if (wrong >= 0) damagedFrom ??= (await firstPieceNot(encoding, source, signal)) ?? source.size;
    if (damagedFrom !== null && wrong >= 0 && from >= damagedFrom)
      throw new NotInEncodingError(line + lineEnds(piece.slice(0, wrong)), encoding);
    line += lineEnds(piece);
  };
}

/** DOS programs end a text with this character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is one.
const END_MARK = /(?<!\u001a)\u001a+\s*$/;

function lineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Decodes one piece after another; `isFatal`: throws a TypeError at bytes that mean nothing, instead of U+FFFD for them. */
function decoderOf(
  encoding: EncodingName,
  isFatal: boolean,
): (bytes: Uint8Array, hasMore: boolean) => string {
  if (decodeDosPage(new Uint8Array(), encoding) !== null)
    return (bytes) => {
      const text = decodeDosPage(bytes, encoding) ?? '';
      if (isFatal && text.includes('\ufffd')) throw new TypeError(`bytes that are not ${encoding}`);
      return text;
    };
  const decoder = new TextDecoder(encoding, { fatal: isFatal });
  return (bytes, hasMore) => repaired(decoder.decode(bytes, { stream: hasMore }), encoding);
}

/** Bytes 80 to 9F in Windows-1252. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Replaces the control characters that some decoders (that of Node 20) make of the bytes 80 to 9F of Windows-1252. */
function repaired(text: string, encoding: EncodingName): string {
  if (encoding !== 'windows-1252') return text;
  return text.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));
}

/** The encoding that a person has written, in any of its usual names; null for one that is not read. */
export function encodingNamed(label: string): EncodingName | null {
  const page = /^(?:cp|ibm|dos)?[-_ ]?(\d{3})$/i.exec(label.trim())?.[1];
  const dos = ENCODINGS.find((known) => known === `ibm${page}`);
  if (dos !== undefined) return dos;
  try {
    const name = new TextDecoder(label.trim()).encoding;
    return ENCODINGS.find((known) => known === (READ_AS[name] ?? name)) ?? null;
  } catch (error) {
    if (error instanceof RangeError)
      return ENCODINGS.find((known) => known === label.trim().toLowerCase()) ?? null;
    throw error;
  }
}
