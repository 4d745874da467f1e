import { Center } from '@mantine/core';
import type { RefObject } from 'react';
import { statementMessages } from '#model/text/statementMessages.ts';
import { FileChooser } from '../../file-reading/FileChooser.tsx';
import { ACCEPTED_STATEMENTS } from '../../file-reading/pickFile.ts';
import { takeAsFile } from '../../file-reading/takeAsFile.ts';
import { useFileDrop } from '../../file-reading/useFileDrop.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import type { FoldedField } from '../../ui/folded/FoldedField.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import layout from '../../ui/layout.module.css';
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
  const isOver = useFileDrop(take);
  pasted.current = (text) => takeAsFile(text, take);

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
        <FileChooser accept={ACCEPTED_STATEMENTS} onFile={take} />
      )}
      {isOver && (
        <Center pos="absolute" inset={0} bg="var(--accent-soft)" bdrs="sm" style={OVER_ALL} data-over>
          {statementMessages.dropHere}
        </Center>
      )}
    </>
  );
}
