import { Button } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import type { TablePage, TableQuery, UndoId } from '#contract/table.ts';
import { manyMappingsMessages } from '#model/manyMappingsMessages.ts';
import type { LedgerService } from '../../services/ledger.ts';
import type { ManyMappings } from '../../services/manyMappings.ts';
import { lazyPart } from '../../ui/lazyPage.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { MappingExport } from './MappingExport.tsx';
import type { TableStore } from './TableStore.ts';

const AddMappingDialog = lazyPart(async () => (await import('./AddMappingDialog.tsx')).AddMappingDialog);
const ChangeAccountDialog = lazyPart(
  async () => (await import('./ChangeAccountDialog.tsx')).ChangeAccountDialog,
);

type Props = {
  ledger: LedgerService;
  many: ManyMappings;
  store: TableStore;
  table: TablePage | null;
  listed: TableQuery | null;
  isBusy: boolean;
  showDone: (text: string, undo: UndoId | null) => void;
};

/** Adds a mapping, changes the account of the selected ones, exports mappings. */
export function ManyActions({ ledger, many, store, table, listed, isBusy, showDone }: Props) {
  const { show } = useStatus();
  const [dialog, setDialog] = useState<'add' | 'account' | null>(null);
  const selected = table?.selected ?? 0;
  const close = () => setDialog(null);
  const props = useMemo(() => ({ ledger, many, store, showDone }), [ledger, many, store, showDone]);
  return (
    <>
      <Button size="xs" variant="default" disabled={!table || isBusy} onClick={() => setDialog('add')}>
        Add mapping
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={!table || isBusy}
        onClick={() => (selected > 0 ? setDialog('account') : show(manyMappingsMessages.nothingSelected))}
      >
        Change account…
      </Button>
      <MappingExport many={many} table={table} listed={listed} />
      <Suspense>
        {dialog === 'add' && <AddMappingDialog {...props} onClose={close} />}
        {dialog === 'account' && <ChangeAccountDialog {...props} selected={selected} onClose={close} />}
      </Suspense>
    </>
  );
}
