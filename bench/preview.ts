import type { Preview } from '#contract/preview.ts';
import { createClassifier } from '#engine/classifier.ts';
import { runToEnd } from '#engine/steps.ts';
import type { MappingChange } from '#model/history.ts';
import { type Mapping, withAccount } from '#model/mapping.ts';
import { type PreviewOptions, preview } from '#workers/ledger/preview/preview.ts';
import { readPasted } from '#workers/ledger/rows/pastedText.ts';
import { NO_NOTES, ResultTable } from '#workers/ledger/rows/ResultTable.ts';
import { processorTime, summarise } from './measure.ts';
import { generateWorkload, LARGE } from './workload.ts';

const MANY = 5_000;
const RUNS = 9;
/** Each with a text of its own. */
const FIRST_RUNS = 5;
/** Processor time, in milliseconds. */
const GOALS = { many: 300, one: 30 };
/** The thread must take messages in between, among them the next question, which cancels this one. */
const GOAL_STEP_MS = 150;

/** What the preview of a change takes, with accounts and sums; the first time the amounts are read, too. */
export async function runPreview(): Promise<void> {
  const { mappings, lines } = generateWorkload({ ...LARGE, keywords: 100_000 });
  const options = optionsOf(mappings, lines);
  const used = winners(options);
  const many = used.slice(0, MANY);
  checkAnswer(options, many);
  const { table } = options;
  const begin = processorTime();
  table.classifyBatch({ from: 0, to: table.rows.count });
  console.log(`for comparison, classifying the lines: ${(processorTime() - begin).toFixed(1)} ms`);
  console.log(
    `${lines.length} lines with amounts, ${mappings.length} mappings; ${used.length} of them win lines`,
  );
  print(
    'the first one for a text: its amounts are read',
    Array.from({ length: FIRST_RUNS }, () => measure(optionsOf(mappings, lines), reaccounted(many))),
    GOALS.many,
  );
  for (const [name, changes, goal] of [
    [`another account for ${MANY}`, reaccounted(many), GOALS.many],
    [`${MANY} removed`, removed(many), GOALS.many],
    [`${MANY} added`, added(many), GOALS.many],
    ['another account for one', reaccounted(many.slice(0, 1)), GOALS.one],
    ['one removed', removed(many.slice(0, 1)), GOALS.one],
    ['one added', added(many.slice(0, 1)), GOALS.one],
  ] as const) {
    measure(options, changes);
    print(
      name,
      Array.from({ length: RUNS }, () => measure(options, changes)),
      goal,
    );
  }
}

function optionsOf(mappings: readonly Mapping[], lines: readonly string[]): PreviewOptions {
  const classifier = createClassifier(mappings);
  const text = lines.map((line, i) => `${line}\t${((i * 7919) % 1_000_000) / 100 - 5_000}`).join('\n');
  const table = new ResultTable(
    readPasted(text, { column: [0], names: ['Description', 'Amount'] }),
    NO_NOTES,
    {
      classifierNow: () => classifier,
      isAnswering: () => true,
    },
  );
  table.classifyBatch({ from: 0, to: table.rows.count });
  const entries = new Map(mappings.map((mapping) => [mapping.key, mapping]));
  return { table, list: { entries, classifier } };
}

/** The mappings that win lines, so that the change counts for as many as can be. */
function winners({ table }: PreviewOptions): readonly Mapping[] {
  const found = new Set<Mapping>();
  for (let row = 0; row < table.rows.count; row++) {
    const winner = table.mapping(table.answerId(row));
    if (winner !== undefined) found.add(winner);
  }
  return [...found];
}

const reaccounted = (mappings: readonly Mapping[]): MappingChange[] =>
  mappings.map((before) => ({ key: before.key, before, after: withAccount(before, 'other') }));

const removed = (mappings: readonly Mapping[]): MappingChange[] =>
  mappings.map((before) => ({ key: before.key, before, after: null }));

/** Longer keywords, which win where the former did. */
const added = (mappings: readonly Mapping[]): MappingChange[] =>
  mappings.map(({ key, description }, i) => {
    const after = {
      key: `${key} NEW` as Mapping['key'],
      description: description.slice(0, -1),
      glAccount: `n${i % 50}`,
    };
    return { key: after.key, before: null, after };
  });

/** Every line that one of the mappings wins changes, and no other; or the benchmark stops. */
function checkAnswer(options: PreviewOptions, many: readonly Mapping[]): void {
  const { table } = options;
  const keys = new Set(many.map(({ key }) => key));
  let expected = 0;
  for (let row = 0; row < table.rows.count; row++)
    if (keys.has(table.mapping(table.answerId(row))?.key as Mapping['key'])) expected++;
  const { answer } = measure(options, reaccounted(many));
  if (answer.others !== expected || answer.unmatched !== 0)
    throw new Error(`${answer.others} lines would change, not ${expected}.`);
}

type Measured = { readonly total: number; readonly longest: number; readonly answer: Preview };

/** The whole and its longest step in a run each: asking for the processor time of a hundred steps takes as long as the work. */
function measure(options: PreviewOptions, changes: readonly MappingChange[]): Measured {
  const begin = processorTime();
  const answer = runToEnd(preview(options, changes));
  const total = processorTime() - begin;
  return { total, longest: longestStep(preview(options, changes)), answer };
}

function longestStep(steps: Generator<unknown>): number {
  for (let longest = 0; ; ) {
    const before = processorTime();
    const step = steps.next();
    longest = Math.max(longest, processorTime() - before);
    if (step.done) return longest;
  }
}

function print(name: string, runs: readonly Measured[], goal: number): void {
  const total = summarise(runs.map(({ total }) => total));
  const step = summarise(runs.map(({ longest }) => longest));
  const { unmatched, others } = (runs[0] as Measured).answer;
  const isMet = total.median <= goal && step.median <= GOAL_STEP_MS;
  console.log(
    `${name} (${unmatched + others} lines change): ${total.median.toFixed(1)} ms ` +
      `(${total.low.toFixed(1)} to ${total.high.toFixed(1)}), goal ${goal}; longest step ${step.median.toFixed(1)} ms, ` +
      `goal ${GOAL_STEP_MS}: ${isMet ? 'met' : 'MISSED'}`,
  );
  if (!isMet) process.exitCode = 1;
}
