import type { EncodingName } from '#model/fileReading.ts';

/*
 * How much a text looks like one that people have written, if it is decoded in a given encoding: the wrong single-byte
 * encoding puts letters of two scripts into one word, symbols between letters, or letters of two languages into one
 * text; the wrong multi-byte one makes rare characters.
 */

/** The letters beyond a to z of languages that an encoding is used for. */
const WESTERN = 'äöüß àâæçéèêëîïôœùûüÿ áéíñóúü ãõáâàçéêíóôúü àèéìíòóù åäöæøéü éëïóöüèêç áðéíóúýþæö'.split(
  ' ',
);
const CENTRAL = 'áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž ąćęłńóśźż áéíóöőúüű ăâîşţșț čćđšž'.split(' ');
const TURKISH = ['çğıöşüâîû'];
const LANGUAGES: Partial<Record<EncodingName, readonly string[]>> = {
  'windows-1252': WESTERN,
  macintosh: WESTERN,
  ibm437: WESTERN,
  ibm850: WESTERN,
  'windows-1250': CENTRAL,
  'iso-8859-2': CENTRAL,
  ibm852: CENTRAL,
  'windows-1254': TURKISH,
  ibm857: TURKISH,
  'windows-1257': ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äõöüšž'],
};

const BEYOND_ASCII = /[^\0-\x7f]/gu;
/** Control characters beyond ASCII, private use, and what stands for bytes that mean nothing. */
const NO_TEXT = /[\u0080-\u009f\ue000-\uf8ff\ufffd]/;

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai'].map(
  (name) => `\\p{Script=${name}}`,
);
const EAST_ASIAN = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々ﾞﾟｰ`;
const LETTERS = EAST_ASIAN + SCRIPTS.join('');
const USUAL_SYMBOLS =
  ' €£¥§°–—‑“”„‘’‚«»…ºª©®™·•¿¡´№¤½²³×±　。、・「」『』（）％＆～：；，．－＋／＃＠￥【】〒①-⑳㈱㈲';
const BEYOND = String.raw`(?![\0-\x7f])`;

const LETTER_BEYOND_ASCII = new RegExp(`${BEYOND}\\p{L}`, 'gu');

/** Characters beyond ASCII that stand where nobody writes them. */
const ODD_PARTS = [
  // `JR東日本` is usual, `Pr姿aration` is not.
  `(?<=[a-z])[${EAST_ASIAN}]|[${EAST_ASIAN}](?=[a-z])`,
  ...SCRIPTS.map((own) => `(?<=(?!${own})\\p{L})${BEYOND}${own}|${BEYOND}${own}(?=(?!${own})\\p{L})`),
  // No language writes many such letters in a row, or a capital behind a small letter.
  `(?<=${BEYOND}\\p{L})\\p{Script=Latin}(?=${BEYOND}\\p{L})|(?<=\\p{Ll})${BEYOND}\\p{Lu}`,
  // A symbol in a word, and one that business texts do not have.
  `(?<=\\p{L})[^\\0-\\x7f’·・${LETTERS}](?=\\p{L})|[^\\0-\\x7f${USUAL_SYMBOLS}${LETTERS}]`,
].join('|');
// What is ASCII is passed over at once.
const ODD = new RegExp(`(?=[^\\0-\\x7f])(?:${ODD_PARTS})`, 'gu');

/** The rows of a standard with two bytes per character that have its common ones; what else is beyond ASCII is rare. */
const COMMON: Partial<Record<EncodingName, RegExp>> = {
  shift_jis: /[\x81-\x98][\x40-\xff]|[\xa1-\xdf]/g,
  'euc-jp': /[\x8e\xa1-\xcf][\x40-\xff]/g,
  gb18030: /[\xa1-\xa3\xa6-\xd7][\xa1-\xfe]/g,
  big5: /[\xa1-\xc6][\x40-\xff]/g,
  'euc-kr': /[\xa1-\xc8][\xa1-\xfe]/g,
};

/** From 0 (no text) to 1 (an ordinary text); `bytes` is what `text` was decoded from. */
export function plausibility(text: string, bytes: Uint8Array, encoding: EncodingName): number {
  if (NO_TEXT.test(text)) return 0;
  const odd = text.match(ODD)?.length ?? 0;
  const common = COMMON[encoding];
  const binary = common ? Array.from(bytes, (byte) => String.fromCharCode(byte)).join('') : '';
  const rare = common ? beyondAscii(binary.replace(common, '')) / beyondAscii(binary) : 0;
  return (1 - rare) * (1 - odd / beyondAscii(text)) * (0.5 + 0.5 * languageShare(text, LANGUAGES[encoding]));
}

/** The largest share of the letters beyond ASCII that one of the languages has. */
function languageShare(text: string, languages: readonly string[] | undefined): number {
  if (languages === undefined) return 1;
  const letters = text.toLowerCase().normalize('NFC').match(LETTER_BEYOND_ASCII) ?? [];
  if (letters.length === 0) return 0.9;
  const of = (known: string) => letters.filter((letter) => known.includes(letter)).length;
  return Math.max(...languages.map(of)) / letters.length;
}

function beyondAscii(text: string): number {
  return text.match(BEYOND_ASCII)?.length || 1;
}
