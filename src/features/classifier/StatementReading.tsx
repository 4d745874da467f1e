import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../../ui/lazyPage.ts';
import type { RowStore } from './RowStore.ts';

const FileReadingPanel = lazyPart(
  async () => (await import('../../file-reading/FileReadingPanel.tsx')).FileReadingPanel,
);

/** How the file in the box was read, as long as its lines are there, with other ways to read it. */
export function StatementReading({ store }: { store: RowStore }) {
  const last = useSyncExternalStore(store.lastStatement.subscribe, store.lastStatement.get);
  const isInBox = useSyncExternalStore(store.progress.subscribe, () => last?.text === store.text);
  if (!last?.readAgain || !isInBox) return null;
  return (
    <Suspense>
      <FileReadingPanel
        last={{ ...last, isPending: false }}
        columns={[]}
        isBusy={false}
        isSmall
        onChoose={last.readAgain}
        onClose={() => store.closeStatement()}
      />
    </Suspense>
  );
}
