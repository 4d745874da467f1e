import type { KeywordPreview } from '#contract/ledger.ts';
import { PENDING } from '#contract/ledger.ts';
import type { RowsEffect } from '#contract/rows.ts';
import type { RemovalPreview } from '#contract/table.ts';
import type { MappingsPreview } from '#contract/unmatched.ts';
import { type Classifier, MAX_LOSERS } from '#engine/classifier.ts';
import { outranks } from '#engine/keywords.ts';
import { normalise } from '#engine/normalise.ts';
import { UNMATCHED } from '#model/classification.ts';
import {
  fieldsOf,
  isSameMapping,
  isUsable,
  type Mapping,
  type MappingKey,
  NO_MATCH,
  withAccount,
} from '#model/mapping.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { ResultTable } from './ResultTable.ts';
import { RowExamples } from './RowExamples.ts';

/** Rows looked at between two steps: a few milliseconds' worth. */
const ROWS_PER_STEP = 1_000;

type EffectOptions = {
  readonly table: ResultTable;
  readonly list: Pick<MappingList, 'entries' | 'classifier'>;
  createClassifier(mappings: Iterable<Mapping>): Classifier;
};

/**
 * What saving `mapping` would do to the rows and to the other mappings; see {@link previewMappings}. With a blank account
 * every row counts whose winner would change.
 */
export function previewMapping(
  options: EffectOptions,
  mapping: Mapping,
  row: number | null = null,
): KeywordPreview {
  const change = changeOf(options, [mapping]);
  const { replaced, ofRows: _, ...numbers } = effectOf(options, change, NO_ROWS);
  const matchesRow = row === null ? null : (change.found[row] ?? -1) >= 0;
  return { ...numbers, replaced: replaced[0] ?? null, matchesRow };
}

/**
 * What saving `mappings` at once would do to the rows and to the other mappings; of several with one key the last counts.
 * The rows that contain a keyword are found with a classifier that has these mappings alone; in each of them the best of
 * them must win against the present answer. Mappings that are stored just so already change nothing.
 *
 * @param rows those of which the answer says how many get an account
 */
export function previewMappings(
  options: EffectOptions,
  mappings: readonly Mapping[],
  rows: ReadonlySet<number> = NO_ROWS,
): MappingsPreview {
  return effectOf(options, changeOf(options, mappings), rows);
}

/** What saving `mappings` at once would do to the rows alone, as {@link previewMappings} has it. */
export function previewRows(options: EffectOptions, mappings: readonly Mapping[]): RowsEffect {
  const { ofRows: _, ...effect } = countRows(options, changeOf(options, mappings), NO_ROWS);
  return effect;
}

/** What the removal of the mappings with these keys would do to the rows; yields the share done. */
export function* previewRemoval(
  options: EffectOptions,
  keys: ReadonlySet<MappingKey>,
): Generator<number, RemovalPreview> {
  const { table } = options;
  const remaining = runnerUpFinder(options, keys);
  const counts = { changed: 0, lost: 0 };
  for (let row = 0; row < table.rows.count; row++) {
    if ((row + 1) % ROWS_PER_STEP === 0) yield row / table.rows.count;
    const answer = table.answer(row);
    if (answer === undefined || !keys.has(answer.key) || table.shown(row) === PENDING) continue;
    const next = remaining(table.description(row));
    if (!table.wouldSuggest(row, next?.glAccount ?? NO_MATCH)) continue;
    if (next === undefined) counts.lost++;
    else counts.changed++;
  }
  return counts;
}

const NO_ROWS: ReadonlySet<number> = new Set();

/** Mappings that take their places in the list. */
type Change = {
  readonly mappings: ReadonlyMap<MappingKey, Mapping>;
  /** What is stored at their keys. */
  readonly stored: ReadonlyMap<MappingKey, Mapping>;
  /** Has these mappings alone. */
  readonly alone: Classifier;
  /** By row, the best of them, as an id of that classifier; negative for none. */
  readonly found: Int32Array;
};

