import { type KeywordPreview, PENDING } from '#contract/ledger.ts';
import type { KeptText, RowsEffect } from '#contract/rows.ts';
import type { MappingsPreview } from '#contract/unmatched.ts';
import { type Classifier, MAX_LOSERS } from '#engine/classifier.ts';
import { outranks } from '#engine/keywords.ts';
import { normalise } from '#engine/normalise.ts';
import { runToEnd } from '#engine/steps.ts';
import { UNMATCHED } from '#model/classification.ts';
import type { MappingChange } from '#model/history.ts';
import {
  fieldsOf,
  isSameMapping,
  isUsable,
  type Mapping,
  type MappingKey,
  makeMapping,
  type NewFields,
  NO_MATCH,
  trimmedFields,
  withAccount,
} from '#model/mapping.ts';
import type { MappingList } from '../list/MappingList.ts';
import { accountEffects } from './accountEffect.ts';
import { ChangedRows } from './ChangedRows.ts';
import type { ResultTable } from './ResultTable.ts';

/** Rows looked at between two steps: a few milliseconds' worth. */
const ROWS_PER_STEP = 1_000;

/** Of so many rows the next best mapping is asked for one by one; for more, the classifier of what is left is made. */
const MAX_EXPLAINED = 500;

/** Rows over which an effect is counted. */
export type EffectRows = { readonly table: ResultTable; readonly keptText?: KeptText | null };

export type EffectOptions = EffectRows & {
  readonly list: Pick<MappingList, 'entries' | 'classifier'>;
  createClassifier(mappings: Iterable<Mapping>): Classifier;
};

/**
 * What saving a mapping would do to the rows and to the other mappings; see {@link previewMappings}. With a blank account
 * every row counts whose winner would change.
 */
export function previewMapping(
  options: EffectOptions,
  fields: NewFields,
  row: number | null = null,
): KeywordPreview {
  const change = changeOf(options, [makeMapping(trimmedFields(fields))]);
  const { replaced, ofRows: _, ...effect } = runToEnd(effectOf(options, change, NO_ROWS));
  const matchesRow = row === null ? null : change.alone.classify(options.table.description(row)) >= 0;
  return { ...effect, replaced: replaced[0] ?? null, matchesRow };
}

/**
 * What saving `mappings` at once would do to the rows and to the other mappings; of several with one key the last counts.
 * Mappings that are stored just so already change nothing.
 *
 * @param rows those of which the answer says how many get an account
 */
export function* previewMappings(
  options: EffectOptions,
  mappings: readonly Mapping[],
  rows: ReadonlySet<number> = NO_ROWS,
): Generator<number, Omit<MappingsPreview, 'missed'>> {
  return yield* effectOf(options, changeOf(options, mappings), rows);
}

function* effectOf(
  options: EffectOptions,
  change: Change,
  rows: ReadonlySet<number>,
): Generator<number, Omit<MappingsPreview, 'missed'>> {
  const effect = yield* countRows(options, change, rows);
  const replaced = [...change.stored.values()]
    .filter((former) => !isSameMapping(former, change.mappings.get(former.key)))
    .map(fieldsOf);
  return { ...effect, ownTexts: countOwnTexts(options, change), replaced };
}

/** What changes of the list would do to the rows alone. */
export function* previewChanges(
  options: EffectOptions,
  changes: readonly MappingChange[],
): Generator<number, RowsEffect> {
  // A mapping without an account matches nothing: what is removed is counted as one.
  const mappings = changes.flatMap(
    ({ before, after }) => after ?? (before === null ? [] : withAccount(before, NO_MATCH)),
  );
  const { ofRows: _, ...effect } = yield* countRows(options, changeOf(options, mappings), NO_ROWS);
  return effect;
}

const NO_ROWS: ReadonlySet<number> = new Set();

