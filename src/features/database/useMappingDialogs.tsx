import { useMemo, useState } from 'react';
import type { BatchId } from '#contract/table.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { lazyComponent } from '../../ui/lazyPage.ts';
import type { TableStore } from './TableStore.ts';

const AddMappingDialog = lazyComponent(async () => (await import('./AddMappingDialog.tsx')).AddMappingDialog);
const ChangeAccountDialog = lazyComponent(
  async () => (await import('./ChangeAccountDialog.tsx')).ChangeAccountDialog,
);

type Options = {
  ledger: LedgerService;
  store: TableStore;
  selected: number;
  showDone: (text: string, undo: BatchId | null) => void;
};

/** Opens the dialogs that add a mapping and that change the account of the selected ones; `dialog` is the open one. */
export function useMappingDialogs({ ledger, store, selected, showDone }: Options) {
  const [opened, setOpened] = useState<'add' | 'account' | null>(null);
  const close = () => setOpened(null);
  const props = useMemo(() => ({ ledger, store, showDone }), [ledger, store, showDone]);
  return {
    add: () => setOpened('add'),
    changeAccount: () => setOpened('account'),
    dialog: (
      <>
        {opened === 'add' && <AddMappingDialog {...props} onClose={close} />}
        {opened === 'account' && <ChangeAccountDialog {...props} selected={selected} onClose={close} />}
      </>
    ),
  };
}
