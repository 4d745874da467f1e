import type { ProposalEffect, ProposalsEffect } from '#contract/proposals.ts';
import type { Classifier } from '#engine/classifier.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { type Mapping, makeMapping, trimmedFields } from '#model/mapping.ts';
import type { ProposedMapping } from '#model/mappingProposal.ts';
import { previewMapping, previewMappings } from '../classification/mappingEffect.ts';
import { readPasted } from '../classification/pastedText.ts';
import { NO_NOTES, ResultTable } from '../classification/ResultTable.ts';
import type { MappingList } from '../list/MappingList.ts';

export type ProposalEffectOptions = {
  readonly list: Pick<MappingList, 'entries' | 'classifier'>;
  createClassifier(mappings: Iterable<Mapping>): Classifier;
  /** The rows of the text on the Classifier screen; undefined when there is none. */
  tableNow(): ResultTable | undefined;
};

/** What storing a mapping would do to the list, to the text on the Classifier screen, and to an example line. */
export function proposalEffect(
  options: ProposalEffectOptions,
  keyword: string,
  account: string,
  line: string | null,
): ProposalEffect {
  const { list } = options;
  const mapping = mappingOf({ keyword, account });
  const table = options.tableNow() ?? tableOf(options, '');
  const { unmatched, others, examples, ownTexts } = previewMapping({ ...options, table }, mapping);
  return {
    unmatched,
    others,
    examples,
    ownTexts,
    rows: table.rows.count - table.blankRows,
    example: line === null ? null : exampleOf(options, mapping, line),
    stored: list.entries.get(mapping.key) ?? null,
    variant: findVariant(list, mapping),
    problem: keyProblem(mapping.key),
  };
}

/** What storing several at once would do to the list and to the text on the Classifier screen. */
export function proposalsEffect(
  options: ProposalEffectOptions,
  mappings: readonly Pick<ProposedMapping, 'keyword' | 'account'>[],
): ProposalsEffect {
  const table = options.tableNow() ?? tableOf(options, '');
  const {
    ofRows: _,
    replaced: __,
    ...effect
  } = previewMappings({ ...options, table }, mappings.map(mappingOf));
  return { ...effect, rows: table.rows.count - table.blankRows };
}

/** The mapping as it is stored after an approval. */
export function mappingOf({ keyword, account }: Pick<ProposedMapping, 'keyword' | 'account'>): Mapping {
  return makeMapping(trimmedFields({ description: keyword, glAccount: account }));
}

function exampleOf(options: ProposalEffectOptions, mapping: Mapping, line: string) {
  // White space would be read as columns or rows.
  const table = tableOf(options, line.replace(/\s+/g, ' '));
  table.classifyBatch({ from: 0, to: table.rows.count });
  const { unmatched, others, matchesRow } = previewMapping({ ...options, table }, mapping, 0);
  const before = table.account(0);
  return { before, after: matchesRow && unmatched + others > 0 ? mapping.glAccount : before };
}

function tableOf({ list }: ProposalEffectOptions, text: string): ResultTable {
  return new ResultTable(readPasted(text, { column: null }), NO_NOTES, {
    classifierNow: () => list.classifier,
    isAnswering: () => true,
  });
}

function findVariant(list: ProposalEffectOptions['list'], { key, description }: Mapping): Mapping | null {
  const explanation = list.classifier?.explain(description);
  if (explanation?.kind !== 'exact' || explanation.mapping.key === key) return null;
  return explanation.mapping;
}
