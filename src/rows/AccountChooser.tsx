import { Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { MAX_ACCOUNT_LENGTH, UNDO_LINGER_MS } from '#model/limits.ts';
import { MIN_KEYWORD_LENGTH, NO_MATCH, nonSpaceLength } from '#model/mapping.ts';
import { grouped } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { ChartProvider, useChart } from '../chart/ChartProvider.tsx';
import type { ProposeMappings } from '../services/proposals.ts';
import { dropAtEnd } from '../services/workerLink.ts';
import { ComboList, useMarkedOption } from '../ui/ComboList.tsx';
import layout from '../ui/layout.module.css';
import styles from '../ui/optionList.module.css';
import { useStatus } from '../ui/status/useStatus.ts';
import { isUndoKey } from '../ui/undoKey.ts';
import { MappingDialog } from './MappingDialog.tsx';
import type { RowStore } from './RowStore.ts';
import { type AccountOption, useAccountOptions } from './useAccountOptions.ts';

type Props = {
  store: RowStore;
  row: number;
  /** Only admins can save a mapping. */
  isAdmin: boolean;
  /** Proposes a mapping to the admins; undefined where the person can save it. */
  onPropose: ProposeMappings | undefined;
  /** Back to the cell. */
  onClose: () => void;
  /** The focus has gone elsewhere. */
  onLeave: () => void;
  /** On to the next row without a match; by keyboard its choice opens too. */
  onNext: (isChoosing: boolean) => void;
  /** Takes back what was done to a row last. */
  onUndo: () => void;
};

/**
 * The choice of an account in the place of the account: a combobox, and for admins the mapping that comes of it. Enter
 * takes an account, with Ctrl for this row only, and goes on to the next row without a match, as Tab does without it.
 * Others take an account for the row only, and may propose the mapping: with Ctrl, or by the message that comes then.
 */
export function AccountChooser(props: Props) {
  const { store, row, isAdmin, onClose, onLeave, onNext, onUndo } = props;
  const { description, account, isChosen } = store.buffer.row(row);
  const isShort = nonSpaceLength(description) < MIN_KEYWORD_LENGTH;
  const { take, chooseForRow, mapped, closeMapping, canPropose, isProposing } = useTaking(
    props,
    description,
    isShort,
  );
  return (
    <>
      <AccountCombobox
        store={store}
        row={row}
        current={isChosen ? (account ?? '') : NO_MATCH}
        isAdmin={isAdmin && !isShort}
        canPropose={canPropose}
        note={isShort ? rowAccountMessages.lineTooShort(isAdmin) : null}
        isHidden={mapped !== null || isProposing}
        onTake={(option, byKeyboard, isRowOnly) => dropAtEnd(take(option, byKeyboard, isRowOnly))}
        onClose={onClose}
        onLeave={onLeave}
        onSkip={() => onNext(true)}
        onUndo={onUndo}
      />
      {mapped !== null && store.run !== null && (
        <ChartProvider ledger={store.ledger}>
          <MappingDialog
            store={store}
            run={store.run}
            row={row}
            description={description}
            glAccount={mapped.glAccount}
            onRowOnly={() => dropAtEnd(chooseForRow(mapped.glAccount, mapped.byKeyboard))}
            onSaved={() => onNext(mapped.byKeyboard)}
            onClose={closeMapping}
          />
        </ChartProvider>
      )}
    </>
  );
}

/** What becomes of an account that was taken: a mapping, a proposal, or the account of the row alone. */
function useTaking({ store, row, isAdmin, ...on }: Props, description: string, isShort: boolean) {
  const { show } = useStatus();
  const [isProposing, setProposing] = useState(false);
  const canPropose = on.onPropose !== undefined && !isShort;
  const [mapped, setMapped] = useState<{ glAccount: string; byKeyboard: boolean } | null>(null);

  async function chooseForRow(glAccount: string, byKeyboard: boolean): Promise<void> {
    await store.chooseAccount(row, glAccount);
    const run = () => dropAtEnd(propose(glAccount));
    const action = { label: proposalMessages.propose, run, lingers: UNDO_LINGER_MS };
    show(messages.choiceSavedForRow, canPropose ? { action } : {});
    on.onNext(byKeyboard);
  }

  async function propose(account: string, onClosed?: () => void): Promise<void> {
    const keyword = (await suggestKeyword(store, row, account)) ?? description.trim();
    on.onPropose?.([{ keyword, account, line: description }], onClosed);
  }

  async function take({ kind, glAccount }: AccountOption, byKeyboard: boolean, isRowOnly: boolean) {
    if (kind === 'none') {
      await store.chooseAccount(row, null);
      on.onClose();
    } else if (isAdmin && !isShort && !isRowOnly) setMapped({ glAccount, byKeyboard });
    else if (canPropose && isRowOnly) {
      setProposing(true);
      await store.chooseAccount(row, glAccount);
      await propose(glAccount, () => on.onNext(byKeyboard));
    } else await chooseForRow(glAccount, byKeyboard);
  }

  return { take, chooseForRow, mapped, closeMapping: () => setMapped(null), canPropose, isProposing };
}

/** The keyword that the worker suggests; undefined when it can't. */
async function suggestKeyword(store: RowStore, row: number, glAccount: string): Promise<string | undefined> {
  try {
    return store.run === null ? undefined : await store.run.unmatched.suggestKeyword(row, glAccount);
  } catch (error) {
    console.error('No keyword was suggested:', error);
    return undefined;
  }
}

type ComboboxProps = {
  store: RowStore;
  /** The row whose likely accounts come first. */
  row: number;
  /** Whose account is chosen; missing: that of the row. */
  label?: string;
  /** What the row shows. */
  current: string;
  isAdmin: boolean;
  canPropose: boolean;
  /** What the keys do; missing: for one row. */
  keys?: string;
  /** What there is to say about this line. */
  note: string | null;
  /** While the mapping is looked at. */
  isHidden: boolean;
  /** @param isAsked the mapping is to be edited before it is saved */
  onTake: (option: AccountOption, byKeyboard: boolean, isRowOnly: boolean, isAsked: boolean) => void;
  onClose: () => void;
  onLeave: () => void;
  onSkip: () => void;
  onUndo: () => void;
};

/** The text field and the list of accounts. */
export function AccountCombobox(props: ComboboxProps) {
  const { row, current, isAdmin, canPropose, note, isHidden, onTake, onLeave } = props;
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { typed, onText, options, more, isLoading, active, touch, onKeyDown } = useCombobox(props);
  useFocusWhile(!isHidden, input);
  return (
    <ComboList
      isShown={!isHidden}
      position="bottom-end"
      width="min(24rem, 100vw - 1rem)"
      label="Accounts"
      boxLabel="Accounts to choose"
      options={options}
      active={active}
      keyOf={({ kind, glAccount }) => `${kind} ${glAccount}`}
      draw={(option) => <OptionText option={option} />}
      onTake={(option) => onTake(option, false, false, false)}
      onPointed={touch}
      field={(fieldProps) => (
        <input
          {...fieldProps}
          ref={input}
          className={layout['bare']}
          aria-label={props.label ?? `Account of row ${grouped(row + 1)}`}
          aria-describedby={isHidden ? undefined : noteId}
          placeholder={current}
          maxLength={MAX_ACCOUNT_LENGTH}
          value={typed}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          // A window that goes to the background takes the focus only for a while.
          onBlur={() => !isHidden && document.activeElement !== input.current && onLeave()}
        />
      )}
      note={
        <div id={noteId} className={`${layout['note']} ${styles['hint']}`}>
          {note !== null && <div>{note}</div>}
          {isLoading && <div>{rowAccountMessages.looking}</div>}
          {!isLoading && options.length === 0 && <div>{emptyNote(typed)}</div>}
          {more > 0 && <div>{rowAccountMessages.moreAccounts(more)}</div>}
          <div className={layout['keys']}>
            {props.keys ?? rowAccountMessages.chooserKeys(isAdmin, canPropose)}
          </div>
        </div>
      }
    />
  );
}

/** What is typed, the accounts that it finds, and what the keys do. */
function useCombobox(props: ComboboxProps) {
  const { store, row, current, isHidden, onTake } = props;
  const [typed, setTyped] = useState('');
  const chart = useChart(store.ledger);
  const isTouched = useRef(false);
  const isChosen = current !== NO_MATCH;
  const found = useAccountOptions(store.run, chart, row, typed, isChosen, isTouched);
  const { options } = found;
  const touch = () => {
    isTouched.current = true;
  };
  // A typed text has its best hit marked; without one nothing is, so that Enter alone takes no guess.
  const first = typed.trim() === '' ? -1 : 0;
  const { active, move, reset } = useMarkedOption(options.length, !isHidden, first);
  const marked = options[active];
  const isAwaited = found.isLoading && typed.trim() !== '';
  const { putOff, giveUp } = useEarlyEnter(isAwaited, ({ isRowOnly, isAsked }) => {
    if (marked) onTake(marked, true, isRowOnly, isAsked);
  });
  return {
    ...found,
    typed,
    active,
    touch,
    onText(text: string) {
      setTyped(text);
      reset();
      giveUp();
    },
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      // The keys of the combobox are not those of the list; and Enter may only confirm a composed word.
      event.stopPropagation();
      if (event.nativeEvent.isComposing) return;
      const isHandled = handleKey(event, {
        ...props,
        isEmpty: typed === '',
        move: (by) => {
          touch();
          move(by);
        },
        take(isRowOnly, isAsked) {
          if (marked) onTake(marked, true, isRowOnly, isAsked);
          else if (isAwaited) putOff({ isRowOnly, isAsked });
        },
      });
      if (isHandled) event.preventDefault();
    },
  };
}

