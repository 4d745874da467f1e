import type { EncodingName } from '#model/fileReading.ts';

/*
 * How much a text looks like one that people have written, if it is decoded in a given encoding: the wrong single-byte
 * encoding puts letters of two scripts into one word, symbols between letters, or letters of two languages into one
 * text; the wrong multi-byte one makes rare characters.
 */

/** The letters beyond a to z of languages that an encoding is used for: `windows-1252` first, in doubt. */
const LANGUAGES: Partial<Record<EncodingName, readonly string[]>> = {
  'windows-1252': [
    'äöüß',
    'àâæçéèêëîïôœùûüÿ',
    'áéíñóúü',
    'ãõáâàçéêíóôúü',
    'àèéìíòóù',
    'åäöæøéü',
    'éëïóöüèêç',
    'áðéíóúýþæö',
  ],
  'windows-1250': ['áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'ăâîşţșț', 'čćđšž'],
  'windows-1254': ['çğıöşüâîû'],
  'windows-1257': ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äõöüšž'],
};
LANGUAGES['iso-8859-2'] = LANGUAGES['windows-1250'] ?? [];
LANGUAGES['iso-8859-15'] = LANGUAGES['windows-1252'] ?? [];
LANGUAGES.macintosh = LANGUAGES['windows-1252'] ?? [];
LANGUAGES.ibm437 = LANGUAGES['windows-1252'] ?? [];
LANGUAGES.ibm850 = LANGUAGES['windows-1252'] ?? [];
LANGUAGES.ibm852 = LANGUAGES['windows-1250'] ?? [];

const SCRIPTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['East Asian', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々ﾞﾟｰ]/u],
];
/** What stands in business texts besides letters and digits. */
const USUAL_SYMBOL =
  /[ €£¥§°–—‑“”„‘’‚«»…ºª©®™·•¿¡´№¤½²³×±　。、・「」『』（）％＆～：；，．－＋／＃＠￥【】〒①-⑳㈱㈲]/u;
/** Control characters beyond ASCII, private use, and what stands for bytes that mean nothing. */
const NO_TEXT = /[\u0080-\u009f\ue000-\uf8ff\ufffd]/;

/** From 0 (no text) to 1 (an ordinary text); `bytes` is what `text` was decoded from. */
export function plausibility(text: string, bytes: Uint8Array, encoding: EncodingName): number {
  if (NO_TEXT.test(text)) return 0;
  const rare = RARE[encoding];
  if (rare) return (1 - rareShare(bytes, rare)) * (1 - oddShare(text));
  return (1 - oddShare(text)) * (0.5 + 0.5 * languageShare(text, encoding));
}

/** The share of characters beyond ASCII that stand where nobody writes them. */
function oddShare(text: string): number {
  let all = 0;
  let odd = 0;
  const characters = [...text];
  for (const [i, character] of characters.entries()) {
    if (character <= '\u007f') continue;
    all++;
    odd += oddness(characters[i - 1] ?? ' ', character, characters[i + 1] ?? ' ');
  }
  return all === 0 ? 0 : odd / all;
}

function oddness(before: string, character: string, after: string): number {
  const script = scriptOf(character);
  const isInWord = isLetter(before) && isLetter(after);
  if (script === null) return symbolOddness(character, isInWord);
  // `JR東日本` is usual, `Pr姿aration` is not.
  if (script === 'East Asian') return /[a-z]/.test(before) || /[a-z]/.test(after) ? 1 : 0;
  const scripts = [scriptOf(before), scriptOf(after)];
  if (scripts.some((other) => other !== null && other !== script)) return 1;
  // No language writes many such letters in a row.
  if (script === 'Latin' && isInWord && before > '\u007f' && after > '\u007f') return 1;
  return /\p{Ll}/u.test(before) && /\p{Lu}/u.test(character) ? 0.7 : 0;
}

function symbolOddness(symbol: string, isInWord: boolean): number {
  if (isInWord) return /[’·・]/.test(symbol) ? 0 : 1;
  return USUAL_SYMBOL.test(symbol) ? 0 : 0.5;
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

function scriptOf(character: string): string | null {
  if (character <= '\u007f') return /[a-z]/i.test(character) ? 'Latin' : null;
  return SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? null;
}

/** The largest share of the letters beyond ASCII that one language has which the encoding is used for. */
function languageShare(text: string, encoding: EncodingName): number {
  const languages = LANGUAGES[encoding];
  if (languages === undefined) return 1;
  const letters = [...text.toLowerCase().normalize('NFC')].filter((c) => c > '\u007f' && isLetter(c));
  if (letters.length === 0) return 0.9;
  const shares = languages.map(
    (known) => letters.filter((letter) => known.includes(letter)).length / letters.length,
  );
  return Math.max(...shares);
}

/** Tells a rare character of an encoding with two bytes per character; null: `lead` stands alone. */
type RareTest = (lead: number, trail: number) => boolean | null;

/** The standards have their common characters in rows of their own. */
const RARE: Partial<Record<EncodingName, RareTest>> = {
  shift_jis: (lead) => (lead >= 0xa1 && lead <= 0xdf ? null : lead > 0x98),
  'euc-jp': (lead) => (lead === 0x8e ? false : lead > 0xcf),
  gb18030: (lead, trail) => lead < 0xa1 || trail < 0xa1 || lead > 0xd7 || lead === 0xa4 || lead === 0xa5,
  big5: (lead) => lead < 0xa1 || lead > 0xc6,
  'euc-kr': (lead, trail) => lead < 0xa1 || trail < 0xa1 || lead > 0xc8,
};

function rareShare(bytes: Uint8Array, isRare: RareTest): number {
  let all = 0;
  let rare = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] as number;
    if (lead < 0x80) continue;
    all++;
    const answer = isRare(lead, bytes[at + 1] ?? 0);
    if (answer === null) continue;
    if (answer) rare++;
    at++;
  }
  return all === 0 ? 0 : rare / all;
}
