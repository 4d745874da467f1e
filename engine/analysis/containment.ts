import { keywordLength } from '../keywords.ts';
import { Contained } from './Contained.ts';
import { MIN_PHRASE_LENGTH } from './commonPhrases.ts';
import { type MappingSet, NO_TEXT } from './MappingSet.ts';
import { eachText, isPlain, layOut, layOutTable, upperForm } from './texts.ts';

/** Proposed keywords that the classifier takes for one, and the known texts that contain them. */
export type KeywordGroup = {
  /** The number of their common text. */
  readonly text: number;
  /** Numbers of the proposed keywords. */
  readonly keywords: number[];
  /** Ascending numbers of the mappings of any account whose text contains one of them. */
  readonly rows: number[];
  /** The same of the replaced texts. */
  readonly replaced: number[];
};

export type Containment = {
  /** Group of each proposed keyword. */
  readonly groupOf: readonly KeywordGroup[];
  /** What each text contains. */
  readonly contained: Contained;
};

/**
 * Finds which texts contain which others, and which mappings and replaced texts contain proposed keywords, either in match
 * form, as the classifier compares, or in upper case, as the analysis does. The two may differ for texts that are not
 * plain. Adds the keywords to the set's texts.
 */
export function* findContaining(set: MappingSet, keywords: readonly string[]): Generator<void, Containment> {
  const groups = new Map<number, KeywordGroup>();
  const groupOf = keywords.map((keyword, number) => {
    const text = set.numberOf(keyword);
    const group = groups.get(text) ?? { text, keywords: [], rows: [], replaced: [] };
    group.keywords.push(number);
    groups.set(text, group);
    return group;
  });
  const shortest = groupOf.reduce(
    (least, { text }) => Math.min(least, keywordLength(set.table, text)),
    MIN_PHRASE_LENGTH,
  );
  const contained = yield* Contained.among(layOutTable(set.table), shortest);
  const uppers = new Map<string, number>();
  const numberOf = (upper: string) => {
    const number = uppers.get(upper) ?? uppers.size;
    uppers.set(upper, number);
    return number;
  };
  const upperGroups = new Map(keywords.map((keyword, i) => [numberOf(keyword), groupOf[i] as KeywordGroup]));
  const upperOf = new Map<number, number>();
  yield* eachText(set.mappings.length, (row) => {
    const { description } = set.mapping(row);
    if (set.textOf[row] !== NO_TEXT && !isPlain(description))
      upperOf.set(row, numberOf(upperForm(description)));
  });
  const inUpper = yield* Contained.among(layOut([...uppers.keys()]), MIN_PHRASE_LENGTH);
  let row = 0;
  const add = (group: KeywordGroup | undefined) => {
    const rows = set.isReplaced(row) ? group?.replaced : group?.rows;
    if (rows?.at(-1) !== row) rows?.push(row);
  };
  const addByText = (text: number) => add(groups.get(text));
  const addByUpper = (upper: number) => add(upperGroups.get(upper));
  yield* eachText(set.mappings.length, (next) => {
    row = next;
    contained.visit(set.textOf[row] as number, addByText);
    inUpper.visit(upperOf.get(row) ?? NO_TEXT, addByUpper);
  });
  return { groupOf, contained };
}
