import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { ProposedMapping } from '#model/proposal.ts';
import type { ProposeMappings } from '../services/proposals.ts';
import { lazyComponent } from '../ui/lazyPage.ts';
import { useSignedIn } from './SignedInLayout.tsx';

const ProposeDialog = lazyComponent(async () => (await import('./pages/Proposals.tsx')).ProposeDialog);

type Proposing = {
  /** Asks what exactly is proposed; undefined for admins, who change the list themselves. */
  readonly onPropose: ProposeMappings | undefined;
  /** The dialog, while it is open. */
  readonly dialog: ReactNode;
};

type Asked = {
  readonly mappings: readonly ProposedMapping[];
  readonly onClosed: (isSent: boolean) => void;
};

/** Lets a page propose mappings to the admins. */
export function useProposing(): Proposing {
  const { isAdmin, ledger } = useSignedIn();
  const proposals = ledger.proposals;
  const [asked, setAsked] = useState<Asked | null>(null);
  const onPropose = useCallback(
    (mappings: readonly ProposedMapping[], onClosed = (_isSent: boolean) => {}) =>
      setAsked({ mappings, onClosed }),
    [],
  );
  const onClose = (isSent: boolean) => {
    setAsked(null);
    asked?.onClosed(isSent);
  };
  const dialog = asked && (
    <Suspense>
      <ProposeDialog mappings={asked.mappings} proposals={proposals} onClose={onClose} />
    </Suspense>
  );
  return { onPropose: isAdmin ? undefined : onPropose, dialog };
}
