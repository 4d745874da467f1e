import {
  compareKeywords,
  type KeywordNumber,
  type KeywordTable,
  keywordLength,
  NO_KEYWORD,
} from './keywords.ts';

/** The state before any unit is read. */
export const ROOT = 0;
const NO_STATE = -1;

/** In place of a rank: no keyword. Larger than all ranks. */
export const UNRANKED = 0x7fffffff;

/**
 * An Aho–Corasick automaton: finds the best keyword in a text by reading each unit once, whatever the text is
 * (A. V. Aho, M. J. Corasick: Efficient string matching, CACM 18, 1975). It serves the keywords that no rare gram tells
 * apart (such as `aaaaa…`), and all keywords where verification costs too much.
 *
 * The children of a state lie side by side, so an array of labels and one of first children describe all transitions.
 * An only child stands right behind its parent, so that a long match reads memory in order. Memory: 24 bytes per state,
 * and 4 per unit up to the highest label of the root's children.
 */
export type Automaton = {
  /** {@link NODE_FIELDS} numbers per state, side by side, so that a step reads one line of the processor's cache. */
  readonly nodes: Int32Array<ArrayBuffer>;
  /** The keyword that ends in a state, or {@link NO_KEYWORD}. */
  readonly keywords: Int32Array<ArrayBuffer>;
  /** The next state along the suffixes in which a keyword ends, or -1: walk it for all keywords ending here. */
  readonly nextEnd: Int32Array<ArrayBuffer>;
  /** The keywords, best first: long ones before short ones, then by code units. */
  readonly ranking: Int32Array<ArrayBuffer>;
  /** Child of the root by unit up to the highest that has one, {@link ROOT} where there is none. */
  readonly rootChild: Int32Array<ArrayBuffer>;
  /**
   * All steps computed beforehand, where the keywords consist of few different units; else null. Setting null saves
   * memory.
   */
  steps: StepTable | null;
};

const NODE_FIELDS = 4;
/**
 * The first child; the others follow in the order of their labels. {@link ROOT}, which is no child, where there are
 * none.
 */
const FIRST_CHILD = 0;
/** The unit that leads to the state, and from bit 16 on the number of its children. */
const LABEL = 1;
/**
 * The state to go on from with a unit that no child has: the longest proper suffix that is a state and has a child with
 * a label that no child of this state has. Other suffixes cannot help and are passed over (the better failure function
 * of D. E. Knuth, J. H. Morris, V. R. Pratt: Fast pattern matching in strings, SIAM J. Comput. 6, 1977).
 */
const FAIL = 2;
/** The best keyword that ends in the state or along its suffixes, as its place in `ranking`, or {@link UNRANKED}. */
const RANK = 3;

// Constants, not function declarations: see gramScan.ts.
const firstChildOf = (nodes: Int32Array, state: number) => nodes[state * NODE_FIELDS + FIRST_CHILD] as number;

const labelOf = (nodes: Int32Array, state: number) => (nodes[state * NODE_FIELDS + LABEL] as number) & 0xffff;

/** The state behind the last child. */
const childrenEnd = (nodes: Int32Array, state: number) =>
  firstChildOf(nodes, state) + ((nodes[state * NODE_FIELDS + LABEL] as number) >>> 16);

/**
 * For each state a row of `width` numbers: its rank, then for each class of units where the row of the next state
 * begins. A step is one look-up instead of a search.
 */
type StepTable = {
  readonly next: Int32Array<ArrayBuffer>;
  /** Class of each unit up to the one behind the highest; {@link NO_CLASS} for those in no keyword. */
  readonly classes: Uint8Array<ArrayBuffer>;
  readonly width: number;
};

const NO_CLASS = 1;

/** A table of steps has at most this many numbers (8 MB). */
export const MAX_STEPS = 1 << 21;
const MAX_CLASSES = 255;

/** Builds the automaton of distinct keywords. O(total length × log of the keywords). */
export function buildAutomaton(table: KeywordTable, keywords: ArrayLike<KeywordNumber>): Automaton {
  const sorted = Int32Array.from(keywords).sort((a, b) => compareKeywords(table, a, b));
  const trie = buildTrie(table, sorted);
  const automaton: Automaton = {
    ...trie,
    rootChild: tabulateRoot(trie.nodes),
    nextEnd: new Int32Array(trie.keywords.length).fill(NO_STATE),
    // Sorting is stable: among equally long ones the order by code units stays.
    ranking: sorted.sort((a, b) => keywordLength(table, b) - keywordLength(table, a)),
    steps: null,
  };
  const suffixes = linkSuffixes(automaton);
  rankStates(automaton, table.count);
  return { ...automaton, steps: tabulateSteps(automaton, suffixes) };
}

