import { Box, Button, Group, Kbd, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import type { GuessedAccount } from '#contract/ledger.ts';
import type { GroupId, QueueItem } from '#contract/unmatched.ts';
import { MIN_KEYWORD_LENGTH, NO_MATCH, nonSpaceLength } from '#model/mapping.ts';
import { searchPattern } from '#model/searchPattern.ts';
import { grouped } from '#model/text/figures.ts';
import { guessWords } from '#model/text/guessWords.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { AccountName } from '../../chart/AccountName.tsx';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { PreviewDetails } from '../../chart/PreviewDetails.tsx';
import { AccountCombobox } from '../../rows/AccountChooser.tsx';
import { Inspector, InspectorPart } from '../../ui/Inspector.tsx';
import layout from '../../ui/layout.module.css';
import list from '../../ui/list.module.css';
import { Marked } from '../../ui/Marked.tsx';
import { useAnswer } from '../../ui/useAnswer.ts';
import { useRowWindow } from '../../ui/useRowWindow.ts';
import { type GroupPreview, groupPreviewWords } from './groupPreview.ts';
import { headingOf } from './QueueList.tsx';
import type { QueueState, QueueStore } from './QueueStore.ts';
import styles from './UnmatchedPage.module.css';
import type { useAssignment } from './useAssignment.tsx';

/** Fixed, in pixels: see `height` in the style sheet. */
const LINE_HEIGHT = 26;

type Props = {
  store: QueueStore;
  state: QueueState;
  /** The groups that an account is for: those selected, or the active one. */
  ids: readonly GroupId[];
  /** What a mapping of the offered keyword would do. */
  preview: GroupPreview | null;
  isChoosing: boolean;
  onChoosing: (isChoosing: boolean) => void;
  /** Takes one of the likely accounts. */
  onAccept: (place: number, byKeyboard: boolean) => void;
  onEdit: (byKeyboard: boolean) => void;
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
  const { store, state, ids, preview, isChoosing, canMap, assignment } = props;
  const account = useAccountWords();
  const items = useItems(store, state, ids);
  const [first] = items;
  const isShort = items.length > 0 && items.every((item) => item.isShort);
  if (first === undefined) return <aside className={layout['card']} aria-label="Chosen group" />;
  const guesses = (ids.length === 1 && state.guesses.get(first.id)) || NO_GUESSES;
  const isWaiting = assignment.isSaving || preview?.preview === null;
  return (
    <Inspector isFilling className={styles['panel']} label="Chosen group" title={titleOf(items, ids.length)}>
      <InspectorPart>
        {/* Says where one is now, and what a key would do, before it is pressed. */}
        <div role="status">
          <p>{noteOf(items, isShort, canMap)}</p>
          {preview && (
            <p>{assignment.isSaving ? unmatchedMessages.saving : groupPreviewWords(preview, account)}</p>
          )}
        </div>
        {preview && <PreviewDetails preview={preview.preview} />}
        <LikelyAccounts guesses={guesses} isWaiting={isWaiting} onAccept={props.onAccept} />
        {isChoosing ? (
          <Chooser {...props} items={items} first={first} isShort={isShort} />
        ) : (
          <Actions {...props} hasGuess={guesses.length > 0} />
        )}
      </InspectorPart>
      {ids.length === 1 ? (
        <Lines key={first.id} store={store} item={first} revision={state.revision} />
      ) : (
        <SelectedGroups items={items} />
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
    <Box h="1.875rem" px="xs" bd="1px solid var(--accent)" bdrs="sm">
      <AccountCombobox
        key={first.id}
        store={store.rows}
        row={first.id}
        label={labelOf(items, ids.length)}
        current={NO_MATCH}
        note={isShort ? unmatchedMessages.tooShort(canMap) : null}
        keys={unmatchedMessages.chooserKeys(canMap && !isShort)}
        isHidden={assignment.isOpen}
        onTake={({ kind, value }, { byKeyboard, isRowOnly, isAsked }) =>
          assignment.assign(items, value, {
            byKeyboard,
            isLinesOnly: isRowOnly,
            // An account that nobody has may be a slip; and a finger has no key for the keyword.
            isAsked: isAsked || kind === 'new' || !byKeyboard,
          })
        }
        onClose={close}
        onLeave={() => onChoosing(false)}
        onSkip={ids.length === 1 ? onNext : close}
        onUndo={props.onUndo}
      />
    </Box>
  );
}

type ActionsProps = Pick<Props, 'state' | 'canMap' | 'onChoosing' | 'onEdit' | 'onSkip'> & {
  hasGuess: boolean;
};

function Actions({ state, canMap, onChoosing, onEdit, onSkip, hasGuess }: ActionsProps) {
  return (
    <Group gap="xs">
      <Button variant={hasGuess ? 'default' : 'light'} onClick={() => onChoosing(true)}>
        Choose an account
      </Button>
      {hasGuess && canMap && <Button onClick={() => onEdit(false)}>Edit the keyword…</Button>}
      <Button onClick={onSkip}>{state.showsSkipped ? 'Bring back' : 'Skip'}</Button>
    </Group>
  );
}

const NO_GUESSES: readonly GuessedAccount[] = [];
/** By place, the keys that take a likely account. */
const KEYS = ['a', 'b', 'c'];

type LikelyProps = {
  guesses: readonly GuessedAccount[];
  /** None can be taken yet. */
  isWaiting: boolean;
  onAccept: (place: number, byKeyboard: boolean) => void;
};

/** The accounts that are likely for the group, and why; each is a button that takes it. */
function LikelyAccounts({ guesses, isWaiting, onAccept }: LikelyProps) {
  return (
    <ul className={styles['likely']} hidden={guesses.length === 0} aria-label="Likely accounts">
      {guesses.map((guess, i) => (
        <li key={guess.glAccount}>
          <button
            type="button"
            // A disabled button would lose the focus.
            aria-disabled={isWaiting}
            aria-keyshortcuts={KEYS[i]}
            onClick={() => onAccept(i, false)}
          >
            <Kbd size="xs" aria-hidden>
              {KEYS[i]}
            </Kbd>
            <span className={layout['ellipsis']}>
              <VisuallyHidden>Accept </VisuallyHidden>
              <b>{guess.glAccount}</b>
              <AccountName code={guess.glAccount} />{' '}
            </span>
            <span className={`${layout['note']} ${layout['ellipsis']}`}>{guessWords(guess)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The groups with these ids, as soon as they are known; the ones before stay until then. */
function useItems(
  store: QueueStore,
  { revision }: QueueState,
  ids: readonly GroupId[],
): readonly QueueItem[] {
  // Rows that have changed make other groups.
  const { answer } = useAnswer(() => store.items(ids), [store, ids.join(), revision]);
  // Those of the groups that were chosen before are none of these.
  const chosen = new Set(ids);
  const found = (answer ?? []).filter(({ id }) => chosen.has(id));
  if (found.length === ids.length || ids.length > MAX_TITLES) return found;
  const known = ids.flatMap((id) => store.item(id) ?? []);
  return known.length === ids.length ? known : found;
}

const linesOf = (items: readonly QueueItem[]) => items.reduce((all, { count }) => all + count, 0);

function titleOf(items: readonly QueueItem[], groups: number): string {
  const [first] = items;
  if (groups > 1 || first === undefined) return unmatchedMessages.selected(groups);
  return headingOf(first);
}

function labelOf(items: readonly QueueItem[], groups: number): string {
  const [first] = items;
  if (groups > 1 || first === undefined) return unmatchedMessages.accountOfSelected(groups);
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

function SelectedGroups({ items }: { items: readonly QueueItem[] }) {
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
            <span>{grouped(row + 1)}</span>{' '}
            <Marked text={description} pattern={searchPattern(item.phrase ?? '')} />
          </li>
        ))}
      </ul>
    </section>
  );
}
