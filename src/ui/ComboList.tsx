import { Combobox, Text, useCombobox } from '@mantine/core';
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useId, useState } from 'react';
import layout from './layout.module.css';

/** Options drawn at once; more are found by typing. */
export const MAX_OPTIONS = 50;

/** How many options down an arrow key goes. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** What can be chosen. `name`: shown beside the value, and searched like it; those of the kind `likely` stand out. */
export type ComboOption = {
  readonly value: string;
  readonly note: string;
  readonly name?: string;
  readonly kind?: string;
};

type Props<Option> = {
  isShown: boolean;
  /** Which edge of the field that of the list is at, and its width. */
  position: 'bottom-start' | 'bottom-end';
  width: string;
  /** The name of the list. */
  label: string;
  /** The name of the box around the list and the note; missing: it has none. */
  boxLabel?: string;
  options: readonly Option[];
  /** What is typed: with another text, the arrows begin anew. */
  text: string;
  /** The option that is marked before an arrow is pressed; -1 for none. */
  first?: number;
  /**
   * An option was clicked (`event` is null then), or Enter pressed on the marked one, if any.
   * @returns whether Enter meant something here
   */
  onTake: (option: Option | undefined, event: KeyboardEvent | null) => boolean;
  /** Another key; returns whether it meant something here. */
  onKey: (event: KeyboardEvent) => boolean;
  /** An arrow was pressed, or the pointer moved over the list. */
  onMove: () => void;
  /** Whether none of its keys are for what is around it. */
  ownsKeys?: boolean;
  /** Shown below the options, if anything; `hintId` is for what describes the field. */
  hint: ReactNode;
  hintId?: string;
  /** The text field. */
  children: ReactElement;
};

/**
 * A text field and the options below it (the combobox pattern of ARIA): the arrows mark one, Enter takes it, and the focus
 * stays in the field.
 */
export function ComboList<Option extends ComboOption>(props: Props<Option>) {
  const { isShown, options, children } = props;
  const id = useId();
  const { active, take, onKeyDown } = useMark(props);
  const store = useCombobox({ opened: isShown });
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const fieldProps = {
    'aria-expanded': isShown,
    'aria-controls': isShown ? id : undefined,
    'aria-autocomplete': 'list',
    // Mantine marks an option by an attribute alone, which screen readers do not know.
    'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
    spellCheck: false,
    onKeyDown,
  };
  return (
    <Combobox store={store} position={props.position} width={props.width} keepMounted={false} shadow="md">
      <Combobox.Target withExpandedAttribute {...fieldProps}>
        {children}
      </Combobox.Target>
      {/* A press on the list must not take the focus from the text field. */}
      <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()} onPointerMove={props.onMove}>
        <section aria-label={props.boxLabel}>
          <Combobox.Options id={id} aria-label={props.label} className={layout['scroller']}>
            {options.map((option, i) => (
              <Combobox.Option
                key={`${option.kind} ${option.value}`}
                id={`${id}-${i}`}
                value={option.value}
                aria-selected={i === active}
                className={`${layout['cluster']} ${layout['dense']}`}
                onClick={() => take(option, null)}
              >
                <OptionText {...option} />
              </Combobox.Option>
            ))}
          </Combobox.Options>
          {props.hint && (
            <Text component="div" size="xs" c="dimmed" px="xs" py={4} id={props.hintId}>
              {props.hint}
            </Text>
          )}
        </section>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function OptionText({ value, name, kind, note }: ComboOption) {
  return (
    <>
      {value !== '' && (
        <Text span inherit fw={kind === 'likely' ? 600 : undefined}>
          {name ? `${value} ${name}` : value}
        </Text>
      )}
      <Text span size="xs" c="dimmed" flex="1 1 8rem" miw={0}>
        {note}
      </Text>
    </>
  );
}

/** The option that Enter takes: the one that the arrows have gone to, else `first`; -1 while the list is not shown. */
function useMark<Option>({ isShown, options, text, first = -1, ...props }: Props<Option>) {
  const [picked, setPicked] = useState<{ readonly place: number; readonly text: string } | null>(null);
  const marked = picked?.text === text ? picked.place : first;
  const count = options.length;
  const active = isShown && marked < count ? marked : -1;
  const take: typeof props.onTake = (option, event) => {
    setPicked(null);
    return props.onTake(option, event);
  };
  function handleKey(event: KeyboardEvent): boolean {
    if (event.key === 'Enter') return take(options[active], event);
    const by = STEPS[event.key];
    if (by === undefined) return props.onKey(event);
    props.onMove();
    // Around the ends; none is before the first.
    const from = active < 0 && by < 0 ? count : active;
    setPicked(count === 0 ? null : { place: (from + by + count) % count, text });
    return true;
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (props.ownsKeys) event.stopPropagation();
    // Enter may only confirm a composed word.
    if (event.nativeEvent.isComposing || !handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  return { active, take, onKeyDown };
}

/** The options that contain the text in value or name: equal values first, then those that begin with it. */
export function bestMatches<Option extends ComboOption>(options: readonly Option[], text: string) {
  const query = text.trim().toLowerCase();
  if (query === '') return options;
  const rank = ({ value }: Option) => {
    const folded = value.toLowerCase();
    return folded === query ? 0 : folded.startsWith(query) ? 1 : 2;
  };
  return options
    .filter(({ value, name = '' }) => `${value}\n${name}`.toLowerCase().includes(query))
    .toSorted((a, b) => rank(a) - rank(b));
}
