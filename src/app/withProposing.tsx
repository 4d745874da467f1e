import { type ComponentType, useCallback, useState } from 'react';
import type { ProposedMapping } from '#model/proposal.ts';
import type { ProposeMappings } from '../services/proposals.ts';
import { lazyComponent } from '../ui/lazyPage.ts';
import type { SignedIn } from './SignedInLayout.tsx';

const ProposeDialog = lazyComponent(async () => (await import('./pages/Proposals.tsx')).ProposeDialog);

type Asked = {
  readonly mappings: readonly ProposedMapping[];
  readonly onClosed: (isSent: boolean) => void;
};

/**
 * Lets a page propose mappings to the admins: `onPropose` asks what exactly is proposed. It is undefined for admins, who
 * change the list themselves.
 */
export function withProposing(
  Page: ComponentType<SignedIn & { onPropose: ProposeMappings | undefined }>,
): ComponentType<SignedIn> {
  return function Proposing(signedIn) {
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
    return (
      <>
        <Page {...signedIn} onPropose={signedIn.isAdmin ? undefined : onPropose} />
        {asked && <ProposeDialog ledger={signedIn.ledger} mappings={asked.mappings} onClose={onClose} />}
      </>
    );
  };
}
