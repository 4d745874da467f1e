import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { MAX_ACCOUNT_LENGTH, UNDO_LINGER_MS } from '#model/limits.ts';
import { MIN_KEYWORD_LENGTH, NO_MATCH, nonSpaceLength } from '#model/mapping.ts';
import { grouped } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { ChartProvider, useChart } from '../chart/ChartProvider.tsx';
import type { ProposeMappings } from '../services/proposals.ts';
import { ignoreAfterExit } from '../services/workerLink.ts';
import { ComboList } from '../ui/ComboList.tsx';
import layout from '../ui/layout.module.css';
import { useStatus } from '../ui/status/useStatus.ts';
import { isUndoKey } from '../ui/undoKey.ts';
import { MappingDialog } from './MappingDialog.tsx';
import type { RowStore } from './RowStore.ts';
import { type AccountOption, type AccountOptions, useAccountOptions } from './useAccountOptions.ts';

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
        label={`Account of row ${grouped(row + 1)}`}
        keys={rowAccountMessages.chooserKeys(isAdmin && !isShort, canPropose)}
        note={isShort ? rowAccountMessages.lineTooShort(isAdmin) : null}
        isHidden={mapped !== null || isProposing}
        onTake={(option, taking) => ignoreAfterExit(take(option, taking))}
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
            onRowOnly={() => ignoreAfterExit(chooseForRow(mapped.glAccount, mapped.byKeyboard))}
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
    const run = () => ignoreAfterExit(propose(glAccount));
    const action = { label: proposalMessages.propose, run, lingers: UNDO_LINGER_MS };
    show(messages.choiceSavedForRow, canPropose ? { action } : {});
    on.onNext(byKeyboard);
  }

  async function propose(account: string, onClosed?: () => void): Promise<void> {
    const keyword = (await suggestKeyword(store, row, account)) ?? description.trim();
    on.onPropose?.([{ keyword, account, line: description }], onClosed);
  }

  async function take({ kind, value: glAccount }: AccountOption, { byKeyboard, isRowOnly }: Taking) {
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

/** What an account is taken by. `isAsked`: the mapping is to be edited before it is saved. */
type Taking = { readonly byKeyboard: boolean; readonly isRowOnly: boolean; readonly isAsked: boolean };

type ComboboxProps = {
  store: RowStore;
  /** The row whose likely accounts come first. */
  row: number;
  /** Whose account is chosen. */
  label: string;
  /** What the row shows. */
  current: string;
  /** What the keys do. */
  keys: string;
  /** What there is to say about this line. */
  note: string | null;
  /** While the mapping is looked at. */
  isHidden: boolean;
  onTake: (option: AccountOption, taking: Taking) => void;
  onClose: () => void;
  onLeave: () => void;
  onSkip: () => void;
  onUndo: () => void;
};

/** The text field and the list of accounts. */
export function AccountCombobox(props: ComboboxProps) {
  const { store, row, current, isHidden, onTake, onLeave } = props;
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const isTouched = useRef(false);
  const [typed, setTyped] = useState('');
  const isBlank = typed.trim() === '';
  const chart = useChart(store.ledger);
  const found = useAccountOptions(store.run, chart, row, typed, current !== NO_MATCH, isTouched);
  const isAwaited = found.isLoading && !isBlank;
  const [first] = found.options;
  const early = useEarlyEnter(isAwaited, (taking) => first && onTake(first, taking));
  // Before the next key: without the focus it would be a shortcut of the page.
  useLayoutEffect(() => {
    if (!isHidden) input.current?.focus({ preventScroll: true });
  }, [isHidden]);
  return (
    <ComboList
      isShown={!isHidden}
      position="bottom-end"
      width="min(24rem, 100vw - 1rem)"
      label="Accounts"
      boxLabel="Accounts to choose"
      options={found.options}
      text={typed}
      // A typed text has its best hit marked; without one nothing is, so that Enter alone takes no guess.
      first={isBlank ? -1 : 0}
      onTake={(option, event) => {
        const taking = takingOf(event);
        if (option) onTake(option, taking);
        else if (isAwaited) early.putOff(taking);
        return true;
      }}
      onKey={(event) => handleKey(event, typed === '', props)}
      onMove={() => {
        isTouched.current = true;
      }}
      ownsKeys
      hintId={noteId}
      hint={
        <>
          {[props.note, ...notesOf(found, isBlank)].map((note) => note && <div key={note}>{note}</div>)}
          <div className={layout['keys']}>{props.keys}</div>
        </>
      }
    >
      <input
        ref={input}
        className={layout['bare']}
        aria-label={props.label}
        aria-describedby={isHidden ? undefined : noteId}
        placeholder={current}
        maxLength={MAX_ACCOUNT_LENGTH}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          early.giveUp();
        }}
        // A window that goes to the background takes the focus only for a while.
        onBlur={() => !isHidden && document.activeElement !== input.current && onLeave()}
      />
    </ComboList>
  );
}

const takingOf = (event: KeyboardEvent | null): Taking => ({
  byKeyboard: event !== null,
  isRowOnly: event !== null && (event.ctrlKey || event.metaKey),
  isAsked: event?.shiftKey ?? false,
});

/** An Enter that came before the accounts did, as a busy worker gives them late: what it takes is known with them. */
function useEarlyEnter(isAwaited: boolean, take: (taking: Taking) => void) {
  const [early, putOff] = useState<Taking | null>(null);
  useEffect(() => {
    if (early === null || isAwaited) return;
    putOff(null);
    take(early);
  });
  return { putOff, giveUp: () => putOff(null) };
}

/** What is still being found, and why there is no option: nothing is typed, or what may not be an account. */
function notesOf({ options, more, isLoading }: AccountOptions, isBlank: boolean): (string | false)[] {
  const empty = isBlank ? rowAccountMessages.noAccounts : messages.accountIsNoMatch;
  return [
    isLoading ? rowAccountMessages.looking : options.length === 0 && empty,
    more > 0 && rowAccountMessages.moreAccounts(more),
  ];
}

type KeyActions = Pick<ComboboxProps, 'onClose' | 'onSkip' | 'onUndo'>;

/** Returns whether the key means something here. */
function handleKey(event: KeyboardEvent, isEmpty: boolean, { onClose, onSkip, onUndo }: KeyActions): boolean {
  if (event.key === 'Escape' || (event.key === 'Tab' && event.shiftKey)) onClose();
  else if (event.key === 'Tab') onSkip();
  // A text that was typed is the browser's to undo.
  else if (isEmpty && isUndoKey(event)) onUndo();
  else return false;
  return true;
}
