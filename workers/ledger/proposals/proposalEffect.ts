import type { ProposalEffect, ProposalsEffect } from '#contract/proposals.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { type Mapping, makeMapping, trimmedFields } from '#model/mapping.ts';
import type { ProposedMapping } from '#model/proposal.ts';
import { type EffectRows, previewMapping, previewMappings } from '../classification/mappingEffect.ts';
import { readPasted } from '../classification/pastedText.ts';
import { NO_NOTES, ResultTable } from '../classification/ResultTable.ts';
import type { EffectOfOptions } from '../table/effectOf.ts';
import { runInSlices } from '../timing.ts';

export type ProposalEffectOptions = Omit<EffectOfOptions, 'timing'>;

/** What storing a mapping would do to the list, to the rows, and to an example line. */
export async function proposalEffect(
  options: ProposalEffectOptions,
  keyword: string,
  account: string,
  line: string | null,
): Promise<ProposalEffect> {
  const { list } = options;
  const mapping = mappingOf({ keyword, account });
  const rows = await rowsOf(options);
  const { replaced: _, matchesRow: __, ...effect } = previewMapping({ ...options, ...rows }, mapping);
  return {
    ...effect,
    rows: filledRows(rows),
    example: line === null ? null : exampleOf(options, mapping, line),
    stored: list.entries.get(mapping.key) ?? null,
    variant: findVariant(list, mapping),
    problem: keyProblem(mapping.key),
  };
}

/** What storing several at once would do to the list and to the rows. Rejects when its signal is aborted. */
export async function proposalsEffect(
  options: EffectOfOptions,
  mappings: readonly Pick<ProposedMapping, 'keyword' | 'account'>[],
  signal: AbortSignal,
): Promise<ProposalsEffect> {
  const rows = await rowsOf(options);
  const steps = previewMappings({ ...options, ...rows }, mappings.map(mappingOf));
  const { ofRows: _, replaced: __, ...effect } = await runInSlices(steps, options.timing, () => {}, signal);
  return { ...effect, rows: filledRows(rows) };
}

async function rowsOf(options: ProposalEffectOptions): Promise<EffectRows> {
  const text = await options.loadEffectText();
  return (await text.rows()) ?? { table: tableOf(options, '') };
}

const filledRows = ({ table }: EffectRows) => table.rows.count - table.blankRows;

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
