import type { Email } from './email.ts';
import { codePointOf } from './hiddenCharacters.ts';

/** Letters of other scripts that look like Latin ones, in lower case. */
const FOREIGN: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['аɑα', 'a'],
    ['Ьƅ', 'b'],
    ['сϲ', 'c'],
    ['ԁ', 'd'],
    ['еҽє', 'e'],
    ['ɡ', 'g'],
    ['һ', 'h'],
    ['іıι', 'i'],
    ['јϳ', 'j'],
    ['κк', 'k'],
    ['ӏǀ', 'l'],
    ['м', 'm'],
    ['ո', 'n'],
    ['оοσօ', 'o'],
    ['рρ', 'p'],
    ['ԛ', 'q'],
    ['г', 'r'],
    ['ѕ', 's'],
    ['тτ', 't'],
    ['υս', 'u'],
    ['ѵν', 'v'],
    ['ԝω', 'w'],
    ['хχ', 'x'],
    ['уγ', 'y'],
  ].flatMap(([letters = '', latin = '']) => [...letters].map((letter) => [letter, latin])),
);

/**
 * What an address or a name looks like at a glance: without accents, foreign letters as the Latin ones that they resemble, and one
 * form for what is easily mistaken (`0` and `o`, `rn` and `m`, dots and hyphens before the `@`, a `+tag`).
 */
export function skeletonOf(email: string): string {
  const plain = Array.from(
    email.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, ''),
    (c) => FOREIGN[c] ?? c,
  );
  const at = plain.lastIndexOf('@');
  const local = plain.slice(0, at).join('').replace(/\+.*/, '').replace(/[._-]/g, '');
  return `${local}@${plain.slice(at + 1).join('')}`
    .replace(/0/g, 'o')
    .replace(/[1i|]/g, 'l')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
}

/** Whether two addresses differ by one character: another one, one more, or two exchanged. */
function differByOne(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short === long || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  const isExchanged = short[start] === long[start + 1] && short[start + 1] === long[start];
  return isExchanged && short.slice(start + 2) === long.slice(start + 2);
}

/** By address, another one of `known` that looks the same. Addresses that no other looks like are not in it. */
export function findConfusables(known: readonly Email[]): ReadonlyMap<Email, Email> {
  const bySkeleton = new Map<string, Email>();
  const found = new Map<Email, Email>();
  for (const email of known) {
    const skeleton = skeletonOf(email);
    const other = bySkeleton.get(skeleton);
    if (other === undefined) bySkeleton.set(skeleton, email);
    else if (other !== email) found.set(email, other).set(other, found.get(other) ?? email);
  }
  return found;
}

/** An address of `known` that `email` may be mistaken for: it looks the same, or differs by one character. */
export function findSimilar(email: Email, known: readonly Email[]): Email | undefined {
  const skeleton = skeletonOf(email);
  return known.find(
    (other) => other !== email && (differByOne(email, other) || skeletonOf(other) === skeleton),
  );
}

/** The characters of an address that are not plain ASCII ones, each once, with its code point: `é (U+00E9)`. */
export function foreignCharacters(email: string): readonly string[] {
  const foreign = new Set(Array.from(email).filter((character) => !/^[!-~]$/.test(character)));
  return [...foreign].map((character) => {
    const code = codePointOf(character);
    return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `${character} (${code})` : code;
  });
}
