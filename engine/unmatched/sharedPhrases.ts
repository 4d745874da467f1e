import { wordsOf } from '../words.ts';

/** A text and how many rows have it. */
export type WeightedText = { readonly text: string; readonly weight: number };

/** Words in a row that at least two rows have: where they stand first, and all texts that have them. */
export type SharedPhrase = {
  readonly text: number;
  readonly start: number;
  readonly end: number;
  /** Each text once, ascending. */
  readonly texts: readonly number[];
};

const NONE = -1;

/**
 * All phrases of whole words that at least two rows share, the separators between the words included.
 *
 * Phrases of n words get numbers made of the number of their first n - 1 words and the word after them; only
 * where a number is shared it is worth while to look one word further. So the cost is the number of places where
 * shared phrases stand, and no text is compared with another (naming after Karp, Miller and Rosenberg, 1972).
 */
export function sharedPhrases(texts: readonly WeightedText[]): SharedPhrase[] {
  const places = new Places(texts);
  const found: SharedPhrase[] = [];
  let names = places.first;
  for (let length = 1; ; length++) {
    const sharing = places.sharing(names);
    if (sharing.size === 0) return found;
    for (const { at, texts } of sharing.values()) found.push({ ...places.span(at, length), texts });
    names = places.extend(names, length, sharing);
  }
}

type Sharing = { readonly at: number; readonly texts: number[] };

/** Every word of every text is a place; what stands there has a name: equal numbers for equal phrases. */
class Places {
  /** By place: the name of its word. */
  readonly first: Int32Array;
  /** By place: the name of its word together with the separator before it. */
  readonly #joined: Int32Array;
  readonly #text: Int32Array;
  readonly #start: Int32Array;
  readonly #end: Int32Array;
  readonly #weights: readonly number[];
  #joinedNames = 0;

  constructor(texts: readonly WeightedText[]) {
    this.#weights = texts.map(({ weight }) => weight);
    const words = texts.map(({ text }) => wordsOf(text));
    const count = words.reduce((sum, of) => sum + of.length, 0);
    this.first = new Int32Array(count);
    this.#joined = new Int32Array(count);
    this.#text = new Int32Array(count);
    this.#start = new Int32Array(count);
    this.#end = new Int32Array(count);
    this.#fill(texts, words);
  }

  /** Offsets of the phrase of `length` words at a place. */
  span(at: number, length: number): { text: number; start: number; end: number } {
    return {
      text: this.#text[at] as number,
      start: this.#start[at] as number,
      end: this.#end[at + length - 1] as number,
    };
  }

  /** The names that at least two rows have, and which texts have them. */
  sharing(names: Int32Array): Map<number, Sharing> {
    const byName = new Map<number, Sharing>();
    names.forEach((name, at) => {
      if (name === NONE) return;
      const text = this.#text[at] as number;
      const known = byName.get(name);
      if (known === undefined) byName.set(name, { at, texts: [text] });
      else if (known.texts.at(-1) !== text) known.texts.push(text);
    });
    for (const [name, { texts }] of byName) {
      if (texts.length === 1 && (this.#weights[texts[0] as number] as number) < 2) byName.delete(name);
    }
    return byName;
  }

  /** Names of the phrases one word longer, where the shorter one is shared. */
  extend(names: Int32Array, length: number, sharing: ReadonlyMap<number, Sharing>): Int32Array {
    const longer = new Int32Array(names.length).fill(NONE);
    const numbers = new Map<number, number>();
    for (let at = 0; at + length < names.length; at++) {
      const name = names[at] as number;
      if (name === NONE || !sharing.has(name) || this.#text[at + length] !== this.#text[at]) continue;
      longer[at] = numberOf(numbers, name * this.#joinedNames + (this.#joined[at + length] as number));
    }
    return longer;
  }

  #fill(texts: readonly WeightedText[], words: readonly ReturnType<typeof wordsOf>[]): void {
    const plain = new Map<string, number>();
    const joined = new Map<string, number>();
    let at = 0;
    texts.forEach(({ text }, number) => {
      let before = 0;
      for (const { start, end } of words[number] ?? []) {
        this.first[at] = numberOf(plain, text.slice(start, end));
        this.#joined[at] = numberOf(joined, text.slice(before, end));
        this.#text[at] = number;
        this.#start[at] = start;
        this.#end[at++] = end;
        before = end;
      }
    });
    this.#joinedNames = joined.size;
  }
}

function numberOf<K>(numbers: Map<K, number>, key: K): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}
