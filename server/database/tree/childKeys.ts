const INTEGER_KEY = /^-?0*\d{1,10}$/;
const INT32_MIN = -2147483648;
const INT32_MAX = 2147483647;

/**
 * Order of sibling keys in the Realtime Database: keys that read as signed 32-bit integers first, by number,
 * equal numbers by length (`1` before `01`); all others after them by UTF-16 unit.
 */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  const numberA = integerOf(a);
  const numberB = integerOf(b);
  if (numberA === null && numberB === null) return a < b ? -1 : 1;
  if (numberA === null) return 1;
  if (numberB === null) return -1;
  return numberA - numberB || a.length - b.length;
}

function integerOf(key: string): number | null {
  if (!INTEGER_KEY.test(key)) return null;
  const value = Number(key);
  return value >= INT32_MIN && value <= INT32_MAX ? value : null;
}
