import { type Automaton, buildAutomaton, firstEnd, nextEnd, ROOT, step } from '../automaton.ts';
import {
  type KeywordNumber,
  type KeywordTable,
  keywordLength,
  mayBeContained,
  writeCandidate,
} from '../keywords.ts';

/** Which keywords of a table stand in which others, and which of them is the better one. */
export class Containment {
  readonly table: KeywordTable;
  /** The keywords that may be contained, best first: long ones before short ones, then by code units. */
  readonly ranking: Int32Array;
  /** The place of a keyword in the ranking; of one that is never contained -1. */
  readonly ranks: Int32Array;
  readonly #automaton: Automaton;
  /** By keyword, the number of the visit in which it was found last. */
  readonly #foundIn: Int32Array;
  #visits = 0;

  constructor(table: KeywordTable) {
    const contained: KeywordNumber[] = [];
    for (let k = 0; k < table.count; k++) if (mayBeContained(table, k)) contained.push(k);
    this.table = table;
    this.#automaton = buildAutomaton(table, contained);
    this.ranking = this.#automaton.ranking;
    this.ranks = new Int32Array(table.count).fill(-1);
    this.ranking.forEach((k, rank) => {
      this.ranks[k] = rank;
    });
    this.#foundIn = new Int32Array(table.count);
  }

  /** Whether a keyword may match by containment. */
  isContainable(k: KeywordNumber): boolean {
    return (this.ranks[k] as number) >= 0;
  }

  /** Calls `visit` once for every other keyword in keyword `k`. Amortised linear in its length and in what is found. */
  visit(k: KeywordNumber, visit: (found: KeywordNumber) => void): void {
    const { starts } = this.table;
    this.#visit(starts[k] as number, starts[k + 1] as number, (found) => {
      if (found !== k) visit(found);
    });
  }

  /** Calls `visit` once for every shorter keyword in a text that is no keyword itself. */
  visitText(text: string, visit: (found: KeywordNumber) => void): void {
    const length = writeCandidate(this.table, text);
    const start = this.table.starts[this.table.count] as number;
    this.#visit(start, start + length, (found) => {
      if (keywordLength(this.table, found) < length) visit(found);
    });
  }

  #visit(start: number, end: number, visit: (found: KeywordNumber) => void): void {
    const { units } = this.table;
    const { ranks } = this.#automaton;
    const visits = ++this.#visits;
    let state = ROOT;
    for (let i = start; i < end; i++) {
      state = step(this.#automaton, state, units[i] as number);
      for (let at = firstEnd(this.#automaton, state); at >= 0; at = nextEnd(this.#automaton, at)) {
        const found = this.ranking[ranks[at] as number] as KeywordNumber;
        // What ends here besides was found with it.
        if (this.#foundIn[found] === visits) break;
        this.#foundIn[found] = visits;
        visit(found);
      }
    }
  }
}
