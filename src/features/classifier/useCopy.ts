import { useState } from 'react';
import type { CopyColumns } from '#contract/ledger.ts';
import { messages } from '#model/text/messages.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { copyToClipboard } from '../../ui/copyToClipboard.ts';
import { useStatus } from '../../ui/status/useStatus.ts';

/** All rows in the given columns, or both columns of the rows that the list shows. */
export type CopyKind = CopyColumns | 'shown';

/** Copies the result; `copying` names the copy under way. */
export function useCopy(store: RowStore) {
  const status = useStatus();
  const [copying, setCopying] = useState<CopyKind | null>(null);

  async function copy(kind: CopyKind): Promise<void> {
    setCopying(kind);
    let rows = 0;
    const columns = kind === 'account' ? 'account' : 'description-and-account';
    const text = store.copy(columns, 'clipboard', kind === 'shown').then((result) => {
      if (result.kind === 'superseded')
        throw new Error('The rows were replaced while they were being copied.');
      rows = result.rows;
      return result.text;
    });
    try {
      await copyToClipboard(text);
      status.show(columns === 'account' ? messages.copiedAccounts(rows) : messages.copiedRows(rows));
    } catch (error) {
      console.error('The result was not copied:', error);
      status.show(messages.copyFailed);
    } finally {
      setCopying(null);
    }
  }

  return { copying, copy };
}
