import { Center } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { statementMessages } from '#model/text/statementMessages.ts';
import { takeAsFile } from '../../file-reading/takeAsFile.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { FileChooser } from '../../ui/FileChooser.tsx';
import type { FoldedField } from '../../ui/folded/FoldedField.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import layout from '../../ui/layout.module.css';
import { ACCEPTED_STATEMENTS, type PickedFile, pickDropped, pickFile } from '../../ui/pickFile.ts';
import type { DescriptionBoxHandle } from './descriptionBoxHandle.ts';
import { useStatementFile } from './useStatementFile.ts';

type Props = {
  store: RowStore;
  box: RefObject<DescriptionBoxHandle | null>;
  pasted: RefObject<FoldedField['takesWhole'] | null>;
};

const OVER_ALL = { zIndex: 1, pointerEvents: 'none' } as const;

/** Takes a file with descriptions, chosen with a button, dropped anywhere on the page or pasted as a text, into the box. */
export function StatementFile({ store, box, pasted }: Props) {
  const { reading, take, cancel } = useStatementFile(store, box);
  const isOver = useDroppedFile(take);
  pasted.current = (text) => takeAsFile(text, take);

  const choose = (file: File) => {
    const picked = pickFile([file], false);
    if (picked) take(picked);
  };

  return (
    <>
      {reading ? (
        <div className={layout['grow']}>
          <JobProgress
            label={statementMessages.reading(reading.name)}
            share={reading.share}
            onCancel={cancel}
          />
        </div>
      ) : (
        <FileChooser accept={ACCEPTED_STATEMENTS} onFile={choose} />
      )}
      {isOver && (
        <Center pos="absolute" inset={0} bg="var(--accent-soft)" bdrs="sm" style={OVER_ALL} data-over>
          {statementMessages.dropHere}
        </Center>
      )}
    </>
  );
}

/** Takes files that are dropped on the page; answers whether one is over it. */
function useDroppedFile(take: (picked: PickedFile) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const end = new AbortController();
    const on = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      document.addEventListener(type, (event) => hasFiles(event) && listener(event), { signal: end.signal });
    on('dragover', (event) => {
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    });
    on('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    on('drop', (event) => {
      // Without this the browser leaves the page for the file.
      event.preventDefault();
      setOver(false);
      const picked = event.dataTransfer && pickDropped(event.dataTransfer);
      if (picked) latest.current(picked);
    });
    return () => end.abort();
  }, []);
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