/** Mappings that take their places in the list. */
type Change = {
  readonly mappings: ReadonlyMap<MappingKey, Mapping>;
  /** What is stored at their keys. */
  readonly stored: ReadonlyMap<MappingKey, Mapping>;
  /** Has these mappings alone. */
  readonly alone: Classifier;
};

function changeOf({ list, createClassifier }: EffectOptions, mappings: readonly Mapping[]): Change {
  const byKey = new Map(mappings.map((mapping) => [mapping.key, mapping]));
  const stored = [...byKey.keys()].flatMap((key) => list.entries.get(key) ?? []);
  return {
    mappings: byKey,
    stored: new Map(stored.map((mapping) => [mapping.key, mapping])),
    alone: createClassifier(
      Array.from(byKey.values(), (mapping) => withAccount(mapping, mapping.glAccount || '?')),
    ),
  };
}

/**
 * The rows that contain a keyword are found with a classifier that has the changed mappings alone; in each of them the best
 * of these must win against the present answer.
 */
function* countRows(
  options: EffectOptions,
  change: Change,
  rows: ReadonlySet<number>,
): Generator<number, RowsEffect & Pick<MappingsPreview, 'ofRows'>> {
  const { table, keptText = null } = options;
  // Most rows keep their answer, which is then not even looked at: there are as many mappings as rows.
  const replaced = table.idsOf(new Set(change.mappings.keys()));
  const winnerAfter = winnerFinder(options, change);
  const changed = new ChangedRows(table);
  for (let start = 0; start < table.rows.count; start += ROWS_PER_STEP) {
    yield start / table.rows.count;
    const found = findRows(change.alone, table, start);
    for (let i = 0; i < found.length; i++) {
      const id = found[i] as number;
      const row = start + i;
      if (table.shown(row) === PENDING) changed.addPending();
      const answerId = table.answerId(row);
      const isReplaced = replaced.has(answerId);
      if (id < 0 && !isReplaced) continue;
      const answer = table.mapping(answerId);
      const to = accountAfter(table, row, answer, winnerAfter({ answer, isReplaced, id, row }));
      if (to !== undefined) changed.add(row, to);
    }
  }
  const accounts = yield* accountEffects(table, changed.moved);
  return { ...changed.counts, ofRows: changed.gainedOf(rows), ...accounts, keptText };
}

/** By row from `start`, the mapping that wins among these alone, negative for none. */
function findRows(alone: Classifier, table: ResultTable, start: number): Int32Array {
  const end = Math.min(start + ROWS_PER_STEP, table.rows.count);
  const found = new Int32Array(end - start);
  alone.classifyRows(table.rows, start, end, found);
  for (const [row, text] of table.edits)
    if (row >= start && row < end) found[row - start] = alone.classify(text);
  return found;
}

/** The account that a row would get from the winner after the change, null for none; undefined where it stays as it is. */
function accountAfter(
  table: ResultTable,
  row: number,
  answer: Mapping | undefined,
  winner: Mapping | undefined,
): string | null | undefined {
  const shown = table.shown(row);
  if (shown === PENDING || isSameAnswer(winner, answer)) return undefined;
  const isChange = shown === UNMATCHED || table.wouldSuggest(row, winner?.glAccount ?? NO_MATCH);
  return isChange ? (winner?.glAccount ?? null) : undefined;
}

/** Whether the answer is changed in its account alone: it then matches where it did. */
function stillMatches(answer: Mapping | undefined, { mappings }: Change): boolean {
  const next = answer && mappings.get(answer.key);
  return next !== undefined && next.description === answer?.description && isUsable(next);
}

function isSameAnswer(a: Mapping | undefined, b: Mapping | undefined): boolean {
  return a?.key === b?.key && a?.glAccount === b?.glAccount;
}

type AnsweredRow = {
  readonly answer: Mapping | undefined;
  /** The change takes the answer out of the list, or puts another one in its place. */
  readonly isReplaced: boolean;
  /** Of the best of the changed mappings alone, negative for none. */
  readonly id: number;
  readonly row: number;
};

