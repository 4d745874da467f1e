import { Parser } from 'saxen';

/** Attributes by their names without prefixes, entities decoded. */
export type XmlAttributes = Readonly<Record<string, string>>;

/**
 * Reads the tags that are opened in an XML text, in their order.
 * @param onTag gets the name without its prefix, and what reads the attributes
 * @throws the error of the parser, and one for attributes that two readers may understand differently
 */
export function openTags(xml: string, onTag: (name: string, attributes: () => XmlAttributes) => void): void {
  if (xml === '') return;
  let damage: Error | null = null;
  const parser = new Parser()
    .on('warn', (error) => {
      damage = error;
    })
    .on('openTag', (name, attributes, decode) => {
      onTag(localName(name), () => {
        damage = null;
        const written = attributes();
        if (damage !== null) throw damage;
        return withoutPrefixes(written === false ? {} : written, decode);
      });
    });
  parser.write(xml);
  parser.end();
}

function withoutPrefixes(written: XmlAttributes, decode: (text: string) => string): XmlAttributes {
  const attributes: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(written)) {
    const local = name.startsWith('xmlns:') ? name : localName(name);
    if (local in attributes) throw new Error(`the attribute “${local}” is written twice`);
    attributes[local] = decode(value);
  }
  return attributes;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
