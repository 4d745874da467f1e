import type { Ref } from 'react';
import styles from './LargeTextBox.module.css';

type Props = {
  readonly id: string;
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly rows: number;
  readonly readOnly?: boolean;
  readonly describedBy: string | undefined;
  /** One line high, without scroll bars; the first line of the text shows. */
  readonly isCompact?: boolean;
  /** Hears of each change; a `FoldedField` needs none. */
  readonly onText?: (text: string) => void;
};

/** A text field for pasted lines. For tens of thousands of them, its owner gives it to a `FoldedField`. */
export function LargeTextBox({ describedBy, isCompact = false, onText, ...field }: Props) {
  return (
    <textarea
      {...field}
      className={styles['box']}
      data-compact={isCompact || undefined}
      wrap="off"
      spellCheck={false}
      autoComplete="off"
      aria-describedby={describedBy}
      onChange={onText && ((event) => onText(event.currentTarget.value))}
    />
  );
}