/**
 * Returns the function that says which mapping wins in a row after the change, from the present answer and the best of
 * the changed mappings. Many rows have the same two, so it keeps what it has found out.
 */
function winnerFinder(options: EffectOptions, change: Change) {
  const { mappings, alone } = change;
  const wins = new Map<Mapping, Map<number, boolean>>();
  const remaining = runnerUpFinder(options, mappings);
  return ({ answer, isReplaced, id, row }: AnsweredRow): Mapping | undefined => {
    const best = id < 0 ? undefined : mappings.get(alone.mapping(id).key);
    // Where the answer still matches, it comes before all that is not changed, and the best is no worse.
    if (best !== undefined && stillMatches(answer, change)) return best;
    const rival = isReplaced ? remaining(options.table.description(row)) : answer;
    if (best === undefined || rival === undefined) return best ?? rival;
    const known = wins.get(rival) ?? new Map<number, boolean>();
    wins.set(rival, known);
    const isBetter = known.get(id) ?? outranks(best, rival);
    known.set(id, isBetter);
    return isBetter ? best : rival;
  };
}

/** Returns the function that finds the mapping that would win in a text without those that are replaced. */
function runnerUpFinder(
  { list, createClassifier }: EffectOptions,
  replaced: ReadonlyMap<MappingKey, Mapping>,
) {
  let rest: Classifier | null = null;
  let asked = 0;
  return (description: string): Mapping | undefined => {
    const explanation = ++asked > MAX_EXPLAINED ? null : list.classifier?.explain(description);
    if (explanation !== null) {
      if (explanation === undefined || !('losers' in explanation)) return undefined;
      const { losers } = explanation;
      const next = losers.find(({ key }) => !replaced.has(key));
      if (next !== undefined || losers.length < MAX_LOSERS) return next;
      // An explanation names a few mappings only: where all of them are replaced, the others are asked.
    }
    rest ??= createClassifier([...list.entries.values()].filter(({ key }) => !replaced.has(key)));
    return rest.findMapping(rest.classify(description));
  };
}

/**
 * The other mappings whose own text would get another account. On its own text a mapping, being equal to it, loses only
 * against another spelling of the same keyword: so these alone are looked at.
 */
function countOwnTexts({ list }: EffectOptions, { mappings, stored }: Change): number {
  const texts = new Set([...stored.values()].map(normalisedText));
  for (const mapping of mappings.values())
    if (list.classifier?.explain(mapping.description).kind === 'exact') texts.add(normalisedText(mapping));
  if (texts.size === 0) return 0;
  const spellings = spellingsOf(list.entries, texts);
  const changed = [...mappings.values()].filter(isUsable);
  let count = 0;
  for (const text of texts) {
    const before = spellings.get(text) ?? [];
    const others = before.filter(({ key }) => !mappings.has(key));
    const after = [...others, ...changed.filter((mapping) => normalisedText(mapping) === text)];
    if (winnerOf(before)?.glAccount !== winnerOf(after)?.glAccount) count += others.length;
  }
  return count;
}

/** The mappings of the list that can match, by those of the normalised texts that they have. */
function spellingsOf(
  entries: ReadonlyMap<MappingKey, Mapping>,
  texts: ReadonlySet<string>,
): ReadonlyMap<string, Mapping[]> {
  const found = new Map(Array.from(texts, (text): [string, Mapping[]] => [text, []]));
  for (const entry of entries.values()) if (isUsable(entry)) found.get(normalisedText(entry))?.push(entry);
  return found;
}

const normalisedText = ({ description }: Mapping) => normalise(description);

/** Of several spellings of one keyword the first stored key wins. */
function winnerOf(spellings: readonly Mapping[]): Mapping | undefined {
  return spellings.reduce<Mapping | undefined>(
    (best, next) => (best === undefined || next.key < best.key ? next : best),
    undefined,
  );
}
