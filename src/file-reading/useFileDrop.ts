import { useEffect, useRef, useState } from 'react';
import { useStatus } from '../ui/status/useStatus.ts';
import { pickFile, type TakeFile } from './pickFile.ts';

/** Takes files that are dropped anywhere on the page; answers whether one is held over it. */
export function useFileDrop(take: TakeFile, isLocked = false): boolean {
  const [isOver, setOver] = useState(false);
  const { show } = useStatus();
  const latest = useRef({ take, isLocked });
  latest.current = { take, isLocked };
  useEffect(() => {
    const end = new AbortController();
    const on = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      document.addEventListener(type, (event) => hasFiles(event) && listener(event), { signal: end.signal });
    on('dragover', (event) => {
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = latest.current.isLocked ? 'none' : 'copy';
      setOver(!latest.current.isLocked);
    });
    on('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    on('drop', (event) => {
      // Without this the browser leaves the page for the file.
      event.preventDefault();
      setOver(false);
      const { files, items } = event.dataTransfer ?? new DataTransfer();
      const isFolder = [...items].find(({ kind }) => kind === 'file')?.webkitGetAsEntry()?.isDirectory;
      if (!latest.current.isLocked) pickFile([...files], isFolder === true, latest.current.take, show);
    });
    return () => end.abort();
  }, [show]);
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
