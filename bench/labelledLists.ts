import { createClassifier } from '#engine/classifier.ts';
import { UNMATCHED } from '#model/classification.ts';
import type { Mapping } from '#model/mapping.ts';
import { storedMappingsOf } from '../tests/support/pairsOfText.ts';
import type { RealSet } from '../tests/support/realSets.ts';

/** A line without a match, and the account that was really booked. */
export type LabelledLine = { readonly description: string; readonly glAccount: string };

/** `isOwn`: a list that people would keep, not one derived from it: the goals are about these. `lines`: those of `text` that it does not match. */
export type LabelledList = {
  readonly name: string;
  readonly isOwn: boolean;
  readonly list: readonly Mapping[];
  readonly text: readonly LabelledLine[];
  readonly lines: readonly LabelledLine[];
};

/** The lists of the real sets that have labels, each with the lines that it does not match: the lists of mappings first. */
export function labelledLists(sets: readonly RealSet[]): LabelledList[] {
  return ['mappings.tsv', 'keywords.tsv'].flatMap((file) =>
    sets.flatMap((set) => {
      const [text, labels] = [set.read(file), set.read('labels.tsv')];
      if (text === null || labels === null) return [];
      const list = storedMappingsOf(text);
      const isOwn = file === 'mappings.tsv';
      const name = isOwn ? set.name : `${set.name} (keywords)`;
      const all = labelled(labels);
      return [{ name, isOwn, list, text: all, lines: unmatched(list, all) }];
    }),
  );
}

function labelled(labels: string): LabelledLine[] {
  return labels
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([description = '', glAccount = '']) => ({ description, glAccount }));
}

function unmatched(list: readonly Mapping[], lines: readonly LabelledLine[]): LabelledLine[] {
  const classifier = createClassifier(list);
  return lines.filter(({ description }) => classifier.classify(description) === UNMATCHED);
}
