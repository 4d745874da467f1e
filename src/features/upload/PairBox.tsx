import { Button, FileButton, Text } from '@mantine/core';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { FoldedField } from '../../ui/folded/FoldedField.ts';
import { LargeTextBox } from '../../ui/LargeTextBox.tsx';
import { ACCEPTED_FILES, type PickedFile, pickDropped, pickFile } from '../../ui/pickFile.ts';
import type { PairText } from './PairText.ts';
import styles from './upload.module.css';

type Props = {
  text: PairText;
  /** An upload is under way: its pairs must not change. */
  isLocked: boolean;
  onFile: (picked: PickedFile) => void;
};

/** The box that takes tab-separated pairs, pasted or from a file. Its text never passes through React. */
export function PairBox({ text, isLocked, onFile }: Props) {
  const id = useId();
  const { area, isFolded } = useFoldedField(text);
  const { isOver, handlers } = useFileDrop(isLocked, onFile);
  const resetChooser = useRef<() => void>(null);
  const choose = (file: File | null) => {
    // The browser reports nothing when the same file, mended meanwhile, is chosen again, unless the field is reset.
    resetChooser.current?.();
    const picked = file && pickFile([file], false);
    if (picked) onFile(picked);
  };

  return (
    <section className={styles['zone']} data-over={isOver || undefined} aria-label="Pairs" {...handlers}>
      <div className={styles['boxHead']}>
        <label htmlFor={id} className={styles['boxLabel']}>
          Description and GL account, separated by a tab
        </label>
        <FileButton accept={ACCEPTED_FILES} onChange={choose} resetRef={resetChooser} disabled={isLocked}>
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" disabled={isLocked}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </div>
      <LargeTextBox id={id} ref={area} rows={8} readOnly={isLocked} describedBy={`${id}-note`} />
      <Text id={`${id}-note`} size="xs" c="dimmed" mt={4}>
        {isFolded
          ? 'The box shows the first lines; all of them are read.'
          : 'Paste two columns of a spreadsheet, one pair per line, or drop an Excel, CSV or text file here.'}
      </Text>
    </section>
  );
}

/** Keeps a text field in step with the text; of a large text the field holds the first lines only. */
function useFoldedField(text: PairText) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isFolded, setFolded] = useState(false);
  useEffect(() => {
    if (area.current === null) return;
    const field = new FoldedField(area.current, text.text, (changed) => {
      setFolded(field.isFolded);
      text.take(changed);
    });
    setFolded(field.isFolded);
    const end = text.replaced.subscribe(() => field.setText(text.replaced.get().text));
    return () => {
      end();
      field.release();
    };
  }, [text]);
  return { area, isFolded };
}

/** Takes files that are dropped on an element with these handlers. */
function useFileDrop(isLocked: boolean, onFile: (picked: PickedFile) => void) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isLocked ? 'none' : 'copy';
      setOver(!isLocked);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      setOver(false);
      if (!event.dataTransfer.types.includes('Files')) return;
      // Without this the browser leaves the page for the file.
      event.preventDefault();
      const picked = pickDropped(event.dataTransfer);
      if (picked && !isLocked) onFile(picked);
    },
  };
  return { isOver, handlers };
}
