import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react';
import type { GuessedAccount } from '#contract/ledger.ts';
import { NO_MATCH } from '#model/mapping.ts';
import { searchPattern } from '#model/searchPattern.ts';
import { grouped } from '#model/text/figures.ts';
import { BAND_NAMES } from '#model/text/guessWords.ts';
import { NO_PAYMENT_NAMES } from '#model/text/readingMessages.ts';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import type { RowView } from '../../rows/RowBuffer.ts';
import type { ShownNames } from '../../rows/RowStore.ts';
import { Icon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import list from '../../ui/list.module.css';
import { Marked } from '../../ui/Marked.tsx';
import table from '../../ui/table.module.css';
import styles from './ResultRow.module.css';
import { ACCOUNT, type Column, DESCRIPTION } from './useGridNavigation.ts';
import { Verification } from './Verification.tsx';

export type RowActions = {
  edit(row: number, text: string): void;
  takeNew(row: number, position: number): void;
  keepCurrent(row: number, position: number): void;
  /** Leaves the editor for another cell; `next` is the row below, `account` the cell beside. */
  endEdit(position: number, to: 'same' | 'next' | 'account' | 'elsewhere'): void;
  /** Opens the choice of an account. */
  choose(position: number): void;
  /** The choice of an account, in place of the account. */
  chooser(row: number, position: number): ReactNode;
};

type Props = RowView & {
  row: number;
  /** Where the row stands in the list. */
  position: number;
  /** Pixels from the top of the first row. */
  top: number;
  names: ShownNames | null;
  /** As it is shown; undefined for none. */
  amount: string | undefined;
  /** The account that is likely for a row without a match; undefined for none. */
  guess: GuessedAccount | undefined;
  /** What the list is searched for; its hits are marked. */
  search: string;
  /** The cell that the keyboard reaches, if it is in this row. */
  activeColumn: Column | undefined;
  isEditing: boolean;
  actions: RowActions;
};

/** One description and its account. Depends on its props only, so that scrolling draws new rows alone. */
export const ResultRow = memo(function ResultRow(props: Props) {
  const { row, position, top, description, account, keyword, suggestion, activeColumn } = props;
  const { isEditing, isChosen, actions } = props;
  const canChoose = account === NO_MATCH || isChosen;
  // A click between the buttons of a suggestion is not meant for another choice.
  const opensByClick = canChoose && suggestion === undefined;
  const isDescriptionOpen = isEditing && activeColumn === DESCRIPTION;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    <div
      role="row"
      aria-rowindex={position + 2}
      className={`${list['row']} ${list['place']} ${styles['row']}`}
      style={{ top }}
      data-row={position}
      data-named={isNamed(props)}
      data-to-verify={suggestion !== undefined || undefined}
      data-edited={props.isEdited || isChosen || undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div
        role="gridcell"
        aria-colindex={1}
        className={styles['description']}
        data-number={grouped(row + 1)}
        data-column={DESCRIPTION}
        tabIndex={activeColumn === DESCRIPTION ? 0 : -1}
        title={isDescriptionOpen ? undefined : description}
      >
        {isDescriptionOpen ? (
          <DescriptionEditor
            row={row}
            text={description}
            onSave={(text) => actions.edit(row, text)}
            onEnd={(to) => actions.endEdit(position, to)}
          />
        ) : (
          <DescriptionText {...props} />
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div
        role="gridcell"
        aria-colindex={2}
        aria-readonly={!canChoose}
        className={styles['account']}
        data-column={ACCOUNT}
        aria-description={description}
        data-can-choose={opensByClick || undefined}
        data-no-match={account === NO_MATCH || undefined}
        tabIndex={activeColumn === ACCOUNT ? 0 : -1}
        title={keyword === undefined ? undefined : account}
      >
        {isEditing && !isDescriptionOpen ? (
          actions.chooser(row, position)
        ) : (
          <AccountText {...props} canChoose={opensByClick} />
        )}
        {suggestion !== undefined && (
          <Verification
            row={row}
            suggestion={suggestion}
            isReachable={activeColumn !== undefined}
            onTakeNew={() => actions.takeNew(row, position)}
            onKeepCurrent={() => actions.keepCurrent(row, position)}
          />
        )}
      </div>
    </div>
  );
});

/** Whether a phone has something for the second line: an amount, the name of its account, or of the likely one. */
function isNamed({ account, names, guess, amount }: Props): true | undefined {
  if (amount) return true;
  const isShown = account === NO_MATCH ? guess !== undefined : names?.has(account ?? '');
  return isShown ? true : undefined;
}

/** The description of a row, and whether it is no longer the pasted one. */
function DescriptionText({ description, search, isEdited }: Props) {
  return (
    <>
      <span className={styles['text']}>
        <Marked text={description} pattern={searchPattern(search)} />
      </span>
      {isEdited && (
        <span className={`${layout['note']} ${layout['hiddenOnPhone']} ${styles['chosen']}`}>edited</span>
      )}
    </>
  );
}

/** The account of a row, how to choose another where the list has none, and the amount. */
function AccountText(props: Props & { canChoose: boolean }) {
  const { row, position, account, noPayment, isChosen, names, guess, search, actions, canChoose } = props;
  const name = names?.get(account ?? '');
  return (
    <>
      <span
        className={`${styles['code']} ${account === NO_MATCH ? layout['mark'] : ''}`}
        data-tone={account === NO_MATCH ? 'attention' : undefined}
      >
        {account !== undefined && <Marked text={account} pattern={searchPattern(search)} />}
      </span>
      {noPayment && <span className={layout['note']}>{NO_PAYMENT_NAMES[noPayment]}</span>}
      {name && <span className={`${layout['quiet']} ${layout['ellipsis']} ${styles['name']}`}> {name}</span>}
      {isChosen && canChoose && (
        <span className={`${layout['note']} ${layout['hiddenOnPhone']} ${styles['chosen']}`}>this row</span>
      )}
      {canChoose && (
        <ChooseButton
          label={rowAccountMessages.chooseAccountOf(row + 1)}
          onClick={() => actions.choose(position)}
        />
      )}
      {guess && account === NO_MATCH && (
        <span className={`${layout['note']} ${layout['ellipsis']} ${styles['guess']}`}>
          {BAND_NAMES[guess.band]}: {guess.glAccount} {names?.get(guess.glAccount)}
        </span>
      )}
      {props.amount && <span className={styles['amount']}> {props.amount}</span>}
    </>
  );
}

/** For the pointer; by keyboard the cell itself opens the choice. */
function ChooseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" tabIndex={-1} className={table['button']} aria-label={label} onClick={onClick}>
      <Icon name="chevronDown" size={14} />
    </button>
  );
}

type EditorProps = {
  row: number;
  text: string;
  onSave: (text: string) => void;
  onEnd: (to: 'same' | 'next' | 'account' | 'elsewhere') => void;
};

/** The description of one row while it is edited: Enter and Tab save, so does leaving it; Escape does not. */
function DescriptionEditor({ row, text, onSave, onEnd }: EditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function end(to: 'same' | 'next' | 'account' | 'elsewhere', isSaved: boolean): void {
    // Removing the editor takes the focus from it too.
    if (isOver.current) return;
    isOver.current = true;
    if (isSaved && input.current) onSave(input.current.value);
    onEnd(to);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // The keys of the editor are not those of the list; and Enter may only confirm a composed word.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') end('next', true);
    else if (event.key === 'Escape') end('same', false);
    else if (event.key === 'Tab') end(event.shiftKey ? 'same' : 'account', true);
    else return;
    event.preventDefault();
  }

  return (
    <input
      ref={input}
      className={layout['bare']}
      aria-label={`Description of row ${row + 1}`}
      defaultValue={text}
      spellCheck={false}
      autoComplete="off"
      onKeyDown={onKeyDown}
      onBlur={() => end('elsewhere', true)}
    />
  );
}
