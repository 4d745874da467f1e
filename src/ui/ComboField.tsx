import { CloseButton, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react';
import { ComboList, useMarkedOption } from './ComboList.tsx';
import layout from './layout.module.css';
import styles from './optionList.module.css';

/** Options drawn at once; more are found by typing. */
const MAX_SHOWN = 50;

/** How many options down an arrow key goes. */
const STEPS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

export type ComboOption = { readonly value: string; readonly note: string };

export type ComboFieldProps = {
  /** Shown above the field, or for screen readers only, with `isLabelHidden`. */
  label: string;
  isLabelHidden?: boolean;
  placeholder?: string;
  className?: string;
  ref?: Ref<HTMLInputElement>;
  /** What is typed. */
  text: string;
  onText: (text: string) => void;
  /** An option was chosen, or Enter was pressed on a text that none is marked for. */
  onTake: (value: string) => void;
  /** Null while they are being loaded. */
  options: readonly ComboOption[] | null;
  /** Called when the list opens. */
  onOpen?: () => void;
  /** Called when the focus has gone elsewhere. */
  onLeave?: () => void;
  /** Empties the field; without it there is no button for that. */
  clear?: { readonly label: string; readonly run: () => void } | undefined;
  error?: ReactNode;
  describedBy?: string;
  maxLength?: number;
  isFirst?: boolean;
};

/**
 * A text field with a list of what may be meant (the combobox pattern of ARIA): typing filters it, the arrows move through
 * it, Enter takes the marked option, Escape closes the list. Any other text can be typed, too.
 */
export function ComboField(props: ComboFieldProps) {
  const { label, isLabelHidden, text, options, clear } = props;
  const { found, shown, isShown, active, take, onText, open, close, onKeyDown } = useCombo(props);
  return (
    <ComboList
      isShown={isShown}
      position="bottom-start"
      width="min(22rem, 100vw - 1rem)"
      label={label}
      options={shown}
      active={active}
      keyOf={({ value }) => value}
      draw={({ value, note }) => (
        <>
          <span>{value}</span>
          <span className={`${layout['note']} ${layout['end']}`}>{note}</span>
        </>
      )}
      onTake={({ value }) => take(value)}
      field={(fieldProps) => (
        <TextInput
          {...fieldProps}
          ref={props.ref}
          className={props.className ?? ''}
          {...(isLabelHidden ? { 'aria-label': label } : { label })}
          aria-describedby={props.describedBy}
          placeholder={props.placeholder}
          error={props.error}
          maxLength={props.maxLength}
          data-autofocus={props.isFirst || undefined}
          // Escape is then for the list, not for the dialog around it, which Mantine closes before the key gets here.
          data-mantine-stop-propagation={isShown}
          value={text}
          rightSection={
            clear && <CloseButton size="xs" aria-label={clear.label} onClick={() => clear.run()} />
          }
          onChange={(event) => onText(event.currentTarget.value)}
          onClick={open}
          onKeyDown={onKeyDown}
          onBlur={() => {
            close();
            props.onLeave?.();
          }}
        />
      )}
      note={<Note isLoading={options === null} found={found} />}
    />
  );
}

/** What is shown of the options, and what the keys do. */
function useCombo({ text, options, onTake, onText, onOpen }: ComboFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const matching = matchingOptions(options ?? [], text);
  const shown = matching.slice(0, MAX_SHOWN);
  const isChosen = matching.length === 1 && matching[0]?.value === text.trim();
  // A list with nothing to choose would only hide what stands below the field.
  const isShown = isOpen && (options === null || (shown.length > 0 && !isChosen));
  const { active, move, reset } = useMarkedOption(shown.length, isShown);
  const open = () => {
    if (!isOpen) onOpen?.();
    setOpen(true);
  };
  const close = () => setOpen(false);
  const take = (value: string) => {
    close();
    reset();
    onTake(value);
  };
  /** Returns whether the key was for the list alone. */
  const handleKey = (key: string): boolean => {
    const by = STEPS.get(key);
    if (by !== undefined) {
      open();
      move(by);
      return true;
    }
    if (key === 'Escape' && isShown) {
      close();
      return true;
    }
    if (key !== 'Enter' || !isOpen) return false;
    const option = shown[active];
    take(option?.value ?? text);
    // Enter without a marked option is for the form around the field, too.
    return option !== undefined;
  };
  return {
    found: matching.length,
    shown,
    isShown,
    active,
    take,
    onText(typed: string) {
      onText(typed);
      reset();
      open();
    },
    open,
    close,
    onKeyDown(event: KeyboardEvent) {
      // Enter may only confirm a composed word.
      if (event.nativeEvent.isComposing || !handleKey(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

function Note({ isLoading, found }: { isLoading: boolean; found: number }) {
  if (isLoading) return <div className={`${layout['note']} ${styles['hint']}`}>Loading…</div>;
  if (found <= MAX_SHOWN) return null;
  return (
    <div className={`${layout['note']} ${styles['hint']}`}>
      {(found - MAX_SHOWN).toLocaleString('en-US')} more: type to find one.
    </div>
  );
}

/** The options that contain the text: equal ones first, then those that begin with it. */
function matchingOptions(options: readonly ComboOption[], text: string): readonly ComboOption[] {
  const query = text.trim().toLowerCase();
  if (query === '') return options;
  const rank = ({ value }: ComboOption) => {
    const folded = value.toLowerCase();
    return folded === query ? 0 : folded.startsWith(query) ? 1 : 2;
  };
  return options
    .filter(({ value }) => value.toLowerCase().includes(query))
    .toSorted((a, b) => rank(a) - rank(b));
}
