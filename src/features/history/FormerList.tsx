import { Button, Group, Text } from '@mantine/core';
import { FORMER_LIST_PATH } from '#model/backend.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { downloadFile } from '../../ui/downloadFile.ts';
import { useReported } from '../../ui/useReported.ts';

type Props = {
  /** Reads the list as it was taken over, as a file; null where no server keeps it. */
  load: (() => Promise<Blob>) | null;
};

/** What there is to say where a list was taken over, and the list as it was then. */
export function FormerList({ load }: Props) {
  const [isLoading, report] = useReported(() => historyMessages.formerListFailed);
  const download = (read: () => Promise<Blob>) =>
    report(async () => {
      downloadFile(await read(), FORMER_LIST_PATH.slice(1));
      return null;
    });
  return (
    <>
      <Text>{historyMessages.takenOver}</Text>
      {load && (
        <Group my={6}>
          <Button size="compact-sm" loading={isLoading} onClick={() => ignoreAfterExit(download(load))}>
            Download the list as it was then
          </Button>
        </Group>
      )}
    </>
  );
}
