import { useState } from 'react';
import type { GroupId, QueueItem } from '#contract/unmatched.ts';
import { MAX_PROPOSED_AT_ONCE } from '#model/limits.ts';
import type { ProposedMapping } from '#model/proposal.ts';
import { messages } from '#model/text/messages.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { useChart } from '../../chart/ChartProvider.tsx';
import type { ProposeMappings } from '../../services/proposals.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useBusy } from '../../ui/useBusy.ts';
import { AssignAccountDialog, type AssignResult, MAX_FIELDS, whyNotSaved } from './AssignAccountDialog.tsx';
import type { GroupPreview } from './groupPreview.ts';
import type { QueueState, QueueStore, RowsOnly } from './QueueStore.ts';
import { useUndoStep } from './useUndoStep.ts';

type Options = {
  store: QueueStore;
  state: QueueState;
  isAdmin: boolean;
  onPropose: ProposeMappings | undefined;
  /** What is on screen of the group that the keys are about. */
  preview: GroupPreview | null;
  /** Called when it is over: what was chosen is done, or given up. @param isGoingOn it was done, by keyboard */
  onEnd: (isGoingOn: boolean) => void;
  onUndone: (ids: readonly GroupId[]) => void;
};

/** Groups that are to get accounts, each its own. */
type Assigned = {
  readonly items: readonly QueueItem[];
  readonly accounts: readonly string[];
  readonly note: string | null;
  readonly byKeyboard: boolean;
};

type How = {
  readonly byKeyboard: boolean;
  /** Without a mapping. */
  readonly isLinesOnly?: boolean;
  /** After a look at the preview, also where it is on screen. */
  readonly isAsked?: boolean;
};

/**
 * Gives groups accounts, as mappings or to their lines alone; and says what was done. A mapping is saved at once where its
 * preview is on screen and harmless, else after a look at it.
 */
export function useAssignment(options: Options) {
  const { store, state, isAdmin, onPropose, preview, onEnd } = options;
  const [assigned, setAssigned] = useState<Assigned | null>(null);
  const [isOpening, whileOpening] = useBusy();
  const { show } = useStatus();
  const { showDone } = useUndoStep(store, options.onUndone);
  const atOnce = useAtOnce(options, showDone);
  const chart = useChart(store.rows.ledger);
  const canMap = isAdmin || onPropose !== undefined;
  const close = (isGoingOn: boolean) => {
    setAssigned(null);
    onEnd(isGoingOn);
  };
  const end = (result: AssignResult, accounts: readonly string[], byKeyboard: boolean) => {
    close(byKeyboard);
    const text = wordsFor(result, accounts);
    if (text !== null) showDone(text);
    else if (result.saved.kind === 'saved') show(unmatchedMessages.nothingSaved);
  };
  const forLinesOnly = async (lines: readonly RowsOnly[], byKeyboard: boolean) => {
    setAssigned(null);
    end(
      await atOnce.whileBusy(() => store.assign([], lines)),
      lines.map(({ glAccount }) => glAccount),
      byKeyboard,
    );
  };
  /** The same account for all of these groups. */
  const assign = (items: readonly QueueItem[], glAccount: string, how: How) => {
    const { byKeyboard, isLinesOnly = false, isAsked = false } = how;
    const [item, ...others] = items;
    const isOnScreen = others.length === 0 && item !== undefined && preview?.item.id === item.id;
    const isRetired = chart?.byCode.get(glAccount)?.isRetired === true;
    if (atOnce.isBusy) return;
    if (!canMap || items.every(({ isShort }) => isShort) || isLinesOnly)
      ignoreAfterExit(
        forLinesOnly(
          items.map(({ id }) => ({ id, glAccount })),
          byKeyboard,
        ),
      );
    else if (isAsked || !isOnScreen || isRetired)
      setAssigned({ items, accounts: items.map(() => glAccount), note: null, byKeyboard });
    else if (preview.preview === null) show(unmatchedMessages.waitForCount);
    else if (!preview.isHarmless) setAssigned({ items, accounts: [glAccount], note: null, byKeyboard });
    else ignoreAfterExit(atOnce.run(preview, glAccount, byKeyboard));
  };
  /** The likely account of each of these groups, as far as it has one, after a look at the preview. */
  const accept = async (ids: readonly GroupId[], byKeyboard: boolean) => {
    const likely = (id: GroupId) => state.guesses.get(id)?.[0]?.glAccount;
    const guessed = ids.filter((id) => likely(id) !== undefined);
    const items = await whileOpening(() => store.items(guessed.slice(0, MAX_FIELDS)));
    const accounts = items.map(({ id }) => likely(id) ?? '');
    if (items.length === 0) return;
    const isShort = items.every((item) => item.isShort);
    const note =
      guessed.length > items.length ? unmatchedMessages.firstOf(items.length, guessed.length) : null;
    if (canMap && !isShort) setAssigned({ items, accounts, note, byKeyboard });
    else
      await forLinesOnly(
        items.map(({ id }, i) => ({ id, glAccount: accounts[i] ?? '' })),
        byKeyboard,
      );
  };
  /** What waits for a decision is not offered again in this tab: the groups are skipped. */
  const propose = (mappings: readonly ProposedMapping[], ids: readonly GroupId[]) => {
    setAssigned(null);
    onPropose?.(mappings, (isSent) => {
      if (isSent) ignoreAfterExit(store.skipSent(ids));
      onEnd(false);
    });
  };
  return {
    /** The dialog is open or about to be. */
    isOpen: isOpening || assigned !== null,
    isSaving: atOnce.isBusy,
    assign,
    accept: (ids: readonly GroupId[], byKeyboard: boolean) => ignoreAfterExit(accept(ids, byKeyboard)),
    sendDraftProposals: atOnce.sendDraftProposals,
    dialog: assigned && (
      <AssignAccountDialog
        {...assigned}
        store={store}
        state={state}
        isAdmin={isAdmin}
        onAssigned={(result) => end(result, assigned.accounts, assigned.byKeyboard)}
        onLinesOnly={(lines) => ignoreAfterExit(forLinesOnly(lines, assigned.byKeyboard))}
        onPropose={propose}
        onClose={() => setAssigned(null)}
      />
    ),
  };
}

