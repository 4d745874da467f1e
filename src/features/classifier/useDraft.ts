import { type RefObject, useEffect } from 'react';
import type { DescriptionBoxHandle } from './DescriptionBox.tsx';
import type { RowStore } from './RowStore.ts';

/**
 * Brings back what was on the page before a reload, or before the ledger was replaced. What the user has typed
 * into the box meanwhile stays.
 */
export function useDraft(store: RowStore, box: RefObject<DescriptionBoxHandle | null>): void {
  useEffect(() => {
    let isOver = false;
    const textInBox = () => box.current?.text() ?? '';
    const bringBack = async () => {
      const text = await store.restore((kept) => !isOver && (textInBox() === '' || textInBox() === kept));
      if (isOver) return;
      if (textInBox() === '') box.current?.put(text);
      else if (store.run === null) store.classify(textInBox());
    };
    void bringBack();
    return () => {
      isOver = true;
    };
  }, [store, box]);
}
