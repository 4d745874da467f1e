import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RowStore } from '../../../rows/RowStore.ts';
import { Icon } from '../../../ui/icons.tsx';
import { lazyComponent } from '../../../ui/lazyPage.ts';

const AccountSummary = lazyComponent(async () => (await import('./AccountSummary.tsx')).AccountSummary);

type Props = { store: RowStore; goTo: (row: number) => void };

/** Opens the summary of the rows by account. */
export function SummaryButton({ store, goTo }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" leftSection={<Icon name="sum" />} onClick={() => setOpen(true)}>
        Summary
      </Button>
      {isOpen && <AccountSummary store={store} goTo={goTo} onClose={() => setOpen(false)} />}
    </>
  );
}
