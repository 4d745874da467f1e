import { type DragEvent, useState } from 'react';

/** Takes files that are dropped on an element with these handlers; `isOver` while some are held over it. */
export function useFileDrop(onFiles: (dropped: DataTransfer) => void, isLocked = false) {
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
      if (!isLocked) onFiles(event.dataTransfer);
    },
  };
  return { isOver, handlers };
}
