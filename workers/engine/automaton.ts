import {
  compareKeywords,
  type KeywordNumber,
  type KeywordTable,
  keywordLength,
  NO_KEYWORD,
} from './keywords.ts';

/** The state before anything is read. */
export const ROOT = 0;
const NO_STATE = -1;

/** In place of a rank: no keyword. Behind all others. */
export const UNRANKED = 0x7fffffff;

/**
 * An Aho-Corasick automaton for the keywords that no rare gram tells apart (such as `aaaaa…`): it reads a text
 * once, whatever is in it (A. V. Aho, M. J. Corasick: Efficient string matching, CACM 18, 1975).
 *
 * States are numbered breadth first, so the children of a state lie side by side and one array of labels with
 * one of first children stands for all transitions: 24 bytes per state and 256 KB for those of the root.
 */
export type Automaton = {
  /** {@link NODE_FIELDS} numbers per state, side by side so that a step reads one line of the processor's cache. */
  readonly nodes: Int32Array<ArrayBuffer>;
  /** The keyword that ends in a state, or {@link NO_KEYWORD}. */
  readonly keywords: Int32Array<ArrayBuffer>;
  /** The next state along the suffixes in which a keyword ends, or -1: walk it for all keywords ending here. */
  readonly nextEnd: Int32Array<ArrayBuffer>;
  /** The keywords, best first: long ones before short ones, then by code units. */
  readonly ranking: Int32Array<ArrayBuffer>;
  /** Child of the root by unit, {@link ROOT} where there is none. */
  readonly rootChild: Int32Array<ArrayBuffer>;
  /** All steps worked out beforehand, where the keywords consist of few different units; else null. */
  readonly steps: StepTable | null;
};

const NODE_FIELDS = 4;
/** Children of state s are those from its first child to before that of s + 1, in the order of their labels. */
const FIRST_CHILD = 0;
/** Unit that leads into the state. */
const LABEL = 1;
/** State of the longest proper suffix that is a state. */
const FAIL = 2;
/** The best keyword that ends in the state or along its suffixes, as its place in `ranking`, or {@link UNRANKED}. */
const RANK = 3;

/**
 * A row of `width` numbers per state: its rank, then where the row of the next state begins for each class of units. One
 * look instead of a search.
 */
type StepTable = {
  readonly next: Int32Array<ArrayBuffer>;
  /** Class of each unit; {@link NO_CLASS} for those in no keyword. */
  readonly classes: Uint8Array<ArrayBuffer>;
  readonly width: number;
};

const NO_CLASS = 1;

/** A table of steps takes at most so many numbers (8 MB). */
const MOST_STEPS = 1 << 21;
const MOST_CLASSES = 255;

/** Builds the automaton of distinct keywords. O(total length × log of the keywords). */
export function buildAutomaton(table: KeywordTable, keywords: ArrayLike<KeywordNumber>): Automaton {
  const sorted = Int32Array.from(keywords).sort((a, b) => compareKeywords(table, a, b));
  const trie = buildTrie(table, sorted);
  const rootChild = new Int32Array(65536);
  for (let s = firstChildOf(trie.nodes, ROOT); s < firstChildOf(trie.nodes, ROOT + 1); s++) {
    rootChild[trie.nodes[s * NODE_FIELDS + LABEL] as number] = s;
  }
  const automaton: Automaton = {
    ...trie,
    rootChild,
    nextEnd: new Int32Array(trie.keywords.length).fill(NO_STATE),
    // Sorting is stable: among equally long ones the order by code units stays.
    ranking: sorted.sort((a, b) => keywordLength(table, b) - keywordLength(table, a)),
    steps: null,
  };
  linkSuffixes(automaton);
  rankStates(automaton, table.count);
  return { ...automaton, steps: tabulateSteps(automaton) };
}

/** The best rank among the keywords in `units` from `start` to `end`, or {@link UNRANKED}. */
export function bestRank(automaton: Automaton, units: Uint16Array, start: number, end: number): number {
  const { steps, nodes } = automaton;
  if (steps) return bestTabulated(steps, units, start, end);
  let best = UNRANKED;
  let state = ROOT;
  for (let i = start; i < end; i++) {
    state = step(automaton, state, units[i] as number);
    best = Math.min(best, nodes[state * NODE_FIELDS + RANK] as number);
  }
  return best;
}

function bestTabulated(steps: StepTable, units: Uint16Array, start: number, end: number): number {
  const { next, classes } = steps;
  let best = UNRANKED;
  let row = ROOT;
  for (let i = start; i < end; i++) {
    row = next[row + (classes[units[i] as number] as number)] as number;
    best = Math.min(best, next[row] as number);
  }
  return best;
}

/** The state after reading `unit` in `state`. Amortised constant over a text, save a search among the children. */
export function step(automaton: Automaton, state: number, unit: number): number {
  const { nodes } = automaton;
  let s = state;
  while (s !== ROOT) {
    const child = childOf(nodes, s, unit);
    if (child !== NO_STATE) return child;
    s = nodes[s * NODE_FIELDS + FAIL] as number;
  }
  return automaton.rootChild[unit] as number;
}