/** The best rank among the keywords in `units` from `start` to `end`, or {@link UNRANKED}. */
export function bestRank(automaton: Automaton, units: Uint16Array, start: number, end: number): number {
  const { steps, nodes } = automaton;
  if (steps) return bestTabulated(steps, units, start, end, ROOT, UNRANKED);
  let best = UNRANKED;
  let state = ROOT;
  for (let i = start; i < end; i++) {
    const unit = units[i] as number;
    // Most often the only child. The processor predicts this and does not wait for the memory that says so.
    if (firstChildOf(nodes, state) === state + 1 && labelOf(nodes, state + 1) === unit) state++;
    else state = step(automaton, state, unit);
    best = Math.min(best, nodes[state * NODE_FIELDS + RANK] as number);
  }
  return best;
}

/**
 * {@link bestRank} for `count` ranges, from `starts[n]` to `ends[n]`; the best rank of range n goes into `ranks[n]`.
 */
export function bestRanks(
  automaton: Automaton,
  units: Uint16Array,
  starts: Int32Array,
  ends: Int32Array,
  count: number,
  ranks: Int32Array,
): void {
  const { steps } = automaton;
  let n = 0;
  if (steps) for (; n + 1 < count; n += 2) tabulatedPair(steps, units, starts, ends, n, ranks);
  for (; n < count; n++) ranks[n] = bestRank(automaton, units, starts[n] as number, ends[n] as number);
}

/**
 * The best ranks of ranges `n` and `n + 1`, read in turns: each step waits for the one before it, and often for memory,
 * but not for the steps of the other range.
 */
function tabulatedPair(
  steps: StepTable,
  units: Uint16Array,
  starts: Int32Array,
  ends: Int32Array,
  n: number,
  ranks: Int32Array,
): void {
  const { next, classes } = steps;
  const last = classes.length - 1;
  const start = starts[n] as number;
  const end = ends[n] as number;
  const otherStart = starts[n + 1] as number;
  const otherEnd = ends[n + 1] as number;
  const both = Math.min(end - start, otherEnd - otherStart);
  let [best, otherBest, row, otherRow] = [UNRANKED, UNRANKED, ROOT, ROOT];
  for (let i = 0; i < both; i++) {
    row = next[row + (classes[Math.min(units[start + i] as number, last)] as number)] as number;
    otherRow = next[
      otherRow + (classes[Math.min(units[otherStart + i] as number, last)] as number)
    ] as number;
    best = Math.min(best, next[row] as number);
    otherBest = Math.min(otherBest, next[otherRow] as number);
  }
  ranks[n] = bestTabulated(steps, units, start + both, end, row, best);
  ranks[n + 1] = bestTabulated(steps, units, otherStart + both, otherEnd, otherRow, otherBest);
}

/** The best of rank `before` and the ranks met while reading from row `from` of the table on. */
function bestTabulated(
  steps: StepTable,
  units: Uint16Array,
  start: number,
  end: number,
  from: number,
  before: number,
): number {
  const { next, classes } = steps;
  const last = classes.length - 1;
  let best = before;
  let row = from;
  for (let i = start; i < end; i++) {
    row = next[row + (classes[Math.min(units[i] as number, last)] as number)] as number;
    best = Math.min(best, next[row] as number);
  }
  return best;
}

/**
 * The state after reading `unit` in `state`. Amortised constant over a text, apart from a search among the children.
 */
export function step(automaton: Automaton, state: number, unit: number): number {
  const { nodes } = automaton;
  let s = state;
  while (s !== ROOT) {
    const child = childOf(nodes, s, unit);
    if (child !== NO_STATE) return child;
    s = nodes[s * NODE_FIELDS + FAIL] as number;
  }
  const { rootChild } = automaton;
  return unit < rootChild.length ? (rootChild[unit] as number) : ROOT;
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
export function firstEnd(automaton: Automaton, state: number): number {
  return (automaton.keywords[state] ?? NO_KEYWORD) !== NO_KEYWORD
    ? state
    : (automaton.nextEnd[state] ?? NO_STATE);
}

/**
 * The trie of sorted keywords: a state is a run of keywords that share their first units. The state added last gets its
 * children first, which puts an only child right behind its parent.
 */
function buildTrie(table: KeywordTable, sorted: Int32Array): Pick<Automaton, 'nodes' | 'keywords'> {
  const most = sorted.reduce((sum, k) => sum + keywordLength(table, k), 1);
  const nodes = new Int32Array(most * NODE_FIELDS);
  const keywords = new Int32Array(most).fill(NO_KEYWORD);
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
    if (i < end && keywordLength(table, sorted[i] as number) === at) keywords[s] = sorted[i++] as number;
    while (i < end) {
      runStart[states] = i;
      nodes[states * NODE_FIELDS + LABEL] = unitAt(table, sorted[i] as number, at);
      i = endOfRun(table, sorted, i, end, at);
      runEnd[states] = i;
      depth[states] = at + 1;
      waiting[left++] = states++;
    }
    const children = states - firstChild;
    nodes[s * NODE_FIELDS + FIRST_CHILD] = children > 0 ? firstChild : ROOT;
    nodes[s * NODE_FIELDS + LABEL] = (nodes[s * NODE_FIELDS + LABEL] as number) | (children << 16);
  }
  return { nodes: nodes.slice(0, states * NODE_FIELDS), keywords: keywords.slice(0, states) };
}

