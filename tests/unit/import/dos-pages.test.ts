import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { decode, encodingNamed } from '#engine/read/encoding.ts';
import { ENCODINGS, type EncodingName } from '#model/fileReading.ts';
import { encodingLabels } from '#model/text/readMessages.ts';

/** All 256 characters of each page, U+FFFD for unused bytes; made with the codecs of Python 3. */
const PAGES: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../fixtures/dos-code-pages.json', import.meta.url), 'utf8'),
);

async function read(bytes: Uint8Array, encoding: EncodingName, isStrict = false): Promise<string> {
  let text = '';
  for await (const piece of decode(sourceOfBytes(bytes), encoding, { isStrict })) text += piece;
  return text;
}

describe('a DOS code page', () => {
  it.each(Object.keys(PAGES))('%s has the characters of its table, and a name on screens', async (page) => {
    const encoding = encodingNamed(page) as EncodingName;
    expect(ENCODINGS).toContain(encoding);
    expect(encodingLabels[encoding]).toContain(page.slice(3));
    // CR becomes LF, and SUB at the end of a text is its end.
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte).filter(
      (byte) => byte !== 13 && byte !== 26,
    );
    const expected = [...(PAGES[page] ?? '')].filter((_, byte) => byte !== 13 && byte !== 26).join('');
    expect(await read(bytes, encoding)).toBe(expected);
  });

  it.each([
    ['cp852', 'ibm852'],
    ['CP-850', 'ibm850'],
    ['437', 'ibm437'],
    ['IBM866', 'ibm866'],
    ['dos 865', 'ibm865'],
    ['cp999', null],
  ])('%s means %s', (label, encoding) => expect(encodingNamed(label)).toBe(encoding));

  it('names the line with a byte that it does not use', async () => {
    await expect(read(Uint8Array.of(65, 10, 0xd5), 'ibm857', true)).rejects.toMatchObject({ line: 2 });
  });
});

describe('U+FFFD', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('is a character like any other in valid UTF-8 that was chosen', async () => {
    expect(await read(bytes('SHOP \ufffd ONE\n'), 'utf-8', true)).toBe('SHOP \ufffd ONE\n');
  });

  it('stands for bytes that are no UTF-8 otherwise', async () => {
    const damaged = Uint8Array.of(...bytes('ONE\n'), 0xff, 10);
    await expect(read(damaged, 'utf-8', true)).rejects.toMatchObject({ line: 2 });
  });
});
