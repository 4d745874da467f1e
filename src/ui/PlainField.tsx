import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';

export type PlainFieldProps = Omit<TextInputProps, 'onChange'> & {
  ref?: Ref<HTMLInputElement> | undefined;
  /** Has the focus when the dialog around the field opens. */
  isFirst?: boolean;
  onText: (text: string) => void;
};

/** A text field for what is no prose: the browser neither completes it nor marks its spelling. */
export function PlainField({ isFirst = false, onText, ...props }: PlainFieldProps) {
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      data-autofocus={isFirst || undefined}
      {...props}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
