import { endsPhrase } from '../words.ts';
import { compareUnits, stringOf, type UnitTexts } from './comparedTexts.ts';
import {
  beginsCandidate,
  buildPhraseTree,
  MIN_PHRASE_LENGTH,
  type Occurrences,
  PHRASE_SOURCE_BELOW,
  type PhraseEdge,
  type PhraseTree,
  type RowMarks,
  shorterEnd,
  TOO_FEW,
} from './phraseTree.ts';

/** A phrase contained in more than ten texts, and these texts in ascending order. */
type CommonPhrase = { readonly keyword: string; readonly rows: readonly number[] };

/**
 * Finds the longest phrase contained in more than ten of the texts `rows` (ties: in more of them, then alphabetical by
 * code unit), sets aside the texts that contain it, and repeats this with the other texts until no phrase qualifies.
 * Yields every few milliseconds.
 */
export function* findCommonPhrases(
  texts: UnitTexts,
  rows: Int32Array,
  marks: RowMarks,
): Generator<void, CommonPhrase[]> {
  const tree = yield* buildPhraseTree(texts, rows, marks);
  return yield* new Rounds(texts, tree, marks).run();
}

/** A phrase of the current length, the texts that contained it at first, and how many of these are not set aside. */
type Candidate = {
  readonly edge: PhraseEdge;
  readonly at: number;
  readonly rows: readonly number[];
  count: number;
};

/** A candidate with the count that it had when it was queued. */
type Queued = { readonly candidate: Candidate; readonly count: number };

/**
 * Goes through the lengths from the longest down, once: setting texts aside only lowers counts, so no phrase of a
 * length that is done can qualify later. Within a length all counts are exact: a text that is set aside takes one off
 * every candidate it contains. So the work is linear in the occurrences.
 */
class Rounds {
  readonly #texts: UnitTexts;
  readonly #occurrences: Occurrences;
  readonly #marks: RowMarks;
  readonly #edgesByLength: PhraseEdge[][] = Array.from({ length: PHRASE_SOURCE_BELOW }, () => []);

  constructor(texts: UnitTexts, { occurrences, edges }: PhraseTree, marks: RowMarks) {
    this.#texts = texts;
    this.#occurrences = occurrences;
    this.#marks = marks;
    for (const edge of edges) this.#file(edge, edge.longest);
  }

  *run(): Generator<void, CommonPhrase[]> {
    const found: CommonPhrase[] = [];
    for (let length = PHRASE_SOURCE_BELOW - 1; length >= MIN_PHRASE_LENGTH; length--) {
      if (this.#edgesByLength[length]?.length === 0) continue;
      found.push(...this.#takeAll(this.#candidates(length), length));
      yield;
    }
    return found;
  }

  #file(edge: PhraseEdge, length: number): void {
    if (length >= edge.shortest) this.#edgesByLength[length]?.push(edge);
  }

  /** The phrases of this length in enough of the texts that are not set aside. */
  #candidates(length: number): Candidate[] {
    const candidates: Candidate[] = [];
    for (const edge of this.#edgesByLength[length] ?? []) {
      const rows = this.#remainingRows(edge);
      const at = this.#occurrences.at[edge.from] as number;
      if (rows.length > TOO_FEW) candidates.push({ edge, at, rows, count: rows.length });
    }
    return candidates;
  }

  #remainingRows(edge: PhraseEdge): number[] {
    const rows: number[] = [];
    this.#marks.startCount();
    for (let i = edge.from; i < edge.to; i++) {
      const row = this.#occurrences.row[i] as number;
      if (!this.#marks.isAside(row) && this.#marks.firstTime(row)) rows.push(row);
    }
    return rows;
  }

  /** Takes the best phrase of this length until none qualifies. A count that fell is queued again. */
  #takeAll(candidates: readonly Candidate[], length: number): CommonPhrase[] {
    const found: CommonPhrase[] = [];
    const membership = new Membership(candidates, this.#marks);
    const queue = new Heap<Queued>((a, b) => b.count - a.count || this.#alphabetical(a, b, length));
    for (const candidate of candidates) queue.push({ candidate, count: candidate.count });
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { candidate, count } = next;
      if (candidate.count <= TOO_FEW) continue;
      if (candidate.count !== count) queue.push({ candidate, count: candidate.count });
      else if (this.#hasSource(candidate.edge, length)) found.push(this.#take(candidate, length, membership));
      else this.#file(candidate.edge, shorterEnd(this.#texts, candidate.edge, candidate.at, length));
    }
    membership.release();
    return found;
  }

  #take(candidate: Candidate, length: number, membership: Membership): CommonPhrase {
    const rows = candidate.rows.filter((row) => !this.#marks.isAside(row)).sort((a, b) => a - b);
    for (const row of rows) {
      this.#marks.setAside(row);
      membership.leave(row);
    }
    return { keyword: stringOf(this.#texts.units, candidate.at, candidate.at + length), rows };
  }

  /** Whether a text that is not set aside has the phrase as whole words and is short enough to take it from. */
  #hasSource(edge: PhraseEdge, length: number): boolean {
    for (let i = edge.from; i < edge.to; i++) {
      const at = this.#occurrences.at[i] as number;
      const row = this.#occurrences.row[i] as number;
      if (this.#marks.isAside(row) || !endsPhrase(this.#texts.units, at + length)) continue;
      if (beginsCandidate(this.#texts, at, row)) return true;
    }
    return false;
  }

  #alphabetical(a: Queued, b: Queued, length: number): number {
    const { units } = this.#texts;
    return compareUnits(units, a.candidate.at, units, b.candidate.at, length);
  }
}

/** Which candidates each text contains: linked lists whose heads are stored with the texts. */
class Membership {
  readonly #marks: RowMarks;
  readonly #candidates: readonly Candidate[];
  readonly #member: Candidate[] = [];
  readonly #next: number[] = [];

  constructor(candidates: readonly Candidate[], marks: RowMarks) {
    this.#marks = marks;
    this.#candidates = candidates;
    for (const candidate of candidates) {
      for (const row of candidate.rows) {
        this.#next.push(marks.link(row));
        marks.setLink(row, this.#member.length);
        this.#member.push(candidate);
      }
    }
  }

  /** Takes a text that is set aside off the count of every candidate that it contains. */
  leave(row: number): void {
    for (let link = this.#marks.link(row); link >= 0; link = this.#next[link] as number) {
      (this.#member[link] as Candidate).count--;
    }
  }

  /** Clears the links of the texts, for the next length. */
  release(): void {
    for (const candidate of this.#candidates) {
      for (const row of candidate.rows) this.#marks.setLink(row, -1);
    }
  }
}

/** A binary heap: {@link pop} removes and returns the least item by `compare`. */
class Heap<T> {
  readonly #items: T[] = [];
  readonly #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(item, items[parent] as T) >= 0) break;
      items[at] = items[parent] as T;
      at = parent;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const top = this.#items[0];
    const last = this.#items.pop();
    if (this.#items.length > 0) this.#sink(last as T);
    return top;
  }

  /** Puts `item` at the top and moves it down to its place. */
  #sink(item: T): void {
    const items = this.#items;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.#compare(items[child + 1] as T, items[child] as T) < 0) child++;
      if (this.#compare(item, items[child] as T) <= 0) break;
      items[at] = items[child] as T;
      at = child;
    }
    items[at] = item;
  }
}
