import { tellsNothing } from './WordUse.ts';

/** A name has so many words at most. */
export const MAX_NAME_WORDS = 3;
/** A word that the mappings say little of is broad only if so many words follow. */
const MANY_NEXT = 12;
/** Fewer mappings than this say little. */
const FEW_MAPPINGS = 4;

const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

type Node = {
  readonly children: Map<string, Node>;
  /** The words that follow in lines and mappings. */
  readonly next: Set<string>;
  readonly accounts: Map<string, number>;
  texts: number;
  mappings: number;
};

/**
 * The beginnings of lines and mappings, word by word, common words left out. They say how many words a name has: `AMAZON`
 * is one, whatever follows; `ROYAL` needs the next word, since another name follows nearly each time.
 */
export class NameTree {
  readonly #root = createNode();

  /** Takes a line's words in. */
  addText(words: readonly string[]): void {
    let node = this.#root;
    for (const [i, word] of words.slice(0, MAX_NAME_WORDS).entries()) {
      const child = node.children.get(word) ?? createNode();
      node.children.set(word, child);
      node = child;
      node.texts++;
      const next = words[i + 1];
      if (next !== undefined) node.next.add(next);
    }
  }

  /** Takes a mapping's words in, as far as lines begin like it. */
  addMapping(words: readonly string[], account: string): void {
    let node: Node | undefined = this.#root;
    for (const [i, word] of words.slice(0, MAX_NAME_WORDS).entries()) {
      node = node.children.get(word);
      if (node === undefined) return;
      node.mappings++;
      node.accounts.set(account, (node.accounts.get(account) ?? 0) + 1);
      const next = words[i + 1];
      if (next !== undefined) node.next.add(next);
    }
  }

  /** How many of a line's words are its name: one, and one more while those are broad or end with a short word. */
  nameLength(words: readonly string[]): number {
    let node = this.#root;
    const most = Math.min(words.length, MAX_NAME_WORDS);
    for (let length = 1; length <= most; length++) {
      const child = node.children.get(words[length - 1] as string);
      if (child === undefined || !(isShort(words[length - 1] as string) || isBroad(child))) return length;
      node = child;
    }
    return most;
  }
}

function createNode(): Node {
  return { children: new Map(), next: new Set(), accounts: new Map(), texts: 0, mappings: 0 };
}

/** `B Q`, `BG`: one or two letters name too much. An ideograph does not stand alone here. */
function isShort(word: string): boolean {
  return word.length <= 2 && !IDEOGRAPH.test(word);
}

/** Whether other words follow in at least every second text, and the mappings do not agree about the account. */
function isBroad({ texts, mappings, next, accounts }: Node): boolean {
  if (next.size * 2 < texts + mappings) return false;
  if (mappings < FEW_MAPPINGS) return next.size >= MANY_NEXT;
  return tellsNothing({ mappings, accounts: accounts.size, most: Math.max(...accounts.values()) });
}
