import { Button, Menu } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { LinesWanted, TablePage, TableQuery } from '#contract/table.ts';
import { grouped } from '#model/text/figures.ts';
import { useAccountNames } from '../../chart/ChartProvider.tsx';
import { areNamesOn, switchNames } from '../../chart/namesSwitch.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { csvFormats } from '../../ui/csvFormats.ts';
import { menuProps } from '../../ui/menuProps.ts';
import { useMappingExport } from './useMappingLines.ts';

type Props = { ledger: LedgerService; table: TablePage | null; listed: TableQuery | null };

/** Downloads the selected mappings, those that are listed, or all of them, for a spreadsheet. */
export function MappingExport({ ledger, table, listed }: Props) {
  const names = useAccountNames();
  const [withNames, setWithNames] = useState(areNamesOn);
  const { isExporting, exportAs } = useMappingExport(ledger, withNames && names.size > 0 ? names : null);
  return (
    <Menu {...menuProps}>
      <Menu.Target>
        <Button size="xs" variant="default" disabled={!table || table.total === 0} loading={isExporting}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choicesOf(table, listed).map(({ label, count, wanted }) => (
          <Fragment key={label}>
            <Menu.Label>
              {label} ({grouped(count)})
            </Menu.Label>
            <Menu.Item
              aria-label={`${label} as Excel (XLSX)`}
              onClick={() => dropAtEnd(exportAs('xlsx', wanted))}
            >
              Excel (XLSX)
            </Menu.Item>
            {csvFormats().map(({ format, label: kind }) => (
              <Menu.Item
                key={format}
                aria-label={`${label} as ${kind}`}
                onClick={() => dropAtEnd(exportAs(format, wanted))}
              >
                {kind}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
        {names.size > 0 && (
          <>
            <Menu.Divider />
            <Menu.CheckboxItem
              checked={withNames}
              onChange={(isOn) => {
                switchNames(isOn);
                setWithNames(isOn);
              }}
            >
              Account names
            </Menu.CheckboxItem>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

type Choice = { readonly label: string; readonly count: number; readonly wanted: LinesWanted };

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
  choices.push({ label: 'All mappings', count: total, wanted: { kind: 'all' } });
  return choices;
}
