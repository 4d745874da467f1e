import { Box, Button, CloseButton, Title } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import type { GroupId } from '#contract/unmatched.ts';
import { tabbedText } from '#model/spreadsheetCell.ts';
import { grouped } from '#model/text/figures.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import type { LedgerService } from '../../services/ledger.ts';
import type { ProposeMappings } from '../../services/proposals.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { copyToClipboard } from '../../ui/copyToClipboard.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { keepFocus } from '../../ui/focus/keepFocus.ts';
import { Icon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { SearchField } from '../../ui/SearchField.tsx';
import { useShortcut } from '../../ui/shortcuts/useShortcuts.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useReported } from '../../ui/useReported.ts';
import { GroupPanel } from './GroupPanel.tsx';
import { GuessBar } from './GuessBar.tsx';
import { useGroupPreview } from './groupPreview.ts';
import { headingOf, QueueList } from './QueueList.tsx';
import { type QueueState, type QueueStore, queueStoreOf } from './QueueStore.ts';
import styles from './UnmatchedPage.module.css';
import { useAssignment } from './useAssignment.tsx';
import { useUndoStep } from './useUndoStep.ts';

type Props = {
  ledger: LedgerService;
  /** Only admins can save a mapping. */
  isAdmin: boolean;
  /** Takes mappings that somebody else than an admin would like to have; without it nothing can be proposed. */
  onPropose?: ProposeMappings | undefined;
};

/** All lines without a match, as groups and one-offs, and what gives them an account. */
export function UnmatchedPage({ ledger, ...person }: Props) {
  const store = queueStoreOf(ledger);
  const state = useSyncExternalStore(store.state.subscribe, store.state.get);
  const progress = useSyncExternalStore(store.rows.progress.subscribe, store.rows.progress.get);
  useEffect(() => store.follow(), [store]);
  const actions = useGroupActions(store, state, person);
  const { queue } = state;
  return (
    <div ref={keepFocus} className={layout['stack']}>
      <Head store={store} state={state} assignment={actions.assignment} />
      <Failure text={state.failure} />
      {state.failure !== null && (
        <div>
          <Button onClick={() => store.refresh()}>Try again</Button>
        </div>
      )}
      {progress.kind === 'empty' && <Empty>{unmatchedMessages.nothingPasted}</Empty>}
      {progress.kind !== 'empty' && queue?.lines === 0 && <Empty>{unmatchedMessages.nothingLeft}</Empty>}
      {progress.kind !== 'empty' && queue !== null && queue.lines > 0 && (
        <Groups store={store} state={state} count={queue.ids.length} actions={actions} />
      )}
    </div>
  );
}

/** What can be done with the groups that are selected, or the one that the keys are about. */
function useGroupActions(
  store: QueueStore,
  state: QueueState,
  { isAdmin, onPropose }: Pick<Props, 'isAdmin' | 'onPropose'>,
) {
  const grid = useRef<HTMLDivElement>(null);
  const { active, setActive, restoreFocusTo } = useActive(state);
  const focusList = useCallback(() => grid.current?.focus({ preventScroll: true }), []);
  const target = targetOf(state, active);
  const canMap = isAdmin || onPropose !== undefined;
  const preview = useGroupPreview(store, state, canMap ? target : NO_GROUP);
  const { isChoosing, isStale, setChoosing } = useChoosing(state, target);
  const choose = () => setChoosing(true);
  const advance = useAdvance(store, target, choose);
  const end = () => {
    setChoosing(false);
    focusList();
  };
  const onEnd = (isGoingOn: boolean) => {
    end();
    advance.setFrom(isGoingOn);
  };
  const onUndone = (ids: readonly GroupId[]) => {
    onEnd(false);
    restoreFocusTo(ids[0] ?? null);
  };
  const { undo, showDone } = useUndoStep(store, onUndone);
  const assignment = useAssignment({ store, state, isAdmin, onPropose, preview, onEnd, onUndone });
  useStaleChoice(isStale && !assignment.isOpen && !assignment.isSaving, end);
  useFirstFocus(grid, state.queue !== null && state.queue.lines > 0);
  return {
    grid,
    focusList,
    active,
    setActive: (place: number) => {
      advance.setFrom(false);
      setActive(place);
      if (isChoosing && state.selected.size === 0) setChoosing(true, state.queue?.ids[place]);
    },
    target,
    preview,
    isChoosing,
    setChoosing,
    choose,
    ...useAccepting(store, state, target, assignment, choose),
    skip: useSkip(store, state, target, showDone),
    undo,
    canMap,
    assignment,
  };
}

const NO_GROUP: readonly GroupId[] = [];

/**
 * Whether the choice of an account is open; it is for the groups that it was opened for. When these get accounts from
 * somebody else, it `isStale`: the group that takes their place must not get what is being chosen.
 */
function useChoosing({ selected }: QueueState, target: readonly GroupId[]) {
  const groups = selected.size > 0 ? 'selected' : target[0];
  const [of, setOf] = useState<typeof groups>();
  return {
    isChoosing: of !== undefined && of === groups,
    isStale: of !== undefined && of !== groups,
    setChoosing: (isOpen: boolean, wanted: typeof groups = groups) => setOf(isOpen ? wanted : undefined),
  };
}

/** Ends a choice whose groups are gone, and says so. */
function useStaleChoice(isStale: boolean, end: () => void) {
  const { show } = useStatus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each lost choice
  useEffect(() => {
    if (!isStale) return;
    end();
    show(unmatchedMessages.choiceLost);
  }, [isStale]);
}

/** Taking one of the accounts that are likely for the group, the first one of several groups; without one the choice opens. */
function useAccepting(
  store: QueueStore,
  { guesses }: QueueState,
  target: readonly GroupId[],
  assignment: ReturnType<typeof useAssignment>,
  choose: () => void,
) {
  const take = (place: number, how: { byKeyboard: boolean; isAsked?: boolean }) => {
    const [id, ...others] = target;
    const item = id === undefined ? undefined : store.item(id);
    const guess = id === undefined ? undefined : guesses.get(id)?.[place];
    if (others.length === 0 && item && guess) assignment.assign([item], guess.glAccount, how);
    else if (place === 0 && others.length > 0 && target.some((one) => guesses.get(one)?.length))
      assignment.accept(target, how.byKeyboard);
    else if (place === 0) choose();
  };
  return {
    accept: (place: number, byKeyboard: boolean) => take(place, { byKeyboard }),
    editKeyword: (byKeyboard: boolean) => take(0, { byKeyboard, isAsked: true }),
  };
}

/** After a group has got its account by keyboard, the choice of the next one opens by itself where no account is likely for it. */
function useAdvance(store: QueueStore, target: readonly GroupId[], open: () => void) {
  const from = useRef<GroupId | null>(null);
  const id = target.length === 1 ? target[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another group only
  useEffect(() => {
    if (from.current === null || id === undefined || id === from.current) return;
    from.current = null;
    let isOver = false;
    // What was just stored may have taught something.
    const guessing = store.guess([id]);
    ignoreAfterExit(
      guessing.then(() => !isOver && store.state.get().guesses.get(id)?.length === 0 && open()),
    );
    return () => {
      isOver = true;
    };
  }, [id]);
  return {
    setFrom: (isGoingOn: boolean) => {
      from.current = isGoingOn ? (id ?? null) : null;
    },
  };
}

type GroupsProps = {
  store: QueueStore;
  state: QueueState;
  /** Number of groups found. */
  count: number;
  actions: ReturnType<typeof useGroupActions>;
};

/** The list of the groups, and beside it those that are chosen. */
function Groups({ store, state, count, actions }: GroupsProps) {
  const { active, setActive, target, skip, undo, focusList, assignment } = actions;
  return (
    <>
      {count > 0 && <GuessBar state={state} />}
      <QueueTools store={store} state={state} target={target} onSkip={skip} onFocusList={focusList} />
      <div className={styles['columns']}>
        <Box mih={0}>
          {count === 0 && <Empty>{emptyNote(state)}</Empty>}
          <QueueList
            ref={actions.grid}
            store={store}
            state={state}
            active={active}
            isCovered={assignment.isOpen}
            onActive={setActive}
            onChoose={actions.choose}
            onAccept={actions.accept}
            onEdit={actions.editKeyword}
            onSkip={skip}
            onUndo={undo}
          />
        </Box>
        <GroupPanel
          store={store}
          state={state}
          ids={target}
          preview={actions.preview}
          isChoosing={actions.isChoosing}
          onChoosing={actions.setChoosing}
          onAccept={actions.accept}
          onEdit={actions.editKeyword}
          onSkip={skip}
          onUndo={undo}
          onNext={() => setActive(Math.min(active + 1, count - 1))}
          onLeave={focusList}
          canMap={actions.canMap}
          assignment={assignment}
        />
      </div>
      <p className={`${layout['note']} ${layout['keys']}`}>{unmatchedMessages.listKeys}</p>
      {assignment.dialog}
    </>
  );
}

/**
 * The place of the group that the keys are about. The group stays the same one while others come and go; when it leaves, the
 * next one takes its place.
 */
function useActive({ queue }: QueueState) {
  const [at, setAt] = useState<ActiveGroup>({ place: 0, id: null, isRestored: false });
  const ids = queue?.ids;
  const found = at.id === null ? -1 : (ids?.indexOf(at.id) ?? -1);
  const active = Math.max(0, found >= 0 ? found : Math.min(at.place, (ids?.length ?? 0) - 1));
  const go = (place: number) => setAt({ place, id: ids?.[place] ?? null, isRestored: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what becomes of the group when others come and go
  useEffect(() => {
    if (!at.isRestored || found >= 0) go(active);
  }, [ids]);
  return {
    active,
    setActive: go,
    /** The group is about to come back. */
    restoreFocusTo: (id: GroupId | null) => setAt({ place: active, id, isRestored: id !== null }),
  };
}

type ActiveGroup = { readonly place: number; readonly id: GroupId | null; readonly isRestored: boolean };

/** The groups that an account is for: those selected, or the one that is active. */
function targetOf({ queue, selected }: QueueState, active: number): readonly GroupId[] {
  if (selected.size > 0) return [...selected];
  const id = queue?.ids[active];
  return id === undefined ? [] : [id];
}

/** The groups listed that have a likely account which is more than possible. */
function likelyGroups({ queue, guesses }: QueueState): readonly GroupId[] {
  return [...(queue?.ids ?? [])].filter((id) => guesses.get(id)?.[0]?.band === 'strong');
}

type HeadProps = {
  store: QueueStore;
  state: QueueState;
  assignment: ReturnType<typeof useAssignment>;
};

/** The title, how far the grouping is, and what can be done with all groups. */
function Head({ store, state, assignment }: HeadProps) {
  const progress = useSyncExternalStore(store.rows.progress.subscribe, store.rows.progress.get);
  const { queue, failure } = state;
  return (
    <div className={layout['cluster']}>
      <Title order={1}>Unmatched</Title>
      <Link to="/" className={layout['dense'] ?? ''}>
        Back to the Classifier
      </Link>
      <p role="status" className={`${layout['dense']} ${layout['grow']}`}>
        {progress.kind === 'running' && unmatchedMessages.classifying(progress.percent)}
        {progress.kind === 'complete' && queue === null && failure === null && unmatchedMessages.grouping}
        {progress.kind !== 'running' && queue !== null && queue.lines > 0 && <Summary {...queue} />}
      </p>
      <ProposeDrafts state={state} onSend={assignment.sendDraftProposals} />
      <AcceptAll state={state} onAccept={assignment.accept} />
    </div>
  );
}

/** Accepts the likely accounts of all groups that are listed, where it is more than one. */
function AcceptAll({
  state,
  onAccept,
}: {
  state: QueueState;
  onAccept: (ids: readonly GroupId[], byKeyboard: boolean) => void;
}) {
  const likely = likelyGroups(state);
  const isOffered = likely.length > 1;
  const accept = () => onAccept(likely, false);
  useShortcut({ id: 'accept-all', keys: 'l', label: 'Accept all likely accounts' }, accept, isOffered);
  if (!isOffered) return null;
  return (
    <Button variant="filled" leftSection={<Icon name="check" />} onClick={accept}>
      {unmatchedMessages.acceptAll(likely.length)}
    </Button>
  );
}

/** Sends what was put aside; for whoever proposes. */
function ProposeDrafts({ state, onSend }: { state: QueueState; onSend: () => void }) {
  const { size } = state.draftProposals;
  useShortcut({ id: 'propose', keys: 'p', label: 'Propose what is put aside' }, onSend, size > 0);
  if (size === 0) return null;
  return (
    <Button variant="light" onClick={onSend}>
      {unmatchedMessages.proposeSeveral(size)}
    </Button>
  );
}

function useSkip(
  store: QueueStore,
  { showsSkipped }: QueueState,
  target: readonly GroupId[],
  showDone: (text: string) => void,
) {
  return () => {
    if (target.length === 0) return;
    const skipping = store
      .skip(target, !showsSkipped)
      .then((count) =>
        showDone((showsSkipped ? unmatchedMessages.broughtBack : unmatchedMessages.skipped)(count)),
      );
    ignoreAfterExit(skipping);
  };
}

/** Whoever comes here by keyboard goes on by keyboard: the list has the focus unless something else has it already. */
function useFirstFocus(grid: { readonly current: HTMLElement | null }, isThere: boolean): void {
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body || activeElement.id === 'main';
    if (isThere && isFree) grid.current?.focus({ preventScroll: true });
  }, [grid, isThere]);
}

function Summary({ lines, groups, oneOffs }: NonNullable<QueueState['queue']>) {
  const words = unmatchedMessages.summary(lines, groups, oneOffs);
  const last = words.lastIndexOf(' ') + 1;
  // A line may end at a blank, not at the hyphen of the last word.
  return (
    <>
      {words.slice(0, last)}
      <span style={{ whiteSpace: 'nowrap' }}>{words.slice(last)}</span>
    </>
  );
}

function emptyNote({ search, showsSkipped }: QueueState): string {
  if (search.trim() !== '') return unmatchedMessages.nothingFound(search);
  return showsSkipped ? unmatchedMessages.nothingSkipped : unmatchedMessages.allSkipped;
}

type ToolsProps = {
  store: QueueStore;
  state: QueueState;
  target: readonly GroupId[];
  onSkip: () => void;
  onFocusList: () => void;
};

/** Search, what is selected, and what is skipped. */
function QueueTools({ store, state, target, onSkip, onFocusList }: ToolsProps) {
  const { queue, search, showsSkipped, selected } = state;
  const found = queue?.ids.length ?? 0;
  const skipped = queue?.skipped ?? 0;
  const copy = useCopyGroups(store, queue?.ids ?? new Uint32Array(0));
  return (
    <div className={layout['cluster']}>
      <SearchField
        className={layout['grow'] ?? ''}
        maw="32rem"
        label="Find groups"
        shortcut="Find groups"
        value={search}
        onText={(text) => store.search(text)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') store.search('');
          if (event.key !== 'Enter' && event.key !== 'ArrowDown' && event.key !== 'Escape') return;
          event.preventDefault();
          onFocusList();
        }}
        rightSection={
          search !== '' && (
            <CloseButton size="xs" aria-label="Clear the search" onClick={() => store.search('')} />
          )
        }
      />
      <span role="status" className={layout['note']}>
        {search.trim() !== '' && unmatchedMessages.found(found, sum(queue?.counts))}
        {search.trim() !== '' && selected.size > 0 && ' · '}
        {selected.size > 0 && unmatchedMessages.selected(selected.size)}
      </span>
      <Button disabled={found === 0} onClick={() => store.selectFound()}>
        {found > 0 && queue?.ids.every((id) => selected.has(id)) ? 'Untick all found' : 'Tick all found'}
      </Button>
      <Button variant="subtle" disabled={target.length === 0} onClick={onSkip}>
        {showsSkipped ? 'Bring back' : 'Skip'}
      </Button>
      <Button variant="subtle" disabled={found === 0} onClick={copy}>
        Copy groups
      </Button>
      {(showsSkipped || skipped > 0) && (
        <Button
          variant={showsSkipped ? 'light' : 'subtle'}
          aria-pressed={showsSkipped}
          onClick={() => store.showSkipped(!showsSkipped)}
        >
          Show skipped ({grouped(skipped)})
        </Button>
      )}
    </div>
  );
}

/** Copies the groups found, with their numbers of lines. */
function useCopyGroups(store: QueueStore, ids: Uint32Array): () => void {
  const [, report] = useReported(() => unmatchedMessages.copyFailed);
  return () => {
    const text = store.items([...ids]).then((items) =>
      tabbedText(
        items.map((item) => [headingOf(item), String(item.count)]),
        'clipboard',
      ),
    );
    const copying = report(async () => {
      await copyToClipboard(text.then((lines) => new Blob([lines], { type: 'text/plain' })));
      return unmatchedMessages.copied(ids.length);
    });
    ignoreAfterExit(copying);
  };
}

function sum(counts: Uint32Array | undefined): number {
  return counts?.reduce((all, count) => all + count, 0) ?? 0;
}
