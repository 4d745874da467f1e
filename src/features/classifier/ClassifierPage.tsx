import { Button, VisuallyHidden } from '@mantine/core';
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ListStatus } from '#contract/ledger.ts';
import { grouped } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import type { Account } from '#model/user.ts';
import { type RowStore, rowStoreOf } from '../../rows/RowStore.ts';
import { useUndoRow } from '../../rows/useUndoRow.ts';
import type { LedgerService } from '../../services/ledger.ts';
import type { ProposeMappings } from '../../services/proposals.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { lazyComponent } from '../../ui/lazyPage.ts';
import { useShortcut } from '../../ui/shortcuts/useShortcuts.ts';
import { useUndoKey } from '../../ui/undoKey.ts';
import { useUndo } from '../../undo/useUndo.ts';
import { ClassifierHeader } from './ClassifierHeader.tsx';
import styles from './ClassifierPage.module.css';
import { DescriptionBox, useDraft } from './DescriptionBox.tsx';
import type { DescriptionBoxHandle } from './descriptionBoxHandle.ts';
import { FilterBar, useRunProgress } from './FilterBar.tsx';
import { PrintedRows } from './PrintedRows.tsx';
import { ResultList, type ResultListHandle } from './ResultList.tsx';
import { ResultToolbar } from './ResultToolbar.tsx';
import { SummaryButton } from './summary/SummaryButton.tsx';
import { type CopyKind, useCopy } from './useCopy.tsx';
import { VerifyBanner } from './Verification.tsx';

const AccountNames = lazyComponent(async () => (await import('./AccountNames.tsx')).AccountNames);
const FirstRun = lazyComponent(async () => (await import('./FirstRun.tsx')).FirstRun);
const ColumnPicker = lazyComponent(async () => (await import('./PastedTable.tsx')).ColumnPicker);
const BalanceFacts = lazyComponent(async () => (await import('./reading/RowFacts.tsx')).BalanceFacts);
const ReadingCheck = lazyComponent(async () => (await import('./reading/ReadingCheck.tsx')).ReadingCheck);
const HeaderNotice = lazyComponent(async () => (await import('./PastedTable.tsx')).HeaderNotice);

type Props = {
  account: Account;
  isAdmin: boolean;
  ledger: LedgerService;
  isReplaced: boolean;
  /** Proposes a mapping to the admins; undefined where the person can save it. */
  onPropose?: ProposeMappings | undefined;
};
type BoxRef = RefObject<DescriptionBoxHandle | null>;

/** Paste descriptions, read their GL accounts, copy them back. */
export function ClassifierPage({ account, isAdmin, ledger, isReplaced, onPropose }: Props) {
  const store = rowStoreOf(ledger);
  const list = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  const counts = useSyncExternalStore(store.counts.subscribe, store.counts.get);
  const box = useRef<DescriptionBoxHandle>(null);
  const results = useRef<ResultListHandle>(null);
  const percent = useRunProgress(store);
  const clear = useClear(store, box);
  const { goTo, goToNoMatch, goToVerify } = useNextRow(store, results);
  const { copying, copy } = useCopy(store, goTo);
  const undo = useUndoRow(store);
  // Where nothing was done to the rows, the last step is Clear or a file, which its message takes back.
  useUndoKey(() => counts.all > 0 && store.canUndo && goTo(undo()));
  useDraft(account.uid, store, box);
  const [isMoreShown, setMoreShown] = useState(false);
  const canCopy = counts.all > 0 && canClassify(list);
  useClassifierShortcuts({
    box,
    canCopy,
    copy,
    hasNoMatch: counts.noMatch > 0,
    hasToVerify: counts.toVerify > 0,
    goToNoMatch,
    goToVerify,
  });

  return (
    <div className={`${layout['stack']} ${styles['page']}`} data-more={isMoreShown || undefined}>
      <ClassifierHeader ledger={ledger} isReplaced={isReplaced} />
      <div className={`${layout['stack']} ${styles['entry']}`}>
        <DescriptionBox ref={box} store={store} />
        <ResultToolbar
          store={store}
          canCopy={canCopy}
          copying={copying}
          onCopy={(kind) => ignoreAfterExit(copy(kind))}
          onClear={clear}
          goTo={goTo}
          isMoreShown={isMoreShown}
          onMore={() => setMoreShown(!isMoreShown)}
        />
      </div>
      <PastedTable store={store} />
      <RunResult store={store} />
      <ReadingCheck store={store} onAnswered={() => goTo(0)} />
      {isAdmin && list.kind === 'ready' && list.size === 0 && <FirstRun />}
      {counts.all === 0 && percent === null ? (
        <Empty>
          <span>{messages.pasteFirst}</span>
          <br />
          <span>{messages.orDrop}</span>
          {isAdmin && (
            <>
              <br />
              <Button mt="sm" onClick={() => ignoreAfterExit(trySample(store, box))}>
                {messages.trySampleStatement}
              </Button>
            </>
          )}
        </Empty>
      ) : (
        <>
          <VerifyBanner store={store} toVerify={counts.toVerify} onNext={goToVerify} onSettled={goTo} />
          <FilterBar store={store} percent={percent}>
            <CopyShown
              store={store}
              list={list}
              copying={copying}
              onCopy={() => ignoreAfterExit(copy('shown'))}
            />
            <BalanceFacts store={store} goTo={goTo} />
            <ToUnmatched noMatch={counts.noMatch} />
            <span className={styles['less']}>
              <SummaryButton store={store} goTo={goTo} />
              <AccountNames store={store} />
            </span>
          </FilterBar>
          <ResultList ref={results} store={store} isAdmin={isAdmin} onPropose={onPropose} />
        </>
      )}
      <PrintedRows store={store} />
    </div>
  );
}

