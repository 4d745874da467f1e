import { Button, FileButton } from '@mantine/core';
import { useRef } from 'react';
import { useStatus } from '../ui/status/useStatus.ts';
import { pickFile, type TakeFile } from './pickFile.ts';

type Props = { accept: string; isLocked?: boolean; onFile: TakeFile };

/** A button that opens the browser's dialog for a file. */
export function FileChooser({ accept, isLocked = false, onFile }: Props) {
  const { show } = useStatus();
  const reset = useRef<() => void>(null);
  const choose = (file: File | null) => {
    // The browser reports nothing when the same file, corrected meanwhile, is chosen again, unless the field is reset.
    reset.current?.();
    if (file !== null) pickFile([file], false, onFile, show);
  };
  return (
    <FileButton accept={accept} onChange={choose} resetRef={reset} disabled={isLocked}>
      {(props) => (
        <Button {...props} flex="none" size="compact-sm" disabled={isLocked}>
          Choose a file
        </Button>
      )}
    </FileButton>
  );
}
