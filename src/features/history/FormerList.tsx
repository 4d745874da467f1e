import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { FORMER_LIST_PATH } from '#model/backend.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { downloadFile } from '../../ui/downloadFile.ts';
import { useStatus } from '../../ui/status/useStatus.ts';

type Props = {
  /** Reads the list as it was taken over, as a file; null where no server keeps it. */
  load: (() => Promise<Blob>) | null;
};

/** What there is to say where a list was taken over, and the list as it was then. */
export function FormerList({ load }: Props) {
  const { show } = useStatus();
  const [isLoading, setLoading] = useState(false);
  const download = async (read: () => Promise<Blob>) => {
    setLoading(true);
    try {
      downloadFile(await read(), FORMER_LIST_PATH.slice(1));
    } catch (error) {
      console.error('The list before its history was not read:', error);
      show(historyMessages.formerListFailed);
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <Text size="sm">{historyMessages.takenOver}</Text>
      {load && (
        <Group my={6}>
          <Button
            size="compact-sm"
            variant="default"
            loading={isLoading}
            onClick={() => dropAtEnd(download(load))}
          >
            Download the list as it was then
          </Button>
        </Group>
      )}
    </>
  );
}
