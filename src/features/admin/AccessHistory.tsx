import { Table } from '@mantine/core';
import type { AccessHistoryEntry } from '#model/accessHistory.ts';
import { accessWords } from '#model/text/accessWords.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { authorName } from '#model/text/historyWords.ts';
import type { HistoryService } from '../../services/ledger.ts';
import { FoldedHistory } from '../../ui/FoldedHistory.tsx';
import { momentOf } from '../../ui/moment.ts';

type Props = {
  history: Pick<HistoryService, 'accessHistory'>;
  /** Another one with every change of access. */
  revision: unknown;
};

/** Who was given or lost access, when, and by whom. */
export function AccessHistory({ history, revision }: Props) {
  return (
    <FoldedHistory
      title="Access history"
      loading="The history of access is loading"
      empty={historyMessages.noAccessHistory}
      failed={historyMessages.accessHistoryFailed}
      read={history.accessHistory}
      revision={revision}
    >
      {(entries) => <Entries entries={entries} />}
    </FoldedHistory>
  );
}

function Entries({ entries }: { entries: readonly AccessHistoryEntry[] }) {
  return (
    <Table aria-label="Access history">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>Person</Table.Th>
          <Table.Th>Change</Table.Th>
          <Table.Th>By</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.flatMap(({ id, at, by, changes }) =>
          changes.map((change) => (
            <Table.Tr key={`${id} ${change.email}`}>
              <Table.Td>{momentOf(at)}</Table.Td>
              <Table.Td>{change.email}</Table.Td>
              <Table.Td>{accessWords(change)}</Table.Td>
              <Table.Td>{authorName(by)}</Table.Td>
            </Table.Tr>
          )),
        )}
      </Table.Tbody>
    </Table>
  );
}
