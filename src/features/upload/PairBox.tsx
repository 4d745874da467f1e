import { Group, Text } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { fileMessages } from '#model/text/fileMessages.ts';
import { FileChooser } from '../../file-reading/FileChooser.tsx';
import { ACCEPTED_FILES, type TakeFile } from '../../file-reading/pickFile.ts';
import { takeAsFile } from '../../file-reading/takeAsFile.ts';
import { useFileDrop } from '../../file-reading/useFileDrop.ts';
import { FoldedField } from '../../ui/folded/FoldedField.ts';
import { LargeTextBox } from '../../ui/LargeTextBox.tsx';
import layout from '../../ui/layout.module.css';
import type { PairText } from './PairText.ts';
import styles from './upload.module.css';

type Props = {
  text: PairText;
  /** An upload is under way: its pairs must not change. */
  isLocked: boolean;
  onFile: TakeFile;
};

/** The box that takes tab-separated pairs, pasted or from a file. Its text never passes through React. */
export function PairBox({ text, isLocked, onFile }: Props) {
  const id = useId();
  const { area, isFolded } = useFoldedField(text, onFile);
  const isOver = useFileDrop(onFile, isLocked);

  return (
    <section
      className={`${layout['section']} ${styles['zone']}`}
      data-over={isOver || undefined}
      aria-label="Pairs"
    >
      <Group justify="space-between" wrap="nowrap" gap="md" mb={4}>
        <Text component="label" htmlFor={id} fw={500}>
          Description and GL account, separated by a tab
        </Text>
        <FileChooser accept={ACCEPTED_FILES} isLocked={isLocked} onFile={onFile} />
      </Group>
      <LargeTextBox id={id} ref={area} rows={8} readOnly={isLocked} describedBy={`${id}-note`} />
      <Text id={`${id}-note`} size="xs" c="dimmed" mt={4}>
        {isFolded ? fileMessages.boxIsFolded : fileMessages.pasteOrDrop}
      </Text>
    </section>
  );
}

/** Keeps a text field in step with the text; of a large text the field holds the first lines only. */
function useFoldedField(text: PairText, onFile: Props['onFile']) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isFolded, setFolded] = useState(false);
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    if (area.current === null) return;
    const field = new FoldedField(area.current, text.text, (changed) => {
      setFolded(field.isFolded);
      text.take(changed);
    });
    setFolded(field.isFolded);
    field.takesWhole = (pasted) => takeAsFile(pasted, latest.current);
    const end = text.replaced.subscribe(() => field.setText(text.replaced.get().text));
    return () => {
      end();
      field.release();
    };
  }, [text]);
  return { area, isFolded };
}