/** Puts the sample statement into the box, as if it were pasted, unless something has been typed there meanwhile. */
async function trySample(store: RowStore, box: RefObject<DescriptionBoxHandle | null>): Promise<void> {
  const { SAMPLE_STATEMENT } = await import('#model/sampleStatement.ts');
  if (box.current === null || box.current.text() !== '') return;
  store.classify(SAMPLE_STATEMENT);
  box.current.put(SAMPLE_STATEMENT);
}

/** Says to a screen reader how a run has ended, which the bar shows; once, whatever is done to the rows then. */
function RunResult({ store }: { store: RowStore }) {
  const progress = useSyncExternalStore(store.progress.subscribe, store.progress.get);
  const [text, setText] = useState('');
  useEffect(() => {
    const { all, matched, noMatch } = store.counts.get();
    setText(progress.kind === 'complete' && all > 0 ? messages.classified(all, matched, noMatch) : '');
  }, [progress, store]);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}

/** What is said and asked about the columns of a pasted table. */
function PastedTable({ store }: { store: RowStore }) {
  const columns = useSyncExternalStore(store.columns.subscribe, store.columns.get);
  const header = useSyncExternalStore(store.header.subscribe, store.header.get);
  return (
    <>
      {/* Always there: a live region that appears together with its text is not announced. */}
      <div role="status">
        {header && <HeaderNotice header={header} onIsRow={(isRow) => store.setHeaderIsRow(isRow)} />}
      </div>
      {columns && <ColumnPicker columns={columns} onChoose={(chosen) => store.chooseColumns(chosen)} />}
    </>
  );
}

/** A copy waits for the run to end, which it does with the stored list, or with a cached one while offline. */
function canClassify(list: ListStatus): boolean {
  return list.kind === 'ready' || (list.kind === 'cached' && list.isUnreachable);
}

type CopyShownProps = {
  store: RowStore;
  list: ListStatus;
  copying: CopyKind | null;
  onCopy: () => void;
};

function CopyShown({ store, list, copying, onCopy }: CopyShownProps) {
  const { rows } = useSyncExternalStore(store.shownRows.state.subscribe, store.shownRows.state.get);
  // Without a filter it would copy what the two other buttons copy.
  if (rows === null) return null;
  return (
    <Button
      disabled={list.kind !== 'ready' || rows.length === 0}
      loading={copying === 'shown'}
      onClick={onCopy}
    >
      Copy shown
    </Button>
  );
}

/** The way to the page of the rows without a match. */
function ToUnmatched({ noMatch }: { noMatch: number }) {
  const navigate = useNavigate();
  return (
    <Button
      variant="subtle"
      leftSection={<Icon name="layers" />}
      disabled={noMatch === 0}
      onClick={() => navigate('/unmatched')}
    >
      Unmatched ({grouped(noMatch)})
    </Button>
  );
}

/** Removes all rows, and offers to restore them. */
function useClear(store: RowStore, box: BoxRef): () => void {
  const { showDone } = useUndo();
  return () => {
    const { text } = store;
    const rowCount = store.counts.get().all;
    const restore = store.clear();
    box.current?.clear();
    if (rowCount === 0) return;
    const undo = async () => {
      restore();
      box.current?.put(text);
      return messages.rowsBroughtBack;
    };
    showDone(messages.rowsCleared(rowCount), undo, { stays: true });
  };
}

/** Going to the next row without a match, or to verify; a row that the list does not show has it show all rows. */
function useNextRow(store: RowStore, results: RefObject<ResultListHandle | null>) {
  const goTo = useCallback(
    (row: number | undefined) => {
      if (row === undefined) return;
      if (store.shownRows.positionOf(row) === undefined) store.shownRows.reset();
      results.current?.goTo(store.shownRows.positionOf(row) ?? row);
    },
    [store, results],
  );
  const currentRow = () => results.current?.currentRow() ?? -1;
  return {
    goTo,
    goToNoMatch: () => goTo(store.buffer.nextNoMatch(currentRow())),
    goToVerify: () => goTo(store.buffer.nextToVerify(currentRow())),
  };
}

type ShortcutOptions = {
  box: BoxRef;
  canCopy: boolean;
  copy: (kind: CopyKind) => Promise<void>;
  /** Whether there are rows to go to. */
  hasNoMatch: boolean;
  hasToVerify: boolean;
  goToNoMatch: () => void;
  goToVerify: () => void;
};

/** The shortcuts of the Classifier screen, except those of {@link FilterBar}. */
function useClassifierShortcuts(options: ShortcutOptions): void {
  const { box, canCopy, copy, hasNoMatch, hasToVerify, goToNoMatch, goToVerify } = options;
  const focusBox = useCallback(() => box.current?.focus(), [box]);
  useShortcut({ id: 'paste', keys: 'p', label: 'Go to the box for descriptions' }, focusBox);
  useShortcut(
    { id: 'copy-both', keys: 'c', label: 'Copy Description + GL Account' },
    () => ignoreAfterExit(copy('description-and-account')),
    canCopy,
  );
  useShortcut(
    { id: 'copy-accounts', keys: 'a', label: 'Copy GL Account Only' },
    () => ignoreAfterExit(copy('account')),
    canCopy,
  );
  useShortcut({ id: 'next-no-match', keys: 'n', label: 'Next row with No Match' }, goToNoMatch, hasNoMatch);
  useShortcut({ id: 'next-to-verify', keys: 'v', label: 'Next row to verify' }, goToVerify, hasToVerify);
}
