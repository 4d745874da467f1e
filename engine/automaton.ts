import type { MappingId } from '#model/classification.ts';
import {
  compareKeywords,
  type KeywordNumber,
  type KeywordTable,
  keywordLength,
  NO_KEYWORD,
  NO_MAPPING,
} from './keywords.ts';

/** The state before any unit is read. */
export const ROOT = 0;
const NO_STATE = -1;
/** In place of a rank: no keyword. Larger than all ranks. */
const UNRANKED = 0x7fffffff;

/**
 * An Aho–Corasick automaton: finds the best keyword in a text by reading each unit once, whatever the text is
 * (A. V. Aho, M. J. Corasick: Efficient string matching, CACM 18, 1975). It serves where verification costs too much.
 *
 * The children of a state lie side by side, so an array of labels and one of first children describe all transitions.
 * An only child stands right behind its parent, so that a long match reads memory in order. Memory: 20 bytes per state.
 */
export type Automaton = {
  /** {@link NODE_FIELDS} numbers per state, side by side, so that a step reads one line of the processor's cache. */
  readonly nodes: Int32Array<ArrayBuffer>;
  /** The rank of the keyword that ends in a state: its place in `ranking`, or {@link UNRANKED}. */
  readonly ranks: Int32Array<ArrayBuffer>;
  /** The keywords, best first: long ones before short ones, then by code units. */
  readonly ranking: Int32Array<ArrayBuffer>;
};

const NODE_FIELDS = 4;
/** The first child; the others follow in the order of their labels. */
const FIRST_CHILD = 0;
/** The unit that leads to the state, and from bit 16 on the number of its children. */
const LABEL = 1;
/** The longest proper suffix that is a state. */
const SUFFIX = 2;
/** The nearest state, from the state itself along its suffixes, in which a keyword ends, or -1. */
const END = 3;

// Constants, not function declarations: see gramScan.ts.
const firstChildOf = (nodes: Int32Array, state: number) => nodes[state * NODE_FIELDS + FIRST_CHILD] as number;

const labelOf = (nodes: Int32Array, state: number) => (nodes[state * NODE_FIELDS + LABEL] as number) & 0xffff;

/** The state behind the last child. */
const childrenEnd = (nodes: Int32Array, state: number) =>
  firstChildOf(nodes, state) + ((nodes[state * NODE_FIELDS + LABEL] as number) >>> 16);

const suffixOf = (nodes: Int32Array, state: number) => nodes[state * NODE_FIELDS + SUFFIX] as number;

/** Builds the automaton of distinct keywords. O(total length × log of the keywords). */
export function buildAutomaton(table: KeywordTable, keywords: ArrayLike<KeywordNumber>): Automaton {
  const sorted = Int32Array.from(keywords).sort((a, b) => compareKeywords(table, a, b));
  // Sorting is stable: among equally long ones the order by code units stays.
  const ranking = sorted.slice().sort((a, b) => keywordLength(table, b) - keywordLength(table, a));
  const rankOf = new Int32Array(table.count);
  ranking.forEach((k, rank) => {
    rankOf[k] = rank;
  });
  const automaton = { ...buildTrie(table, sorted, rankOf), ranking };
  linkSuffixes(automaton);
  return automaton;
}

/** The best keyword with a mapping in `units` from `start` to `end`, or {@link NO_KEYWORD}. */
export function findBest(
  automaton: Automaton,
  units: Uint16Array,
  start: number,
  end: number,
  mappingIds: ArrayLike<MappingId>,
): KeywordNumber {
  const { ranks, ranking } = automaton;
  let best = UNRANKED;
  let state = ROOT;
  for (let i = start; i < end; i++) {
    state = step(automaton, state, units[i] as number);
    // The ranks grow along the suffixes, since these are shorter.
    for (let at = firstEnd(automaton, state); at >= 0 && (ranks[at] as number) < best; ) {
      if (mappingIds[ranking[ranks[at] as number] as number] !== NO_MAPPING) best = ranks[at] as number;
      else at = nextEnd(automaton, at);
    }
  }
  return best === UNRANKED ? NO_KEYWORD : (ranking[best] as number);
}

/**
 * The state after reading `unit` in `state`. Amortised constant over a text, apart from a search among the children.
 */
export function step({ nodes }: Automaton, state: number, unit: number): number {
  for (let s = state; ; s = suffixOf(nodes, s)) {
    const child = childOf(nodes, s, unit);
    if (child !== NO_STATE) return child;
    if (s === ROOT) return ROOT;
  }
}

