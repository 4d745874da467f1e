import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';
import type { GuessedAccount } from '#contract/ledger.ts';
import type { GroupId, QueueItem } from '#contract/unmatched.ts';
import { searchPattern } from '#model/searchPattern.ts';
import { grouped } from '#model/text/figures.ts';
import { BAND_NAMES } from '#model/text/guessWords.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { AccountName } from '../../chart/AccountName.tsx';
import layout from '../../ui/layout.module.css';
import list from '../../ui/list.module.css';
import { Marked } from '../../ui/Marked.tsx';
import { rowAfter } from '../../ui/rowAfter.ts';
import { CountBar } from '../../ui/SegmentBar.tsx';
import { useShortcut } from '../../ui/shortcuts/useShortcuts.ts';
import { TickBox } from '../../ui/TickBox.tsx';
import { useUndoKey } from '../../ui/undoKey.ts';
import { useRowWindow } from '../../ui/useRowWindow.ts';
import { rangeOf } from '../../ui/withToggled.ts';
import styles from './QueueList.module.css';
import type { QueueState, QueueStore } from './QueueStore.ts';

/** Fixed, in pixels: see `height` in the style sheet. */
const ROW_HEIGHT = 52;

type Props = {
  ref: Ref<HTMLDivElement>;
  store: QueueStore;
  state: QueueState;
  /** The place of the group that the keys are about. */
  active: number;
  /** Keys mean nothing here: a dialog is open, or about to be. */
  isCovered: boolean;
  onActive: (place: number) => void;
  /** An account is to be chosen. */
  onChoose: () => void;
  /** One of the likely accounts is to be taken. */
  onAccept: (place: number, byKeyboard: boolean) => void;
  /** The same of the first, after a look at the keyword. */
  onEdit: (byKeyboard: boolean) => void;
  onSkip: () => void;
  onUndo: () => void;
};

/** The groups, of which those in sight are in the document. The list keeps the focus and names the active group. */
export function QueueList(props: Props) {
  const { ref, store, state, active } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => scroller.current as HTMLDivElement, []);
  const ids = state.queue?.ids ?? NONE;
  const count = ids.length;
  const { from, to, bodyHeight, topOf, scrollTo } = useRowWindow({ scroller, count, rowHeight: ROW_HEIGHT });
  useEffect(() => scrollTo(active), [scrollTo, active]);
  const handlers = useListInput(props, props.isCovered ? 0 : count, scroller);

  const places = Array.from({ length: to - from }, (_, i) => from + i);
  if (count > 0 && (active < from || active >= to)) places.push(active);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
    <div
      ref={scroller}
      role="grid"
      aria-label="Groups without a match"
      aria-multiselectable
      aria-rowcount={count}
      aria-colcount={4}
      aria-activedescendant={count === 0 ? undefined : `${id}-${ids[active]}`}
      tabIndex={0}
      hidden={count === 0}
      className={`${layout['card']} ${list['list']} ${styles['list']}`}
      {...handlers}
    >
      <div className={list['body']} style={{ height: bodyHeight }} role="presentation">
        {places.map((place) => {
          const group = ids[place] as GroupId;
          return (
            <QueueRow
              key={group}
              // Another group at the same place is another row to screen readers.
              id={`${id}-${group}`}
              place={place}
              top={topOf(place)}
              count={state.queue?.counts[place] ?? 0}
              item={store.item(group)}
              guesses={state.guesses.get(group)}
              most={state.queue?.counts[0] ?? 0}
              search={state.search}
              isActive={place === active}
              isSelected={state.selected.has(group)}
            />
          );
        })}
      </div>
    </div>
  );
}

const NONE = new Uint32Array(0);

/** What keys and the pointer do in the list. */
function useListInput(
  { store, state, active, onActive, onChoose, onAccept, onEdit, onSkip, onUndo }: Props,
  count: number,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const { selectTo, toggle } = useSelection(store, state, active);
  const move = (place: number, isRange = false) => {
    const next = Math.max(0, Math.min(count - 1, place));
    if (isRange) selectTo(next);
    onActive(next);
    return true;
  };
  useShortcut({ id: 'next-group', keys: 'j', label: 'Next group' }, () => move(active + 1), count > 0);
  useShortcut({ id: 'last-group', keys: 'k', label: 'Group before' }, () => move(active - 1), count > 0);
  useShortcut({ id: 'skip-group', keys: 's', label: 'Skip, or bring back' }, onSkip, count > 0);
  const accept = (place: number) => () => onAccept(place, true);
  useShortcut({ id: 'accept-likely', keys: 'a', label: 'Accept the likely account' }, accept(0), count > 0);
  useShortcut({ id: 'accept-second', keys: 'b', label: 'Accept the second one' }, accept(1), count > 0);
  useShortcut({ id: 'accept-third', keys: 'c', label: 'Accept the third one' }, accept(2), count > 0);
  useShortcut({ id: 'edit', keys: 'e', label: 'Edit the keyword' }, () => onEdit(true), count > 0);
  useUndoKey(onUndo);
  return {
    onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
      if (event.altKey || count === 0) return;
      const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
      const place = rowAfter(event.key, active, { count, pageRows });
      const isHandled =
        place === undefined
          ? handleKey(event, {
              onChoose,
              onUnselectAll: () => store.unselectAll(),
              onSelectFound: () => store.selectFound(),
              onSelect: () => (event.shiftKey ? selectTo(active) : toggle(active)),
            })
          : move(place, event.shiftKey);
      if (isHandled) event.preventDefault();
    },
    onClick(event: MouseEvent<HTMLDivElement>) {
      const place = placeOf(event.target);
      if (place === undefined) return;
      onActive(place);
      if (event.shiftKey) selectTo(place);
      else if (event.ctrlKey || event.metaKey || isBox(event.target)) toggle(place);
    },
    // A second Shift+click must not select text.
    onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
    onDoubleClick: ({ target }: MouseEvent) => placeOf(target) !== undefined && !isBox(target) && onChoose(),
  };
}

