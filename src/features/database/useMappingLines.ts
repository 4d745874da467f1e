import { type ClipboardEvent, useCallback } from 'react';
import type { AccountNameColumns, SpreadsheetFormat } from '#contract/spreadsheet.ts';
import type { LinesWanted } from '#contract/table.ts';
import { detailOf } from '#model/detailOf.ts';
import { MAPPING_FIELDS } from '#model/mapping.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { manyMappingsMessages } from '#model/text/manyMappingsMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { writeSpreadsheet } from '../../services/spreadsheet.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { copyToClipboard } from '../../ui/copyToClipboard.ts';
import { endingOf } from '../../ui/csvFormats.ts';
import { downloadFile } from '../../ui/downloadFile.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useBusy } from '../../ui/useBusy.ts';

const HEADER = MAPPING_FIELDS.map((name) => databaseMessages.fields[name]);
const SELECTION: LinesWanted = { kind: 'selection' };

/** Copies the selected mappings as lines of a spreadsheet: with the button, or with Ctrl+C in the table. */
export function useCopySelection(ledger: LedgerService, selected: number) {
  const { show } = useStatus();
  const copy = useCallback(async () => {
    let count = 0;
    const text = ledger.table.lines(SELECTION, 'clipboard').then((lines) => {
      count = lines.count;
      return lines.lines;
    });
    try {
      await copyToClipboard(text);
      show(manyMappingsMessages.copied(count));
    } catch (error) {
      console.error('The mappings were not copied:', error);
      show(messages.copyFailed);
    }
  }, [ledger, show]);
  const onCopy = (event: ClipboardEvent) => {
    // What is selected as text is meant first, in a field or on the page.
    const isInField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (selected === 0 || isInField || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    dropAtEnd(copy());
  };
  return { copy: useCallback(() => dropAtEnd(copy()), [copy]), onCopy };
}

function nameColumns(byCode: ReadonlyMap<string, string>): AccountNameColumns {
  return { byCode, columns: [{ title: 'Account name', of: MAPPING_FIELDS.indexOf('glAccount') }] };
}

/** Downloads mappings as a file, with the names of accounts if there are `names`; `isExporting` while the file is made. */
export function useMappingExport(ledger: LedgerService, names: ReadonlyMap<string, string> | null) {
  const { show } = useStatus();
  const [isExporting, whileExporting] = useBusy();
  const exportAs = async (format: SpreadsheetFormat, wanted: LinesWanted): Promise<void> => {
    try {
      const { lines, count } = await ledger.table.lines(wanted, 'file');
      const result = await writeSpreadsheet(format, HEADER, lines, names ? nameColumns(names) : undefined);
      if (result.kind === 'too-many-rows') return show(messages.exportTooLong(result.most));
      downloadFile(result.file, `gl_mappings.${endingOf(format)}`);
      show(manyMappingsMessages.exported(count));
    } catch (error) {
      console.error('The mappings were not exported:', error);
      show(manyMappingsMessages.exportFailed(detailOf(error)));
    }
  };
  return {
    isExporting,
    exportAs: (...as: Parameters<typeof exportAs>) => whileExporting(() => exportAs(...as)),
  };
}
