import { seededRandom } from './random.ts';

const BEFORE = [
  'CARD PAYMENT TO ',
  'DIRECT DEBIT ',
  'POS 4417 ',
  'Faster payment  ',
  'SEPA Überweisung ',
  'VISA*',
  '',
];
const AFTER = [
  ' LONDON GB',
  ' REF 0093817',
  ' 12 MAR',
  ' / INV. 2291',
  ' [#44]',
  ' – Zürich',
  ' ŁÓDŹ PL',
  '',
];
const UNKNOWN = [
  'CASH WITHDRAWAL',
  'TRANSFER TO SAVINGS',
  'café au coin',
  'UNBEKANNTER EMPFÄNGER',
  'misc 😀',
];

/**
 * Bank-statement lines as people paste them: mostly a known keyword inside other words, some the keyword alone,
 * some that nothing matches, a few blank.
 * @param keywords the keywords to draw from
 * @param count number of lines
 * @param seed same seed, same lines
 */
export function statementLines(keywords: readonly string[], count: number, seed: number): string[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, () => {
    const kind = random();
    if (kind < 0.01) return '';
    if (kind < 0.2) return `${pick(UNKNOWN)} ${Math.floor(random() * 900)}`;
    const keyword = random() < 0.5 ? pick(keywords) : pick(keywords).toLowerCase();
    return kind < 0.35 ? keyword : `${pick(BEFORE)}${keyword}${pick(AFTER)}`;
  });
}
