import { Parser } from 'saxen';
import type { ReadBudget } from './ReadBudget.ts';

/** Attributes by their names without prefixes, entities decoded. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** What gets the parts of an XML text in their order. Names are without their prefixes; a closed tag may have been empty. */
export type XmlHandler = {
  open(name: string, attributes: () => XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** UTF-16 units of one tag or text; a full cell of a sheet has fewer, even if each of its characters is a reference. */
const LONGEST = 1 << 18;
/** Units that the parser gets at a time: the text of a large sheet never exists as a whole. */
export const XML_PIECE = 1 << 16;
/** Unfinished texts up to this length go to the parser as they come, so that its line is known. */
const SHORT = 512;
const DEEPEST = 100;

/**
 * Reads XML that comes in pieces. Its work is linear in the text, and what it holds is bounded.
 * @throws the error of the parser, and one for what two readers may understand differently
 */
export class XmlStream {
  readonly #parser = new Parser();
  readonly #budget: ReadBudget;
  #depth = 0;
  /** UTF-16 units that the parser has got since it found the last tag or text, and those that it has yet to get. */
  #unfinished = 0;
  #held = '';

  constructor(handler: XmlHandler, budget: ReadBudget) {
    this.#budget = budget;
    const refuse = (error: Error): never => {
      throw error;
    };
    const passOver = () => this.#parsed();
    this.#parser
      .on('openTag', (name, attributes) => {
        this.#parsed();
        if (++this.#depth > DEEPEST) throw new Error('its elements are nested too deeply');
        handler.open(localName(name), () => withoutPrefixes(attributes() || {}));
      })
      .on('closeTag', (name) => {
        this.#parsed();
        this.#depth--;
        handler.close?.(localName(name));
      })
      .on('text', (text) => {
        this.#parsed();
        handler.text?.(decodeReferences(text));
      })
      .on('cdata', (text) => {
        this.#parsed();
        handler.text?.(text);
      })
      .on('comment', passOver)
      .on('question', passOver)
      .on('attention', () => refuse(new Error('it has a declaration such as DOCTYPE')))
      .on('error', refuse)
      .on('warn', refuse);
  }

  write(text: string): void {
    this.#held += text;
    // The parser looks at all of an unfinished text again: it gets as much again each time, so that this stays linear.
    if (this.#unfinished > SHORT && this.#held.length < this.#unfinished) return;
    this.#flush();
  }

  end(): void {
    this.#flush();
    this.#parser.end();
  }

  #flush(): void {
    const text = this.#held;
    this.#held = '';
    for (let from = 0; from < text.length; from += XML_PIECE) {
      const piece = text.slice(from, from + XML_PIECE);
      this.#unfinished += piece.length;
      this.#budget.checkTime();
      this.#parser.write(piece);
      if (this.#unfinished > LONGEST + XML_PIECE) throw new Error('a text has more than 250,000 characters');
    }
  }

  #parsed(): void {
    this.#unfinished = 0;
  }
}

/** Reads a whole part of a workbook, in UTF-8, or in UTF-16 with a byte order mark. @throws as {@link XmlStream}, and for bytes that are no text */
export function readXml(bytes: Uint8Array, handler: XmlHandler, budget: ReadBudget): void {
  if (bytes.length === 0) return;
  const stream = new XmlStream(handler, budget);
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  for (let at = 0; at < bytes.length; at += XML_PIECE)
    stream.write(decoder.decode(bytes.subarray(at, at + XML_PIECE), { stream: true }));
  stream.write(decoder.decode());
  stream.end();
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function withoutPrefixes(written: XmlAttributes): XmlAttributes {
  const attributes: Record<string, string> = Object.create(null);
  for (const name in written) {
    const local = name.startsWith('xmlns:') ? name : localName(name);
    if (local in attributes) throw new Error(`the attribute “${local}” is written twice`);
    attributes[local] = decodeReferences(written[name] ?? '');
  }
  return attributes;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const REFERENCE = /&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/gi;
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * A text of XML with its references replaced by characters. The parser's own function cuts code points to 16 bits: `&#x20BB7;`
 * (𠮷) became another character. A name that XML does not define stays as it is written.
 * @throws Error for a number that is no character
 */
function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (written, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return CHARACTERS[name.toLowerCase()] ?? written;
    const codePoint = Number.parseInt(decimal ?? hexadecimal ?? '', decimal === undefined ? 16 : 10);
    if (codePoint === 0 || codePoint > 0x10ffff) throw new Error(`${written.slice(0, 30)} is no character`);
    return String.fromCodePoint(codePoint);
  });
}
