import { Button, Text } from '@mantine/core';
import { type ComponentProps, useState, useSyncExternalStore } from 'react';
import { counted } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { Icon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { useReported } from '../../ui/useReported.ts';
import styles from './ClassifierPage.module.css';
import type { ExportMenu } from './ExportMenu.tsx';
import type { CopyKind } from './useCopy.tsx';

type Props = {
  store: RowStore;
  /** Whether there is something to copy, or soon will be. */
  canCopy: boolean;
  copying: CopyKind | null;
  onCopy: (kind: CopyKind) => void;
  onClear: () => void;
  /** Brings a row into view. */
  goTo: (row: number) => void;
  /** Whether a phone shows what is needed less, and the button for it. */
  isMoreShown: boolean;
  onMore: () => void;
};

/** What can be done with the whole result. */
export function ResultToolbar(props: Props) {
  const { store, canCopy, copying, onCopy, onClear, goTo, isMoreShown, onMore } = props;
  const { all } = useSyncExternalStore(store.counts.subscribe, store.counts.get);
  const { rows: filtered } = useSyncExternalStore(store.shownRows.state.subscribe, store.shownRows.state.get);
  return (
    <Toolbar label="Actions">
      {all > 0 && filtered !== null && (
        <Text size="xs" c="dimmed">
          Copy and export: all {counted(all, 'row')}
        </Text>
      )}
      <span className={styles['less']}>
        <Button variant="subtle" onClick={onClear}>
          Clear
        </Button>
        <Export store={store} isDisabled={!canCopy} goTo={goTo} />
      </span>
      <Button
        className={`${layout['tight']} ${styles['copy']}`}
        disabled={!canCopy}
        loading={copying === 'account'}
        onClick={() => onCopy('account')}
      >
        <span>
          <span className={layout['hiddenOnPhone']}>Copy </span>GL Account Only
        </span>
      </Button>
      <Button
        variant="filled"
        className={`${layout['tight']} ${styles['copy']}`}
        leftSection={<Icon name="copy" />}
        disabled={!canCopy}
        loading={copying === 'description-and-account'}
        onClick={() => onCopy('description-and-account')}
      >
        <span>
          <span className={layout['hiddenOnPhone']}>Copy </span>Description + GL
          <span className={layout['hiddenOnPhone']}> Account</span>
        </span>
      </Button>
      <Button
        className={styles['more'] ?? ''}
        hiddenFrom="xs"
        aria-label="More"
        aria-expanded={isMoreShown}
        onClick={onMore}
      >
        <Icon name="more" />
      </Button>
    </Toolbar>
  );
}

/** The code of the menu is fetched at the first press: the first load has no room for it. */
function Export(props: ComponentProps<typeof ExportMenu>) {
  const [isLoading, report] = useReported(() => messages.exportFailed);
  const [Menu, setMenu] = useState<typeof ExportMenu | null>(null);
  const open = () =>
    report(async () => {
      const loaded = await import('./ExportMenu.tsx');
      setMenu(() => loaded.ExportMenu);
      return null;
    });
  if (Menu !== null) return <Menu {...props} />;
  return (
    <Button
      variant="subtle"
      aria-haspopup="menu"
      disabled={props.isDisabled}
      loading={isLoading}
      onClick={() => void open()}
    >
      Export
    </Button>
  );
}
