import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RowStore } from '../../../rows/RowStore.ts';
import { Icon } from '../../../ui/icons.tsx';
import { lazyComponent } from '../../../ui/lazyPage.ts';

const AccountSummary = lazyComponent(async () => (await import('./AccountSummary.tsx')).AccountSummary);

/** Opens the summary of the rows by account. */
export function SummaryButton({ store }: { store: RowStore }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" leftSection={<Icon name="sum" />} onClick={() => setOpen(true)}>
        Summary
      </Button>
      {isOpen && <AccountSummary store={store} onClose={() => setOpen(false)} />}
    </>
  );
}