/** The first keyword from `start` on, before `end`, that has another unit at offset `at` than `start` has. */
function endOfRun(table: KeywordTable, sorted: Int32Array, start: number, end: number, at: number): number {
  const label = unitAt(table, sorted[start] ?? 0, at);
  let i = start + 1;
  while (i < end && unitAt(table, sorted[i] ?? 0, at) === label) i++;
  return i;
}

function tabulateRoot(nodes: Int32Array): Int32Array<ArrayBuffer> {
  const first = firstChildOf(nodes, ROOT);
  const end = childrenEnd(nodes, ROOT);
  // Labels ascend. A table for all units would take 256 KB even for a few keywords.
  const rootChild = new Int32Array(end > first ? labelOf(nodes, end - 1) + 1 : 0);
  for (let s = first; s < end; s++) rootChild[labelOf(nodes, s)] = s;
  return rootChild;
}

/** The states by depth, and of each the longest proper suffix that is a state. */
type Suffixes = { readonly order: Int32Array; readonly longest: Int32Array };

/** Sets FAIL and `nextEnd` of all states by depth, since a state needs those of its suffixes, which are less deep. */
function linkSuffixes(automaton: Automaton): Suffixes {
  const { nodes, nextEnd } = automaton;
  const order = new Int32Array(nextEnd.length);
  const longest = new Int32Array(nextEnd.length);
  for (let i = 0, count = 1; i < order.length; i++) {
    const s = order[i] as number;
    const suffix = longest[s] as number;
    nodes[s * NODE_FIELDS + FAIL] = offersMore(nodes, suffix, s)
      ? suffix
      : (nodes[suffix * NODE_FIELDS + FAIL] as number);
    for (let child = firstChildOf(nodes, s); child < childrenEnd(nodes, s); child++) {
      order[count++] = child;
      if (s !== ROOT) longest[child] = step(automaton, suffix, labelOf(nodes, child));
      nextEnd[child] = firstEnd(automaton, longest[child] as number);
    }
  }
  return { order, longest };
}

/** Whether `suffix` has a child with a label that no child of state `s` has. As many steps as `s` has children. */
function offersMore(nodes: Int32Array, suffix: number, s: number): boolean {
  if (suffix === ROOT) return true;
  let child = firstChildOf(nodes, s);
  const end = childrenEnd(nodes, s);
  const first = firstChildOf(nodes, suffix);
  const last = childrenEnd(nodes, suffix);
  if (last - first > end - child) return true;
  for (let other = first; other < last; other++) {
    while (child < end && labelOf(nodes, child) < labelOf(nodes, other)) child++;
    if (child === end || labelOf(nodes, child) !== labelOf(nodes, other)) return true;
  }
  return false;
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

/**
 * The table of steps, null where it would be too large. Filled by depth: a row begins as a copy of its suffix's row.
 */
function tabulateSteps(
  { nodes, keywords: { length: states } }: Automaton,
  { order, longest }: Suffixes,
): StepTable | null {
  let highest = 0;
  for (let s = 1; s < states; s++) highest = Math.max(highest, labelOf(nodes, s));
  const classes = new Uint8Array(highest + 2).fill(NO_CLASS);
  let width = NO_CLASS + 1;
  for (let s = 1; s < states; s++) {
    const unit = labelOf(nodes, s);
    if (classes[unit] !== NO_CLASS) continue;
    if (width > MAX_CLASSES || (width + 1) * states > MAX_STEPS) return null;
    classes[unit] = width++;
  }
  const next = new Int32Array(width * states);
  for (const s of order) {
    const row = s * width;
    const suffix = (longest[s] as number) * width;
    if (s !== ROOT) next.copyWithin(row, suffix, suffix + width);
    next[row] = nodes[s * NODE_FIELDS + RANK] as number;
    for (let child = firstChildOf(nodes, s); child < childrenEnd(nodes, s); child++) {
      next[row + (classes[labelOf(nodes, child)] as number)] = child * width;
    }
  }
  return { next, classes, width };
}

function unitAt(table: KeywordTable, k: KeywordNumber, at: number): number {
  return table.units[(table.starts[k] ?? 0) + at] ?? 0;
}
