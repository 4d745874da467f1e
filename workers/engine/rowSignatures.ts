import type { Rows } from './classifier.ts';
import { FOLD } from './fold.ts';
import { type KeywordNumber, type KeywordTable, keywordLength, mayBeContained } from './keywords.ts';

/*
 * A Bloom filter per row: 512 bits, one set for each three neighbouring folded units, the row's start counting as
 * two units before the first. A row can only contain a keyword whose triples are all among its own.
 */

/** Numbers per signature. */
const WORDS = 16;
const SPACE = 32;
/** Stands before the first unit of a row; no unit is that large. */
const START = 0x10000;

/** What is known of a text's rows: 64 bytes each, and for each whether they are filled in. */
type Signatures = { readonly bits: Int32Array<ArrayBuffer>; readonly isMade: Uint8Array<ArrayBuffer> };

/** Kept beside the rows and only as long as they are. */
const known = new WeakMap<Rows, Signatures>();

/** Makes the signatures of rows `from` to `to` where they are not there yet: about 5 ns per unit. */
export function signRows(rows: Rows, from: number, to: number): void {
  const { bits, isMade } = signaturesFor(rows);
  for (let row = from; row < to; row++) {
    if (isMade[row] === 0) signRow(rows, row, bits);
    isMade[row] = 1;
  }
}

/** The signatures of all rows; what {@link signRows} has not made by now is made now. */
export function signaturesOf(rows: Rows): Int32Array {
  signRows(rows, 0, rows.count);
  return signaturesFor(rows).bits;
}

function signaturesFor(rows: Rows): Signatures {
  const shown = known.get(rows);
  if (shown) return shown;
  const made = { bits: new Int32Array(rows.count * WORDS), isMade: new Uint8Array(rows.count) };
  known.set(rows, made);
  return made;
}

/** The bits that a row must have to contain keyword `k`, or to equal it where it may not be contained. */
export function keywordSignature(table: KeywordTable, k: KeywordNumber): Int32Array {
  const signature = new Int32Array(WORDS);
  const start = table.starts[k] as number;
  const length = keywordLength(table, k);
  const whole = !mayBeContained(table, start, length);
  let [first, second] = [START, START];
  for (let i = 0; i < length; i++) {
    const unit = table.units[start + i] as number;
    if (whole || i >= 2) setTriple(signature, 0, first, second, unit);
    first = second;
    second = unit;
  }
  return signature;
}

/** False when the row certainly does not contain the keyword of that signature. */
export function mayHold(signatures: Int32Array, row: number, wanted: Int32Array): boolean {
  const at = row * WORDS;
  for (let i = 0; i < WORDS; i++) {
    if (((signatures[at + i] as number) & (wanted[i] as number)) !== wanted[i]) return false;
  }
  return true;
}

function signRow(rows: Rows, row: number, signatures: Int32Array): void {
  const { text } = rows;
  const end = rows.ends[row] as number;
  let [first, second] = [START, START];
  for (let i = rows.starts[row] as number; i < end; i++) {
    const folded = FOLD[text.charCodeAt(i)] as number;
    if (folded < 0) {
      // Not met before, or only normalising the whole row would tell: such a row is looked at with every change.
      signatures.fill(-1, row * WORDS, (row + 1) * WORDS);
      return;
    }
    const unit = folded & 0xffff;
    if (unit === SPACE && (second === SPACE || second === START)) continue;
    setTriple(signatures, row * WORDS, first, second, unit);
    first = second;
    second = unit;
  }
}

function setTriple(signatures: Int32Array, at: number, a: number, b: number, c: number): void {
  const hash = Math.imul(Math.imul(Math.imul(a, 0x9e3779b1) + b, 0x85ebca6b) + c, 0xc2b2ae35) >>> 23;
  const word = at + (hash >>> 5);
  signatures[word] = (signatures[word] as number) | (1 << hash);
}
