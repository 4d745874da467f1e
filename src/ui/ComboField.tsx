import { CloseButton, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { bestMatches, ComboList, type ComboOption, MAX_OPTIONS } from './ComboList.tsx';

export type ComboFieldProps = {
  /** Shown above the field, or for screen readers only, with `isLabelHidden`. */
  label: string;
  isLabelHidden?: boolean;
  placeholder?: string;
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
 * A text field with a list of what may be meant: typing filters it, Escape closes it. Any other text can be typed, too.
 */
export function ComboField(props: ComboFieldProps) {
  const { label, isLabelHidden, text, options, onOpen, onText, onTake, onLeave, clear } = props;
  const [isOpen, setOpen] = useState(false);
  const matching = bestMatches(options ?? [], text);
  const more = matching.length - MAX_OPTIONS;
  const isChosen = matching.length === 1 && matching[0]?.value === text.trim();
  // A list with nothing to choose would only hide what stands below the field.
  const isShown = isOpen && (options === null || (matching.length > 0 && !isChosen));
  const open = () => {
    if (!isOpen) onOpen?.();
    setOpen(true);
  };
  const take = (option: ComboOption | undefined, event: KeyboardEvent | null) => {
    if (event !== null && !isOpen) return false;
    setOpen(false);
    onTake(option?.value ?? text);
    // Enter without a marked option is for the form around the field, too.
    return option !== undefined;
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isShown) return false;
    setOpen(false);
    return true;
  };
  return (
    <ComboList
      isShown={isShown}
      position="bottom-start"
      width="min(22rem, 100vw - 1rem)"
      label={label}
      options={matching.slice(0, MAX_OPTIONS)}
      text={text}
      onTake={take}
      onKey={onKey}
      onMove={open}
      hint={
        options === null ? 'Loading…' : more > 0 && `${more.toLocaleString('en-US')} more: type to find one.`
      }
    >
      <TextInput
        {...(isLabelHidden ? { 'aria-label': label } : { label })}
        aria-describedby={props.describedBy}
        placeholder={props.placeholder}
        error={props.error}
        maxLength={props.maxLength}
        data-autofocus={props.isFirst || undefined}
        value={text}
        rightSection={clear && <CloseButton size="xs" aria-label={clear.label} onClick={() => clear.run()} />}
        onChange={(event) => {
          // What `onOpen` puts into the field is written over.
          open();
          onText(event.currentTarget.value);
        }}
        onClick={open}
        onBlur={() => {
          setOpen(false);
          onLeave?.();
        }}
      />
    </ComboList>
  );
}
