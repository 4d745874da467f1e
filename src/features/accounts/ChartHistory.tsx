import { Table } from '@mantine/core';
import type { ChartHistoryEntry } from '#model/chartHistory.ts';
import { chartEntryWords, chartMessages } from '#model/text/chartMessages.ts';
import { authorName } from '#model/text/historyWords.ts';
import type { ChartService } from '../../services/ledger.ts';
import { FoldedHistory } from '../../ui/FoldedHistory.tsx';
import { momentOf } from '../../ui/moment.ts';

type Props = {
  chart: Pick<ChartService, 'history'>;
  /** Another one with every change of the chart. */
  revision: unknown;
};

/** Who changed the chart, when and how. */
export function ChartHistory({ chart, revision }: Props) {
  return (
    <FoldedHistory
      title="History of the chart"
      loading="The history of the chart is loading"
      empty={chartMessages.historyEmpty}
      failed={chartMessages.historyFailed}
      read={chart.history}
      revision={revision}
    >
      {(entries) => <Entries entries={entries} />}
    </FoldedHistory>
  );
}

function Entries({ entries }: { entries: readonly ChartHistoryEntry[] }) {
  return (
    <Table aria-label="History of the chart">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>Change</Table.Th>
          <Table.Th>By</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id}>
            <Table.Td>{momentOf(entry.at)}</Table.Td>
            <Table.Td dir="auto">{chartEntryWords(entry)}</Table.Td>
            <Table.Td>{authorName(entry.by)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
