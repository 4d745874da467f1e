import type { RowsEffect } from '#contract/rows.ts';
import { createClassifier } from '#engine/classifier.ts';
import { findHeader } from '#engine/import/layout.ts';
import { EffectText, type LastText } from '#workers/ledger/classification/EffectText.ts';
import type { Ledger } from '#workers/ledger/Ledger.ts';
import type { EffectOfOptions } from '#workers/ledger/table/effectOf.ts';
import { ACCOUNT } from './ledgerSetup.ts';

type Options = { isNewTab?: boolean; lastText?: LastText | null };

/** What effects are counted with: over the text of the ledger, or else over the last one. */
export function effectOptions(
  ledger: Ledger,
  timing: EffectOfOptions['timing'],
  { isNewTab = false, lastText = null }: Options = {},
): EffectOfOptions {
  const start = { account: ACCOUNT, tab: { isNew: isNewTab } };
  const options = { ledger, start, loadHeaderFinder: async () => findHeader };
  const text = new EffectText(options, async () => lastText);
  return { list: ledger.list, timing, createClassifier, loadEffectText: async () => text };
}

export const NO_EFFECT: RowsEffect = {
  unmatched: 0,
  others: 0,
  lost: 0,
  examples: [],
  accounts: [],
  moreAccounts: 0,
  decimal: '.',
  keptText: null,
};
