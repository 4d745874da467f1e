import { isOnlyBeginning } from '#model/commonWords.ts';
import { isUninformative } from './WordUse.ts';

/** A name has so many words at most. */
export const MAX_NAME_WORDS = 3;
/** A word that the mappings say little of is broad only if so many words follow. */
const MANY_NEXT = 12;
/** Fewer mappings than this say little. */
const FEW_MAPPINGS = 4;

const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A beginning, and what follows it in lines and mappings. Most have few: a list or map is there where it is needed. */
type Node = {
  children: Map<string, Node> | null;
  /** The words that follow. */
  next: Set<string> | null;
  accounts: Map<string, number> | null;
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
    for (let i = 0; i < words.length && i < MAX_NAME_WORDS - 1; i++) {
      node = childOf(node, words[i] as string);
      node.texts++;
      addNext(node, words[i + 1]);
    }
  }

  /** Takes a mapping's words in, as far as lines begin like it. */
  addMapping(words: readonly string[], account: string): void {
    let node: Node | undefined = this.#root;
    for (let i = 0; i < words.length && i < MAX_NAME_WORDS - 1; i++) {
      node = node.children?.get(words[i] as string);
      if (node === undefined) return;
      node.mappings++;
      node.accounts ??= new Map();
      node.accounts.set(account, (node.accounts.get(account) ?? 0) + 1);
      addNext(node, words[i + 1]);
    }
  }

  /** How many of a line's words are its name: one, and one more while those are broad or end with a short word. */
  nameLength(words: readonly string[]): number {
    let node: Node | undefined = this.#root;
    const most = Math.min(words.length, MAX_NAME_WORDS);
    for (let length = 1; length < most; length++) {
      const word = words[length - 1] as string;
      node = node.children?.get(word);
      if (node === undefined || !(isShort(word) || isOnlyBeginning(word) || isBroad(node))) return length;
    }
    return most;
  }
}

function createNode(): Node {
  return { children: null, next: null, accounts: null, texts: 0, mappings: 0 };
}

function childOf(node: Node, word: string): Node {
  node.children ??= new Map();
  let child = node.children.get(word);
  if (child === undefined) {
    child = createNode();
    node.children.set(word, child);
  }
  return child;
}

function addNext(node: Node, word: string | undefined): void {
  if (word === undefined) return;
  node.next ??= new Set();
  node.next.add(word);
}

/** `B Q`, `BG`: one or two letters name too much. An ideograph does not stand alone here. */
function isShort(word: string): boolean {
  return word.length <= 2 && !IDEOGRAPH.test(word);
}

/** Whether other words follow in at least every second text, and the mappings do not agree about the account. */
function isBroad({ texts, mappings, next, accounts }: Node): boolean {
  const different = next?.size ?? 0;
  if (different * 2 < texts + mappings) return false;
  if (mappings < FEW_MAPPINGS || accounts === null) return different >= MANY_NEXT;
  return isUninformative({ mappings, accounts: accounts.size, most: Math.max(...accounts.values()) });
}
