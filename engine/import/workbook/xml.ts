import { Parser } from 'saxen';
import { decodeReferences, HAS_DECLARATION } from '../xmlText.ts';

/** Attributes by their names without prefixes, entities decoded. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** What gets the parts of an XML text in their order. Names are without their prefixes; a closed tag may have been empty. */
export type XmlHandler = {
  open(name: string, attributes: () => XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Bytes that are decoded and parsed at a time: the text of a large sheet never exists as a whole. */
const PIECE = 1 << 16;

/**
 * Reads XML in UTF-8, or in UTF-16 with a byte order mark.
 * @throws the error of the parser, one for bytes that are no text, and one for what two readers may understand differently
 */
export function readXml(bytes: Uint8Array, handler: XmlHandler): void {
  if (bytes.length === 0) return;
  let damage: Error | null = null;
  const parser = new Parser()
    .on('warn', (error) => {
      damage = error;
    })
    .on('openTag', (name, attributes) => {
      handler.open(localName(name), () => {
        damage = null;
        const written = attributes();
        if (damage !== null) throw damage;
        return withoutPrefixes(written === false ? {} : written);
      });
    })
    .on('closeTag', (name) => handler.close?.(localName(name)))
    .on('text', (text) => handler.text?.(decodeReferences(text)))
    .on('cdata', (text) => handler.text?.(text))
    .on('attention', () => {
      throw new Error(HAS_DECLARATION);
    });
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  for (let at = 0; at < bytes.length; at += PIECE)
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }));
  parser.write(decoder.decode());
  parser.end();
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
