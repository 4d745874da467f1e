import { useRef } from 'react';
import { Icon } from './icons.tsx';
import { PlainField, type PlainFieldProps } from './PlainField.tsx';
import { useShortcut } from './shortcuts/useShortcuts.ts';

type Props = Omit<PlainFieldProps, 'ref' | 'size' | 'type'> & {
  /** Also the placeholder, unless there is another one. */
  label: string;
  /** What `/` does, in words: it leads here. Missing: it does nothing. */
  shortcut?: string;
};

/** The field of a page in which one types what to find. */
export function SearchField({ label, shortcut, ...props }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const focus = () => field.current?.focus();
  useShortcut({ id: 'find', keys: '/', label: shortcut ?? label }, focus, shortcut !== undefined);
  return (
    <PlainField
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" />}
      {...props}
    />
  );
}
