import { useState } from 'react';
import type { CopyColumns } from '#contract/ledger.ts';
import { UNDO_LINGER_MS } from '#model/limits.ts';
import { messages } from '#model/text/messages.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { copyToClipboard } from '../../ui/copyToClipboard.ts';
import { lazyComponent } from '../../ui/lazyPage.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useReported } from '../../ui/useReported.ts';

const RowFacts = lazyComponent(async () => (await import('./reading/RowFacts.tsx')).RowFacts);

/** All rows in the given columns, or both columns of the rows that the list shows. */
export type CopyKind = CopyColumns | 'shown';

/** Copies the result; `copying` names the copy under way. `goTo` brings a row into view. */
export function useCopy(store: RowStore, goTo: (row: number) => void) {
  const { show } = useStatus();
  const [isCopying, report] = useReported(() => messages.copyFailed);
  const [last, setLast] = useState<CopyKind | null>(null);

  function copy(kind: CopyKind): Promise<void> {
    setLast(kind);
    const columns = kind === 'account' ? 'account' : 'description-and-account';
    return report(async () => {
      let rows = 0;
      const text = store.copy(columns, 'clipboard', kind === 'shown').then((result) => {
        if (result.kind === 'superseded')
          throw new Error('The rows were replaced while they were being copied.');
        rows = result.rows;
        return result.text;
      });
      await copyToClipboard(text);
      const copied = columns === 'account' ? messages.copiedAccounts(rows) : messages.copiedRows(rows);
      show(copied, { details: <RowFacts store={store} goTo={goTo} />, lingers: UNDO_LINGER_MS });
      return null;
    });
  }

  return { copying: isCopying ? last : null, copy };
}
