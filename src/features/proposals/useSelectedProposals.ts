import { useCallback, useState } from 'react';
import type { Approval } from '#contract/proposals.ts';
import { MAX_CHANGES_PER_ENTRY } from '#model/limits.ts';
import { type Proposal, proposalKey } from '#model/proposal.ts';
import type { ProposalService } from '../../services/proposals.ts';
import { useBusy } from '../../ui/useBusy.ts';
import { withToggled } from '../../ui/withToggled.ts';
import type { Decisions } from './useDecisions.ts';
import { usePreviewOfAll } from './useProposalPreview.ts';

type Approvals = ReadonlyMap<string, Approval>;

/**
 * The proposals that are selected, what approving all of them at once would do, and doing it.
 * @param revision changes with the list
 */
export function useSelectedProposals(
  proposals: Pick<ProposalService, 'previewAll'>,
  decisions: Pick<Decisions, 'approve'>,
  revision: unknown,
) {
  const [approvals, setApprovals] = useState<Approvals>(new Map());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, whileBusy] = useBusy();
  // What cannot be approved any more is not selected, either; one update takes no more.
  const chosen = [...approvals].filter(([key]) => selected.has(key)).slice(0, MAX_CHANGES_PER_ENTRY);
  const preview = usePreviewOfAll(
    proposals,
    chosen.map(([, approval]) => approval),
    revision,
  );

  const onApproval = useCallback((proposal: Proposal, approval: Approval | null) => {
    setApprovals((former) => withEntry(former, proposalKey(proposal), approval));
  }, []);

  function toggle(proposal: Proposal): void {
    setSelected(withToggled(selected, proposalKey(proposal)));
  }

  /** Where all that can be approved are selected, none. */
  function toggleAll(): void {
    setSelected(chosen.length === approvals.size ? new Set() : new Set(approvals.keys()));
  }

  async function approveSelected(): Promise<void> {
    // What is approved is what was shown.
    if (isBusy || preview === null || preview === 'failed') return;
    const isDecided = await whileBusy(() => decisions.approve(chosen.map(([, approval]) => approval)));
    setSelected(new Set(chosen.flatMap(([key], i) => (isDecided[i] ? [] : key))));
  }

  return {
    count: chosen.length,
    preview,
    /** Number of those that can be approved. */
    approvable: approvals.size,
    isBusy,
    isSelected: (proposal: Proposal) => selected.has(proposalKey(proposal)),
    onApproval,
    toggle,
    toggleAll,
    approveSelected,
  };
}

function withEntry(approvals: Approvals, key: string, approval: Approval | null): Approvals {
  const others = new Map(approvals);
  if (approval === null) others.delete(key);
  else others.set(key, approval);
  return others;
}
