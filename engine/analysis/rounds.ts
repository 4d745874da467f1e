import { endsPhrase } from './characters.ts';
import { commonGrams, type Occurrences } from './commonGrams.ts';
import { stringOf, type UnitTexts } from './comparedTexts.ts';
import { Heap } from './Heap.ts';
import { compareUnits } from './hash.ts';
import { beginsCandidate, type PhraseEdge, phraseTree, shorterEnd } from './phraseTree.ts';
import type { RowMarks } from './RowMarks.ts';
import { MIN_PHRASE_LENGTH, MORE_THAN, PHRASE_SOURCE_BELOW } from './rules.ts';

/** A keyword shared by more than ten texts, and those texts in ascending order. */
export type SharedPhrase = { readonly keyword: string; readonly rows: readonly number[] };

/**
 * Finds, one after another, the longest phrase contained in more than ten of the texts `rows` (ties: in more of
 * them, then alphabetical by code unit), each time setting aside the texts that contain it, until none is left.
 */
export function* sharedPhrases(
  texts: UnitTexts,
  rows: Int32Array,
  marks: RowMarks,
): Generator<void, SharedPhrase[]> {
  const occurrences = yield* commonGrams(texts, rows);
  if (occurrences.at.length === 0) return [];
  const edges = yield* phraseTree(texts, occurrences, marks);
  return yield* new Rounds(texts, occurrences, edges, marks).run();
}

/** A phrase of the length being worked off, the texts it was in at first, and in how many of them it still is. */
type Candidate = {
  readonly edge: PhraseEdge;
  readonly at: number;
  readonly rows: readonly number[];
  count: number;
};

/** A candidate as it stood when it was queued. */
type Queued = { readonly candidate: Candidate; readonly count: number };

/**
 * Lengths are worked off from the longest down: setting texts aside only ever lowers counts, so a length once
 * done stays done. Within a length all counts are kept exact: each text that goes takes one off every phrase it
 * is in, so the work is linear in the occurrences.
 */
class Rounds {
  readonly #texts: UnitTexts;
  readonly #occurrences: Occurrences;
  readonly #marks: RowMarks;
  readonly #edgesByLength: PhraseEdge[][] = Array.from({ length: PHRASE_SOURCE_BELOW }, () => []);

  constructor(texts: UnitTexts, occurrences: Occurrences, edges: readonly PhraseEdge[], marks: RowMarks) {
    this.#texts = texts;
    this.#occurrences = occurrences;
    this.#marks = marks;
    for (const edge of edges) this.#file(edge, edge.longest);
  }

  *run(): Generator<void, SharedPhrase[]> {
    const found: SharedPhrase[] = [];
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

  /** The phrases of this length in enough of the texts still there. */
  #candidates(length: number): Candidate[] {
    const candidates: Candidate[] = [];
    for (const edge of this.#edgesByLength[length] ?? []) {
      const rows = this.#remainingRows(edge);
      const at = this.#occurrences.at[edge.from] as number;
      if (rows.length > MORE_THAN) candidates.push({ edge, at, rows, count: rows.length });
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

  /** Takes the best phrase of this length again and again until none qualifies. */
  #takeAll(candidates: readonly Candidate[], length: number): SharedPhrase[] {
    const found: SharedPhrase[] = [];
    const membership = new Membership(candidates, this.#marks);
    const queue = new Heap<Queued>((a, b) => b.count - a.count || this.#alphabetical(a, b, length));
    for (const candidate of candidates) queue.push({ candidate, count: candidate.count });
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { candidate, count } = next;
      if (candidate.count <= MORE_THAN) continue;
      if (candidate.count !== count) queue.push({ candidate, count: candidate.count });
      else if (this.#hasSource(candidate.edge, length)) found.push(this.#take(candidate, length, membership));
      else this.#file(candidate.edge, shorterEnd(this.#texts, candidate.edge, candidate.at, length));
    }
    membership.release();
    return found;
  }

  #take(candidate: Candidate, length: number, membership: Membership): SharedPhrase {
    const rows = candidate.rows.filter((row) => !this.#marks.isAside(row)).sort((a, b) => a - b);
    for (const row of rows) {
      this.#marks.setAside(row);
      membership.leave(row);
    }
    return { keyword: stringOf(this.#texts.units, candidate.at, candidate.at + length), rows };
  }

  /** Whether a text still there has the phrase as whole words and is short enough to take it from. */
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

/** Which candidates each text is in: linked lists whose heads are kept with the texts. */
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

  /** The text goes: every candidate it is in loses one. */
  leave(row: number): void {
    for (let link = this.#marks.link(row); link >= 0; link = this.#next[link] as number) {
      (this.#member[link] as Candidate).count--;
    }
  }

  release(): void {
    for (const candidate of this.#candidates) {
      for (const row of candidate.rows) this.#marks.setLink(row, -1);
    }
  }
}