/** Selecting one group, and all from the one that was selected last. */
function useSelection(store: QueueStore, { queue, selected }: QueueState, active: number) {
  const last = useRef<GroupId | null>(null);
  const ids = queue?.ids ?? NONE;
  return {
    toggle(place: number) {
      const id = ids[place];
      if (id === undefined) return;
      last.current = id;
      store.select([id], !selected.has(id));
    },
    selectTo(place: number) {
      const to = ids[place];
      if (to === undefined) return;
      if (last.current === null || !ids.includes(last.current)) last.current = ids[active] ?? null;
      store.select(rangeOf([...ids], last.current, to), true);
    },
  };
}

type KeyActions = {
  onChoose: () => void;
  onSelect: () => void;
  onSelectFound: () => void;
  onUnselectAll: () => void;
};

/** Returns whether the key means something here. */
function handleKey(
  event: KeyboardEvent,
  { onChoose, onSelect, onSelectFound, onUnselectAll }: KeyActions,
): boolean {
  if (event.key === ' ') onSelect();
  else if (event.key === 'Enter') onChoose();
  else if (event.key === 'Escape') onUnselectAll();
  else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') onSelectFound();
  else return false;
  return true;
}

function placeOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  return row === null ? undefined : Number(row.dataset['place']);
}

function isBox(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-box]') !== null;
}

type RowProps = {
  id: string;
  place: number;
  top: number;
  count: number;
  item: QueueItem | undefined;
  /** Undefined until they are known. */
  guesses: readonly GuessedAccount[] | undefined;
  /** Lines of the largest group. */
  most: number;
  search: string;
  isActive: boolean;
  isSelected: boolean;
};

/** Hatched where the account is possible. */
const BAND_TONES = { strong: 'likely', weak: 'possible' } as const;

/** One group: how many lines, what they have in common, and some of them. */
function QueueRow({ id, place, top, count, item, guesses, most, search, isActive, isSelected }: RowProps) {
  const guess = guesses?.[0];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
    // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and names the active row
    <div
      id={id}
      role="row"
      aria-rowindex={place + 1}
      aria-selected={isSelected}
      data-place={place}
      data-active={isActive || undefined}
      className={`${list['row']} ${list['place']} ${styles['row']}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Cell className={styles['count']} index={1}>
        <span data-box className={styles['box']} aria-hidden>
          <TickBox checked={isSelected} readOnly tabIndex={-1} />
        </span>
        <span style={COUNT}>{grouped(count)}</span>
        <CountBar share={count / Math.max(1, most)} tone={guess ? BAND_TONES[guess.band] : 'blank'} />
      </Cell>
      <Cell className={`${layout['ellipsis']} ${styles['name']}`} index={2}>
        <Marked text={item === undefined ? '…' : headingOf(item)} pattern={searchPattern(search)} />
      </Cell>
      <Cell className={`${layout['note']} ${layout['ellipsis']}`} index={3}>
        <Marked text={item === undefined ? '' : detailsOf(item)} pattern={searchPattern(search)} />
      </Cell>
      <Cell className={styles['guess']} index={4}>
        {guess ? <Guess guess={guess} /> : guesses !== undefined && 'No guess'}
      </Cell>
    </div>
  );
}

const COUNT = { minWidth: '2.25rem', fontWeight: 600, textAlign: 'end' } as const;

/** The likely account, greyed: the lines do not have it. */
function Guess({ guess: { glAccount, band } }: { guess: GuessedAccount }) {
  return (
    <>
      <div className={layout['ellipsis']}>
        <b>{glAccount}</b>
        <AccountName code={glAccount} />
      </div>
      <span className={styles['band']}>{BAND_NAMES[band]}</span>
    </>
  );
}

type CellProps = { index: number; className: string | undefined; children: React.ReactNode };

function Cell({ index, className, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
    // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus
    <div role="gridcell" aria-colindex={index} className={className}>
      {children}
    </div>
  );
}

/** A group by its keyword, a one-off by its line. */
export function headingOf({ phrase, title, count, texts, examples }: QueueItem): string {
  if (count === 1 || texts === 1) return examples[0] ?? title;
  return phrase ?? title;
}

function detailsOf({ phrase, texts, examples, isShort }: QueueItem): string {
  if (texts > 1) return examples.join(' · ');
  if (phrase !== null && phrase !== examples[0]) return unmatchedMessages.offers(phrase);
  return isShort ? 'Too short for a mapping' : '';
}