/** The nearest state, from `state` itself along its suffixes, in which a keyword ends, or -1. */
export function firstEnd(automaton: Automaton, state: number): number {
  return (automaton.keywords[state] ?? NO_KEYWORD) !== NO_KEYWORD
    ? state
    : (automaton.nextEnd[state] ?? NO_STATE);
}

function firstChildOf(nodes: Int32Array, state: number): number {
  return nodes[state * NODE_FIELDS + FIRST_CHILD] as number;
}

function childOf(nodes: Int32Array, state: number, unit: number): number {
  let low = firstChildOf(nodes, state);
  let high = firstChildOf(nodes, state + 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const label = nodes[middle * NODE_FIELDS + LABEL] as number;
    if (label === unit) return middle;
    if (label < unit) low = middle + 1;
    else high = middle;
  }
  return NO_STATE;
}

/** The trie of sorted keywords, breadth first: a state is a run of keywords that share their first units. */
function buildTrie(table: KeywordTable, sorted: Int32Array): Pick<Automaton, 'nodes' | 'keywords'> {
  const most = sorted.reduce((sum, k) => sum + keywordLength(table, k), 1);
  const nodes = new Int32Array((most + 1) * NODE_FIELDS);
  const keywords = new Int32Array(most).fill(NO_KEYWORD);
  const runStart = new Int32Array(most + 1);
  const depth = new Int32Array(most);
  const runEnd = new Int32Array(most);
  runEnd[ROOT] = sorted.length;
  let states = 1;
  for (let s = 0; s < states; s++) {
    const end = runEnd[s] ?? 0;
    const at = depth[s] ?? 0;
    let i = runStart[s] ?? 0;
    nodes[s * NODE_FIELDS + FIRST_CHILD] = states;
    // The shortest comes first in sorted order, and keywords are distinct, so only one can end here.
    if (i < end && keywordLength(table, sorted[i] ?? 0) === at) keywords[s] = sorted[i++] ?? 0;
    while (i < end) {
      runStart[states] = i;
      nodes[states * NODE_FIELDS + LABEL] = unitAt(table, sorted[i] ?? 0, at);
      i = endOfRun(table, sorted, i, end, at);
      runEnd[states] = i;
      depth[states++] = at + 1;
    }
  }
  nodes[states * NODE_FIELDS + FIRST_CHILD] = states;
  return { nodes: nodes.slice(0, (states + 1) * NODE_FIELDS), keywords: keywords.slice(0, states) };
}

/** The first keyword from `start` on, before `end`, that has another unit at offset `at` than `start` has. */
function endOfRun(table: KeywordTable, sorted: Int32Array, start: number, end: number, at: number): number {
  const label = unitAt(table, sorted[start] ?? 0, at);
  let i = start + 1;
  while (i < end && unitAt(table, sorted[i] ?? 0, at) === label) i++;
  return i;
}

function linkSuffixes(automaton: Automaton): void {
  const { nodes, nextEnd } = automaton;
  for (let s = 0; s < nextEnd.length; s++) {
    const fail = nodes[s * NODE_FIELDS + FAIL] as number;
    for (let child = firstChildOf(nodes, s); child < firstChildOf(nodes, s + 1); child++) {
      const label = nodes[child * NODE_FIELDS + LABEL] as number;
      const suffix = s === ROOT ? ROOT : step(automaton, fail, label);
      nodes[child * NODE_FIELDS + FAIL] = suffix;
      nextEnd[child] = firstEnd(automaton, suffix);
    }
  }
}

function rankStates(automaton: Automaton, keywords: number): void {
  const { nodes, ranking } = automaton;
  const rankOf = new Int32Array(keywords);
  ranking.forEach((k, rank) => {
    rankOf[k] = rank;
  });
  for (let s = 0; s < automaton.keywords.length; s++) {
    const end = firstEnd(automaton, s);
    nodes[s * NODE_FIELDS + RANK] =
      end === NO_STATE ? UNRANKED : (rankOf[automaton.keywords[end] as number] as number);
  }
}

/** The table of steps, null where it would be too large. States come breadth first, so that of a suffix is there. */
function tabulateSteps({ nodes, keywords: { length: states } }: Automaton): StepTable | null {
  const classes = new Uint8Array(65536).fill(NO_CLASS);
  let width = NO_CLASS + 1;
  for (let s = 1; s < states; s++) {
    const unit = nodes[s * NODE_FIELDS + LABEL] as number;
    if (classes[unit] !== NO_CLASS) continue;
    if (width > MOST_CLASSES || (width + 1) * states > MOST_STEPS) return null;
    classes[unit] = width++;
  }
  const next = new Int32Array(width * states);
  for (let s = 0; s < states; s++) {
    const row = s * width;
    const suffix = (nodes[s * NODE_FIELDS + FAIL] as number) * width;
    if (s !== ROOT) next.copyWithin(row, suffix, suffix + width);
    next[row] = nodes[s * NODE_FIELDS + RANK] as number;
    for (let child = firstChildOf(nodes, s); child < firstChildOf(nodes, s + 1); child++) {
      next[row + (classes[nodes[child * NODE_FIELDS + LABEL] as number] as number)] = child * width;
    }
  }
  return { next, classes, width };
}

function unitAt(table: KeywordTable, k: KeywordNumber, at: number): number {
  return table.units[(table.starts[k] ?? 0) + at] ?? 0;
}
