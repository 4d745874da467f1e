/** UTF-16 units that a cell of a sheet can hold. */
const LONGEST_CELL = 32_767;
const LONE_SURROGATE = /\p{Cs}/gu;
/**
 * What must be escaped: characters that XML forbids, those that the library leaves out, and the `_` of a text that would
 * be read as an escape itself.
 */
const TO_ESCAPE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that cannot stand in a sheet as they are.
  /[\0-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufffd]|\p{Noncharacter_Code_Point}|_(?=x[0-9a-fA-F]{4}_)/gu;

/**
 * A text as the strings of a workbook have it: where it has to, with `_xHHHH_` for a UTF-16 unit (ST_Xstring of ECMA-376).
 * Spreadsheets and our own import read that back as the unit. Lone surrogates become U+FFFD.
 *
 * @example
 * sheetText('_x0041_'); // '_x005F_x0041_', which reads as '_x0041_'
 */
export function sheetText(text: string): string {
  const cut = text.slice(0, LONGEST_CELL).replace(LONE_SURROGATE, '\ufffd').replace(TO_ESCAPE, escaped);
  // The library numbers the texts in a plain object, where these stand for what every object has.
  return cut in Object.prototype ? escaped(cut.charAt(0)) + cut.slice(1) : cut;
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `_x${unit.toString(16).toUpperCase().padStart(4, '0')}_`).join('');
}
