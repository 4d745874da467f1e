import { useCallback } from 'react';
import type { WantedMapping } from '#contract/unmatched.ts';
import { ChartProvider } from '../../chart/ChartProvider.tsx';
import { UnmatchedPage } from '../../features/unmatched/UnmatchedPage.tsx';
import { useSignedIn } from '../SignedInLayout.tsx';
import { useProposing } from '../useProposing.tsx';

export function Unmatched() {
  const { ledger, isAdmin } = useSignedIn();
  const { onPropose, dialog } = useProposing();
  /** Asks about one mapping after the other. */
  const proposeAll = useCallback(
    ([first, ...others]: readonly WantedMapping[]) => {
      if (first === undefined) return;
      const { keyword, glAccount } = first;
      onPropose?.({ keyword, account: glAccount, note: null, line: null }, () => proposeAll(others));
    },
    [onPropose],
  );
  return (
    <ChartProvider ledger={ledger}>
      <UnmatchedPage ledger={ledger} isAdmin={isAdmin} onPropose={onPropose && proposeAll} />
      {dialog}
    </ChartProvider>
  );
}
