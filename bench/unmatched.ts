import { createClassifier } from '#engine/classifier.ts';
import { groupLines, type LineGroup } from '#engine/unmatched/groupLines.ts';
import { UNMATCHED } from '#model/classification.ts';
import type { Mapping } from '#model/mapping.ts';
import { groupNaively } from '../tests/support/naiveGroups.ts';
import { storedMappingsOf } from '../tests/support/pairsOfText.ts';
import {
  descriptionsOf,
  LEFT_OUT,
  type RealSet,
  realLists,
  realSetsIfNamed,
} from '../tests/support/realSets.ts';
import { processorTime, summarise } from './measure.ts';
import { EXTRA_LARGE, generateWorkload } from './workload.ts';

const ROWS = 15_000;
const RUNS = 7;
/** Processor time for {@link ROWS} lines, in milliseconds: a second on a busy machine too. */
const GOAL_MS = 600;
/** The thread must take messages in between. */
const GOAL_STEP_MS = 50;

/** The groups of unmatched lines: processor time in all and of the longest step, and how many groups real lists make. */
export async function runUnmatched(): Promise<void> {
  const sets = realSetsIfNamed();
  checkAnswers();
  const { mappings, lines } = generateWorkload(EXTRA_LARGE);
  const rows = unmatched(mappings, lines).slice(0, ROWS);
  const measured = Array.from({ length: RUNS }, () => measure(rows, mappings));
  const total = summarise(measured.map(({ total }) => total));
  const step = summarise(measured.map(({ longest }) => longest));
  const isMet = total.median <= GOAL_MS && step.median <= GOAL_STEP_MS;
  console.log(
    `${rows.length} lines, ${mappings.length} mappings: ${total.median.toFixed(0)} ms of processor time ` +
      `(${total.low.toFixed(0)} to ${total.high.toFixed(0)}), goal ${GOAL_MS}; longest step ${step.median.toFixed(1)} ms, ` +
      `goal ${GOAL_STEP_MS}: ${isMet ? 'met' : 'MISSED'}`,
  );
  if (!isMet) process.exitCode = 1;
  printRealSets(sets);
}

function printRealSets(sets: readonly RealSet[] | null): void {
  if (!sets) console.log(LEFT_OUT);
  for (const { name, text, set } of realLists(sets ?? [])) {
    printSet(name, storedMappingsOf(text), descriptionsOf(set));
  }
}

/** The answers are those of the plain loops, or the benchmark stops. */
function checkAnswers(): void {
  const { mappings, lines } = generateWorkload(EXTRA_LARGE);
  const [some, few] = [lines.slice(0, 60), mappings.slice(0, 80)];
  const [found, expected] = [measure(some, few).groups, groupNaively(some, few)];
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error('Wrong groups: run the unit tests.');
  console.log('answers: those of the plain loops');
}

function measure(lines: readonly string[], mappings: readonly Mapping[]) {
  const steps = groupLines(lines, mappings);
  const start = processorTime();
  let longest = 0;
  let groups: LineGroup[] | null = null;
  while (groups === null) {
    const before = processorTime();
    const step = steps.next();
    longest = Math.max(longest, processorTime() - before);
    if (step.done) groups = step.value;
  }
  return { groups, longest, total: processorTime() - start };
}

function unmatched(mappings: readonly Mapping[], lines: readonly string[]): string[] {
  const classifier = createClassifier(mappings);
  return lines.filter((line) => classifier.classify(line) === UNMATCHED);
}

function printSet(name: string, mappings: readonly Mapping[], lines: readonly string[]): void {
  const left = unmatched(mappings, lines);
  const { groups, total } = measure(left, mappings);
  const several = groups.filter((group) => group.lines.length > 1);
  const withoutKeyword = groups.filter(({ phrase }) => phrase === null).length;
  const first = groups.slice(0, 40).reduce((sum, group) => sum + group.lines.length, 0);
  console.log(
    `${name}: ${left.length} lines, ${several.length} groups, ${groups.length - several.length} one-offs, ` +
      `${withoutKeyword} without a keyword, ${first} lines in the first 40, ${total.toFixed(0)} ms`,
  );
}