type Enter = { readonly isRowOnly: boolean; readonly isAsked: boolean };

/** An Enter that came before the accounts did, as a busy worker gives them late: what it takes is known with them. */
function useEarlyEnter(isAwaited: boolean, take: (enter: Enter) => void) {
  const [early, putOff] = useState<Enter | null>(null);
  useEffect(() => {
    if (early === null || isAwaited) return;
    putOff(null);
    take(early);
  });
  return { putOff, giveUp: () => putOff(null) };
}

/** Gives the text field the focus at first and whenever it comes back into use. */
function useFocusWhile(isUsed: boolean, input: { readonly current: HTMLInputElement | null }): void {
  // Before the next key: without the focus it would be a shortcut of the page.
  useLayoutEffect(() => {
    if (isUsed) input.current?.focus({ preventScroll: true });
  }, [isUsed, input]);
}

/** Without an option: nothing is typed, or what may not be an account. */
function emptyNote(typed: string): string {
  return typed.trim() === '' ? rowAccountMessages.noAccounts : messages.accountIsNoMatch;
}

type KeyActions = Pick<ComboboxProps, 'onClose' | 'onSkip' | 'onUndo'> & {
  isEmpty: boolean;
  move: (by: 1 | -1) => void;
  take: (isRowOnly: boolean, isAsked: boolean) => void;
};

/** Returns whether the key means something here. */
function handleKey(event: KeyboardEvent, actions: KeyActions): boolean {
  const isControl = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp':
      actions.move(event.key === 'ArrowDown' ? 1 : -1);
      return true;
    case 'Enter':
      actions.take(isControl, event.shiftKey);
      return true;
    case 'Escape':
      actions.onClose();
      return true;
    case 'Tab':
      if (event.shiftKey) actions.onClose();
      else actions.onSkip();
      return true;
    default:
      // A text that was typed is the browser's to undo.
      if (!isUndoKey(event) || !actions.isEmpty) return false;
      actions.onUndo();
      return true;
  }
}

function OptionText({ option: { kind, glAccount, name, note } }: { option: AccountOption }) {
  return (
    <>
      {glAccount !== '' && <span data-kind={kind}>{name === '' ? glAccount : `${glAccount} ${name}`}</span>}
      <Text span size="xs" c="dimmed" flex="1 1 8rem" miw={0}>
        {note}
      </Text>
    </>
  );
}
