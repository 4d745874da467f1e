import { useState, useSyncExternalStore } from 'react';
import type { RowStore } from '../../rows/RowStore.ts';
import { lazyComponent } from '../../ui/lazyPage.ts';

const FileReadingPanel = lazyComponent(
  async () => (await import('../../file-reading/FileReadingPanel.tsx')).FileReadingPanel,
);

const ReadingChoices = lazyComponent(async () => (await import('./reading/ReadAs.tsx')).ReadingChoices);

/** How the file in the box was read, as long as its lines are there, with other ways to read it. */
export function StatementReading({ store }: { store: RowStore }) {
  const last = useSyncExternalStore(store.lastStatement.subscribe, store.lastStatement.get);
  const isInBox = useSyncExternalStore(store.progress.subscribe, () => last?.text === store.text);
  // Reading the file again takes the panel away for a moment: what was open in it stays so.
  const [opened, setOpened] = useState<string | null>(null);
  if (!last?.readAgain || !isInBox) return null;
  return (
    <FileReadingPanel
      key={last.file.name}
      last={{ ...last, isPending: false }}
      columns={[]}
      isBusy={false}
      isSmall
      isFirstOpen={opened === last.file.name}
      onOpen={(isOpen) => setOpened(isOpen ? last.file.name : null)}
      onChoose={last.readAgain}
      onClose={() => {
        setOpened(null);
        store.closeStatement();
      }}
    >
      <ReadingChoices store={store} />
    </FileReadingPanel>
  );
}
