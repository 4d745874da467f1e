import { Box, Button, Text } from '@mantine/core';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { CLASSIFY_DEBOUNCE_MS } from '#model/limits.ts';
import { counted } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { restoreUnsavedText, saveUnsavedText } from '../../services/unsavedText.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { FoldedField } from '../../ui/folded/FoldedField.ts';
import { LargeTextBox } from '../../ui/LargeTextBox.tsx';
import layout from '../../ui/layout.module.css';
import { lazyComponent } from '../../ui/lazyPage.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import styles from './DescriptionBox.module.css';
import type { DescriptionBoxHandle } from './descriptionBoxHandle.ts';

const StatementFile = lazyComponent(async () => (await import('./StatementFile.tsx')).StatementFile);
const StatementReading = lazyComponent(async () => (await import('./StatementReading.tsx')).StatementReading);

type Props = { ref: RefObject<DescriptionBoxHandle | null>; store: RowStore };

/** The box that takes one description per line. Its text goes to the store without passing through React. */
export function DescriptionBox({ ref, store }: Props) {
  const id = useId();
  const { all } = useSyncExternalStore(store.counts.subscribe, store.counts.get);
  const pasted = useRef<FoldedField['takesWhole']>(null);
  const { area, isFolded, ...field } = useFoldedField(store, pasted);
  const { isCompact, open, close, handlers } = useCompactBox(area, all);
  useImperativeHandle(ref, () => ({
    clear() {
      open();
      field.setText('');
      area.current?.focus();
    },
    put(text) {
      if (text !== '') close();
      field.setClassifiedText(text);
    },
    text: field.text,
    focus: () => area.current?.focus(),
  }));

  function replace(): void {
    open();
    area.current?.focus();
    area.current?.select();
  }

  return (
    <>
      <Box
        className={styles['field'] ?? ''}
        pos="relative"
        data-compact={isCompact || undefined}
        {...handlers}
      >
        <div className={`${layout['between']} ${styles['head']}`}>
          <Text component="label" htmlFor={id} fw={500}>
            Descriptions, one per line
          </Text>
          <StatementFile store={store} box={ref} pasted={pasted} />
        </div>
        <LargeTextBox
          id={id}
          ref={area}
          rows={6}
          isCompact={isCompact}
          describedBy={isCompact || isFolded ? `${id}-note` : undefined}
        />
        {isCompact ? (
          <>
            <Text id={`${id}-note`} fw={600}>
              {counted(all, 'line')}
            </Text>
            <Button onClick={replace}>Replace</Button>
          </>
        ) : (
          isFolded && (
            <Text id={`${id}-note`} size="xs" c="dimmed" mt={4}>
              {messages.boxIsFolded(all)}
            </Text>
          )
        )}
      </Box>
      <StatementReading store={store} />
    </>
  );
}

/**
 * Makes the box one line high after a paste, and on coming back to the screen, so that the results have the screen; a click
 * or a key in it opens it again. Escape closes it and leaves it, so that shortcuts work. The box does not close when the
 * focus leaves it: what is below would move away under the pointer.
 * @param count rows of the text so far; a box without rows is open
 */
function useCompactBox(area: RefObject<HTMLTextAreaElement | null>, count: number) {
  const [isOpen, setOpen] = useState(count === 0);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  const isCompact = !isOpen && count > 0;
  useEffect(() => {
    if (isCompact) area.current?.scrollTo(0, 0);
  }, [isCompact, area]);
  const handlers = {
    onPaste: close,
    onPointerDown: (event: { target: EventTarget }) => {
      if (event.target === area.current) open();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        close();
        area.current?.blur();
      }
      if (event.target === area.current && isTyped(event)) open();
    },
  };
  return { isCompact, open, close, handlers };
}

/** Whether the key changes the text or moves in it; a copy and a paste leave the box as it is. */
function isTyped({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' || key.toLowerCase() === 'y';
  return !['Escape', 'Tab', 'Shift', 'Alt', 'Control', 'Meta'].includes(key);
}

/** The text field behind the box: the store gets its text after a pause in typing, and when the box goes away. */
function useFoldedField(store: RowStore, pasted: RefObject<FoldedField['takesWhole'] | null>) {
  const area = useRef<HTMLTextAreaElement>(null);
  const field = useRef<FoldedField>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isFolded, setFolded] = useState(false);
  const { dismiss } = useStatus();
  const latest = useRef({ store, dismiss, classified: store.text });
  latest.current.store = store;

  const endPause = useCallback(() => clearTimeout(pause.current), []);
  useEffect(() => {
    if (area.current === null) return;
    const created = new FoldedField(area.current, latest.current.classified, (text) => {
      setFolded(created.isFolded);
      endPause();
      pause.current = setTimeout(() => {
        // Undo of what was before would put another text in the place of this one.
        if (text !== latest.current.store.text) latest.current.dismiss();
        latest.current.store.classify(text);
      }, CLASSIFY_DEBOUNCE_MS);
    });
    created.takesWhole = (text) => pasted.current?.(text) ?? false;
    setFolded(created.isFolded);
    field.current = created;
    return () => {
      endPause();
      if (created.text !== latest.current.classified) latest.current.store.classify(created.text);
      created.release();
    };
  }, [endPause, pasted]);

  function setText(text: string): void {
    field.current?.setText(text);
    endPause();
  }
  return {
    area,
    isFolded,
    text: () => field.current?.text ?? '',
    setText,
    setClassifiedText(text: string): void {
      latest.current.classified = text;
      setText(text);
    },
  };
}

/**
 * Restores what the user `owner` (uid) had on the page before a reload, or before the ledger was replaced: the draft, or
 * the text of this tab if the page went away before that was saved. What has been typed into the box meanwhile stays.
 */
export function useDraft(owner: string, store: RowStore, box: RefObject<DescriptionBoxHandle | null>): void {
  useEffect(() => {
    let isOver = false;
    const textInBox = () => box.current?.text() ?? '';
    const left = restoreUnsavedText(owner);
    if (left.text !== '' && textInBox() === '') box.current?.put(left.text);
    const leave = () => {
      const text = textInBox();
      saveUnsavedText(owner, { text, isCounted: store.isCounted && text === store.text });
    };
    const optionsOf = (text: string) => (text === left.text ? { isCounted: left.isCounted } : undefined);
    window.addEventListener('pagehide', leave);
    const restore = async () => {
      const text = await store.restore((draft) => !isOver && (textInBox() === '' || textInBox() === draft));
      if (isOver) return;
      if (textInBox() === '') {
        box.current?.put(text);
        if (text === '') focusOnEntry(box);
      } else if (store.run === null) store.classify(textInBox(), optionsOf(textInBox()));
    };
    ignoreAfterExit(restore());
    return () => {
      isOver = true;
      window.removeEventListener('pagehide', leave);
    };
  }, [owner, store, box]);
}

/** Whether the box has had the focus of this page load offered. */
let isEntered = false;

/**
 * An empty box gets the focus when the app is opened, unless something else has it; a screen keyboard would hide half of
 * the page. Not at later visits: whoever goes from page to page by shortcuts would type into the box.
 */
function focusOnEntry(box: RefObject<DescriptionBoxHandle | null>): void {
  if (isEntered) return;
  isEntered = true;
  const isFree = document.activeElement === null || document.activeElement === document.body;
  if (isFree && matchMedia('(pointer: fine)').matches) box.current?.focus();
}
