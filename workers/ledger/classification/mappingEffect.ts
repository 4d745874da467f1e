import type { KeywordPreview } from '#contract/ledger.ts';
import { PENDING } from '#contract/ledger.ts';
import type { Classifier } from '#engine/classifier.ts';
import { outranks } from '#engine/keywords.ts';
import { normalise } from '#engine/normalise.ts';
import { UNMATCHED } from '#model/classification.ts';
import { isUsable, type Mapping, type MappingKey, NO_MATCH } from '#model/mapping.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { ResultTable } from './ResultTable.ts';

type EffectOptions = {
  readonly table: ResultTable;
  readonly list: Pick<MappingList, 'entries' | 'classifier'>;
  createClassifier(mappings: Iterable<Mapping>): Classifier;
};

/**
 * What saving `mapping` would do to the rows and to the other mappings. The rows that contain its keyword are found with
 * a classifier that has this mapping alone; in each of them it must win against the present answer. A mapping that is
 * stored just so already changes nothing. With a blank account every row counts whose winner would change.
 */
export function previewMapping(
  options: EffectOptions,
  mapping: Mapping,
  row: number | null = null,
): KeywordPreview {
  const stored = options.list.entries.get(mapping.key) ?? null;
  const isContained = rowsWithKeyword(options, mapping);
  return {
    ...countRows(options, mapping, stored, isContained),
    elsewhere: countOwnTexts(options, mapping, stored),
    replaced: stored === null || isSame(stored, mapping) ? null : namesOf(stored),
    matchesRow: row === null ? null : (isContained[row] ?? -1) >= 0,
  };
}

/** By row, an id of 0 or more where the row contains the keyword. */
function rowsWithKeyword({ table, createClassifier }: EffectOptions, mapping: Mapping): Int32Array {
  const alone = createClassifier([{ ...mapping, glAccount: mapping.glAccount || '?' }]);
  const ids = new Int32Array(table.rows.count);
  alone.classifyRows(table.rows, 0, ids.length, ids);
  for (const [row, text] of table.edits) ids[row] = alone.classify(text);
  return ids;
}

function countRows(
  { table, list }: EffectOptions,
  mapping: Mapping,
  stored: Mapping | null,
  isContained: Int32Array,
): Pick<KeywordPreview, 'unmatched' | 'others'> {
  const winnerAfter = rankAgainst(mapping, stored, (text) => runnerUp(list.classifier, text));
  let unmatched = 0;
  let others = 0;
  for (let row = 0; row < isContained.length; row++) {
    const answer = table.answer(row);
    const contains = (isContained[row] as number) >= 0;
    if ((!contains && answer?.key !== mapping.key) || table.shown(row) === PENDING) continue;
    const winner = winnerAfter(answer, contains, () => table.description(row));
    if (winner?.key === answer?.key && winner?.glAccount === answer?.glAccount) continue;
    if (table.shown(row) === UNMATCHED) unmatched++;
    else if (table.wouldSuggest(row, winner?.glAccount ?? NO_MATCH)) others++;
  }
  return { unmatched, others };
}

/**
 * Returns the function that says which mapping wins in a row once `mapping` has taken the place of `stored`: many rows
 * have the same answer, so it keeps what it has found out.
 */
function rankAgainst(
  mapping: Mapping,
  stored: Mapping | null,
  runnerUpIn: (description: string) => Mapping | undefined,
) {
  const hasStoredText = stored !== null && normalise(stored.description) === normalise(mapping.description);
  const winsAgainst = new Map<Mapping, boolean>();
  return (answer: Mapping | undefined, contains: boolean, text: () => string): Mapping | undefined => {
    const isStored = answer?.key === mapping.key;
    if (isStored && contains && hasStoredText) return mapping;
    const rival = isStored ? runnerUpIn(text()) : answer;
    if (!contains || rival === undefined) return contains ? mapping : rival;
    const wins = winsAgainst.get(rival) ?? outranks(mapping, rival);
    winsAgainst.set(rival, wins);
    return wins ? mapping : rival;
  };
}

/** The mapping that would win without the one that does. */
function runnerUp(classifier: Classifier | null, description: string): Mapping | undefined {
  const explanation = classifier?.explain(description);
  return explanation !== undefined && 'losers' in explanation ? explanation.losers[0] : undefined;
}

/**
 * The other mappings whose own text would get another account. On its own text a mapping, being equal to it, loses only
 * against another spelling of the same keyword: so these alone are looked at.
 */
function countOwnTexts({ list }: EffectOptions, mapping: Mapping, stored: Mapping | null): number {
  const isKnown = list.classifier?.explain(mapping.description).kind === 'exact';
  if (!isKnown && stored === null) return 0;
  const texts = new Set([mapping, ...(stored === null ? [] : [stored])].map(normalisedText));
  let count = 0;
  for (const text of texts) {
    const before = spellingsOf(list.entries, text);
    const others = before.filter(({ key }) => key !== mapping.key);
    const takesPart = isUsable(mapping) && normalisedText(mapping) === text;
    const after = takesPart ? [...others, mapping] : others;
    if (winnerOf(before)?.glAccount !== winnerOf(after)?.glAccount) count += others.length;
  }
  return count;
}

function spellingsOf(entries: ReadonlyMap<MappingKey, Mapping>, text: string): Mapping[] {
  return [...entries.values()].filter((entry) => isUsable(entry) && normalisedText(entry) === text);
}

const normalisedText = ({ description }: Mapping) => normalise(description);

/** Of several spellings of one keyword the first stored key wins. */
function winnerOf(spellings: readonly Mapping[]): Mapping | undefined {
  return spellings.reduce<Mapping | undefined>(
    (best, next) => (best === undefined || next.key < best.key ? next : best),
    undefined,
  );
}

const isSame = (a: Mapping, b: Mapping) => a.description === b.description && a.glAccount === b.glAccount;
const namesOf = ({ description, glAccount }: Mapping) => ({ description, glAccount });
