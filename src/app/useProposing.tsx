import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { ProposedMapping } from '#model/mappingProposal.ts';
import { lazyComponent } from '../ui/lazyPage.ts';
import { useSignedIn } from './SignedInLayout.tsx';

const ProposeDialog = lazyComponent(async () => (await import('./pages/Proposals.tsx')).ProposeDialog);

type Proposing = {
  /** Asks what exactly is proposed; undefined for admins, who change the list themselves. */
  readonly onPropose: ((mapping: ProposedMapping, onClosed?: () => void) => void) | undefined;
  /** The dialog, while it is open. */
  readonly dialog: ReactNode;
};

/** Lets a page propose mappings to the admins. */
export function useProposing(): Proposing {
  const { isAdmin, ledger } = useSignedIn();
  const proposals = ledger.proposals;
  const [asked, setAsked] = useState<{ mapping: ProposedMapping; onClosed: () => void } | null>(null);
  const onPropose = useCallback(
    (mapping: ProposedMapping, onClosed: () => void = () => {}) => setAsked({ mapping, onClosed }),
    [],
  );
  const onClose = () => {
    setAsked(null);
    asked?.onClosed();
  };
  const dialog = asked && (
    <Suspense>
      <ProposeDialog
        key={asked.mapping.keyword}
        mapping={asked.mapping}
        proposals={proposals}
        onClose={onClose}
      />
    </Suspense>
  );
  return { onPropose: isAdmin ? undefined : onPropose, dialog };
}
