import { Button, Menu } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import type { SpreadsheetFormat } from '#contract/spreadsheet.ts';
import type { LinesWanted, TablePage, TableQuery } from '#contract/table.ts';
import { grouped } from '#model/text/figures.ts';
import { useAccountNames } from '../../chart/ChartProvider.tsx';
import { areNamesOn, switchNames } from '../../chart/namesSwitch.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { csvFormats } from '../../ui/csvFormats.ts';
import { MoreMenu, type RareAction } from '../../ui/MoreMenu.tsx';
import { useAnswer } from '../../ui/useAnswer.ts';
import { useMappingExport } from './useMappingLines.ts';

type Props = {
  ledger: LedgerService;
  table: TablePage | null;
  listed: TableQuery | null;
  /** On a phone: what the menu has before the export. */
  rare?: readonly RareAction[] | undefined;
};

/** Downloads the selected mappings, those that are listed, or all of them, for a spreadsheet. */
export function MappingExport({ ledger, table, listed, rare }: Props) {
  const names = useAccountNames();
  const [withNames, setWithNames] = useState(areNamesOn);
  const { isExporting, exportAs } = useMappingExport(ledger, withNames && names.size > 0 ? names : null);
  const onNames = (isOn: boolean) => {
    switchNames(isOn);
    setWithNames(isOn);
  };
  const choices = [...choicesOf(table, listed), ...useSetAside(ledger)];
  const items = choices.length > 0 && (
    <>
      {choices.map((choice) => (
        <Formats key={choice.label} choice={choice} onChoose={(format) => exportAs(format, choice.wanted)} />
      ))}
      {names.size > 0 && (
        <>
          <Menu.Divider />
          <Menu.CheckboxItem checked={withNames} onChange={onNames}>
            Account names
          </Menu.CheckboxItem>
        </>
      )}
    </>
  );
  if (rare !== undefined)
    return (
      <MoreMenu actions={rare} isRunning={isExporting}>
        {items && <Menu.Divider />}
        {items}
      </MoreMenu>
    );
  return (
    <Menu>
      <Menu.Target>
        <Button disabled={choices.length === 0} loading={isExporting}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>
  );
}

type FormatsProps = { choice: Choice; onChoose: (format: SpreadsheetFormat) => Promise<unknown> };

/** What one choice can be downloaded as. */
function Formats({ choice: { label, count }, onChoose }: FormatsProps) {
  const formats = [{ format: 'xlsx' as const, label: 'Excel (XLSX)' }, ...csvFormats()];
  return (
    <>
      <Menu.Label>
        {label} ({grouped(count)})
      </Menu.Label>
      {formats.map(({ format, label: kind }) => (
        <Menu.Item
          key={format}
          aria-label={`${label} as ${kind}`}
          onClick={() => ignoreAfterExit(onChoose(format))}
        >
          {kind}
        </Menu.Item>
      ))}
    </>
  );
}

type Choice = { readonly label: string; readonly count: number; readonly wanted: LinesWanted };

/** The list that this browser had before the server went back to an older one, if it has it. */
function useSetAside({ table, loss }: LedgerService): readonly Choice[] {
  // One that is set aside while the page is open comes with a loss.
  const found = useSyncExternalStore(loss.subscribe, loss.get);
  const { answer: count } = useAnswer(() => table.setAside(), [table, found]);
  return count ? [{ label: 'The list before, and now', count, wanted: { kind: 'set-aside' } }] : [];
}

/** What can be exported now; what is listed only where it is neither all, nor nothing, nor what is selected. */
function choicesOf(table: TablePage | null, listed: TableQuery | null): readonly Choice[] {
  if (table === null) return [];
  const { selected, found, foundSelected, total } = table;
  const isSelection = foundSelected === found && selected === found;
  const choices: Choice[] = [];
  if (selected > 0)
    choices.push({ label: 'Selected mappings', count: selected, wanted: { kind: 'selection' } });
  if (listed !== null && found > 0 && found < total && !isSelection) {
    const label = listed.kind === 'letter' ? `Mappings under ${listed.letter}` : 'Found mappings';
    choices.push({ label, count: found, wanted: { kind: 'found', query: listed } });
  }
  if (total > 0) choices.push({ label: 'All mappings', count: total, wanted: { kind: 'all' } });
  return choices;
}
