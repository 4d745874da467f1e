import type { Choice, Consolidation } from '#model/consolidation.ts';
import type { ListChange } from '#model/listChange.ts';
import {
  isSameMapping,
  isUsable,
  type Mapping,
  type MappingKey,
  makeMapping,
  mappingKey,
} from '#model/mapping.ts';
import { normalise } from '../normalise.ts';
import { endsPhrase } from '../phrases.ts';
import { runStage, runToEnd } from '../steps.ts';
import { compareUnits, prepareTexts, stringOf, type UnitTexts } from './comparedTexts.ts';
import { buildConsolidations, type Finding } from './consolidations.ts';
import { type AnalysisInput, findContaining, findDuplicates, MappingSet } from './MappingSet.ts';
import {
  beginsCandidate,
  buildPhraseTree,
  MIN_PHRASE_LENGTH,
  type Occurrences,
  PHRASE_SOURCE_BELOW,
  type PhraseEdge,
  type PhraseTree,
  RowMarks,
  shorterEnd,
  TOO_FEW,
} from './phraseTree.ts';

/** The result of an analysis. */
export type AnalysisReport = {
  /** Keys of mappings that repeat another one's text and account; the consolidations assume they are gone. */
  readonly duplicates: readonly MappingKey[];
  /** Account by account in the list's order, within an account from the longest keyword down. */
  readonly consolidations: readonly Consolidation[];
};

/** Shares of the work done when a stage begins; measured on 100,000 mappings. */
const PHRASES_FROM = 0.25;
const CONFLICTS_FROM = 0.75;
const CONSOLIDATIONS_FROM = 0.85;

/**
 * Finds duplicates and the keywords that could each stand in for many mappings (rules: docs/analysis.md). Near-linear
 * in the text. A generator, so that a worker stays responsive: it yields the share of the work done (0 to 1) every few
 * milliseconds; a caller stops it by not calling `next` again.
 */
export function* analyse({
  list,
  stored = [],
}: Omit<AnalysisInput, 'replaced'>): Generator<number, AnalysisReport> {
  const set = yield* prepareSet({ list, stored });
  const duplicates = findDuplicates(set);
  const duplicateKeys = new Set(duplicates.map((row) => set.mapping(row).key));
  set.remove(duplicates);
  const findings = yield* findAll(set);
  const keywords = findings.map(({ keyword }) => keyword);
  const consolidations = yield* proposeAll(set, findings, keywords);
  return { duplicates: keysAmong(duplicateKeys, list), consolidations };
}

/**
 * The consolidations of an analysis computed again after some of them, whose numbers are `decided`, were carried out:
 * `list` is the list as it is now, without duplicates, `replaced` what decisions took out of it ({@link replacedTexts}).
 * Null in place of one that is decided or withdrawn: its keyword is decided for one account, or no more than ten of its
 * originals are left. Yields the share of the work done.
 */
export function* reassess(
  input: AnalysisInput,
  consolidations: readonly Consolidation[],
  decided: ReadonlySet<number>,
): Generator<number, (Consolidation | null)[]> {
  const set = yield* prepareSet(input);
  const live = listLive(set, consolidations, decided);
  const keywords = consolidations.map(({ keyword }) => keyword);
  const assessed = yield* proposeAll(set, [...live.values()], keywords);
  const reassessed: (Consolidation | null)[] = consolidations.map(() => null);
  for (const [i, number] of [...live.keys()].entries()) reassessed[number] = assessed[i] ?? null;
  return reassessed;
}

/** Runs an analysis to its end without pauses. */
export function analyseAtOnce(input: AnalysisInput): AnalysisReport {
  return runToEnd(analyse(input));
}

/** The change that approves an OK consolidation: stores the keyword for its account and removes its originals. */
export function applyConsolidation(consolidation: Consolidation): ListChange {
  return write(consolidation.keyword, consolidation);
}

/**
 * The change that resolves a conflict for one of its two accounts: stores the keyword for that account and removes that
 * account's originals; the other account's mappings stay. Throws a TypeError if `glAccount` is neither.
 */
export function resolveConflict(consolidation: Consolidation, glAccount: string): ListChange {
  const { keyword, alternative } = consolidation;
  const choice = [consolidation, alternative].find((one) => one?.glAccount === glAccount);
  if (!choice) throw new TypeError(`Account ${glAccount} is not a choice for keyword ${keyword}.`);
  return write(keyword, choice);
}

/** The list after changes, for lists that are plain data (pending pairs, tests). */
export function changedList(list: readonly Mapping[], ...changes: readonly ListChange[]): Mapping[] {
  const entries = changedEntries(changes);
  const added = [...entries.values()].filter((mapping) => mapping !== null);
  return [...list.filter(({ key }) => !entries.has(key)), ...added];
}

/** The mappings of a list whose texts are known by them, and after changes not the texts of their entries any more. */
export function replacedTexts(list: readonly Mapping[], ...changes: readonly ListChange[]): Mapping[] {
  const entries = changedEntries(changes);
  return list.filter((mapping) => {
    const now = entries.get(mapping.key);
    return now !== undefined && isUsable(mapping) && now?.description !== mapping.description;
  });
}

