import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { decode, recogniseEncoding } from '#engine/read/encoding.ts';
import type { EncodingName } from '#model/fileReading.ts';

/** The characters of the bytes 80 to FF. */
const DOS = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
} as const;

const high = Uint8Array.from({ length: 128 }, (_, i) => i + 128);

/** A text in an encoding with one byte per character; null where it lacks one of them. */
function encoded(text: string, encoding: string): Uint8Array | null {
  const table = [
    ...(encoding in DOS ? DOS[encoding as keyof typeof DOS] : new TextDecoder(encoding).decode(high)),
  ];
  const bytes = [...text].map((c) => (c < '\u0080' ? c.charCodeAt(0) : table.indexOf(c) + 128));
  return bytes.includes(127) ? null : Uint8Array.from(bytes);
}

const TEXTS: Readonly<Record<string, string>> = {
  german:
    'Büromaterial Müller;4930\nStraßenbau Köhler;4200\nGebäudereinigung Schäfer;4250\nÜberweisung Öffentliche;1200\n',
  'german, few': 'Bürobedarf Müller;4930\nGrüne Wärme GmbH;4240\n',
  'german, ü alone': 'Büro Müller;4930\nMünchen Brücke;4240\nTürkei Früchte;4241\n',
  'german, ä alone': 'Gebäude Schäfer;4930\nWärme Bäcker;4240\nGeräte Fähre;4241\n',
  'german, ö alone': 'Möbel Schröder;4930\nKöln Böhm;4240\nHörgeräte Löwe;4241\n',
  'german, ß alone': 'Straßenbau Groß;4930\nStraße Weiß;4240\nFußball Maß;4241\n',
  french:
    'Électricité de France;6061\nFrais de réception à Orléans;6257\nPièces détachées Peugeot;6063\nHôtel du Château;6251\n',
  'french, é alone': 'Société Générale;6061\nTélécom;6262\nMarché Médical;6063\n',
  spanish:
    'Teléfono y comunicación;629\nPeluquería Muñoz;623\nAño nuevo, señal;624\nAlquiler almacén Logroño;621\n',
  danish: 'Kørsel og brændstof;2770\nSmørrebrød på Østerbro;2740\nÅrsafgift træning;3600\n',
  swedish: 'Hyra för kontor i Malmö;5010\nBränsle åkeri;5611\nMöbler från Växjö;5410\n',
  norwegian: 'Strøm og varme Tromsø;6340\nMåltider på Værnes;7140\nÅrlig lønn;5000\n',
  portuguese: 'Manutenção do avião;622\nComissões e prestações;6868\nEletricidade São João;6241\n',
  polish: 'Usługi księgowe Łódź;402\nŻabka płatność;401\nWynagrodzenie zespołu Gdańsk;404\n',
  czech: 'Účet za plyn a vodné;502\nKancelářské potřeby;501\nPřepravné do Plzně, žádost;518\n',
  hungarian: 'Irodaszer vásárlás Győr;511\nFűtés és világítás költség;512\nÜzemanyag töltőállomás;513\n',
  italian: 'Società Elettricità;62\nPerché più caffè;63\nQualità e novità;64\n',
};
/** Too few different letters to tell encodings apart; of the last two, DOS makes letters as well (`Gebèude`). */
const IN_DOUBT = [
  'windows-1252, italian',
  'windows-1250, hungarian',
  'macintosh, german, few',
  ...Array.from('üöäß', (letter) => `macintosh, german, ${letter} alone`),
];

const inCapitals = (text: string) => text.replace(/ß/g, 'ss').toUpperCase();
const all = Object.entries(TEXTS).flatMap(([name, text]) => [
  [name, text] as const,
  [`${name}, in capitals`, inCapitals(text)] as const,
]);

const dos = (Object.keys(DOS) as (keyof typeof DOS)[]).flatMap((encoding) =>
  all.flatMap(([name, text]) => {
    const bytes = encoded(text, encoding);
    // Without letters of its own a text is in any encoding.
    const isPlain = bytes?.every((byte) => byte < 128) ?? true;
    return isPlain ? [] : [[`${encoding}, ${name}`, bytes as Uint8Array] as const];
  }),
);

describe('a file in a DOS code page', () => {
  it('is there in many languages', () => expect(dos.length).toBeGreaterThan(60));

  it.each(dos)('%s: is in doubt', async (_name, bytes) => {
    const found = await recogniseEncoding(sourceOfBytes(bytes));
    expect(found.isCertain).toBe(false);
  });
});

it.each(['german', 'german, few', 'french', 'danish', 'portuguese'])(
  'cp850 may be meant: %s',
  async (text) => {
    const bytes = encoded(TEXTS[text] as string, 'cp850') as Uint8Array;
    expect((await recogniseEncoding(sourceOfBytes(bytes))).others[0]).toBe('ibm850');
  },
);

it.each([
  ['Çelik ağ, şeker güneş;1\n', 'ibm857'],
  ['Оплата услуг связи;26\nАренда офиса;44\n', 'ibm855'],
  ['שכר דירה;1\nארנונה ומים;2\n', 'ibm862'],
] as const)('words of %s are shown as %s reads them', async (text, page) => {
  const table = await pageOf(page);
  const bytes = Uint8Array.from(text, (c) => (c < '\u0080' ? c.charCodeAt(0) : table.indexOf(c) + 128));
  const { isCertain, others, samples } = await recogniseEncoding(sourceOfBytes(bytes));
  expect([isCertain, others[0]]).toEqual([false, page]);
  expect(samples[1]).toBe((text.match(/\p{L}*[^\0-\x7f]\p{L}*/gu) ?? []).slice(0, 3).join(' '));
});

async function pageOf(page: EncodingName): Promise<string> {
  let text = '';
  for await (const piece of decode(sourceOfBytes(high), page, { isStrict: false })) text += piece;
  return text;
}

describe('a file in an encoding that is read', () => {
  const read = ['windows-1252', 'windows-1250', 'macintosh'].flatMap((encoding) =>
    Object.entries(TEXTS).flatMap(([name, text]) => {
      const bytes = encoded(text, encoding);
      const isInDoubt = IN_DOUBT.includes(`${encoding}, ${name}`) || bytes === null;
      return isInDoubt ? [] : [[`${encoding}, ${name}`, bytes, text] as const];
    }),
  );

  it('is there in many languages', () => expect(read.length).toBeGreaterThan(25));

  it.each(read)('%s: is certain', async (_name, bytes, text) => {
    const found = await recogniseEncoding(sourceOfBytes(bytes));
    expect([new TextDecoder(found.name).decode(bytes), found.isCertain]).toEqual([text, true]);
  });

  it('in Russian of DOS is read as that', async () => {
    const bytes = encoded('Оплата услуг связи;26\nАренда офиса Москва;44\n', 'ibm866') as Uint8Array;
    expect(await recogniseEncoding(sourceOfBytes(bytes))).toMatchObject({ name: 'ibm866', isCertain: true });
  });
});
