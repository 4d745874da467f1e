import type { BinaryKind } from './fileReading.ts';
import { recogniseStatement, recogniseWrapped, unwrappedForms } from './recogniseStatement.ts';

const MAGIC: readonly [kind: BinaryKind, bytes: readonly number[]][] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
  // Older than the container of the line above.
  ['xls', [0x09, 0x08, 0x10, 0x00]],
  ['xls', [0x09, 0x08, 0x08, 0x00]],
  ['xls', [0x09, 0x04, 0x06, 0x00]],
  ['xls', [0x09, 0x02, 0x06, 0x00]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['archive', [0x1f, 0x8b]],
  ['archive', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['archive', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['archive', [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59]],
  ['archive', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['archive', [0x28, 0xb5, 0x2f, 0xfd]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
  ['image', [0x49, 0x49, 0x2a, 0x00]],
  ['image', [0x4d, 0x4d, 0x00, 0x2a]],
];

/** What no list of descriptions begins with, whatever follows. */
const STARTS: readonly [kind: BinaryKind, start: RegExp][] = [
  ['html', /^\s*<(!doctype html|html|head|body|table)\b/i],
  ['html', /^\s*MIME-Version:\s*\d/i],
  ['rtf', /^\s*\{\\rtf/],
  ['pdf', /^\s*%PDF-\d/],
  ['xml', /^\s*<(\?xml|!doctype|!--|\?mso-)/i],
  ['sylk', /^\s*ID;P[^\n]*\n(?:[^\n]*\n)*?[BC];[XY]\d+;[XYK]/],
  ['sylk', /^\s*TABLE\n\s*0,1\n/],
];
/** What stands below lines of something else, as in a mail; nested, for a description or a cell may be simple. */
const BELOW: typeof STARTS = [
  [
    'xml',
    /^[^\S\n]*<(\?xml\s|!doctype\s|[A-Za-z_][^<>\n]*>[^\S\n]*<[A-Za-z_][^<>\n]*>[^\n]*<\/[^<>\n]*>[^\S\n]*$)/im,
  ],
  ['json', /^[^\S\n]*(\[\s*\{\s*"[^"\n]*"\s*:|\{\s*"[^"\n]*"\s*:[^\n]*[[{]\s*[{"])/m],
];
/** What most lines of a text begin with, or are: a description may begin so too. */
const LINES: readonly [kind: BinaryKind, line: RegExp, proof: RegExp][] = [
  ['html', /^<(table|thead|tbody|tr|th|td)\b[^<>]*>/i, /<t[hd]\b/i],
  ['xml', /^<[/!?]?[A-Za-z_][^<>]*>/, /<\/[A-Za-z_][\w:.-]*\s*>|\/>/],
  [
    'json',
    /^([[\]{}]+,?$|"(?:[^"\\]|\\.)*"\s*(:.*|,?$)|\{\s*("|\}[\s,}\]]*$)|\[\s*[[{"]|[\]}],?\s*[[{])/,
    /^\s*(\{\s*["}]|\[\s*[[{"\]]|[[{]\s*$)/m,
  ],
];
const HTML = /<(html|head|body|table|tr|td|th|div|span|p|br|ul|li|font|center|meta|script|style)\b/i;
/** Lines that are looked at, and the share of them that says what the text is. */
const MAX_LINES = 200;
const LEAST_SHARE = 0.5;
/** A text in which more than this share of the first characters is control characters is none. */
const MAX_CONTROL_SHARE = 0.05;
const LOOKED_AT = 4096;
/** The same for its lines, which may be long. */
export const LINES_LOOKED_AT = 1 << 16;

/** Where a TAR archive names itself. */
const TAR_AT = 257;
const TAR = [0x75, 0x73, 0x74, 0x61, 0x72];
/** So many bytes say what a file is. */
export const MAGIC_BYTES = TAR_AT + TAR.length;

/**
 * What a file is that is no text that can be read, by its first {@link MAGIC_BYTES}; null for none that is known. `zip`: a
 * workbook may be one. UTF-32 is known by the zero bytes of its first two characters, or of its mark and one character.
 */
export function foreignBytes(head: Uint8Array): BinaryKind | null {
  if (TAR.every((byte, i) => head[TAR_AT + i] === byte)) return 'archive';
  const zeros = Array.from(head.subarray(0, 8), (byte) => (byte === 0 ? 0 : 1)).join('');
  if (/^(1000|0001|1100|0011)(1000|0001)$/.test(zeros)) return 'utf-32';
  return MAGIC.find(([, bytes]) => bytes.every((byte, i) => head[i] === byte))?.[0] ?? null;
}

/** What a text is that is neither lines nor a table, by its first characters; null where it may be one of these. */
export function foreignText(text: string): BinaryKind | null {
  const start = text.slice(0, LOOKED_AT);
  const started = STARTS.find(([, pattern]) => pattern.test(start))?.[0];
  if (started) return started;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  const controls = start.match(/[\u0000-\u0008\u000e-\u0019\u001c-\u001f]/g)?.length ?? 0;
  if (controls > start.length * MAX_CONTROL_SHARE) return 'binary';
  const kind = kindOfLines(text.slice(0, LINES_LOOKED_AT));
  return kind === 'xml' && HTML.test(start) ? 'html' : kind;
}

/** The same for a text of which each line may stand behind something else, as in a mail that quotes it. */
export function foreignOrWrapped(text: string): BinaryKind | null {
  const start = text.slice(0, LINES_LOOKED_AT);
  const forms = unwrappedForms(start);
  return (
    foreignText(start) ??
    BELOW.find(([, pattern]) => pattern.test(forms[0]))?.[0] ??
    forms.map(foreignText).find((kind) => kind !== null) ??
    null
  );
}

/** Whether a text is a statement or of a foreign format, by its first characters; neither are plain lines and tables. */
export function isNoList(text: string): boolean {
  const start = text.slice(0, LINES_LOOKED_AT).replace(/\r\n?/g, '\n');
  return (recogniseStatement(start) ?? recogniseWrapped(start) ?? foreignOrWrapped(start)) !== null;
}

function kindOfLines(text: string): BinaryKind | null {
  const lines = text
    .split('\n', MAX_LINES * 2)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MAX_LINES);
  const found = LINES.find(
    ([, pattern, proof]) =>
      proof.test(text) &&
      lines.filter((line) => pattern.test(line)).length >= Math.max(1, lines.length * LEAST_SHARE),
  );
  return found?.[0] ?? null;
}