/** What changes one after another leave of the entries that they name; null: removed. */
function changedEntries(changes: readonly ListChange[]): Map<MappingKey, Mapping | null> {
  const entries = new Map<MappingKey, Mapping | null>();
  for (const { set, remove } of changes) {
    for (const key of remove) entries.set(key, null);
    for (const mapping of set) entries.set(mapping.key, mapping);
  }
  return entries;
}

function write(keyword: string, { glAccount, idsToDelete }: Choice): ListChange {
  return { set: [makeMapping({ description: keyword, glAccount })], remove: idsToDelete };
}

function* prepareSet({ list, stored = [], replaced = [] }: AnalysisInput): Generator<number, MappingSet> {
  const input = { list: groupByAccount(list), stored, replaced };
  const descriptions = [...input.list, ...stored, ...replaced].map(({ description }) => description);
  const texts = yield* runStage(prepareTexts(descriptions), () => 0);
  return new MappingSet(input, texts);
}

/** The findings of the consolidations that are neither decided nor withdrawn, by their numbers. */
function listLive(
  set: MappingSet,
  consolidations: readonly Consolidation[],
  decided: ReadonlySet<number>,
): Map<number, Finding> {
  const taken = new Set([...decided].flatMap((number) => formsOf(consolidations[number])));
  const accounts = new Map(set.accounts.map((name, account) => [name, account]));
  const rows = new Map<MappingKey, number>();
  for (let row = 0; row < set.listSize; row++) rows.set(set.mapping(row).key, row);
  const live = new Map<number, Finding>();
  for (const [number, consolidation] of consolidations.entries()) {
    if (decided.has(number) || formsOf(consolidation).some((form) => taken.has(form))) continue;
    const left = consolidation.originals.flatMap((original) => rowOfOriginal(set, original, rows));
    const account = accounts.get(consolidation.glAccount);
    if (account === undefined || left.length <= TOO_FEW) continue;
    live.set(number, { account, keyword: consolidation.keyword, rows: left.sort((a, b) => a - b) });
  }
  return live;
}

/** The forms of a keyword of which the list can hold only one: that of its key, and the one the classifier compares. */
function formsOf(consolidation: Consolidation | undefined): string[] {
  if (!consolidation) return [];
  return [`key ${mappingKey(consolidation.keyword)}`, `match ${normalise(consolidation.keyword)}`];
}

/** The row of an original, unless a keyword has taken its place or its account. */
function rowOfOriginal(set: MappingSet, original: Mapping, rows: ReadonlyMap<MappingKey, number>): number[] {
  const row = rows.get(original.key);
  if (row === undefined) return [];
  return isSameMapping(set.mapping(row), original) ? [row] : [];
}

/**
 * The mappings account by account. Each account is processed by itself, several times over; with its texts side by side
 * in memory, 100,000 mappings take half as long as with the accounts mixed.
 */
function groupByAccount(list: readonly Mapping[]): Mapping[] {
  const groups = new Map<string, Mapping[]>();
  for (const mapping of list) {
    const group = groups.get(mapping.glAccount);
    if (group) group.push(mapping);
    else groups.set(mapping.glAccount, [mapping]);
  }
  const grouped: Mapping[] = [];
  for (const group of groups.values()) for (const mapping of group) grouped.push(mapping);
  return grouped;
}

/** Those of `keys` in the list, in its order. */
function keysAmong(keys: ReadonlySet<MappingKey>, list: readonly Mapping[]): MappingKey[] {
  if (keys.size === 0) return [];
  return list.map(({ key }) => key).filter((key) => keys.has(key));
}

/** The phrases common to many mappings of one account, account by account. */
function* findAll(set: MappingSet): Generator<number, Finding[]> {
  const marks = new RowMarks(set.mappings.length);
  const findings: Finding[] = [];
  let done = 0;
  for (const [account, rows] of set.listRowsByAccount().entries()) {
    const share = PHRASES_FROM + ((CONFLICTS_FROM - PHRASES_FROM) * done) / set.listSize;
    done += rows.length;
    if (rows.length <= TOO_FEW) continue;
    const stage = findCommonPhrases(set.texts.upper, Int32Array.from(rows), marks);
    const phrases = yield* runStage(stage, () => share);
    for (const phrase of phrases) findings.push({ account, ...phrase });
  }
  return findings;
}

/** `keywords`: all that the analysis has found, decided ones included. */
function* proposeAll(
  set: MappingSet,
  findings: readonly Finding[],
  keywords: readonly string[],
): Generator<number, Consolidation[]> {
  if (findings.length === 0) return [];
  const proposed = findings.map(({ keyword }) => keyword);
  const containment = yield* runStage(findContaining(set, proposed), () => CONFLICTS_FROM);
  const stage = buildConsolidations(set, findings, containment, keywords);
  return yield* runStage(stage, (share) => CONSOLIDATIONS_FROM + (1 - CONSOLIDATIONS_FROM) * share);
}

/** A phrase contained in more than ten texts, and these texts in ascending order. */
type CommonPhrase = { readonly keyword: string; readonly rows: readonly number[] };

/**
 * Finds the longest phrase contained in more than ten of the texts `rows` (ties: in more of them, then alphabetical by
 * code unit), sets aside the texts that contain it, and repeats this with the other texts until no phrase qualifies.
 * Yields every few milliseconds.
 */
function* findCommonPhrases(
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
