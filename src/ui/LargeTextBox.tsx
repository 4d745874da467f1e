import type { Ref } from 'react';
import styles from './LargeTextBox.module.css';

type Props = {
  readonly id: string;
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly rows: number;
  readonly readOnly?: boolean;
  readonly describedBy: string | undefined;
};

/** A text field for tens of thousands of lines; its owner gives it to a `FoldedField`. */
export function LargeTextBox({ describedBy, ...field }: Props) {
  return (
    <textarea
      {...field}
      className={styles['box']}
      wrap="off"
      spellCheck={false}
      autoComplete="off"
      aria-describedby={describedBy}
    />
  );
}
