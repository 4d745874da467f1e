import type { Preview } from '#contract/preview.ts';
import type { Ledger } from '#workers/ledger/Ledger.ts';
import type { PreviewerOptions } from '#workers/ledger/preview/createPreviewer.ts';
import { type LastText, PreviewText } from '#workers/ledger/preview/PreviewText.ts';
import { tableReader } from '../../workers/ledger/rows/tableReader.ts';
import { ACCOUNT } from './ledgerSetup.ts';

type Options = { isNewTab?: boolean; lastText?: LastText | null };

/** What previews are counted with: over the text of the ledger, or else over the last one. */
export function previewerOptions(
  ledger: Ledger,
  timing: PreviewerOptions['timing'],
  { isNewTab = false, lastText = null }: Options = {},
): PreviewerOptions {
  const start = { account: ACCOUNT, tab: { isNew: isNewTab } };
  const options = { ledger, start, loadTableReader: async () => tableReader };
  const text = new PreviewText(options, async () => lastText);
  return { list: ledger.list, timing, loadPreviewText: async () => text };
}

export const NO_PREVIEW: Preview = {
  rows: 1,
  unmatched: 0,
  others: 0,
  lost: 0,
  pending: 0,
  examples: [],
  accounts: [],
  moreAccounts: 0,
  decimal: '.',
  storedText: null,
  ofNamed: 0,
  missed: 0,
  ownTexts: 0,
  overruled: 0,
  replaced: [],
};
