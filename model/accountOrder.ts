/** What stands between punctuation and spaces. */
const SEGMENTS = /[\p{L}\p{M}\p{N}]+/gu;
const IS_NUMBER = /^[0-9]+$/;
/** Numbers in a segment with letters count as numbers too: K9 comes before K020. */
const collator = new Intl.Collator('en', { numeric: true });

/**
 * The order in which accounts are listed: segment by segment between punctuation, digits by number and before segments
 * with letters, so that 0004 comes before 1A90, 700 before 6100 and 6100-01 behind 6100. Codes that are equal so, such as
 * 4 and 0004, follow their code units: no two different codes are equal.
 *
 * @returns negative when `a` comes first, positive when `b` does, 0 when they are the same
 */
export function compareAccounts(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [segmentsOf(a), segmentsOf(b)];
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) {
    const order = compareSegments(left[i] as string, right[i] as string);
    if (order !== 0) return order;
  }
  return left.length - right.length || byCodeUnit(a, b);
}

function segmentsOf(code: string): readonly string[] {
  return code.match(SEGMENTS) ?? [];
}

function compareSegments(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [IS_NUMBER.test(a), IS_NUMBER.test(b)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return isNumber ? compareNumbers(a, b) : collator.compare(a, b);
}

/** Of any length: as digits, since a number loses precision from seventeen on. */
function compareNumbers(a: string, b: string): number {
  const [left, right] = [withoutZeros(a), withoutZeros(b)];
  return left.length - right.length || byCodeUnit(left, right);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
