import { useCallback } from 'react';
import { messages } from '#model/messages.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import type { RowStore } from './RowStore.ts';

/** Taking and turning down suggestions, and saying what came of it. */
export function useChoices(store: RowStore, isAdmin: boolean) {
  const { show } = useStatus();

  const takeNew = useCallback(
    async (row: number) => {
      const result = await store.takeNew(row, isAdmin);
      if (result.kind === 'saved') show(messages.choiceSaved);
      else if (result.kind === 'row-only') show(messages.choiceSavedForRow);
      else if (result.kind === 'unstorable')
        show(messages.choiceUnstorable(result.description, result.problem));
      else show(messages.choiceFailed);
    },
    [store, isAdmin, show],
  );

  const takeAllNew = useCallback(async () => {
    const { toVerify } = store.counts.get();
    const { kind } = await store.takeAllNew(isAdmin);
    if (kind === 'saved') show(messages.choicesSaved(toVerify));
    else if (kind === 'row-only') show(messages.choicesTaken(toVerify));
    else show(messages.choiceFailed);
  }, [store, isAdmin, show]);

  const keepAllCurrent = useCallback(async () => {
    const { toVerify } = store.counts.get();
    await store.keepAllCurrent();
    show(messages.choicesKept(toVerify));
  }, [store, show]);

  return { takeNew, takeAllNew, keepAllCurrent };
}
