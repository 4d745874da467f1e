/** Why XML with a declaration is refused: a document type may define names of its own, which no reader of tables follows. */
export const HAS_DECLARATION = 'it has a declaration such as DOCTYPE';

const REFERENCE = /&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/gi;
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * A text of XML with its references replaced by characters. The parser's own function cuts code points to 16 bits: `&#x20BB7;`
 * (𠮷) became another character. A name that XML does not define stays as it is written.
 * @throws Error for a number that is no character
 */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (written, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return CHARACTERS[name.toLowerCase()] ?? written;
    const codePoint = Number.parseInt(decimal ?? hexadecimal ?? '', decimal === undefined ? 16 : 10);
    if (codePoint === 0 || codePoint > 0x10ffff) throw new Error(`${written.slice(0, 30)} is no character`);
    return String.fromCodePoint(codePoint);
  });
}
