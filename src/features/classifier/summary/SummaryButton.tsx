import { Button } from '@mantine/core';
import { useState } from 'react';
import { readingMessages } from '#model/text/readingMessages.ts';
import type { RowStore } from '../../../rows/RowStore.ts';
import { Icon } from '../../../ui/icons.tsx';
import { lazyComponent } from '../../../ui/lazyPage.ts';
import { useReading } from '../reading/useReading.ts';

const AccountSummary = lazyComponent(async () => (await import('./AccountSummary.tsx')).AccountSummary);

type Props = { store: RowStore; goTo: (row: number) => void };

/** Opens the summary of the rows by account. */
export function SummaryButton({ store, goTo }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { reading } = useReading(store);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<Icon name="sum" />}
        disabled={reading?.question != null}
        title={reading?.question ? readingMessages.waits : undefined}
        onClick={() => setOpen(true)}
      >
        Summary
      </Button>
      {isOpen && <AccountSummary store={store} goTo={goTo} onClose={() => setOpen(false)} />}
    </>
  );
}
