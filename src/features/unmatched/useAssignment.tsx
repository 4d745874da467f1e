import { useState } from 'react';
import type { GroupId, QueueItem } from '#contract/unmatched.ts';
import type { ProposedMapping } from '#model/mappingProposal.ts';
import { messages } from '#model/text/messages.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import type { ProposeMappings } from '../../services/proposals.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { AssignAccountDialog, type AssignResult, MAX_FIELDS } from './AssignAccountDialog.tsx';
import type { LinesAlone, QueueState, QueueStore } from './QueueStore.ts';
import { useUndoStep } from './useUndoStep.ts';

type Options = {
  store: QueueStore;
  state: QueueState;
  isAdmin: boolean;
  onPropose: ProposeMappings | undefined;
  /** Called when it is over: what was chosen is done, or given up. */
  onEnd: () => void;
};

/** Groups that are to get accounts, each its own. */
type Assigned = {
  readonly items: readonly QueueItem[];
  readonly accounts: readonly string[];
  readonly note: string | null;
};

/** Gives groups accounts, as mappings after a look at the effect, or to their lines alone; and says what was done. */
export function useAssignment({ store, state, isAdmin, onPropose, onEnd }: Options) {
  const [assigned, setAssigned] = useState<Assigned | null>(null);
  const { show } = useStatus();
  const { showDone } = useUndoStep(store);
  const canMap = isAdmin || onPropose !== undefined;
  const close = () => {
    setAssigned(null);
    onEnd();
  };
  const end = (result: AssignResult, accounts: readonly string[]) => {
    close();
    const text = wordsFor(result, accounts);
    if (text !== null) showDone(text);
    else if (result.saved.kind === 'saved') show(unmatchedMessages.nothingSaved);
  };
  const forLinesOnly = async (lines: readonly LinesAlone[]) => {
    close();
    end(
      await store.assign([], lines),
      lines.map(({ glAccount }) => glAccount),
    );
  };
  /** The same account for all of these groups. */
  const assign = (items: readonly QueueItem[], glAccount: string, isLinesOnly = false) => {
    const isShort = items.every((item) => item.isShort);
    if (!canMap || isShort || isLinesOnly)
      dropAtEnd(forLinesOnly(items.map(({ id }) => ({ id, glAccount }))));
    else setAssigned({ items, accounts: items.map(() => glAccount), note: null });
  };
  /** The likely account of each of these groups, as far as it has one. */
  const accept = async (ids: readonly GroupId[]) => {
    const guessed = ids.filter((id) => state.guesses.get(id));
    const items = await store.items(guessed.slice(0, MAX_FIELDS));
    const accounts = items.map(({ id }) => state.guesses.get(id)?.glAccount ?? '');
    if (items.length === 0) return;
    const isShort = items.every((item) => item.isShort);
    const note =
      guessed.length > items.length ? unmatchedMessages.firstOf(items.length, guessed.length) : null;
    if (canMap && !isShort) setAssigned({ items, accounts, note });
    else await forLinesOnly(items.map(({ id }, i) => ({ id, glAccount: accounts[i] ?? '' })));
  };
  /** What waits for a decision is not offered again in this tab: the groups are skipped. */
  const propose = (mappings: readonly ProposedMapping[], ids: readonly GroupId[]) => {
    setAssigned(null);
    onPropose?.(mappings, (isSent) => {
      if (isSent) dropAtEnd(store.skip(ids, true));
      onEnd();
    });
  };
  return {
    isOpen: assigned !== null,
    assign,
    accept: (ids: readonly GroupId[]) => dropAtEnd(accept(ids)),
    dialog: assigned && (
      <AssignAccountDialog
        {...assigned}
        store={store}
        state={state}
        isAdmin={isAdmin}
        onAssigned={(result) => end(result, assigned.accounts)}
        onLinesOnly={(lines) => dropAtEnd(forLinesOnly(lines))}
        onPropose={propose}
        onClose={() => setAssigned(null)}
      />
    ),
  };
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