/** Saves the mapping of one group; or, for whoever proposes, puts it aside until thirty are sent together. */
function useAtOnce({ store, state, isAdmin, onPropose, onEnd }: Options, showDone: (text: string) => void) {
  const { show } = useStatus();
  const [isBusy, whileBusy] = useBusy();
  const { draftProposals } = state;
  const sendDraftProposals = () =>
    onPropose?.([...draftProposals.values()], (isSent) => {
      if (isSent) store.endDraft();
      onEnd(false);
    });
  const draftProposal = ({ item, keyword }: GroupPreview, account: string) => {
    if (draftProposals.size >= MAX_PROPOSED_AT_ONCE) return false;
    store.draftProposal(item, { keyword, account, line: item.examples[0] ?? null });
    showDone(unmatchedMessages.proposalDrafted(keyword, account, draftProposals.size + 1));
    return true;
  };
  const save = async ({ item, keyword }: GroupPreview, glAccount: string) => {
    const { saved } = await whileBusy(() => store.assign([{ keyword, glAccount }], [], [item.id]));
    if (saved.kind !== 'saved') show(whyNotSaved(saved));
    else if (saved.count === 0) show(unmatchedMessages.nothingSaved);
    else showDone(messages.keywordSaved(keyword, glAccount));
    return saved.kind === 'saved';
  };
  const run = async (preview: GroupPreview, glAccount: string, byKeyboard: boolean) => {
    const isDone = isAdmin ? await save(preview, glAccount) : draftProposal(preview, glAccount);
    if (isDone) onEnd(byKeyboard);
    else if (!isAdmin) sendDraftProposals();
  };
  return { isBusy, whileBusy, run, sendDraftProposals };
}

/** What was done; null: nothing. */
function wordsFor({ saved, mappings, lines }: AssignResult, accounts: readonly string[]): string | null {
  const count = saved.kind === 'saved' ? saved.count : 0;
  const [first = null, ...others] = accounts;
  const glAccount = others.every((other) => other === first) ? first : null;
  if (count > 0 && lines > 0) return unmatchedMessages.savedAndGiven(count, lines, glAccount);
  const [mapping] = mappings;
  if (count === 1 && mappings.length === 1 && mapping !== undefined)
    return messages.keywordSaved(mapping.keyword.trim(), mapping.glAccount);
  if (count > 0) return unmatchedMessages.mappingsSaved(count, glAccount);
  return lines > 0 ? unmatchedMessages.linesGiven(lines, glAccount) : null;
}