function changeOf({ table, list, createClassifier }: EffectOptions, mappings: readonly Mapping[]): Change {
  const byKey = new Map(
    mappings.map((mapping) => [mapping.key, withAccount(mapping, mapping.glAccount || '?')]),
  );
  const alone = createClassifier(byKey.values());
  const found = new Int32Array(table.rows.count);
  alone.classifyRows(table.rows, 0, found.length, found);
  for (const [row, text] of table.edits) found[row] = alone.classify(text);
  const stored = [...byKey.keys()].flatMap((key) => list.entries.get(key) ?? []);
  return {
    mappings: new Map(mappings.map((mapping) => [mapping.key, mapping])),
    stored: new Map(stored.map((mapping) => [mapping.key, mapping])),
    alone,
    found,
  };
}

function effectOf(options: EffectOptions, change: Change, rows: ReadonlySet<number>): MappingsPreview {
  const { mappings, stored } = change;
  return {
    ...countRows(options, change, rows),
    ownTexts: countOwnTexts(options, change),
    replaced: [...stored.values()]
      .filter((former) => !isSameMapping(former, mappings.get(former.key)))
      .map(fieldsOf),
  };
}

function countRows(
  options: EffectOptions,
  change: Change,
  rows: ReadonlySet<number>,
): Pick<MappingsPreview, 'unmatched' | 'ofRows' | 'others' | 'examples'> {
  const { table } = options;
  const winnerAfter = winnerFinder(options, change);
  const counts = { unmatched: 0, ofRows: 0, others: 0 };
  const examples = new RowExamples();
  for (const [row, id] of change.found.entries()) {
    const answer = table.answer(row);
    if ((id < 0 && !isReplaced(answer, change)) || table.shown(row) === PENDING) continue;
    const winner = winnerAfter(answer, id, () => table.description(row));
    if (isSameAnswer(winner, answer)) continue;
    const kind = effectOnRow(table, row, winner?.glAccount);
    if (kind === null) continue;
    counts[kind]++;
    if (kind === 'unmatched' && rows.has(row)) counts.ofRows++;
    const from = kind === 'unmatched' ? null : table.account(row);
    examples.add(from, winner?.glAccount ?? null, () => table.description(row));
  }
  return { ...counts, examples: examples.all };
}

/** Whether the row gets the account, is to be verified since it has another, or stays as it is. */
export function effectOnRow(
  table: ResultTable,
  row: number,
  account: string | undefined,
): 'unmatched' | 'others' | null {
  if (table.shown(row) === UNMATCHED) return 'unmatched';
  return table.wouldSuggest(row, account ?? NO_MATCH) ? 'others' : null;
}

function isReplaced(answer: Mapping | undefined, { mappings }: Change): boolean {
  return answer !== undefined && mappings.has(answer.key);
}

function isSameAnswer(a: Mapping | undefined, b: Mapping | undefined): boolean {
  return a?.key === b?.key && a?.glAccount === b?.glAccount;
}

/**
 * Returns the function that says which mapping wins in a row after the change, from the present answer and the best of
 * the changed mappings. Many rows have the same two, so it keeps what it has found out.
 */
function winnerFinder(options: EffectOptions, change: Change) {
  const { mappings, alone } = change;
  const wins = new Map<Mapping, Map<number, boolean>>();
  const remaining = runnerUpFinder(options, mappings);
  return (answer: Mapping | undefined, id: number, text: () => string): Mapping | undefined => {
    const best = id < 0 ? undefined : mappings.get(alone.mapping(id).key);
    const rival = isReplaced(answer, change) ? remaining(text()) : answer;
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
  replaced: Pick<ReadonlySet<MappingKey>, 'has'>,
) {
  let rest: Classifier | null = null;
  return (description: string): Mapping | undefined => {
    const explanation = list.classifier?.explain(description);
    if (explanation === undefined || !('losers' in explanation)) return undefined;
    const { losers } = explanation;
    const next = losers.find(({ key }) => !replaced.has(key));
    if (next !== undefined || losers.length < MAX_LOSERS) return next;
    // An explanation names a few mappings only: where all of them are replaced, the others are asked.
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
