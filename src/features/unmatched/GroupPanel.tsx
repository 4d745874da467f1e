import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { GuessedAccount } from '#contract/ledger.ts';
import type { GroupId, QueueItem } from '#contract/unmatched.ts';
import { MIN_KEYWORD_LENGTH, NO_MATCH, nonSpaceLength } from '#model/mapping.ts';
import { grouped } from '#model/text/figures.ts';
import { guessWords } from '#model/text/guessWords.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { AccountName } from '../../chart/AccountName.tsx';
import { AccountCombobox } from '../../rows/AccountChooser.tsx';
import { Inspector, InspectorAccount, InspectorPart } from '../../ui/Inspector.tsx';
import layout from '../../ui/layout.module.css';
import list from '../../ui/list.module.css';
import { useAnswer } from '../../ui/useAnswer.ts';
import { useRowWindow } from '../../ui/useRowWindow.ts';
import { headingOf } from './QueueList.tsx';
import type { QueueState, QueueStore } from './QueueStore.ts';
import styles from './UnmatchedPage.module.css';
import type { useAssignment } from './useAssignment.tsx';

/** Fixed, in pixels: see `height` in the style sheet. */
const LINE_HEIGHT = 26;

type Props = {
  store: QueueStore;
  state: QueueState;
  /** The groups that an account is for: those ticked, or the active one. */
  ids: readonly GroupId[];
  isChoosing: boolean;
  onChoosing: (isChoosing: boolean) => void;
  onSkip: () => void;
  onUndo: () => void;
  /** On to the next group. */
  onNext: () => void;
  /** Back to the list. */
  onLeave: () => void;
  /** Whether a mapping can be saved, or proposed. */
  canMap: boolean;
  assignment: ReturnType<typeof useAssignment>;
};

/** The chosen groups: what they offer, all their lines, and the choice of an account. */
export function GroupPanel(props: Props) {
  const { store, state, ids, isChoosing, canMap } = props;
  const items = useItems(store, state, ids);
  const [first] = items;
  const isShort = items.length > 0 && items.every((item) => item.isShort);
  if (first === undefined) return <aside className={layout['card']} aria-label="Chosen group" />;
  const guess = ids.length === 1 ? state.guesses.get(first.id) : null;
  return (
    <Inspector isFilling className={styles['panel']} label="Chosen group" title={titleOf(items, ids.length)}>
      <InspectorPart>
        <p>{noteOf(items, isShort, canMap)}</p>
        {guess && <LikelyAccount guess={guess} />}
        {isChoosing ? (
          <Chooser {...props} items={items} first={first} isShort={isShort} />
        ) : (
          <Actions {...props} first={first} hasGuess={Boolean(guess)} />
        )}
      </InspectorPart>
      {ids.length === 1 ? (
        <Lines key={first.id} store={store} item={first} revision={state.revision} />
      ) : (
        <TickedGroups items={items} />
      )}
    </Inspector>
  );
}

type ChooserProps = Props & { items: readonly QueueItem[]; first: QueueItem; isShort: boolean };

/** The choice of an account for all of the groups. */
function Chooser({ items, first, isShort, canMap, assignment, ...props }: ChooserProps) {
  const { store, ids, onChoosing, onLeave, onNext } = props;
  const close = () => {
    onChoosing(false);
    onLeave();
  };
  return (
    <div className={styles['chooser']}>
      <AccountCombobox
        key={first.id}
        store={store.rows}
        row={first.id}
        label={labelOf(items, ids.length)}
        current={NO_MATCH}
        isAdmin={canMap}
        canPropose={false}
        note={isShort ? unmatchedMessages.tooShort(canMap) : null}
        keys={unmatchedMessages.chooserKeys(canMap && !isShort)}
        isHidden={assignment.isOpen}
        onTake={({ glAccount }, _byKeyboard, isLinesOnly) => assignment.assign(items, glAccount, isLinesOnly)}
        onClose={close}
        onLeave={() => onChoosing(false)}
        onSkip={ids.length === 1 ? onNext : close}
        onUndo={props.onUndo}
      />
    </div>
  );
}

type ActionsProps = Pick<Props, 'state' | 'onChoosing' | 'onSkip' | 'assignment'> & {
  first: QueueItem;
  hasGuess: boolean;
};

function Actions({ state, onChoosing, onSkip, assignment, first, hasGuess }: ActionsProps) {
  return (
    <Group gap="xs">
      {hasGuess && (
        <Button size="xs" variant="light" onClick={() => assignment.accept([first.id])}>
          Accept
        </Button>
      )}
      <Button size="xs" variant={hasGuess ? 'default' : 'light'} onClick={() => onChoosing(true)}>
        Choose an account
      </Button>
      <Button size="xs" variant="default" onClick={onSkip}>
        {state.showsSkipped ? 'Bring back' : 'Skip'}
      </Button>
    </Group>
  );
}

