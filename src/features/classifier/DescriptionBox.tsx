import { Text } from '@mantine/core';
import { type Ref, useCallback, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { CLASSIFY_DEBOUNCE_MS } from '#model/limits.ts';
import { FoldedField } from '../../ui/folded/FoldedField.ts';
import { LargeTextBox } from '../../ui/LargeTextBox.tsx';
import styles from './DescriptionBox.module.css';

export type DescriptionBoxHandle = {
  /** Empties the box at once, without waiting for the pause in typing. */
  clear(): void;
  /** Fills the box with a text that is classified already. */
  put(text: string): void;
  text(): string;
  focus(): void;
};

type Props = {
  ref: Ref<DescriptionBoxHandle>;
  /** What the box holds at first. */
  initialText: string;
  /** Rows of the text, for the note under a large one. */
  rowCount: number;
  /** Called with the text after a pause in typing. */
  onText: (text: string) => void;
};

/** The box that takes one description per line. Its text never passes through React. */
export function DescriptionBox({ ref, initialText, rowCount, onText }: Props) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const field = useRef<FoldedField>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isFolded, setFolded] = useState(false);
  const latest = useRef({ initialText, onText });
  latest.current.onText = onText;

  const endPause = useCallback(() => clearTimeout(pause.current), []);
  useEffect(() => {
    if (area.current === null) return;
    const created = new FoldedField(area.current, latest.current.initialText, (text) => {
      setFolded(created.isFolded);
      endPause();
      pause.current = setTimeout(() => latest.current.onText(text), CLASSIFY_DEBOUNCE_MS);
    });
    setFolded(created.isFolded);
    field.current = created;
    return () => {
      endPause();
      if (created.text !== latest.current.initialText) latest.current.onText(created.text);
      created.release();
    };
  }, [endPause]);

  useImperativeHandle(ref, () => ({
    clear() {
      field.current?.setText('');
      endPause();
      area.current?.focus();
    },
    put(text) {
      latest.current.initialText = text;
      field.current?.setText(text);
      endPause();
    },
    text: () => field.current?.text ?? '',
    focus: () => area.current?.focus(),
  }));

  return (
    <div>
      <label htmlFor={id} className={styles['label']}>
        Descriptions, one per line
      </label>
      <LargeTextBox id={id} ref={area} rows={6} describedBy={isFolded ? `${id}-note` : undefined} />
      {isFolded && (
        <Text id={`${id}-note`} size="xs" c="dimmed" mt={4}>
          The box shows the first lines of {rowCount.toLocaleString('en-US')}; all of them are classified.
        </Text>
      )}
    </div>
  );
}
