import { type ClipboardEvent, useCallback } from 'react';
import type { SpreadsheetFormat } from '#contract/spreadsheet.ts';
import type { LinesWanted } from '#contract/table.ts';
import { detailOf } from '#model/detailOf.ts';
import { MAPPING_FIELDS } from '#model/mapping.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { manyMappingsMessages } from '#model/text/manyMappingsMessages.ts';
import { messages } from '#model/text/messages.ts';
import { exportTables, nameColumns } from '../../chart/exportTables.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { copyToClipboard } from '../../ui/copyToClipboard.ts';
import { useReported } from '../../ui/useReported.ts';

const HEADER = MAPPING_FIELDS.map((name) => databaseMessages.fields[name]);
/** Of the list that was set aside: what it had, what the present one has in its place, and how they differ. */
const SET_ASIDE_HEADER = [...HEADER, ...HEADER.map((title) => `${title} now`), 'Since then'];
const NAMED = { 'Account name': 'GL Account', 'Account name now': 'GL Account now' };
const SELECTION: LinesWanted = { kind: 'selection' };

/** Copies the selected mappings as lines of a spreadsheet: with the button, or with Ctrl+C in the table. */
export function useCopySelection(ledger: LedgerService, selected: number) {
  const [, report] = useReported(() => messages.copyFailed);
  const copy = useCallback(() => {
    const lines = ledger.table.lines(SELECTION, 'clipboard');
    const copying = report(async () => {
      await copyToClipboard(lines.then((copied) => copied.lines));
      return manyMappingsMessages.copied((await lines).count);
    });
    ignoreAfterExit(copying);
  }, [ledger, report]);
  const onCopy = (event: ClipboardEvent) => {
    // What is selected as text is meant first, in a field or on the page.
    const isInField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (selected === 0 || isInField || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    copy();
  };
  return { copy, onCopy };
}

/** Downloads mappings as a file, with the names of accounts if there are `names`; `isExporting` while the file is made. */
export function useMappingExport(ledger: LedgerService, names: ReadonlyMap<string, string> | null) {
  const [isExporting, report] = useReported((error) => manyMappingsMessages.exportFailed(detailOf(error)));
  const exportAs = (format: SpreadsheetFormat, wanted: LinesWanted) =>
    report(async () => {
      const { lines, count } = await ledger.table.lines(wanted, 'file');
      const isSetAside = wanted.kind === 'set-aside';
      const header = isSetAside ? SET_ASIDE_HEADER : HEADER;
      const table = { header, lines, names: nameColumns(names, header, NAMED) };
      const file = isSetAside ? 'gl_mappings_then_and_now' : 'gl_mappings';
      return exportTables(format, [file], [table], manyMappingsMessages.exported(count));
    });
  return { isExporting, exportAs };
}