/** The account that is likely for the group, and why. */
function LikelyAccount({ guess }: { guess: GuessedAccount }) {
  return (
    <div>
      <InspectorAccount code={guess.glAccount}>
        <AccountName code={guess.glAccount} />
      </InspectorAccount>
      <p className={layout['note']}>{guessWords(guess)}</p>
    </div>
  );
}

/** The groups with these ids, as soon as they are known; the ones before stay until then. */
function useItems(
  store: QueueStore,
  { revision }: QueueState,
  ids: readonly GroupId[],
): readonly QueueItem[] {
  const [items, setItems] = useState<readonly QueueItem[]>([]);
  const wanted = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for the ids; rows that have changed make other groups.
  useEffect(() => {
    let isOver = false;
    const known = ids.flatMap((id) => (ids.length <= MAX_TITLES ? (store.item(id) ?? []) : []));
    if (known.length === ids.length) setItems(known);
    store.items(ids).then(
      (found) => !isOver && setItems(found),
      (error: unknown) => console.error('The chosen groups were not loaded:', error),
    );
    return () => {
      isOver = true;
    };
  }, [store, wanted, revision]);
  return ids.length === 0 ? [] : items;
}

const linesOf = (items: readonly QueueItem[]) => items.reduce((all, { count }) => all + count, 0);

function titleOf(items: readonly QueueItem[], groups: number): string {
  const [first] = items;
  if (groups > 1 || first === undefined) return unmatchedMessages.ticked(groups);
  return headingOf(first);
}

function labelOf(items: readonly QueueItem[], groups: number): string {
  const [first] = items;
  if (groups > 1 || first === undefined) return unmatchedMessages.accountOfTicked(groups);
  return unmatchedMessages.accountOf(headingOf(first), first.count);
}

function noteOf(items: readonly QueueItem[], isShort: boolean, canMap: boolean): string {
  if (isShort) return unmatchedMessages.tooShort(canMap);
  const [first] = items;
  if (items.length !== 1 || first === undefined)
    return unmatchedMessages.differentTexts(
      linesOf(items),
      items.reduce((all, { texts }) => all + texts, 0),
    );
  const lines =
    first.texts === 1
      ? unmatchedMessages.sameText(first.count)
      : unmatchedMessages.differentTexts(first.count, first.texts);
  if (!canMap) return lines;
  return `${lines}. ${offerOf(first)}`;
}

/** The keyword that is offered, or why there is none and what helps. */
function offerOf({ phrase, title }: QueueItem): string {
  if (phrase !== null) return `${unmatchedMessages.offers(phrase)}.`;
  return nonSpaceLength(title) < MIN_KEYWORD_LENGTH
    ? unmatchedMessages.nameTooShort(title)
    : unmatchedMessages.offersNone;
}

/** Groups that are named; the list shows the others. */
const MAX_TITLES = 50;

function TickedGroups({ items }: { items: readonly QueueItem[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be within reach of the keyboard
    <ul className={styles['lines']} aria-label="Ticked groups" tabIndex={0}>
      {items.slice(0, MAX_TITLES).map((item) => (
        <li key={item.id} className={`${layout['ellipsis']} ${styles['line']}`}>
          <span>{grouped(item.count)}</span> {headingOf(item)}
        </li>
      ))}
      {items.length > MAX_TITLES && <li>…</li>}
    </ul>
  );
}

type LinesProps = { store: QueueStore; item: QueueItem; revision: number };

/** All lines of a group; those in sight are asked for. */
function Lines({ store, item, revision }: LinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to, bodyHeight, topOf } = useRowWindow({
    scroller,
    count: item.count,
    rowHeight: LINE_HEIGHT,
  });
  // Rows that have changed make other lines.
  const { answer, hasFailed } = useAnswer(
    async () => ({ from, lines: await store.lines(item.id, from, to) }),
    [store, item.id, from, to, revision],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be within reach of the keyboard
    <section ref={scroller} className={styles['lines']} aria-label="Lines of the group" tabIndex={0}>
      {hasFailed && <p role="alert">{unmatchedMessages.linesFailed}</p>}
      <ul className={list['body']} style={{ height: bodyHeight }}>
        {answer?.lines.map(({ row, description }, i) => (
          <li
            key={row}
            className={`${list['place']} ${layout['ellipsis']} ${styles['line']}`}
            style={{ transform: `translateY(${topOf(answer.from + i)}px)` }}
            title={description}
          >
            <span>{grouped(row + 1)}</span> {description}
          </li>
        ))}
      </ul>
    </section>
  );
}
