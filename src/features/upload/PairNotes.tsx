import { Button, Group, Text } from '@mantine/core';
import { Caution } from './Caution.tsx';
import type { PairTextState } from './PairText.ts';

type Props = {
  state: PairTextState;
  onKeepHeader: (keeps: boolean) => void;
  onShowRaw: (raw: string) => void;
  onForgetRaw: () => void;
  onCopyText: () => void;
};

/** What is to be known about the text: a first line that names the columns, and whether this browser keeps it. */
export function PairNotes({ state, onKeepHeader, onShowRaw, onForgetRaw, onCopyText }: Props) {
  const { imported, storage, keepsHeader } = state;
  return (
    <div role="status">
      {imported?.header && (
        <Group gap="xs">
          <Text size="sm">
            The first line names the columns ({imported.header.description}, {imported.header.glAccount}) and
            is left out.
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => onKeepHeader(true)}>
            Use it as a pair
          </Button>
        </Group>
      )}
      {keepsHeader && (
        <Button size="compact-xs" variant="default" onClick={() => onKeepHeader(false)}>
          Leave a first line out that names the columns
        </Button>
      )}
      {storage?.kind === 'not-kept' && (
        <Caution
          title="These pairs are lost when the page is closed"
          actions={
            imported && (
              <Button size="compact-sm" variant="default" onClick={onCopyText}>
                Copy the text
              </Button>
            )
          }
        >
          This browser does not keep them ({storage.detail}).
        </Caution>
      )}
      {storage?.kind === 'unreadable' && (
        <Caution
          title="Pairs kept in this browser cannot be read"
          actions={
            <>
              <Button size="compact-sm" variant="default" onClick={() => onShowRaw(storage.raw)}>
                Show the raw text
              </Button>
              <Button size="compact-sm" variant="default" onClick={onForgetRaw}>
                Discard it
              </Button>
            </>
          }
        />
      )}
    </div>
  );
}
