import { Popover } from '@mantine/core';
import { type ReactElement, type ReactNode, useEffect, useId, useState } from 'react';
import layout from './layout.module.css';
import optionList from './optionList.module.css';

/**
 * The option of a list that Enter takes: the one that the arrows have gone to, else `first`; -1 for none, as while the list
 * is not shown.
 */
export function useMarkedOption(count: number, isShown: boolean, first = -1) {
  const [picked, setPicked] = useState<number | null>(null);
  const marked = picked ?? first;
  const active = isShown && marked < count ? marked : -1;
  return {
    active,
    /** Goes to the option after or before it, around the ends; none is before the first. */
    move(by: 1 | -1): void {
      const from = active < 0 && by < 0 ? count : active;
      setPicked(count === 0 ? null : (from + by + count) % count);
    },
    /** Leaves the choice to `first` again. */
    reset: () => setPicked(null),
  };
}

/** What the text field needs so that screen readers read the list with it. */
type FieldProps = {
  readonly role: 'combobox';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly 'aria-autocomplete': 'list';
  readonly 'aria-activedescendant': string | undefined;
  readonly autoComplete: 'off';
  readonly spellCheck: false;
};

type Props<Option> = {
  isShown: boolean;
  position: 'bottom-start' | 'bottom-end';
  width: string;
  /** The name of the list. */
  label: string;
  /** The name of the box around the list and the note; missing: it has none. */
  boxLabel?: string;
  options: readonly Option[];
  /** See {@link useMarkedOption}. */
  active: number;
  keyOf: (option: Option) => string;
  /** What an option shows. */
  draw: (option: Option) => ReactNode;
  /** An option was clicked. */
  onTake: (option: Option) => void;
  /** The pointer is over the list. */
  onPointed?: () => void;
  field: (props: FieldProps) => ReactElement;
  /** What is shown below the options. */
  note: ReactNode;
};

/** A text field and the options below it; the focus stays in the field (the combobox pattern of ARIA). */
export function ComboList<Option>(props: Props<Option>) {
  const { isShown, label, boxLabel, options, active, keyOf, draw, onTake, field, note } = props;
  const id = useId();
  const idOf = (place: number) => `${id}-${place}`;
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <Popover
      opened={isShown}
      position={props.position}
      width={props.width}
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      shadow="md"
    >
      <Popover.Target>
        {field({
          role: 'combobox',
          'aria-expanded': isShown,
          'aria-controls': isShown ? `${id}-list` : undefined,
          'aria-autocomplete': 'list',
          'aria-activedescendant': isShown && active >= 0 ? idOf(active) : undefined,
          autoComplete: 'off',
          spellCheck: false,
        })}
      </Popover.Target>
      {/* A press on the list must not take the focus from the text field. */}
      <Popover.Dropdown
        p={4}
        {...(boxLabel && { role: 'region', 'aria-label': boxLabel })}
        onMouseDown={(event) => event.preventDefault()}
        {...(props.onPointed && { onPointerMove: props.onPointed })}
      >
        <div id={`${id}-list`} role="listbox" aria-label={label} className={layout['scroller']}>
          {options.map((option, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus and names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field
            <div
              key={keyOf(option)}
              id={idOf(i)}
              role="option"
              aria-selected={i === active}
              className={`${layout['cluster']} ${layout['dense']} ${optionList['option']}`}
              onClick={() => onTake(option)}
            >
              {draw(option)}
            </div>
          ))}
        </div>
        {note}
      </Popover.Dropdown>
    </Popover>
  );
}
