import type { BinaryKind } from '#model/pair.ts';
/** Bytes that can be read piece by piece, such as a File. */
export type ByteSource = {
  /** Bytes in all. */
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
};

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes 80 to 9F in Windows-1252. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const PIECE = 1 << 20;
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

/** Recognises a workbook, archive or the like by its first bytes; null for what may be text. */
export async function sniffBinary(source: ByteSource): Promise<BinaryKind | null> {
  const head = await source.read(0, Math.min(source.size, 8));
  return MAGIC.find(([, bytes]) => bytes.every((byte, i) => head[i] === byte))?.[0] ?? null;
}

/**
 * Encoding of a text file: by its byte order mark; else UTF-16 where enough bytes are zero; else UTF-8 if the whole file
 * is valid UTF-8; else Windows-1252, in which everything is valid. A few zero bytes do not make UTF-16: damaged exports
 * have them, and the lines around them are good.
 */
export async function detectEncoding(source: ByteSource, signal?: AbortSignal): Promise<Encoding> {
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

/** The text of the source in pieces, line ends made LF; `onRead` is told the bytes read so far. */
export async function* decode(
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

/** Some decoders (Node 20's) read Windows-1252 as Latin-1, leaving control characters for these. */
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
