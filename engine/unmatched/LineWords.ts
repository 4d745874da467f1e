import { unitsOf } from '../normalise.ts';

/** A word of the lines, and what is known of it. */
export type Word = {
  /** Normalised. */
  readonly text: string;
  readonly units: Uint16Array;
  /** Places of the mappings that have it in a list of those with any word of the lines, ascending. */
  readonly mappings: number[];
  /** Whether it names nobody; null while that is not known. */
  isCommon: boolean | null;
};

/** The words of a set of lines, found by their units: the words of a long list need no string each. */
export class LineWords {
  readonly #byText = new Map<string, Word>();
  readonly #byHash = new Map<number, Word[]>();

  /** The word with this text, which is entered where it is new. */
  enter(text: string): Word {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const word: Word = { text, units: unitsOf(text), mappings: [], isCommon: null };
    this.#byText.set(text, word);
    const hash = hashOf(word.units, 0, word.units.length);
    const alike = this.#byHash.get(hash);
    if (alike === undefined) this.#byHash.set(hash, [word]);
    else alike.push(word);
    return word;
  }

  /** The word with these units, `end` excluded. */
  find(units: Uint16Array, start: number, end: number): Word | undefined {
    return this.#byHash.get(hashOf(units, start, end))?.find((word) => isSame(word.units, units, start, end));
  }

  get(text: string): Word | undefined {
    return this.#byText.get(text);
  }
}

/** FNV-1a, a unit at a time, in the range of small integers. */
function hashOf(units: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (units[i] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x3fffffff;
}

function isSame(own: Uint16Array, units: Uint16Array, start: number, end: number): boolean {
  if (own.length !== end - start) return false;
  for (let i = 0; i < own.length; i++) if (own[i] !== units[start + i]) return false;
  return true;
}
