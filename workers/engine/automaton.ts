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

/**
 * An Aho-Corasick automaton for the keywords that no rare 5-gram tells apart (such as `aaaaa…`): it reads a text
 * once, whatever is in it (A. V. Aho, M. J. Corasick: Efficient string matching, CACM 18, 1975).
 *
 * States are numbered breadth first, so the children of a state lie side by side and one array of labels with
 * one of first children stands for all transitions: 18 bytes per state and 256 KB for those of the root.
 */
export type Automaton = {
  /** Unit that leads into a state. */
  readonly labels: Uint16Array<ArrayBuffer>;
  /** Children of state s are `firstChild[s]` … `firstChild[s + 1] - 1`, in the order of their labels. */
  readonly firstChild: Int32Array<ArrayBuffer>;
  /** State of the longest proper suffix that is a state. */
  readonly fail: Int32Array<ArrayBuffer>;
  /** The keyword that ends in a state, or {@link NO_KEYWORD}. */
  readonly keywords: Int32Array<ArrayBuffer>;
  /** The next state along the suffixes in which a keyword ends, or -1: walk it for all keywords ending here. */
  readonly nextEnd: Int32Array<ArrayBuffer>;
  /** Child of the root by unit, {@link ROOT} where there is none. */
  readonly rootChild: Int32Array<ArrayBuffer>;
  /** All steps worked out beforehand, where the keywords consist of few different units; else null. */
  readonly steps: StepTable | null;
};

/** The next state for each state and class of units: one look instead of a search. */
type StepTable = {
  readonly next: Int32Array<ArrayBuffer>;
  /** Class of each unit; 0 for those in no keyword. */
  readonly classes: Uint8Array<ArrayBuffer>;
  readonly width: number;
};

/** A table of steps takes at most so many numbers (8 MB). */
const MOST_STEPS = 1 << 21;
const MOST_CLASSES = 255;

/** Builds the automaton of distinct keywords. O(total length × log of the keywords). */
export function buildAutomaton(table: KeywordTable, keywords: ArrayLike<KeywordNumber>): Automaton {
  const sorted = Int32Array.from(keywords).sort((a, b) => compareKeywords(table, a, b));
  const trie = buildTrie(table, sorted);
  const rootChild = new Int32Array(65536);
  for (let s = trie.firstChild[ROOT] ?? 0; s < (trie.firstChild[ROOT + 1] ?? 0); s++) {
    rootChild[trie.labels[s] ?? 0] = s;
  }
  const states = trie.labels.length;
  const automaton = {
    ...trie,
    rootChild,
    fail: new Int32Array(states),
    nextEnd: new Int32Array(states).fill(NO_STATE),
  };
  linkSuffixes({ ...automaton, steps: null });
  return { ...automaton, steps: tabulateSteps({ ...automaton, steps: null }) };
}

/** The state after reading `unit` in `state`. Amortised constant over a text, save a search among the children. */
export function step(automaton: Automaton, state: number, unit: number): number {
  const { steps } = automaton;
  if (steps) return steps.next[state * steps.width + (steps.classes[unit] as number)] as number;
  let s = state;
  while (s !== ROOT) {
    const child = childOf(automaton, s, unit);
    if (child !== NO_STATE) return child;
    s = automaton.fail[s] ?? ROOT;
  }
  return automaton.rootChild[unit] ?? ROOT;
}

/** The nearest state, from `state` itself along its suffixes, in which a keyword ends, or -1. */
export function firstEnd(automaton: Automaton, state: number): number {
  return (automaton.keywords[state] ?? NO_KEYWORD) !== NO_KEYWORD
    ? state
    : (automaton.nextEnd[state] ?? NO_STATE);
}

function childOf(automaton: Automaton, state: number, unit: number): number {
  const { labels, firstChild } = automaton;
  let low = firstChild[state] ?? 0;
  let high = firstChild[state + 1] ?? 0;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const label = labels[middle] ?? 0;
    if (label === unit) return middle;
    if (label < unit) low = middle + 1;
    else high = middle;
  }
  return NO_STATE;
}

type Trie = Pick<Automaton, 'labels' | 'firstChild' | 'keywords'>;

/** The trie of sorted keywords, breadth first: a state is a run of keywords that share their first units. */
function buildTrie(table: KeywordTable, sorted: Int32Array): Trie {
  const most = sorted.reduce((sum, k) => sum + keywordLength(table, k), 1);
  const labels = new Uint16Array(most);
  const firstChild = new Int32Array(most + 1);
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
    firstChild[s] = states;
    // The shortest comes first in sorted order, and keywords are distinct, so only one can end here.
    if (keywordLength(table, sorted[i] ?? 0) === at) keywords[s] = sorted[i++] ?? 0;
    while (i < end) {
      runStart[states] = i;
      labels[states] = unitAt(table, sorted[i] ?? 0, at);
      i = endOfRun(table, sorted, i, end, at);
      runEnd[states] = i;
      depth[states++] = at + 1;
    }
  }
  firstChild[states] = states;
  return {
    labels: labels.slice(0, states),
    firstChild: firstChild.slice(0, states + 1),
    keywords: keywords.slice(0, states),
  };
}

/** The first keyword from `start` on, before `end`, that has another unit at offset `at` than `start` has. */
function endOfRun(table: KeywordTable, sorted: Int32Array, start: number, end: number, at: number): number {
  const label = unitAt(table, sorted[start] ?? 0, at);
  let i = start + 1;
  while (i < end && unitAt(table, sorted[i] ?? 0, at) === label) i++;
  return i;
}

function linkSuffixes(automaton: Automaton): void {
  const { labels, firstChild, fail, nextEnd } = automaton;
  for (let s = 0; s < labels.length; s++) {
    for (let child = firstChild[s] ?? 0; child < (firstChild[s + 1] ?? 0); child++) {
      const suffix = s === ROOT ? ROOT : step(automaton, fail[s] ?? ROOT, labels[child] ?? 0);
      fail[child] = suffix;
      nextEnd[child] = firstEnd(automaton, suffix);
    }
  }
}

/** The table of steps, null where it would be too large. States come breadth first, so that of a suffix is there. */
function tabulateSteps(automaton: Automaton): StepTable | null {
  const { labels, firstChild, fail } = automaton;
  const classes = new Uint8Array(65536);
  let width = 1;
  for (let s = 1; s < labels.length; s++) {
    const unit = labels[s] as number;
    if (classes[unit] !== 0) continue;
    if (width > MOST_CLASSES || (width + 1) * labels.length > MOST_STEPS) return null;
    classes[unit] = width++;
  }
  const next = new Int32Array(width * labels.length);
  for (let s = 0; s < labels.length; s++) {
    const suffix = (fail[s] as number) * width;
    if (s !== ROOT) next.copyWithin(s * width, suffix, suffix + width);
    for (let child = firstChild[s] as number; child < (firstChild[s + 1] as number); child++) {
      next[s * width + (classes[labels[child] as number] as number)] = child;
    }
  }
  return { next, classes, width };
}

function unitAt(table: KeywordTable, k: KeywordNumber, at: number): number {
  return table.units[(table.starts[k] ?? 0) + at] ?? 0;
}