/**
 * The child of a state that `unit` leads to, or -1. Binary search, since the labels ascend; most states have one child.
 */
function childOf(nodes: Int32Array, state: number, unit: number): number {
  let low = firstChildOf(nodes, state);
  let high = childrenEnd(nodes, state);
  if (high - low === 1) return labelOf(nodes, low) === unit ? low : NO_STATE;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const label = labelOf(nodes, middle);
    if (label === unit) return middle;
    if (label < unit) low = middle + 1;
    else high = middle;
  }
  return NO_STATE;
}

/** The nearest state, from `state` itself along its suffixes, in which a keyword ends, or -1. */
export function firstEnd({ nodes }: Automaton, state: number): number {
  return nodes[state * NODE_FIELDS + END] as number;
}

/** The next state along the suffixes of `state` in which a keyword ends, or -1. */
export function nextEnd({ nodes }: Automaton, state: number): number {
  return nodes[suffixOf(nodes, state) * NODE_FIELDS + END] as number;
}

/**
 * The trie of sorted keywords: a state is a run of keywords that share their first units. The state added last gets its
 * children first, which puts an only child right behind its parent.
 */
function buildTrie(
  table: KeywordTable,
  sorted: Int32Array,
  rankOf: Int32Array,
): Pick<Automaton, 'nodes' | 'ranks'> {
  const most = sorted.reduce((sum, k) => sum + keywordLength(table, k), 1);
  const nodes = new Int32Array(most * NODE_FIELDS);
  const ranks = new Int32Array(most).fill(UNRANKED);
  const runStart = new Int32Array(most);
  const runEnd = new Int32Array(most);
  const depth = new Int32Array(most);
  const waiting = new Int32Array(most);
  runEnd[ROOT] = sorted.length;
  let states = 1;
  for (let left = 1; left > 0; ) {
    const s = waiting[--left] as number;
    const end = runEnd[s] as number;
    const at = depth[s] as number;
    let i = runStart[s] as number;
    const firstChild = states;
    // Only one keyword can end here, since they are distinct, and sorting puts it first.
    if (i < end && keywordLength(table, sorted[i] as number) === at)
      ranks[s] = rankOf[sorted[i++] as number] as number;
    while (i < end) {
      runStart[states] = i;
      nodes[states * NODE_FIELDS + LABEL] = unitAt(table, sorted[i] as number, at);
      i = endOfRun(table, sorted, i, end, at);
      runEnd[states] = i;
      depth[states] = at + 1;
      waiting[left++] = states++;
    }
    nodes[s * NODE_FIELDS + FIRST_CHILD] = firstChild;
    nodes[s * NODE_FIELDS + LABEL] =
      (nodes[s * NODE_FIELDS + LABEL] as number) | ((states - firstChild) << 16);
  }
  return { nodes: nodes.slice(0, states * NODE_FIELDS), ranks: ranks.slice(0, states) };
}

/** The first keyword from `start` on, before `end`, that has another unit at offset `at` than `start` has. */
function endOfRun(table: KeywordTable, sorted: Int32Array, start: number, end: number, at: number): number {
  const label = unitAt(table, sorted[start] ?? 0, at);
  let i = start + 1;
  while (i < end && unitAt(table, sorted[i] ?? 0, at) === label) i++;
  return i;
}

/** Sets SUFFIX and END of all states by depth, since a state needs those of its suffixes, which are less deep. */
function linkSuffixes(automaton: Automaton): void {
  const { nodes, ranks } = automaton;
  const order = new Int32Array(ranks.length);
  nodes[ROOT * NODE_FIELDS + END] = NO_STATE;
  for (let i = 0, count = 1; i < order.length; i++) {
    const s = order[i] as number;
    for (let child = firstChildOf(nodes, s); child < childrenEnd(nodes, s); child++) {
      order[count++] = child;
      const suffix = s === ROOT ? ROOT : step(automaton, suffixOf(nodes, s), labelOf(nodes, child));
      nodes[child * NODE_FIELDS + SUFFIX] = suffix;
      nodes[child * NODE_FIELDS + END] = ranks[child] === UNRANKED ? firstEnd(automaton, suffix) : child;
    }
  }
}

function unitAt(table: KeywordTable, k: KeywordNumber, at: number): number {
  return table.units[(table.starts[k] ?? 0) + at] ?? 0;
}
